"""Bouts and their files in .strength: the calibrated pairs of each game, and the journals of the arena."""

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
from tools.strength.bots import make_bot
from tools.strength.calibration import Calibration
from tools.strength.plan import Plan, PlanGame, PlanPair

FOLDER = Path(".strength")


class CalibratedPair(msgspec.Struct):
    """A pair with the numbers of simulations that it plays with, as in `expert@200`.

    `thought` holds the processor seconds per move of each bot. `seconds` is the expected time of a deal.
    """

    one: str
    rest: str
    thought: tuple[float, float]
    seconds: float


class GameCalibration(msgspec.Struct):
    """The calibrated pairs of a game, and a hash of the sources with which they were calibrated."""

    sources: str
    pairs: dict[str, CalibratedPair]


@dataclass(frozen=True)
class Bout:
    """A pair in one game. It is `stale` if the rules or the bots have changed since it was calibrated."""

    plan: Plan
    plan_game: PlanGame
    pair: PlanPair
    calibrated: CalibratedPair
    stale: bool

    @property
    def folder(self) -> Path:
        """The folder of its journal."""
        return FOLDER / self.plan_game.name / self.pair.name

    @property
    def plan_to_run(self) -> ArenaPlan:
        """The plan that the arena runs."""
        settings = RunSettings(self.plan_game.game, self.plan_game.setup, self.plan.seed, make_bot)
        return ArenaPlan(settings, (self.calibrated.one, self.calibrated.rest), "one", self.plan_game.deals)

    def deals(self) -> list[Deal]:
        """Return the deals played so far."""
        if not (self.folder / FILE).exists():
            return []
        with Journal(self.folder, self.plan_to_run.identity(self.plan_game.declared)) as journal:
            return journal.deals

    def result(self) -> PairResult | None:
        """Return the result so far; None if there are fewer than two deals, which an interval needs."""
        deals = self.deals()
        return pair_results(self.plan_to_run.pairs(), deals)[0] if len(deals) > 1 else None


def calibrated_bouts(plan: Plan) -> list[Bout]:
    """Return all calibrated bouts, in the order of the plan."""
    return [
        Bout(plan, plan_game, pair, saved.pairs[pair.name], stale=saved.sources != fingerprint(plan_game.game))
        for plan_game in plan.games
        for saved in [_read(plan_game)]
        for pair in plan.pairs
        if pair.name in saved.pairs
    ]


def calibrate(plan_game: PlanGame, pairs: Sequence[PlanPair]) -> None:
    """Calibrate these pairs for a game, unless they already are."""
    saved = _read(plan_game)
    if saved.sources != fingerprint(plan_game.game):
        raise BadRun(
            f"{plan_game.name}: the rules or bots have changed: remove {_path(plan_game).parent} to start over"
        )
    missing = [pair for pair in pairs if pair.name not in saved.pairs]
    if not missing:
        return
    calibration = Calibration(plan_game)
    for pair in missing:
        saved.pairs[pair.name] = _calibrated(plan_game, pair, calibration)
    _path(plan_game).parent.mkdir(parents=True, exist_ok=True)
    _path(plan_game).write_bytes(msgspec.json.format(msgspec.json.encode(saved)))


def fingerprint(game: str) -> str:
    """Return a hash of everything a bot's move in this game depends on: kernel, bots, and the game."""
    package = Path(chabudai.__file__).parent
    digest = hashlib.sha256()
    for folder in (package / "kernel", package / "bots", package / "games" / game):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _calibrated(plan_game: PlanGame, pair: PlanPair, calibration: Calibration) -> CalibratedPair:
    rest = pair.reduced(pair.rest, plan_game)
    one = calibration.equal_time(pair.one, rest) if pair.equal_time else pair.reduced(pair.one, plan_game)
    thought = calibration.seconds(one), calibration.seconds(rest)
    one_move_each = thought[0] + (plan_game.players - 1) * thought[1]
    return CalibratedPair(one, rest, thought, plan_game.players * calibration.moves * one_move_each)


def _path(plan_game: PlanGame) -> Path:
    return FOLDER / plan_game.name / "settled.json"


def _read(plan_game: PlanGame) -> GameCalibration:
    if not _path(plan_game).exists():
        return GameCalibration(fingerprint(plan_game.game), {})
    return msgspec.json.decode(_path(plan_game).read_bytes(), type=GameCalibration)
