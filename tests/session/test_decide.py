"""`decide`: each command becomes entries, or is refused for a reason and adds none."""

import pytest

from chabudai.session import commands, log
from chabudai.session.commands import AcceptInvitationCommand, TransferSeatCommand
from chabudai.session.decide import OPERATOR, Actor, decide, may_sit, may_watch
from chabudai.session.log import Entry
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from session.tables import begin_session, do, open_session, people

BOTS: list[Entry] = [log.BotSeated(1, "club"), log.BotSeated(2, "club")]


def reason(
    session: Session, guest: str, command: commands.TableCommand | commands.PageCommand, now: float = 0.0
) -> str:
    """Return the message id of a refusal, and check that nothing has changed."""
    seq = session.table.seq
    with pytest.raises(Refused) as refused:
        decide(session.table, Actor(guest, guest), command, now)
    assert session.table.seq == seq
    return refused.value.message_id


def mover(session: Session) -> tuple[str, int]:
    """Return the guest who must choose, and their seat."""
    (seat,) = session.table.waiting()
    return session.table.holders[seat].guest, seat


# ---- Choosing --------------------------------------------------------------------------------------------------------


def test_a_choice_names_the_number_of_an_action() -> None:
    session = begin_session(*people("a", "b", "c"))
    guest, seat = mover(session)
    action = session.table.state.legal(seat)[0]
    assert do(session, guest, commands.ChooseCommand("1", action)) == [log.Chose(seat, action)]
    assert session.table.play.moves == [(seat, action)]


def test_only_the_person_whose_turn_it_is_chooses() -> None:
    session = begin_session(*people("a", "b", "c"))
    guest, seat = mover(session)
    action = session.table.state.legal(seat)[0]
    other = next(name for name in "abc" if name != guest)
    assert reason(session, other, commands.ChooseCommand("1", action)) == "not_your_turn"
    assert reason(session, other, commands.ChooseCommand("1", action, seat)) == "not_your_seat"
    assert reason(session, "stranger", commands.ChooseCommand("1", action)) == "not_your_seat"
    assert reason(session, guest, commands.ChooseCommand("1", action, 9)) == "not_your_seat"
    assert reason(session, guest, commands.ChooseCommand("1", 999)) == "not_legal"
    assert reason(session, guest, commands.ChooseCommand("1", action, None, session.table.seq - 1)) == "too_late"


def test_a_person_who_has_left_must_sit_down_again_to_choose() -> None:
    session = begin_session(*people("a", "b", "c"))
    guest, seat = mover(session)
    action = session.table.state.legal(seat)[0]
    assert do(session, guest, commands.LeaveCommand("1")) == [log.SeatLeft(seat)]
    assert do(session, guest, commands.LeaveCommand("2")) == []
    assert reason(session, guest, commands.ChooseCommand("3", action)) == "left"
    assert do(session, guest, commands.SitCommand("4")) == [log.Sat(seat, guest, guest)]
    assert do(session, guest, commands.ChooseCommand("5", action)) == [log.Chose(seat, action)]


def test_nobody_chooses_before_the_game_or_at_a_closed_table() -> None:
    session = open_session(people("a"))
    assert reason(session, "a", commands.ChooseCommand("1", 0)) == "not_begun"
    assert reason(session, "a", commands.UndoCommand("1")) == "not_begun"
    do(session, "a", commands.CloseCommand("2"))
    assert reason(session, "a", commands.ChooseCommand("3", 0)) == "closed"
    assert reason(session, "a", commands.CloseCommand("4")) == "closed"
    assert reason(session, "a", commands.SitCommand("5")) == "closed"


# ---- Sitting ---------------------------------------------------------------------------------------------------------


def test_an_invited_guest_takes_a_free_seat_or_replaces_a_bot() -> None:
    session = open_session([*people("a"), log.BotSeated(1, "club")])
    assert reason(session, "b", commands.SitCommand("1")) == "not_invited"
    assert not may_watch(session.table, "b")
    assert do(session, "b", AcceptInvitationCommand(0)) == [log.Invited("b")]
    assert do(session, "b", AcceptInvitationCommand(0)) == []
    assert may_sit(session.table, "b")
    assert reason(session, "b", commands.SitCommand("1", 0)) == "seat_taken"
    assert reason(session, "b", commands.SitCommand("1", 7)) == "no_such_seat"
    assert do(session, "b", commands.SitCommand("1", None, " Ben\n")) == [log.Sat(2, "b", "Ben")]
    assert reason(session, "b", commands.SitCommand("2")) == "sits_already"
    do(session, "c", AcceptInvitationCommand(0))
    assert do(session, "c", commands.SitCommand("3")) == [log.Sat(1, "c", "c")]
    do(session, "d", AcceptInvitationCommand(0))
    assert reason(session, "d", commands.SitCommand("4")) == "full"


def test_at_a_listed_table_anybody_takes_a_free_seat_but_not_that_of_a_bot() -> None:
    session = open_session([*people("a"), log.BotSeated(1, "club")], listed=True)
    assert may_watch(session.table, "b")
    assert reason(session, "b", commands.SitCommand("1", 1)) == "seat_taken"
    assert do(session, "b", commands.SitCommand("1")) == [log.Sat(2, "b", "b")]


def test_before_the_game_leaving_frees_the_seat() -> None:
    session = open_session(people("a", "b"))
    assert do(session, "b", commands.LeaveCommand("1")) == [log.SeatFreed(1)]
    assert reason(session, "b", commands.LeaveCommand("2")) == "not_seated"


def test_a_link_moves_a_seat_to_another_device_once_and_until_it_expires() -> None:
    session = begin_session(*people("a", "b", "c"))
    link = TransferSeatCommand(1, "b", session.table.holders[1].sat_seq, until=900.0)
    assert reason(session, "phone", link, now=901.0) == "link_used"
    assert reason(session, "b", link) == "same_device"
    assert reason(session, "phone", TransferSeatCommand(9, "b", link.sat_seq, 900.0)) == "link_used"
    assert do(session, "phone", link, now=900.0) == [log.Sat(1, "phone", "b")]
    assert reason(session, "tablet", link) == "link_used"


# ---- Running the table -----------------------------------------------------------------------------------------------


def test_the_host_and_the_operator_run_the_table() -> None:
    session = open_session(people("a", "b"))
    for command in (
        commands.SetCommand("1", pace="fast"),
        commands.SetCommand("1", seat=2, level="club"),
        commands.BeginCommand("1"),
        commands.CloseCommand("1"),
    ):
        assert reason(session, "b", command) == "host_only"
    assert do(session, "a", commands.SetCommand("2", pace="fast", limit=60)) == [
        log.SettingsChanged(pace="fast", limit=60)
    ]
    assert do(session, "a", commands.BeginCommand("3")) == [log.BotSeated(2, "casual")]
    assert decide(session.table, OPERATOR, commands.CloseCommand(""), 0.0) == [log.TableClosed()]


@pytest.mark.parametrize(
    ("command", "message_id"),
    [
        (commands.SetCommand("1", limit=2), "short_limit"),
        (commands.SetCommand("1", takeover=2), "short_takeover"),
        (commands.SetCommand("1", seat=2), "nothing_to_set"),
        (commands.SetCommand("1", seat=2, level="exec:rm"), "no_such_level"),
        (commands.SetCommand("1", seat=1, level="club"), "seat_taken"),
        (commands.SetCommand("1", seat=9, level="club"), "no_such_seat"),
        (commands.SetCommand("1", name=" \n"), "no_name"),
        (commands.ChatCommand("1", "\x07"), "nothing_said"),
    ],
)
def test_invalid_settings_and_empty_lines_are_refused(command: commands.TableCommand, message_id: str) -> None:
    assert reason(open_session(people("a", "b")), "a", command) == message_id


def test_a_seat_can_be_freed_only_before_the_game() -> None:
    session = open_session([*people("a"), *BOTS])
    assert do(session, "a", commands.SetCommand("1", seat=1, open=True)) == [log.SeatFreed(1)]
    assert reason(begin_session(*people("a"), *BOTS), "a", commands.SetCommand("1", seat=1, open=True)) == "begun"


def test_people_change_their_own_name_and_whether_forced_moves_are_played() -> None:
    session = begin_session(*people("a", "b", "c"))
    assert do(session, "b", commands.SetCommand("1", name="Ben", forced=False)) == [
        log.GuestNamed("b", "Ben"),
        log.ForcedMovesSet("b", False),
    ]
    assert do(session, "b", commands.SetCommand("2", forced=False)) == []
    assert session.table.holders[1].name == "Ben"


def test_a_line_of_chat_is_cleaned_and_has_its_author() -> None:
    session = begin_session(*people("a", "b", "c"))
    assert do(session, "b", commands.ChatCommand("1", " hi\u202e \x07there ")) == [log.Chatted("b", "b", 1, "hi there")]
    assert do(session, "eve", commands.ChatCommand("1", "psst")) == [log.Chatted("eve", "eve", -1, "psst")]


def test_only_those_with_a_seat_open_a_rematch_and_only_after_the_game() -> None:
    session = begin_session(*people("a", "b", "c"))
    assert reason(session, "a", commands.RematchCommand("1")) == "not_over"
    do(session, "a", commands.CloseCommand("2"))
    assert do(session, "b", commands.RematchCommand("3")) == []
    assert reason(session, "eve", commands.RematchCommand("4")) == "not_seated"
