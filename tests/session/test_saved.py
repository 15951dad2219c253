"""A table that goes on with a saved game stands where the record ends, and goes on from there."""

import msgspec
import pytest

from chabudai.games.registry import games
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import BadRecord
from chabudai.kernel.rng import Rng
from chabudai.records.record import Record, read_record
from chabudai.session import log
from chabudai.session.saved import resume
from chabudai.session.session import Session
from chabudai.session.table import Table
from session.tables import begun, choose_any, go_on, people


def saved(record: Record) -> Session:
    """A table of people that goes on with this record, with chance from a seed."""
    game = games()[record.game]
    opened, entries = resume(record, game, "a", aids=False, pace="fast")
    table = Table("t", opened, 0.0)
    for entry in [*people(*"abcd"[: record.players]), *entries]:
        table.apply(entry, 0.0)
    return Session(table, Seeded(Rng(9)), 0.0)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("choices", [0, 1, 9, 40])
def test_a_saved_game_goes_on_where_it_was(game: str, choices: int) -> None:
    players = games()[game].players[0]
    session = begun(*people(*"abcd"[:players]), game=game, players=players, pace="at_once")
    rng = Rng(4)
    for _ in range(choices):
        if session.table.status == "playing":
            choose_any(session, 0.0, rng)
            go_on(session, 0.0)
    # The words of a file, not the objects in memory.
    record = read_record(session.table.record().as_line())
    again = saved(record)
    assert again.table.state.same_position(session.table.state)
    assert again.table.play.moves == session.table.play.moves
    assert again.table.play.events == session.table.play.events
    assert again.table.record() == session.table.record()
    assert (again.table.settings.aids, again.table.settings.pace) == (False, "fast")
    while again.table.status == "playing":
        choose_any(again, 1000.0, rng)
        go_on(again, 1000.0)


def test_a_game_that_was_saved_before_its_deal_is_dealt() -> None:
    record = begun(*people("a", "b", "c"), pace="at_once").table.record()
    session = saved(msgspec.structs.replace(record, chance=[]))
    assert session.table.state.due >= 0
    assert isinstance(session.autoplay.next(0.0), log.Came)


def test_a_record_that_breaks_the_rules_is_refused() -> None:
    session = begun(*people("a", "b", "c"), pace="at_once")
    choose_any(session, 0.0)
    record = session.table.record()
    (seat, words) = record.moves[0]
    wrong = msgspec.structs.replace(record, moves=[(seat, words), (seat, words)])
    with pytest.raises(BadRecord, match="move 1"):
        saved(wrong)
