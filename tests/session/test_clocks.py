"""Time for a choice: when it runs, what stops it, and what a downtime of the server changes."""

import pytest

from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
from chabudai.session import commands, log
from chabudai.session.autoplay import wake_time
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from session.tables import begin_session, choose_any, do, people, run_autoplay


def deadline(session: Session) -> float | None:
    (seat,) = session.table.waiting()
    return session.autoplay.move_deadline(seat)


DAY = 86_400


@pytest.mark.parametrize("limit", [300, 3 * DAY])
def test_downtime_shifts_the_deadline(limit: int) -> None:
    session = begin_session(*people("a", "b", "c"), limit=limit)
    assert deadline(session) == limit
    session.apply(log.Downtime(1000.0), 1100.0)
    assert deadline(session) == limit + 1000.0
    assert wake_time(session.table) == limit + 1000.0


def test_after_a_downtime_everybody_has_at_least_a_minute() -> None:
    session = begin_session(*people("a", "b", "c"), limit=30)
    session.apply(log.Downtime(500.0), 525.0)
    assert deadline(session) == 525.0 + 60.0
    session.apply(log.Downtime(10.0), 600.0)
    assert deadline(session) == 600.0 + 60.0


def test_a_clock_that_was_set_back_before_the_restart_costs_and_gives_nobody_time() -> None:
    session = begin_session(*people("a", "b", "c"), limit=1000)
    session.apply(log.Downtime(-500.0), -400.0)
    assert deadline(session) == 500.0


def test_a_restored_table_replaces_nobody_for_a_minute() -> None:
    table = begin_session(*people("a", "b", "c"), takeover=10).table
    session = Session(table, Seeded(Rng(1)), 1000.0, grace_until=1060.0)
    (seat,) = table.waiting()
    session.presence.connect(next(guest for guest in "abc" if guest != table.holders[seat].guest))
    assert session.autoplay.bot_turns(1059.0) == {}
    assert session.autoplay.bot_turns(1060.0).keys() == {seat}


@pytest.mark.parametrize("shared", [False, True])
def test_neither_a_new_limit_nor_a_passed_device_shortens_the_minute_after_a_restart(shared: bool) -> None:
    table = begin_session(*people(*("aaa" if shared else "abc")), limit=20).table
    session = Session(table, Seeded(Rng(1)), 1000.0, grace_until=1060.0)
    (seat,) = table.waiting()
    if shared:
        do(session, "a", commands.RevealCommand("1", seat), 1001.0)
    else:
        do(session, "a", commands.SetCommand("1", limit=5), 1001.0)
    assert deadline(session) == 1060.0
    assert session.autoplay.bot_turns(1059.0) == {}
    choose_any(session, 1059.0)
    if not shared:
        assert deadline(session) == 1064.0


def test_a_downtime_is_in_the_log_of_everybody() -> None:
    session = begin_session(*people("a", "b", "c"), limit=30)
    session.apply(log.Downtime(500.0), 525.0)
    assert session.views.log(0, "en")[-1].text == "The server was down. That time counts for nobody."


def shared_device(limit: int = 30) -> Session:
    """Return a session of three people on one device, at a time when one must choose."""
    return begin_session(*people("a", "a", "a"), limit=limit)


def test_passing_a_shared_device_stops_the_clock_until_the_next_player_has_it() -> None:
    session = shared_device()
    (seat,) = session.table.waiting()
    assert deadline(session) is None
    assert session.autoplay.bot_turns(10.0**9) == {}
    assert wake_time(session.table) is None
    assert do(session, "a", commands.RevealCommand("1", seat), 100.0) == [log.DeviceTaken(seat)]
    assert deadline(session) == 130.0
    assert wake_time(session.table) == 130.0
    # Taking the device once more does not give more time.
    assert do(session, "a", commands.RevealCommand("2", seat), 110.0) == []
    choose_any(session, 120.0)
    run_autoplay(session, 120.0)
    assert deadline(session) is None


def test_without_a_time_limit_passing_a_device_is_not_logged() -> None:
    session = shared_device(limit=0)
    (seat,) = session.table.waiting()
    assert do(session, "a", commands.RevealCommand("1", seat)) == []
    with pytest.raises(Refused, match="not_your_seat"):
        do(session, "b", commands.RevealCommand("1", seat))


def test_when_a_seat_moves_to_another_device_nothing_is_passed_around_anymore() -> None:
    session = begin_session(*people("a", "a"), log.BotSeated(2, "club"), limit=30)
    while not session.table.holders[session.table.waiting()[0]].guest:
        choose_any(session, 0.0)
        run_autoplay(session, 0.0)
    (seat,) = session.table.waiting()
    assert deadline(session) is None
    session.apply(log.Sat(seat, "phone", "a"), 50.0)
    assert deadline(session) == 80.0


def test_a_new_limit_gives_everybody_its_whole_time() -> None:
    session = begin_session(*people("a", "b", "c"))
    do(session, "a", commands.SetCommand("1", limit=20), 1000.0)
    assert deadline(session) == 1020.0
    do(session, "a", commands.SetCommand("2", pace="fast"), 1010.0)
    assert deadline(session) == 1020.0


def test_leaving_and_coming_back_gives_no_time() -> None:
    session = begin_session(*people("a", "b", "c"), limit=30)
    (seat,) = session.table.waiting()
    guest = session.table.holders[seat].guest
    do(session, guest, commands.LeaveCommand("1"), 10.0)
    do(session, guest, commands.SitCommand("2"), 20.0)
    assert deadline(session) == 30.0


def test_at_a_table_that_everybody_has_left_nobodys_time_runs() -> None:
    session = begin_session(*people("a"), *(log.BotSeated(seat, "club") for seat in (1, 2)), limit=60)
    while session.table.waiting() != [0]:
        choose_any(session, 0.0)
        run_autoplay(session, 0.0)
    do(session, "a", commands.LeaveCommand("1"), 10.0)
    do(session, "a", commands.SitCommand("2"), float(DAY))
    assert deadline(session) == DAY + 60.0


def test_somebody_who_takes_over_from_a_bot_has_the_whole_time() -> None:
    session = begin_session(*(log.BotSeated(seat, "club") for seat in range(3)), limit=30)
    (seat,) = session.table.waiting()
    session.apply(log.Sat(seat, "a", "a"), 20.0)
    assert deadline(session) == 50.0
