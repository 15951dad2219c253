"""What happens by itself, decided without a clock of its own: pauses, moments, bots, time limits."""

import msgspec
import pytest

from chabudai.games.registry import game as find_game
from chabudai.server import entries as log
from chabudai.server.driving import STAND_IN, Driver, Thought
from chabudai.server.entries import Entry
from chabudai.server.plan import MOMENTS, PAUSES, Pace, Plan
from chabudai.server.presence import Presence
from chabudai.server.table import Table

GAME = find_game("ameno_kirifuda")


def driver(*seats: Entry, pace: Pace = "normal", limit: int = 0, takeover: int = 0) -> Driver:
    """A table of three whose game has just begun, at second 0."""
    plan = Plan(game=GAME.name, players=3, options=GAME.setup(3).options, pace=pace, limit=limit, takeover=takeover)
    table = Table("t", log.Opened(plan, GAME.rules_version, "a"), 0.0, seed=1)
    made = Driver(table, Presence(0.0))
    for entry in seats:
        happen(made, entry, 0.0)
    while (entry := made.next(0.0)) is not None:  # type: ignore[assignment]
        happen(made, entry, 0.0)
    return made


def happen(made: Driver, entry: Entry, at: float) -> None:
    table = made.table
    turned = table.turned
    if isinstance(entry, log.Came):
        table.came(entry, at, table.seq + 1)
    else:
        table.read(entry, at, table.seq + 1)
    if table.turned != turned:
        made.step(at)


def people(*names: str) -> list[Entry]:
    return [log.Sat(seat, name, name) for seat, name in enumerate(names)]


def until_a_moment(made: Driver) -> float:
    """Let everybody make their first choice until something is worth a look; when that was."""
    now = 0.0
    while made.table.moment < 0:
        now += 100.0
        entry = made.next(now)
        if entry is None:
            seat = made.table.waiting()[0]
            entry = log.Chose(seat, GAME.actions[made.table.state.legal(seat)[0]])
        happen(made, entry, now)
    return now


def test_a_game_begins_and_is_dealt_when_all_seats_are_taken() -> None:
    waiting = driver(*people("a", "b"))
    assert waiting.table.status == "open"
    happen(waiting, log.Bot(2, "club"), 0.0)
    assert waiting.next(0.0) == log.Began()
    assert driver(*people("a", "b"), log.Bot(2, "club")).table.waiting()


def test_bots_think_for_their_own_seats_and_move_at_the_pace() -> None:
    made = driver(*(log.Bot(seat, "club") for seat in range(3)), pace="slow")
    (seat,) = made.table.waiting()
    thought = Thought("club", "bot", 0.0)
    assert made.thoughts(0.0) == {seat: thought}
    assert made.not_before(thought) == PAUSES["slow"]
    assert made.alarm(0.0) is None


def test_nobody_thinks_for_a_person_who_has_all_the_time() -> None:
    made = driver(*people("a", "b", "c"))
    assert made.thoughts(10.0**9) == {}
    assert made.alarm(10.0**9) is None


def test_a_bot_thinks_for_a_person_whose_time_is_over() -> None:
    made = driver(*people("a", "b", "c"), limit=30)
    (seat,) = made.table.waiting()
    assert made.alarm(0.0) == 30.0
    assert made.thoughts(29.0) == {}
    thought = Thought(STAND_IN, "late", 0.0)
    assert made.thoughts(30.0) == {seat: thought}
    assert made.not_before(thought) == 0.0


def test_a_bot_thinks_for_a_person_who_is_away_as_long_as_they_are() -> None:
    made = driver(*people("a", "b", "c"), takeover=20)
    (seat,) = made.table.waiting()
    mover, other = (made.table.places[number].guest for number in (seat, (seat + 1) % 3))
    made.presence.came(other)
    assert made.alarm(0.0) == 20.0
    assert made.thoughts(20.0) == {seat: Thought(STAND_IN, "bot", 0.0)}
    made.presence.came(mover)
    assert made.thoughts(20.0) == {}


@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
def test_a_moment_holds_play_until_all_who_are_there_have_seen_it(pace: Pace) -> None:
    made = driver(*people("a", "b", "c"), pace=pace)
    made.presence.came("a")
    made.presence.came("b")
    now = until_a_moment(made)
    assert made.held(now)
    assert made.next(now) is None
    assert made.thoughts(now) == {}
    assert made.alarm(now) == now + MOMENTS[pace]
    made.seen.add("a")
    assert made.held(now)
    made.seen.add("b")
    assert not made.held(now)


def test_a_moment_holds_play_for_some_seconds_at_most() -> None:
    made = driver(*people("a", "b", "c"))
    made.presence.came("a")
    now = until_a_moment(made)
    assert made.held(now + MOMENTS["normal"] - 0.01)
    assert not made.held(now + MOMENTS["normal"])


def test_at_once_nothing_is_held() -> None:
    made = driver(*people("a", "b", "c"), pace="at_once")
    made.presence.came("a")
    assert not made.held(until_a_moment(made))
    assert not made.moment


def test_a_table_wakes_the_server_for_bots_and_time_limits_only() -> None:
    bots = driver(*(log.Bot(seat, "club") for seat in range(3)))
    assert bots.table.listing().wake == bots.table.touched
    alone = driver(*people("a", "b", "c"))
    assert alone.table.listing().wake is None
    limited = driver(*people("a", "b", "c"), limit=60)
    assert limited.table.listing().wake == 60.0
    happen(limited, log.Closed(), 1.0)
    assert limited.table.listing().wake is None


def test_what_the_host_changes_leaves_the_rest_as_it_was() -> None:
    made = driver(*people("a", "b", "c"), limit=60)
    plan = made.table.plan
    happen(made, log.Changed(pace="fast"), 1.0)
    assert made.table.plan == msgspec.structs.replace(plan, pace="fast")
