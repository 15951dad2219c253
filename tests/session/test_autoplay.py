"""Autoplay: pauses, moments, bots and time limits, with the time as an argument."""

import msgspec
import pytest

from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.rng import Rng
from chabudai.session import log
from chabudai.session.autoplay import BotTurn, wake_time
from chabudai.session.log import Entry
from chabudai.session.session import Session
from chabudai.session.settings import MOMENT_SECONDS, PAUSE_SECONDS, STAND_IN, Pace, Settings
from chabudai.session.table import Table

GAME = find_game("ameno_kirifuda")


def begin_session(*seats: Entry, pace: Pace = "normal", limit: int = 0, takeover: int = 0) -> Session:
    """Start a game of three at second 0."""
    options = GAME.setup(3).options
    settings = Settings(game=GAME.name, players=3, options=options, pace=pace, limit=limit, takeover=takeover)
    table = Table("t", log.Opened(settings, GAME.rules_version, "a"), 0.0)
    session = Session(table, Seeded(Rng(1)), 0.0)
    for entry in seats:
        session.apply(entry, 0.0)
    while (due := session.autoplay.next_entry(0.0)) is not None:
        session.apply(due, 0.0)
    return session


def people(*names: str) -> list[Entry]:
    return [log.Sat(seat, name, name) for seat, name in enumerate(names)]


def play_until_moment(session: Session) -> float:
    """Play the first legal actions until there is a moment. Return the time."""
    now = 0.0
    while session.table.moment_seq < 0:
        now += 100.0
        entry = session.autoplay.next_entry(now)
        if entry is None:
            seat = session.table.waiting()[0]
            entry = log.Chose(seat, session.table.state.legal(seat)[0])
        session.apply(entry, now)
    return now


def test_a_game_begins_and_is_dealt_when_all_seats_are_taken() -> None:
    session = begin_session(*people("a", "b"))
    assert session.table.status == "open"
    session.apply(log.BotSeated(2, "club"), 0.0)
    assert session.autoplay.next_entry(0.0) == log.Began()
    assert begin_session(*people("a", "b"), log.BotSeated(2, "club")).table.waiting()


def test_a_bot_moves_after_the_pause_of_the_pace() -> None:
    session = begin_session(*(log.BotSeated(seat, "club") for seat in range(3)), pace="slow")
    (seat,) = session.table.waiting()
    turn = BotTurn("club", "bot", session.table.holders[seat].asked_seq)
    assert session.autoplay.bot_turns(0.0) == {seat: turn}
    assert session.autoplay.earliest_move(turn) == PAUSE_SECONDS["slow"]
    assert session.autoplay.next_alarm(0.0) is None


def test_an_illegal_move_of_a_bot_is_refused_and_changes_nothing() -> None:
    session = begin_session(*(log.BotSeated(seat, "club") for seat in range(3)))
    ((seat, turn),) = session.autoplay.bot_turns(0.0).items()
    legal = session.table.state.legal(seat)
    for action in (-1, next(action for action in range(len(GAME.actions)) if action not in legal), len(GAME.actions)):
        with pytest.raises(IllegalMove):
            session.autoplay.bot_move(seat, turn, action, 0.0)
    assert session.autoplay.bot_move(seat, turn, legal[0], 0.0) == [log.Chose(seat, legal[0], "bot")]


def test_a_late_reply_of_a_bot_does_not_count_for_its_next_decision() -> None:
    session = begin_session(*(log.BotSeated(seat, "club") for seat in range(3)), pace="at_once")
    ((seat, turn),) = session.autoplay.bot_turns(0.0).items()
    session.apply(log.Chose(seat, session.table.state.legal(seat)[0]), 0.0)
    while seat not in session.table.waiting():
        entry = session.autoplay.next_entry(0.0)
        if entry is None:
            other = session.table.waiting()[0]
            entry = log.Chose(other, session.table.state.legal(other)[0])
        session.apply(entry, 0.0)
    assert session.autoplay.bot_move(seat, turn, session.table.state.legal(seat)[0], 0.0) == []


def test_a_restored_table_does_not_wait_for_a_clock_that_was_set_back() -> None:
    table = begin_session(*(log.BotSeated(seat, "club") for seat in range(3))).table
    table.apply(log.Chose(table.waiting()[0], table.state.legal(table.waiting()[0])[0]), 10_000.0)
    session = Session(table, Seeded(Rng(1)), 50.0)
    turn = next(iter(session.autoplay.bot_turns(50.0).values()))
    assert session.autoplay.earliest_move(turn) == 50.0 + PAUSE_SECONDS["normal"]


def test_a_skipped_moment_does_not_come_back_at_a_slower_pace() -> None:
    session = begin_session(*people("a", "b", "c"), pace="at_once")
    session.presence.connect("a")
    now = play_until_moment(session)
    session.apply(log.SettingsChanged(pace="slow"), now)
    assert not session.autoplay.shows_moment
    assert not session.autoplay.waits_for_moment(now)


def test_no_bot_moves_for_a_person_without_a_time_limit() -> None:
    session = begin_session(*people("a", "b", "c"))
    assert session.autoplay.bot_turns(10.0**9) == {}
    assert session.autoplay.next_alarm(10.0**9) is None


def test_a_bot_moves_for_a_person_whose_time_is_up() -> None:
    session = begin_session(*people("a", "b", "c"), limit=30)
    (seat,) = session.table.waiting()
    assert session.autoplay.next_alarm(0.0) == 30.0
    assert session.autoplay.bot_turns(29.0) == {}
    turn = BotTurn(STAND_IN, "late", session.table.holders[seat].asked_seq)
    assert session.autoplay.bot_turns(30.0) == {seat: turn}
    assert session.autoplay.earliest_move(turn) == 0.0


def test_a_bot_moves_for_an_absent_person_until_they_return() -> None:
    session = begin_session(*people("a", "b", "c"), takeover=20)
    (seat,) = session.table.waiting()
    mover, other = (session.table.holders[number].guest for number in (seat, (seat + 1) % 3))
    session.presence.connect(other)
    assert session.autoplay.next_alarm(0.0) == 20.0
    assert session.autoplay.bot_turns(20.0) == {seat: BotTurn(STAND_IN, "bot", session.table.holders[seat].asked_seq)}
    session.presence.connect(mover)
    assert session.autoplay.bot_turns(20.0) == {}


@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
def test_play_waits_until_everybody_present_has_confirmed_a_moment(pace: Pace) -> None:
    session = begin_session(*people("a", "b", "c"), pace=pace)
    session.presence.connect("a")
    session.presence.connect("b")
    now = play_until_moment(session)
    assert session.autoplay.waits_for_moment(now)
    assert session.autoplay.next_entry(now) is None
    assert session.autoplay.bot_turns(now) == {}
    assert session.autoplay.next_alarm(now) == now + MOMENT_SECONDS[pace]
    session.autoplay.confirmed.add("a")
    assert session.autoplay.waits_for_moment(now)
    session.autoplay.confirmed.add("b")
    assert not session.autoplay.waits_for_moment(now)


def test_play_waits_for_a_moment_only_for_a_few_seconds() -> None:
    session = begin_session(*people("a", "b", "c"))
    session.presence.connect("a")
    now = play_until_moment(session)
    assert session.autoplay.waits_for_moment(now + MOMENT_SECONDS["normal"] - 0.01)
    assert not session.autoplay.waits_for_moment(now + MOMENT_SECONDS["normal"])


def test_the_fastest_pace_has_no_moments() -> None:
    session = begin_session(*people("a", "b", "c"), pace="at_once")
    session.presence.connect("a")
    assert not session.autoplay.waits_for_moment(play_until_moment(session))
    assert not session.autoplay.shows_moment


def test_a_table_wakes_the_server_only_for_bots_and_time_limits() -> None:
    bots = begin_session(*people("a"), log.BotSeated(1, "club"), log.BotSeated(2, "club"))
    while bots.table.waiting()[0] == 0:
        bots.apply(log.Chose(0, bots.table.state.legal(0)[0]), 1.0)
    assert wake_time(bots.table) == bots.table.touched
    alone = begin_session(*(log.BotSeated(seat, "club") for seat in range(3)))
    assert wake_time(alone.table) is None  # nobody waits for their game
    unlimited = begin_session(*people("a", "b", "c"))
    assert wake_time(unlimited.table) is None
    limited = begin_session(*people("a", "b", "c"), limit=60)
    assert wake_time(limited.table) == 60.0
    limited.apply(log.TableClosed(), 1.0)
    assert wake_time(limited.table) is None


def test_changing_one_setting_keeps_the_others() -> None:
    session = begin_session(*people("a", "b", "c"), limit=60)
    settings = session.table.settings
    session.apply(log.SettingsChanged(pace="fast"), 1.0)
    assert session.table.settings == msgspec.structs.replace(settings, pace="fast")
