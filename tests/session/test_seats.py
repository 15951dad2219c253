"""Seats during a game: nobody sees two hands, and everybody is told of changes; leaving, invitations, a full log."""

import pytest

from chabudai.session import commands, log
from chabudai.session.autoplay import wake_time
from chabudai.session.commands import AcceptInvitationCommand, TransferSeatCommand
from chabudai.session.decide import MAX_SIDE_ENTRIES, Actor, decide
from chabudai.session.log import Entry
from chabudai.session.views import Viewer
from session.tables import begin_session, choose_any, do, open_session, people, refusal_of, run_autoplay, seat_lines

BOTS: list[Entry] = [log.BotSeated(1, "club"), log.BotSeated(2, "club")]


# ---- One hand for each person ----------------------------------------------------------------------------------------


def test_a_host_cannot_give_up_their_seat_and_sit_at_that_of_a_bot() -> None:
    session = begin_session(*people("a"), *BOTS)
    do(session, "a", commands.SetCommand("1", seat=0, level="club"))
    assert refusal_of(session, "a", commands.SitCommand("2", 1)) == "saw_another_hand"
    assert session.decide(Actor("a", "a"), commands.SitCommand("3"), 0.0) == [log.Sat(0, "a", "a")]


def test_a_host_cannot_take_the_seat_of_a_player_who_left() -> None:
    session = begin_session(*people("a", "b", "c"))
    do(session, "b", commands.LeaveCommand("1"))
    do(session, "a", commands.SetCommand("2", seat=1, level="club"))
    assert refusal_of(session, "a", commands.SitCommand("3", 1)) == "sits_already"
    do(session, "a", commands.SetCommand("4", seat=0, level="club"))
    assert refusal_of(session, "a", commands.SitCommand("5", 1)) == "saw_another_hand"


def test_a_seat_cannot_move_to_the_device_of_somebody_who_held_another_hand() -> None:
    session = begin_session(*people("a", "b", "c"))
    link = TransferSeatCommand(1, "b", session.table.holders[1].sat_seq, until=900.0)
    assert refusal_of(session, "a", link) == "saw_another_hand"
    assert do(session, "phone", link) == [log.Sat(1, "phone", "b")]
    # The phone has the hand now, and the first device still knows it.
    assert session.table.hands_seen["phone"] == session.table.hands_seen["b"] == {1}


def test_people_on_a_shared_device_each_return_to_their_own_seat() -> None:
    session = begin_session(*people("a", "a"), log.BotSeated(2, "club"))
    assert session.table.hands_seen["a"] == {0, 1}
    do(session, "a", commands.LeaveCommand("1"))
    assert do(session, "a", commands.SitCommand("2")) == [log.Sat(0, "a", "a"), log.Sat(1, "a", "a")]
    do(session, "a", commands.LeaveCommand("3"))
    do(session, "b", AcceptInvitationCommand(session.table.invitation))
    assert session.table.holders[0].left


def test_before_the_first_deal_everybody_may_change_seats() -> None:
    session = open_session(people("a"))
    do(session, "a", commands.LeaveCommand("1"))
    assert do(session, "a", commands.SitCommand("2", 2)) == [log.Sat(2, "a", "a")]


def test_who_held_a_hand_is_known_after_a_restore() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"))
    assert session.table.hands_seen == {"a": {0}, "b": {1}}


# ---- Announcements ---------------------------------------------------------------------------------------------------


def test_every_change_of_a_seat_is_in_the_log_of_everybody() -> None:
    session = begin_session(*people("Ann", "Ben"), log.BotSeated(2, "club"), host="Ann", pace="at_once")
    choose_any(session, 0.0)
    do(session, "Ben", commands.LeaveCommand("1"))
    do(session, "Ben", commands.SitCommand("2"))
    do(session, "phone", TransferSeatCommand(1, "Ben", session.table.holders[1].sat_seq, 900.0))
    do(session, "Ann", commands.SetCommand("3", seat=2, level="casual"))
    choose_any(session, 0.0)
    do(session, "Ann", commands.SetCommand("4", seat=0, level="casual"))
    do(session, "Ann", commands.SitCommand("5", 0))
    expected = [
        "Ben has left.",
        "Ben is back.",
        "Ben continues on another device.",
        f"The bot {session.table.names('en')[2]} now plays at another level.",
        "A bot now plays in place of Ann.",
        "Ann takes over from a bot.",
    ]
    assert seat_lines(session) == seat_lines(session, 1) == expected
    assert [change.event_count for change in session.table.seat_changes] == sorted(
        change.event_count for change in session.table.seat_changes
    )


def test_the_log_without_memory_aids_keeps_the_changes_of_seats() -> None:
    session = begin_session(*people("Ann", "Ben"), log.BotSeated(2, "club"), pace="at_once", aids=False)
    do(session, "Ben", commands.LeaveCommand("1"))
    choose_any(session, 0.0)
    assert seat_lines(session) == ["Ben has left."]


def test_changes_of_seats_stay_in_order_after_an_undo() -> None:
    session = begin_session(*people("Ann"), *BOTS, pace="at_once")
    moves = len(session.table.play.moves)
    choose_any(session, 0.0)
    do(session, "Ann", commands.LeaveCommand("1"))
    session.apply(log.TookBack(moves), 0.0)
    assert seat_lines(session) == ["Ann has left.", "Natsu took back a choice."]
    choose_any(session, 0.0)
    lines = [line.event for line in session.views.log(0, "en")]
    assert lines.index("seat") < len(lines) - 1


def test_before_the_game_changes_of_seats_are_not_logged() -> None:
    session = open_session(people("a", "b"))
    do(session, "b", commands.LeaveCommand("1"))
    assert session.table.seat_changes == []


# ---- Leaving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("takeover", [0, 120])
def test_a_bot_plays_at_once_for_a_person_who_left(takeover: int) -> None:
    session = begin_session(*people("a", "b", "c"), takeover=takeover)
    session.presence.connect("a")
    session.presence.connect("b")
    session.presence.connect("c")
    (seat,) = session.table.waiting()
    guest = session.table.holders[seat].guest
    assert session.autoplay.bot_turns(0.0) == {}
    do(session, guest, commands.LeaveCommand("1"))
    assert session.autoplay.bot_turns(0.0).keys() == {seat}
    assert wake_time(session.table) == session.table.touched


def test_a_table_waits_when_its_last_person_has_left() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"))
    do(session, "a", commands.LeaveCommand("1"))
    do(session, "b", commands.LeaveCommand("2"))
    assert session.table.abandoned
    assert session.autoplay.bot_turns(10.0**9) == {}
    assert session.autoplay.next_entry(10.0**9) is None
    assert session.autoplay.next_alarm(0.0) is None
    assert wake_time(session.table) is None
    do(session, "b", commands.SitCommand("3"))
    assert not session.table.abandoned


def test_a_game_of_bots_alone_goes_on() -> None:
    session = begin_session(*(log.BotSeated(seat, "club") for seat in range(3)))
    assert not session.table.abandoned
    assert session.autoplay.bot_turns(0.0)


def test_everybody_sees_who_is_away_and_when_a_bot_will_step_in() -> None:
    session = begin_session(*people("a", "b", "c"), takeover=30)
    session.presence.connect("a")
    session.presence.connect("b")
    session.presence.disconnect("b", 100.0)
    note = session.view(Viewer("a", "en"), 101.0).notes.seats[1]
    assert (note.here, note.stand_in, note.takeover_at) == (False, False, 130.0)
    note = session.view(Viewer("a", "en"), 130.0).notes.seats[1]
    assert (note.here, note.stand_in, note.takeover_at) == (False, True, None)


def test_the_table_is_shown_again_when_a_bot_steps_in_for_somebody_who_has_nothing_to_choose() -> None:
    session = begin_session(*people("a", "b", "c"), takeover=30)
    for guest in "abc":
        session.presence.connect(guest)
    (mover,) = session.table.waiting()
    away = "abc"[(mover + 1) % 3]
    session.presence.disconnect(away, 100.0)
    assert session.autoplay.next_alarm(101.0) == 130.0
    assert session.autoplay.stand_ins(129.0) == []
    assert session.autoplay.stand_ins(130.0) == ["abc".index(away)]


def test_before_the_game_no_bot_steps_in() -> None:
    session = open_session(people("a", "b"), takeover=30)
    session.presence.connect("a")
    note = session.view(Viewer("a", "en"), 1000.0).notes.seats[1]
    assert (note.here, note.stand_in, note.takeover_at) == (False, False, None)
    assert session.autoplay.next_alarm(0.0) is None


def test_a_spectator_may_ask_only_for_the_seat_whose_hand_they_know() -> None:
    session = begin_session(*people("a", "b"), BOTS[1])
    do(session, "a", AcceptInvitationCommand(session.table.invitation))
    assert session.view(Viewer("a", "en"), 0.0).notes.can_take_over == []
    do(session, "b", commands.LeaveCommand("1"))
    do(session, "a", commands.SetCommand("2", seat=1, level="club"))
    do(session, "b", AcceptInvitationCommand(session.table.invitation))
    do(session, "x", AcceptInvitationCommand(session.table.invitation))
    assert session.view(Viewer("b", "en"), 0.0).notes.can_take_over == [1]
    assert session.view(Viewer("x", "en"), 0.0).notes.can_take_over == [1, 2]


def test_everybody_may_report_the_other_people() -> None:
    session = begin_session(*people("a", "b"), BOTS[1])
    assert session.view(Viewer("a", "en"), 0.0).notes.can_report == [1]
    assert session.view(Viewer("x", "en"), 0.0).notes.can_report == [0, 1]


# ---- Invitations -----------------------------------------------------------------------------------------------------


def test_a_revoked_invitation_is_refused_but_invited_guests_stay() -> None:
    session = open_session(people("a"))
    do(session, "b", AcceptInvitationCommand(0))
    assert refusal_of(session, "b", commands.RevokeCommand("1")) == "host_only"
    assert do(session, "a", commands.RevokeCommand("2")) == [log.InvitationsRevoked()]
    assert refusal_of(session, "c", AcceptInvitationCommand(0)) == "link_revoked"
    assert do(session, "b", AcceptInvitationCommand(0)) == []
    assert do(session, "c", AcceptInvitationCommand(session.table.invitation)) == [log.Invited("c")]


def test_invitations_expire_when_the_game_begins() -> None:
    session = open_session(people("a", "b"))
    before = session.table.invitation
    session.apply(log.BotSeated(2, "club"), 0.0)
    run_autoplay(session, 0.0)
    assert refusal_of(session, "c", AcceptInvitationCommand(before)) == "link_revoked"


# ---- Settings and the length of the log ------------------------------------------------------------------------------


def test_a_spectator_cannot_change_settings_but_can_chat() -> None:
    session = begin_session(*people("a", "b", "c"), listed=True)
    assert refusal_of(session, "eve", commands.SetCommand("1", name="Eve")) == "not_seated"
    assert refusal_of(session, "eve", commands.SetCommand("1", forced=False)) == "not_seated"
    assert session.decide(Actor("eve", "Eve"), commands.ChatCommand("1", "hi"), 0.0)


def test_a_long_log_takes_no_more_chat_but_every_move() -> None:
    session = begin_session(*people("a", "b", "c"))
    session.table.side_entries = MAX_SIDE_ENTRIES
    assert refusal_of(session, "a", commands.ChatCommand("1", "hi")) == "log_full"
    assert refusal_of(session, "a", commands.SetCommand("1", pace="fast")) == "log_full"
    (seat,) = session.table.waiting()
    guest = session.table.holders[seat].guest
    choice = commands.ChooseCommand("2", session.table.state.legal(seat)[0])
    assert decide(session.table, Actor(guest), choice, 0.0)
    assert do(session, "b", commands.LeaveCommand("3"))
    session.table.side_entries = 2 * MAX_SIDE_ENTRIES
    assert refusal_of(session, "b", commands.SitCommand("4")) == "log_full"
    assert decide(session.table, Actor("a"), commands.CloseCommand("5"), 0.0)
    assert decide(session.table, Actor("a"), commands.RemoveCommand("6", 2), 0.0)
    assert decide(session.table, Actor("a"), commands.LeaveCommand("7"), 0.0)


def test_a_seat_still_moves_to_another_device_when_chat_is_full() -> None:
    session = begin_session(*people("a", "b", "c"))
    session.table.side_entries = MAX_SIDE_ENTRIES
    assert do(session, "phone", TransferSeatCommand(1, "b", session.table.holders[1].sat_seq, 900.0))


def test_spectators_cannot_use_up_the_log() -> None:
    session = begin_session(*people("a", "b", "c"), listed=True)
    for _ in range(1000):
        session.apply(log.Chatted("eve", "Eve", -1, "hi"), 0.0)
    assert refusal_of(session, "eve", commands.ChatCommand("1", "hi")) == "log_full"
    assert do(session, "a", commands.ChatCommand("2", "hi"))


def test_the_log_keeps_only_the_latest_changes_of_seats() -> None:
    session = begin_session(*people("a", "b"), log.BotSeated(2, "club"), aids=False)
    for number in range(300):
        session.apply(log.BotSeated(2, ["club", "casual"][number % 2]), 0.0)
    assert len(session.table.seat_changes) == 200
    assert len(session.views.log(0, "en", 80)) <= 80


def test_new_names_cannot_push_other_changes_out_of_the_log() -> None:
    session = begin_session(*people("a", "b", "c"), aids=False)
    do(session, "c", commands.LeaveCommand("1"))
    for number in range(300):
        session.apply(log.GuestNamed("a", f"a{number}"), 0.0)
        session.apply(log.GuestNamed("b", f"b{number}"), 0.0)
    changes = session.table.seat_changes
    assert (changes[0].kind, changes[0].name, len(changes)) == ("left", "c", 200)
    assert session.views.log(0, "en", 80)[-1].text == "b298 is now called b299."


def test_a_stranger_who_sits_down_and_leaves_again_and_again_does_not_fill_the_log() -> None:
    session = open_session(people("a"), listed=True)
    for _ in range(100):
        do(session, "eve", commands.SitCommand("1"))
        do(session, "eve", commands.LeaveCommand("2"))
    assert refusal_of(session, "eve", commands.SitCommand("3")) == "log_full"
    assert do(session, "b", commands.SitCommand("4"))


def test_a_long_log_does_not_keep_the_game_from_beginning() -> None:
    session = open_session(people("a"))
    session.table.side_entries = MAX_SIDE_ENTRIES
    do(session, "a", commands.BeginCommand("1"))
    run_autoplay(session, 0.0)
    assert session.table.status == "playing"


def test_new_times_are_announced() -> None:
    session = begin_session(*people("a", "b", "c"))
    do(session, "a", commands.SetCommand("1", takeover=10))
    do(session, "a", commands.SetCommand("2", pace="fast"))
    assert seat_lines(session) == ["The host changed the time for a move or for an absence."]


def test_moves_and_chance_do_not_count_for_the_length_of_the_log() -> None:
    session = begin_session(*people("a", "b", "c"), pace="at_once")
    before = session.table.side_entries
    choose_any(session, 0.0)
    run_autoplay(session, 0.0)
    assert session.table.side_entries == before
