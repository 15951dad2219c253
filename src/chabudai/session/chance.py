"""What chance brings to a table: an entry like any other, made without changing the table."""

from chabudai.kernel.chance import Seeded, Source
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import Rng
from chabudai.records.fixed_chance import fixed_chance
from chabudai.records.play import Play
from chabudai.scene.make import has_moment
from chabudai.session import log
from chabudai.session.table import CannotRestore, Table


def bring(table: Table, source: Source) -> log.Came:
    """What comes from the source, until nothing is due or there is a moment to look at."""
    state = table.state.clone()
    outcomes: list[tuple[int, int]] = []
    while state.due >= 0 and not (outcomes and has_moment(table.game, state.events)):
        event, outcome = state.due, source.outcome(state)
        outcomes.append((event, outcome))
        state.step()
        state.turn_up(outcome)
    return log.Came(outcomes)


def source_for(table: Table, seed: int) -> Source:
    """Where a table's chance comes from: the seed. A guided game has its own deal and its own seed instead.

    Chance never comes twice, so the source of a restored guided game must continue after the outcomes in its log: we
    replay the moves and let the source bring the same outcomes again. If it brings others, we cannot restore the table.
    """
    opened = table.opened
    if opened.seed is None:
        return Seeded(Rng(seed))
    moves = iter(table.play.moves)
    try:
        source = fixed_chance(table.game.chances, opened.fixed, then=Seeded(Rng(opened.seed)))
        again = Play(table.game, table.play.setup, source)
        for _ in range(table.outcomes):
            while again.state.due < 0:
                again.choose(*next(moves))
            again.settle_one()
        for move in moves:
            again.choose(*move)
    except (ChabudaiError, StopIteration) as error:
        raise CannotRestore(f"the guided game cannot be replayed: {error}") from error
    if again.record() != table.play.record():
        raise CannotRestore("the guided game has another deal now")
    return source
