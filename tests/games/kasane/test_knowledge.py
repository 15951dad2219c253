"""Playing knowledge and advice: melds now, boxes within reach, and the bonus at the end."""

import pytest

from chabudai.games.kasane import GAME
from chabudai.games.kasane.judgement import is_last_turn, reachable_boxes
from chabudai.games.kasane.melds import BOXES, NUMBERS
from chabudai.games.kasane.scoring import final_bonus
from chabudai.kernel.bits import bit, lowest, members
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.sampling.walk import random_positions
from chabudai.testing.table import StackedTable
from games.kasane.positions import digits, hand_and_field, kasane, of_kasane, taken, turn
from games.knowledge_probes import advised, knowledge_win_share, messages, ranked, senseless

PROSPECTS = ("opens", "opens_one", "opens_nothing", "waits", "waits_one", "waits_nothing")
"""The messages about what the next card can fill."""


def end_rows_in(table: StackedTable, *cards: str) -> None:
    """Put these cards at the ends of the rows."""
    table.set_up(rows=[{"cards": digits(f"9 9 {card}")} for card in cards])


def last_turn_of(hand: str, field: str, *cards: str) -> StackedTable:
    """Set up the last turn of a game: seat 0 has this hand and field; the rows are these cards, and nines."""
    table = turn(hand, field)
    state = kasane(table)
    rows = [{"cards": digits(card)} for card in (*cards, *["9"] * 4)[:4]]
    table.set_up(rows=rows, part=3, turns=11, waiting=1, starter=1, dealt=16, free=state.free)
    return table


def boxes_reached(hand: str) -> set[tuple[str, int]]:
    """Return the kinds of box within reach of a hand in a new game."""
    return {BOXES[box] for box in members(reachable_boxes(kasane(turn()), digits(hand)))}


def test_the_card_that_makes_the_best_meld_ranks_first() -> None:  # KI-21
    table = turn("6-7-3-2")
    end_rows_in(table, "8", "1", "9", "+1")
    assert ranked(GAME, table)[0] == "take 1"
    assert advised(GAME, table, "take 1") == "melds_at_once"


def test_a_plus_one_ranks_below_a_card_that_makes_a_meld() -> None:  # KI-20
    table = turn("6-3-2")
    end_rows_in(table, "+1", "1", "1", "1")
    assert ranked(GAME, table)[-1] == "take 0"
    assert advised(GAME, table, "take 0") == "plus_one"


def test_a_plus_one_that_allows_a_meld_ranks_first() -> None:  # KI-41
    table = turn("9-3-7", plus_one_meld=True)
    end_rows_in(table, "+1", "9", "9", "9")
    assert ranked(GAME, table)[0] == "take 0"
    assert advised(GAME, table, "take 0") == "melds_at_once"


def test_a_box_is_within_reach_if_one_more_card_fills_it() -> None:
    assert boxes_reached("1-2") >= {("sakura", 3), ("kagen", 3), ("juu", 3), ("juu", 2), ("kasane", 2)}
    assert ("kasane", 3) not in boxes_reached("1-2")
    assert ("kasane", 3) in boxes_reached("4-4")
    assert boxes_reached("") == set()


def test_a_used_box_is_not_within_reach() -> None:
    table = turn("2-1")
    before = reachable_boxes(kasane(table), digits("2-1"))
    table.set_up(free=kasane(table).free & ~bit(BOXES.index(("sakura", 3))))
    assert before ^ reachable_boxes(kasane(table), digits("2-1")) == bit(BOXES.index(("sakura", 3)))


def advice_on(table: StackedTable, move: str) -> Message:
    """Return the most important advice on a move of seat 0."""
    return messages(GAME, table.state.seen_by(0, recall=False), GAME.action(move))[0]


def test_advice_on_the_next_card_considers_the_whole_hand() -> None:  # KI-21
    table = turn("9-7-5", take="3")
    table.set_up(free=bit(BOXES.index(("katyou", 5))), twice_free=0)
    assert advice_on(table, "take 0") == Message("opens_one", {"boxes": 1})


def test_advice_on_the_next_card_considers_the_top_of_the_field() -> None:  # KI-21
    table = turn("", "1 9", take="8")
    table.set_up(free=bit(BOXES.index(("chidori", 3))), twice_free=0)
    assert advice_on(table, "take 0") == Message("opens_one", {"boxes": 1})
    table = turn("", "9 1", take="8")
    table.set_up(free=bit(BOXES.index(("chidori", 3))), twice_free=0)
    assert advice_on(table, "take 0") == Message("opens_nothing")


def test_a_box_that_can_be_filled_with_or_without_the_field_counts_once() -> None:  # KI-21
    table = turn("", "2", take="4")
    table.set_up(free=bit(BOXES.index(("kasane", 2))) | bit(BOXES.index(("setsugetsu", 3))), twice_free=0)
    assert advice_on(table, "take 0") == Message("opens", {"boxes": 2})
    table = taken("3", "3", take="3")
    table.set_up(free=bit(BOXES.index(("kasane", 3))), twice_free=0)
    assert advice_on(table, "pass") == Message("waits_one", {"boxes": 1})


def test_after_passing_a_plus_one_can_allow_the_same_meld_again() -> None:  # KI-41
    for plus_one_meld in (False, True):
        table = taken("3-4", take="5", plus_one_meld=plus_one_meld)
        table.set_up(free=bit(BOXES.index(("kagen", 3))), twice_free=0)
        expected = Message("waits_one", {"boxes": 1}) if plus_one_meld else Message("waits_nothing")
        assert advice_on(table, "pass") == expected


def test_advice_on_the_next_card_agrees_with_the_rules() -> None:  # KI-21
    compared = 0
    for state in map(of_kasane, random_positions(GAME.setup(4), Rng(seed=3))):
        if not state.waiting or is_last_turn(state):
            continue
        seat = lowest(state.waiting)
        for action in state.legal(seat):
            said = messages(GAME, state.seen_by(seat, recall=False), action)
            message = next((message for message in said if message.id in PROSPECTS), None)
            if message is None:
                continue
            after = of_kasane(state.clone())
            after.commit(seat, action)
            player = after.seats[seat]
            boxes = set()
            for number in NUMBERS:
                choices = after.meld_choices(player.hand << 4 | number, player.field)
                boxes |= {GAME.actions[4 + choice].split(" field")[0] for choice in members(choices)} - {"pass"}
            assert message.values.get("boxes", 0) == len(boxes)
            compared += 1
    assert compared > 20


def test_the_meld_with_the_most_points_ranks_first() -> None:  # KI-21
    table = taken("3-2-4", "8-7-6", take="6")
    assert ranked(GAME, table)[0] == "meld setsugetsu 4 field"
    assert advised(GAME, table, "meld setsugetsu 4 field") == "closes_a_box"
    assert advised(GAME, table, "meld kasane 2 field") == "scores_less"
    assert advised(GAME, table, "pass") == "waits"


def test_advice_on_the_first_of_two_boxes_says_that_one_stays_free() -> None:  # KI-2
    table = taken("7-2", take="2")
    assert advised(GAME, table, "meld kasane 2") == "scores_most"


def test_on_the_last_turn_a_meld_is_played_or_lost() -> None:  # KI-12
    table = last_turn_of("3-8", "", "9", "5")
    assert advised(GAME, table, "take 0") == "melds_at_once"
    assert advised(GAME, table, "take 1") == "melds_nothing"
    table.play("take 0")
    assert ranked(GAME, table) == ["meld chidori 3", "pass"]
    assert advised(GAME, table, "pass") == "last_chance"
    assert senseless(GAME, table) == ["pass"]


@pytest.mark.parametrize(
    ("hand", "field", "message_id"),
    [
        ("3-8", "1 2 4 5 6", "bonus_grows"),  # eight cards in eight colors
        ("3-8", "1 1 1 1 1 1 1 1", "bonus_shrinks"),  # from one color to four
    ],
)
def test_advice_on_the_last_meld_considers_the_bonus(hand: str, field: str, message_id: str) -> None:  # KI-30
    table = last_turn_of(hand, field, "9")
    table.play("take 0")
    assert advised(GAME, table, "meld chidori 3") == message_id


def test_the_final_bonus_agrees_with_the_score() -> None:  # KI-30, KI-31
    for field in ("1 2 3 4 5 6 7", "1 2 3 4 5 6 7 8", "1 1 1 1 1 1 1 1", "1 2 3 4 5 6 7 8 9 +1 +1 1"):
        table = turn()
        seats = [player.as_json() for player in kasane(table).seats]
        seats[0] |= hand_and_field("", field)
        table.set_up(seats=seats)
        assert final_bonus(digits(field)) == kasane(table).score(0)


@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_with_knowledge_wins_far_more_than_its_share(players: int) -> None:
    assert knowledge_win_share(GAME, players, games=40) > 0.75
