"""What happens automatically, decided without a clock of its own: pauses, moments, bots, time limits."""

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
from chabudai.session.settings import MOMENTS, PAUSES, STAND_IN, Pace, Settings
from chabudai.session.table import Table

GAME = find_game("ameno_kirifuda")


def begun(*seats: Entry, pace: Pace = "normal", limit: int = 0, takeover: int = 0) -> Session:
    """A table of three whose game has just begun, at second 0."""
    options = GAME.setup(3).options
    settings = Settings(game=GAME.name, players=3, options=options, pace=pace, limit=limit, takeover=takeover)
    table = Table("t", log.Opened(settings, GAME.rules_version, "a"), 0.0)
    session = Session(table, Seeded(Rng(1)), 0.0)
    for entry in seats:
        session.apply(entry, 0.0)
    while (due := session.autoplay.next(0.0)) is not None:
        session.apply(due, 0.0)
    return session


def people(*names: str) -> list[Entry]:
    return [log.Sat(seat, name, name) for seat, name in enumerate(names)]


def until_a_moment(session: Session) -> float:
    """Let everybody make their first choice until something is worth a look; when that was."""
    now = 0.0
    while session.table.moment < 0:
        now += 100.0
        entry = session.autoplay.next(now)
        if entry is None:
            seat = session.table.waiting()[0]
            entry = log.Chose(seat, session.table.state.legal(seat)[0])
        session.apply(entry, now)
    return now


def test_a_game_begins_and_is_dealt_when_all_seats_are_taken() -> None:
    waiting = begun(*people("a", "b"))
    assert waiting.table.status == "open"
    waiting.apply(log.Bot(2, "club"), 0.0)
    assert waiting.autoplay.next(0.0) == log.Began()
    assert begun(*people("a", "b"), log.Bot(2, "club")).table.waiting()


def test_bots_think_for_their_own_seats_and_move_at_the_pace() -> None:
    session = begun(*(log.Bot(seat, "club") for seat in range(3)), pace="slow")
    (seat,) = session.table.waiting()
    turn = BotTurn("club", "bot", session.table.places[seat].asked)
    assert session.autoplay.bot_turns(0.0) == {seat: turn}
    assert session.autoplay.not_before(turn) == PAUSES["slow"]
    assert session.autoplay.alarm(0.0) is None


def test_an_illegal_move_of_a_bot_is_refused_and_changes_nothing() -> None:
    session = begun(*(log.Bot(seat, "club") for seat in range(3)))
    ((seat, turn),) = session.autoplay.bot_turns(0.0).items()
    legal = session.table.state.legal(seat)
    for action in (-1, next(action for action in range(len(GAME.actions)) if action not in legal), len(GAME.actions)):
        with pytest.raises(IllegalMove):
            session.autoplay.bot_move(seat, turn, action, 0.0)
    assert session.autoplay.bot_move(seat, turn, legal[0], 0.0) == [log.Chose(seat, legal[0], "bot")]


def test_a_bot_that_answers_late_does_not_move_for_the_next_decision_even_at_the_same_second() -> None:
    session = begun(*(log.Bot(seat, "club") for seat in range(3)), pace="at_once")
    ((seat, turn),) = session.autoplay.bot_turns(0.0).items()
    session.apply(log.Chose(seat, session.table.state.legal(seat)[0]), 0.0)
    while seat not in session.table.waiting():
        entry = session.autoplay.next(0.0)
        if entry is None:
            other = session.table.waiting()[0]
            entry = log.Chose(other, session.table.state.legal(other)[0])
        session.apply(entry, 0.0)
    assert session.autoplay.bot_move(seat, turn, session.table.state.legal(seat)[0], 0.0) == []


def test_a_restored_table_does_not_wait_for_a_clock_that_was_set_back() -> None:
    table = begun(*(log.Bot(seat, "club") for seat in range(3))).table
    table.apply(log.Chose(table.waiting()[0], table.state.legal(table.waiting()[0])[0]), 10_000.0)
    session = Session(table, Seeded(Rng(1)), 50.0)
    turn = next(iter(session.autoplay.bot_turns(50.0).values()))
    assert session.autoplay.not_before(turn) == 50.0 + PAUSES["normal"]


def test_a_moment_that_passed_at_once_does_not_come_back_with_another_pace() -> None:
    session = begun(*people("a", "b", "c"), pace="at_once")
    session.presence.came("a")
    now = until_a_moment(session)
    session.apply(log.Changed(pace="slow"), now)
    assert not session.autoplay.moment
    assert not session.autoplay.held(now)


def test_nobody_thinks_for_a_person_who_has_all_the_time() -> None:
    session = begun(*people("a", "b", "c"))
    assert session.autoplay.bot_turns(10.0**9) == {}
    assert session.autoplay.alarm(10.0**9) is None


def test_a_bot_thinks_for_a_person_whose_time_is_over() -> None:
    session = begun(*people("a", "b", "c"), limit=30)
    (seat,) = session.table.waiting()
    assert session.autoplay.alarm(0.0) == 30.0
    assert session.autoplay.bot_turns(29.0) == {}
    turn = BotTurn(STAND_IN, "late", session.table.places[seat].asked)
    assert session.autoplay.bot_turns(30.0) == {seat: turn}
    assert session.autoplay.not_before(turn) == 0.0


def test_a_bot_thinks_for_a_person_who_is_away_as_long_as_they_are() -> None:
    session = begun(*people("a", "b", "c"), takeover=20)
    (seat,) = session.table.waiting()
    mover, other = (session.table.places[number].guest for number in (seat, (seat + 1) % 3))
    session.presence.came(other)
    assert session.autoplay.alarm(0.0) == 20.0
    assert session.autoplay.bot_turns(20.0) == {seat: BotTurn(STAND_IN, "bot", session.table.places[seat].asked)}
    session.presence.came(mover)
    assert session.autoplay.bot_turns(20.0) == {}


@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
def test_a_moment_holds_play_until_all_who_are_there_have_seen_it(pace: Pace) -> None:
    session = begun(*people("a", "b", "c"), pace=pace)
    session.presence.came("a")
    session.presence.came("b")
    now = until_a_moment(session)
    assert session.autoplay.held(now)
    assert session.autoplay.next(now) is None
    assert session.autoplay.bot_turns(now) == {}
    assert session.autoplay.alarm(now) == now + MOMENTS[pace]
    session.autoplay.seen.add("a")
    assert session.autoplay.held(now)
    session.autoplay.seen.add("b")
    assert not session.autoplay.held(now)


def test_a_moment_holds_play_for_some_seconds_at_most() -> None:
    session = begun(*people("a", "b", "c"))
    session.presence.came("a")
    now = until_a_moment(session)
    assert session.autoplay.held(now + MOMENTS["normal"] - 0.01)
    assert not session.autoplay.held(now + MOMENTS["normal"])


def test_at_once_nothing_is_held() -> None:
    session = begun(*people("a", "b", "c"), pace="at_once")
    session.presence.came("a")
    assert not session.autoplay.held(until_a_moment(session))
    assert not session.autoplay.moment


def test_a_table_wakes_the_server_for_bots_and_time_limits_only() -> None:
    bots = begun(*(log.Bot(seat, "club") for seat in range(3)))
    assert wake_time(bots.table) == bots.table.touched
    alone = begun(*people("a", "b", "c"))
    assert wake_time(alone.table) is None
    limited = begun(*people("a", "b", "c"), limit=60)
    assert wake_time(limited.table) == 60.0
    limited.apply(log.Closed(), 1.0)
    assert wake_time(limited.table) is None


def test_what_the_host_changes_leaves_the_rest_as_it_was() -> None:
    session = begun(*people("a", "b", "c"), limit=60)
    settings = session.table.settings
    session.apply(log.Changed(pace="fast"), 1.0)
    assert session.table.settings == msgspec.structs.replace(settings, pace="fast")
