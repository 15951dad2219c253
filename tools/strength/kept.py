"""What is kept of a run in .strength: for each table the bots that meet, and the journals of the arena."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

import chabudai
from chabudai.arena.duplicate import Deal, Match
from chabudai.arena.journal import FILE, BadRun, Journal
from chabudai.arena.run import Order
from chabudai.arena.table import Row, rows
from tools.strength.bots import make
from tools.strength.calibration import Calibration
from tools.strength.plan import Pair, Plan, Table

FOLDER = Path(".strength")


class Settled(msgspec.Struct):
    """A pair as it is played: the bots with their simulations, and the processor's seconds for a move of each.

    `seconds` is what a deal should take.
    """

    one: str
    rest: str
    thought: tuple[float, float]
    seconds: float


class Settlement(msgspec.Struct):
    """What was settled for a table before its first game, and from which build of the game and its bots."""

    sources: str
    pairs: dict[str, Settled]


@dataclass(frozen=True)
class Bout:
    """A pair at a table. It is `stale` when the rules or the bots have changed since it was settled."""

    plan: Plan
    table: Table
    pair: Pair
    settled: Settled
    stale: bool

    @property
    def folder(self) -> Path:
        """Where its journal is."""
        return FOLDER / self.table.name / self.pair.name

    @property
    def order(self) -> Order:
        """What the arena plays."""
        match = Match(self.table.game, self.table.setup, self.plan.seed, make)
        return Order(match, (self.settled.one, self.settled.rest), "one", self.table.deals)

    def deals(self) -> list[Deal]:
        """The deals that have been played."""
        if not (self.folder / FILE).exists():
            return []
        with Journal(self.folder, self.order.identity(self.table.declared)) as journal:
            return journal.deals

    def row(self) -> Row | None:
        """What has come of it so far; an interval needs two deals."""
        deals = self.deals()
        return rows(self.order.pairs(), deals)[0] if len(deals) > 1 else None


def kept_bouts(plan: Plan) -> list[Bout]:
    """All that has been settled so far, in the order of the plan."""
    return [
        Bout(plan, table, pair, kept.pairs[pair.name], stale=kept.sources != fingerprint(table.game))
        for table in plan.table
        for kept in [_kept(table)]
        for pair in plan.pair
        if pair.name in kept.pairs
    ]


def settle(table: Table, pairs: Sequence[Pair]) -> None:
    """Settle these pairs at a table, unless they have been before."""
    kept = _kept(table)
    if kept.sources != fingerprint(table.game):
        raise BadRun(f"{table.name}: rules or bots have changed since: remove {_path(table).parent} to begin it anew")
    missing = [pair for pair in pairs if pair.name not in kept.pairs]
    if not missing:
        return
    calibration = Calibration(table)
    for pair in missing:
        kept.pairs[pair.name] = _settled(table, pair, calibration)
    _path(table).parent.mkdir(parents=True, exist_ok=True)
    _path(table).write_bytes(msgspec.json.format(msgspec.json.encode(kept)))


def fingerprint(game: str) -> str:
    """A hash of all that a bot's move in this game depends on: kernel, bots, and the game."""
    package = Path(chabudai.__file__).parent
    digest = hashlib.sha256()
    for folder in (package / "kernel", package / "bots", package / "games" / game):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _settled(table: Table, pair: Pair, calibration: Calibration) -> Settled:
    rest = pair.reduced(pair.rest, table)
    one = calibration.equal_time(pair.one, rest) if pair.equal_time else pair.reduced(pair.one, table)
    thought = calibration.seconds(one), calibration.seconds(rest)
    together = thought[0] + (table.players - 1) * thought[1]
    return Settled(one, rest, thought, table.players * calibration.moves * together)


def _path(table: Table) -> Path:
    return FOLDER / table.name / "settled.json"


def _kept(table: Table) -> Settlement:
    if not _path(table).exists():
        return Settlement(fingerprint(table.game), {})
    return msgspec.json.decode(_path(table).read_bytes(), type=Settlement)
