"""Resolves the chance events that are due at a table into a log entry, without changing the table."""

from chabudai.kernel.chance import Seeded, Source
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import Rng
from chabudai.records.fixed_chance import fixed_chance
from chabudai.records.play import Play
from chabudai.scene.builder import has_moment
from chabudai.session import log
from chabudai.session.table import CannotRestore, Table


def resolve_chance(table: Table, source: Source) -> log.ChanceResolved:
    """Draw outcomes from the source until no chance event is due or there is a moment to show."""
    state = table.state.clone()
    outcomes: list[tuple[int, int]] = []
    while state.due >= 0 and not (outcomes and has_moment(table.game, state.events)):
        event, outcome = state.due, source.outcome(state)
        outcomes.append((event, outcome))
        state.step()
        state.turn_up(outcome)
    return log.ChanceResolved(outcomes)


def source_for(table: Table, seed: int) -> Source:
    """Return a table's source of chance, from the seed. A guided game uses its own deal and seed instead.

    The source of a restored guided game must continue after the outcomes in its log. So this replays the
    game from the source. If the result differs from the log, the table cannot be restored.
    """
    opened = table.opened
    if opened.seed is None:
        # What players decided happens once, at the start: if the log has it already, it is never due again.
        return fixed_chance(table.game.chances, opened.fixed, then=Seeded(Rng(seed)))
    moves = iter(table.play.moves)
    try:
        source = fixed_chance(table.game.chances, opened.fixed, then=Seeded(Rng(opened.seed)))
        replayed = Play(table.game, table.play.setup, source)
        for _ in range(table.outcome_count):
            while replayed.state.due < 0:
                replayed.choose(*next(moves))
            replayed.settle_one()
        for move in moves:
            replayed.choose(*move)
    except (ChabudaiError, StopIteration) as error:
        raise CannotRestore(f"the guided game cannot be replayed: {error}") from error
    if replayed.record() != table.play.record():
        raise CannotRestore("the deal of the guided game has changed")
    return source
