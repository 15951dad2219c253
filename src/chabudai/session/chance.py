"""What chance brings to a table: an entry like any other, made without changing the table."""

from chabudai.kernel.chance import Seeded, Source
from chabudai.kernel.rng import Rng
from chabudai.records.fixed_chance import fixed_chance
from chabudai.records.play import Play
from chabudai.scene.make import has_moment
from chabudai.session import log
from chabudai.session.table import Table


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

    Chance never comes twice, so a guided game that was restored needs its source as it was left: we play its moves
    again and let the source bring what it brought then.
    """
    opened = table.opened
    if opened.seed is None:
        return Seeded(Rng(seed))
    source = fixed_chance(table.game.chances, opened.fixed, then=Seeded(Rng(opened.seed)))
    again = Play(table.game, table.play.setup, source)
    moves = iter(table.play.moves)
    for _ in range(table.outcomes):
        while again.state.due < 0:
            again.commit(*next(moves))
        again.settle_one()
    return source
