"""Resuming a saved game: the new table continues where the record ends."""

import msgspec
import pytest

from chabudai.games.registry import games
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import BadRecord
from chabudai.kernel.rng import Rng
from chabudai.records.record import Record, read_record
from chabudai.session import log
from chabudai.session.resume import resume
from chabudai.session.session import Session
from chabudai.session.table import Table
from session.tables import begin_session, choose_any, people, run_autoplay


def resume_session(record: Record) -> Session:
    """Resume this record at a table of people, with chance from a seed."""
    game = games()[record.game]
    opened, entries = resume(record, game, "a", aids=False, pace="fast")
    table = Table("t", opened, 0.0)
    for entry in [*people(*"abcd"[: record.players]), *entries]:
        table.apply(entry, 0.0)
    return Session(table, Seeded(Rng(9)), 0.0)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("choices", [0, 1, 9, 40])
def test_a_saved_game_continues_where_it_ended(game: str, choices: int) -> None:
    players = games()[game].players[0]
    session = begin_session(*people(*"abcd"[:players]), game=game, players=players, pace="at_once")
    rng = Rng(4)
    for _ in range(choices):
        if session.table.status == "playing":
            choose_any(session, 0.0, rng)
            run_autoplay(session, 0.0)
    # Through the file format, not with the objects in memory.
    record = read_record(session.table.record().as_line())
    resumed = resume_session(record)
    assert resumed.table.state.same_position(session.table.state)
    assert resumed.table.play.moves == session.table.play.moves
    assert resumed.table.play.events == session.table.play.events
    assert resumed.table.record() == session.table.record()
    assert (resumed.table.settings.aids, resumed.table.settings.pace) == (False, "fast")
    while resumed.table.status == "playing":
        choose_any(resumed, 1000.0, rng)
        run_autoplay(resumed, 1000.0)


def test_a_game_saved_before_the_deal_is_dealt() -> None:
    record = begin_session(*people("a", "b", "c"), pace="at_once").table.record()
    session = resume_session(msgspec.structs.replace(record, chance=[]))
    assert session.table.state.due >= 0
    assert isinstance(session.autoplay.next_entry(0.0), log.ChanceResolved)


def test_a_record_that_breaks_the_rules_is_refused() -> None:
    session = begin_session(*people("a", "b", "c"), pace="at_once")
    choose_any(session, 0.0)
    record = session.table.record()
    (seat, words) = record.moves[0]
    wrong = msgspec.structs.replace(record, moves=[(seat, words), (seat, words)])
    with pytest.raises(BadRecord, match="move 1"):
        resume_session(wrong)
