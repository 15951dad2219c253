"""Bouts and their files in .strength: the calibrated bots of each table, and the journals of the arena."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

import chabudai
from chabudai.arena.duplicate import Deal, RunSettings
from chabudai.arena.journal import FILE, BadRun, Journal
from chabudai.arena.results import PairResult, pair_results
from chabudai.arena.run import ArenaPlan
from tools.strength.bots import make
from tools.strength.calibration import Calibration
from tools.strength.plan import Plan, PlanPair, PlanTable

FOLDER = Path(".strength")


class CalibratedPair(msgspec.Struct):
    """A pair as it is played: the bots with their simulations, and the processor seconds per move of each.

    `seconds` is the expected time of a deal.
    """

    one: str
    rest: str
    thought: tuple[float, float]
    seconds: float


class TableCalibration(msgspec.Struct):
    """The calibration of a table before its first game, and a hash of the sources it was made with."""

    sources: str
    pairs: dict[str, CalibratedPair]


@dataclass(frozen=True)
class Bout:
    """A pair at a table. It is `stale` if the rules or the bots have changed since it was calibrated."""

    plan: Plan
    table: PlanTable
    pair: PlanPair
    calibrated: CalibratedPair
    stale: bool

    @property
    def folder(self) -> Path:
        """The folder of its journal."""
        return FOLDER / self.table.name / self.pair.name

    @property
    def plan_to_run(self) -> ArenaPlan:
        """The plan that the arena runs."""
        settings = RunSettings(self.table.game, self.table.setup, self.plan.seed, make)
        return ArenaPlan(settings, (self.calibrated.one, self.calibrated.rest), "one", self.table.deals)

    def deals(self) -> list[Deal]:
        """Return the deals played so far."""
        if not (self.folder / FILE).exists():
            return []
        with Journal(self.folder, self.plan_to_run.identity(self.table.declared)) as journal:
            return journal.deals

    def result(self) -> PairResult | None:
        """Return the result so far; an interval needs two deals."""
        deals = self.deals()
        return pair_results(self.plan_to_run.pairs(), deals)[0] if len(deals) > 1 else None


def calibrated_bouts(plan: Plan) -> list[Bout]:
    """Return all calibrated bouts, in the order of the plan."""
    return [
        Bout(plan, table, pair, saved.pairs[pair.name], stale=saved.sources != fingerprint(table.game))
        for table in plan.table
        for saved in [_read(table)]
        for pair in plan.pair
        if pair.name in saved.pairs
    ]


def calibrate(table: PlanTable, pairs: Sequence[PlanPair]) -> None:
    """Calibrate these pairs at a table, unless they already are."""
    saved = _read(table)
    if saved.sources != fingerprint(table.game):
        raise BadRun(f"{table.name}: the rules or bots have changed: remove {_path(table).parent} to start over")
    missing = [pair for pair in pairs if pair.name not in saved.pairs]
    if not missing:
        return
    calibration = Calibration(table)
    for pair in missing:
        saved.pairs[pair.name] = _calibrated(table, pair, calibration)
    _path(table).parent.mkdir(parents=True, exist_ok=True)
    _path(table).write_bytes(msgspec.json.format(msgspec.json.encode(saved)))


def fingerprint(game: str) -> str:
    """Return a hash of everything a bot's move in this game depends on: kernel, bots, and the game."""
    package = Path(chabudai.__file__).parent
    digest = hashlib.sha256()
    for folder in (package / "kernel", package / "bots", package / "games" / game):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _calibrated(table: PlanTable, pair: PlanPair, calibration: Calibration) -> CalibratedPair:
    rest = pair.reduced(pair.rest, table)
    one = calibration.equal_time(pair.one, rest) if pair.equal_time else pair.reduced(pair.one, table)
    thought = calibration.seconds(one), calibration.seconds(rest)
    per_round = thought[0] + (table.players - 1) * thought[1]
    return CalibratedPair(one, rest, thought, table.players * calibration.moves * per_round)


def _path(table: PlanTable) -> Path:
    return FOLDER / table.name / "settled.json"


def _read(table: PlanTable) -> TableCalibration:
    if not _path(table).exists():
        return TableCalibration(fingerprint(table.game), {})
    return msgspec.json.decode(_path(table).read_bytes(), type=TableCalibration)
