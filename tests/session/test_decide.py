"""What people may do, without a socket: each command becomes entries, or is refused with its reason and adds none."""

import pytest

from chabudai.session import commands, log
from chabudai.session.commands import AcceptInvitation, MoveSeat
from chabudai.session.decide import OPERATOR, Who, decide, may_sit, may_watch
from chabudai.session.log import Entry
from chabudai.session.refusal import Refused
from chabudai.session.session import Session
from session.tables import begun, do, opened, people

BOTS: list[Entry] = [log.Bot(1, "club"), log.Bot(2, "club")]


def reason(session: Session, guest: str, what: commands.Command | commands.PageCommand, now: float = 0.0) -> str:
    """Why a command is refused; and nothing has changed."""
    seq = session.table.seq
    with pytest.raises(Refused) as refused:
        decide(session.table, Who(guest, guest), what, now)
    assert session.table.seq == seq
    return refused.value.sentence


def mover(session: Session) -> tuple[str, int]:
    (seat,) = session.table.waiting()
    return session.table.places[seat].guest, seat


# ---- Choosing --------------------------------------------------------------------------------------------------------


def test_a_choice_is_an_action_by_its_number() -> None:
    session = begun(*people("a", "b", "c"))
    guest, seat = mover(session)
    action = session.table.state.legal(seat)[0]
    assert do(session, guest, commands.Choose("1", action)) == [log.Chose(seat, action)]
    assert session.table.play.moves == [(seat, action)]


def test_only_the_person_whose_turn_it_is_chooses() -> None:
    session = begun(*people("a", "b", "c"))
    guest, seat = mover(session)
    action = session.table.state.legal(seat)[0]
    other = next(name for name in "abc" if name != guest)
    assert reason(session, other, commands.Choose("1", action)) == "not_your_turn"
    assert reason(session, other, commands.Choose("1", action, seat)) == "not_your_seat"
    assert reason(session, "stranger", commands.Choose("1", action)) == "not_your_seat"
    assert reason(session, guest, commands.Choose("1", action, 9)) == "not_your_seat"
    assert reason(session, guest, commands.Choose("1", 999)) == "not_legal"
    assert reason(session, guest, commands.Choose("1", action, None, session.table.seq - 1)) == "too_late"


def test_whoever_has_left_chooses_after_sitting_down_again() -> None:
    session = begun(*people("a", "b", "c"))
    guest, seat = mover(session)
    action = session.table.state.legal(seat)[0]
    assert do(session, guest, commands.Leave("1")) == [log.Left(seat)]
    assert do(session, guest, commands.Leave("2")) == []
    assert reason(session, guest, commands.Choose("3", action)) == "left"
    assert do(session, guest, commands.Sit("4")) == [log.Sat(seat, guest, guest)]
    assert do(session, guest, commands.Choose("5", action)) == [log.Chose(seat, action)]


def test_nothing_is_chosen_before_the_game_or_at_a_closed_table() -> None:
    session = opened(people("a"))
    assert reason(session, "a", commands.Choose("1", 0)) == "not_begun"
    assert reason(session, "a", commands.Undo("1")) == "not_begun"
    do(session, "a", commands.Close("2"))
    assert reason(session, "a", commands.Choose("3", 0)) == "closed"
    assert reason(session, "a", commands.Close("4")) == "closed"
    assert reason(session, "a", commands.Sit("5")) == "closed"


# ---- Sitting ---------------------------------------------------------------------------------------------------------


def test_a_guest_with_an_invitation_takes_a_free_seat_or_that_of_a_bot() -> None:
    session = opened([*people("a"), log.Bot(1, "club")])
    assert reason(session, "b", commands.Sit("1")) == "not_invited"
    assert not may_watch(session.table, "b")
    assert do(session, "b", AcceptInvitation()) == [log.Invited("b")]
    assert do(session, "b", AcceptInvitation()) == []
    assert may_sit(session.table, "b")
    assert reason(session, "b", commands.Sit("1", 0)) == "seat_taken"
    assert reason(session, "b", commands.Sit("1", 7)) == "no_such_seat"
    assert do(session, "b", commands.Sit("1", None, " Ben\n")) == [log.Sat(2, "b", "Ben")]
    assert reason(session, "b", commands.Sit("2")) == "sits_already"
    do(session, "c", AcceptInvitation())
    assert do(session, "c", commands.Sit("3")) == [log.Sat(1, "c", "c")]
    do(session, "d", AcceptInvitation())
    assert reason(session, "d", commands.Sit("4")) == "full"


def test_at_a_listed_table_anybody_sits_down_but_at_no_bots_seat() -> None:
    session = opened([*people("a"), log.Bot(1, "club")], listed=True)
    assert may_watch(session.table, "b")
    assert reason(session, "b", commands.Sit("1", 1)) == "seat_taken"
    assert do(session, "b", commands.Sit("1")) == [log.Sat(2, "b", "b")]


def test_before_the_game_leaving_frees_the_seat() -> None:
    session = opened(people("a", "b"))
    assert do(session, "b", commands.Leave("1")) == [log.Freed(1)]
    assert reason(session, "b", commands.Leave("2")) == "not_seated"


def test_a_seat_moves_to_another_device_once_and_in_time() -> None:
    session = begun(*people("a", "b", "c"))
    link = MoveSeat(1, "b", session.table.places[1].sat, until=900.0)
    assert reason(session, "phone", link, now=901.0) == "link_used"
    assert reason(session, "b", link) == "same_device"
    assert reason(session, "phone", MoveSeat(9, "b", link.sat, 900.0)) == "link_used"
    assert do(session, "phone", link, now=900.0) == [log.Sat(1, "phone", "b")]
    assert reason(session, "tablet", link) == "link_used"


# ---- Running the table -----------------------------------------------------------------------------------------------


def test_the_host_and_the_operator_run_the_table() -> None:
    session = opened(people("a", "b"))
    for what in (
        commands.Set("1", pace="fast"),
        commands.Set("1", seat=2, level="club"),
        commands.Begin("1"),
        commands.Close("1"),
    ):
        assert reason(session, "b", what) == "host_only"
    assert do(session, "a", commands.Set("2", pace="fast", limit=60)) == [log.Changed(pace="fast", limit=60)]
    assert do(session, "a", commands.Begin("3")) == [log.Bot(2, "casual")]
    assert decide(session.table, OPERATOR, commands.Close(""), 0.0) == [log.Closed()]


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (commands.Set("1", limit=2), "short_limit"),
        (commands.Set("1", takeover=2), "short_takeover"),
        (commands.Set("1", seat=2), "nothing_to_set"),
        (commands.Set("1", seat=2, level="exec:rm"), "no_such_level"),
        (commands.Set("1", seat=1, level="club"), "seat_taken"),
        (commands.Set("1", seat=9, level="club"), "no_such_seat"),
        (commands.Set("1", name=" \n"), "no_name"),
        (commands.Chat("1", "\x07"), "nothing_said"),
    ],
)
def test_what_makes_no_sense_is_refused(wish: commands.Command, why: str) -> None:
    assert reason(opened(people("a", "b")), "a", wish) == why


def test_a_seat_stays_free_only_before_the_game() -> None:
    session = opened([*people("a"), *BOTS])
    assert do(session, "a", commands.Set("1", seat=1, open=True)) == [log.Freed(1)]
    assert reason(begun(*people("a"), *BOTS), "a", commands.Set("1", seat=1, open=True)) == "begun"


def test_people_change_their_own_name_and_whether_forced_moves_are_played() -> None:
    session = begun(*people("a", "b", "c"))
    assert do(session, "b", commands.Set("1", name="Ben", forced=False)) == [
        log.Named("b", "Ben"),
        log.Prefers("b", False),
    ]
    assert do(session, "b", commands.Set("2", forced=False)) == []
    assert session.table.places[1].name == "Ben"


def test_a_line_of_the_chat_is_cleaned_and_signed() -> None:
    session = begun(*people("a", "b", "c"))
    assert do(session, "b", commands.Chat("1", " hi\u202e \x07there ")) == [log.Said("b", "b", 1, "hi there")]
    assert do(session, "eve", commands.Chat("1", "psst")) == [log.Said("eve", "eve", -1, "psst")]


def test_a_rematch_is_for_those_who_sat_there_and_after_the_end() -> None:
    session = begun(*people("a", "b", "c"))
    assert reason(session, "a", commands.Rematch("1")) == "not_over"
    do(session, "a", commands.Close("2"))
    assert do(session, "b", commands.Rematch("3")) == []
    assert reason(session, "eve", commands.Rematch("4")) == "not_seated"
