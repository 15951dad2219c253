"""What a viewer sees: possible melds, free boxes, colors, and other hands only with the option `open_hands`."""

import pytest

from chabudai.games.kasane import GAME
from chabudai.kernel.state import SPECTATOR
from chabudai.scene.builder import make_scene
from chabudai.scene.vocabulary import Columns, Facts, Fan, Pile, Row, Scene
from chabudai.scene.words import words
from chabudai.testing.table import StackedTable, deal
from games.kasane.positions import digits, last_turn, taken, turn

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]


def scene(table: StackedTable, viewer: int = 0, aids: bool = True, language: str = "en") -> Scene:
    return make_scene(GAME, table.state.seen_by(viewer, aids), words(GAME, language), NAMES)


def facts(shown: Scene, panel: str) -> Facts:
    return next(facts for facts in shown.facts if facts.id == panel)


def test_each_row_shows_what_its_end_card_would_score() -> None:  # KI-20
    table = turn("3-2-4", "8-7-6", "6")
    rows = [{"cards": digits(row)} for row in ("9 9 6", "9 9 +1", "1 1 9", "")]
    table.set_up(rows=rows, ends=0b111)
    (zone,) = scene(table).zones
    assert isinstance(zone, Columns)
    assert [column.note for column in zone.columns] == ["up to +4", "+1 now", "no meld", ""]
    notes = {choice.words: choice.note for choice in scene(table).choices if choice.why is None}
    assert notes["take 0"].startswith("Setsu Getsu Fuuka [6]–2–4–6 +4, ")
    assert "Juu 4–6 +2" in notes["take 0"]
    assert notes["take 1"] == notes["take 2"] == ""


def test_an_empty_row_explains_why_no_card_can_be_taken() -> None:  # KI-20
    table = turn()
    table.set_up(rows=[{"cards": digits(row)} for row in ("9", "", "9", "9")], ends=0b1101)
    assert [choice.why for choice in scene(table).choices] == [None, "row B is empty", None, None]


def test_the_end_card_of_a_row_and_the_top_of_the_hand_are_marked() -> None:  # KI-10, KI-20
    table = taken("9-5", "", "5")
    shown = scene(table)
    (zone,) = shown.zones
    assert isinstance(zone, Columns)
    assert [card.marks for card in zone.columns[1].cards] == [[], [], [], ["top"]]
    hand = shown.seats[0].zones[1]
    assert isinstance(hand, Fan)
    assert [(card.id, card.marks) for card in hand.cards] == [("9", []), ("5", []), ("5", ["top", "new"])]


def test_each_possible_meld_shows_its_cards_its_points_and_the_robe_afterwards() -> None:  # KI-21
    shown = scene(taken("3-2-4", "8-7-6", "6"))
    assert {(choice.text, choice.note) for choice in shown.choices} == {
        ("Kasane with 2 cards, starting from your robe", "[6]–6 for 2; then 4 cards, 3 colors"),
        ("Juu with 2 cards", "4–6 for 2; then 5 cards, 4 colors"),
        ("Setsu Getsu Fuuka with 3 cards", "2–4–6 for 2; then 6 cards, 5 colors"),
        (
            "Setsu Getsu Fuuka with 3 cards, starting from your robe",
            "[6]–4–6 for 2; then 5 cards, 4 colors",
        ),
        (
            "Setsu Getsu Fuuka with 4 cards, starting from your robe",
            "[6]–2–4–6 for 4; then 6 cards, 5 colors",
        ),
        ("Pass (play no meld)", ""),
    }


def test_the_free_boxes_of_all_nine_melds_are_shown() -> None:  # KI-2
    table = taken("9-5", "", "5")
    melds = facts(scene(table), "melds")
    assert len(melds.rows) == 9
    assert melds.rows[0].cells == ["all the same", "2 2", "4 4", "7", "", ""]
    assert melds.rows[0].marks == ["met"]
    table.play("meld kasane 2")
    assert facts(scene(table), "melds").rows[0].cells == ["all the same", "× 2", "4 4", "7", "", ""]
    assert facts(scene(turn(players=3, blocked_pairs=True)), "melds").rows[1].cells[1] == "× 2"


def test_the_bonus_for_colors_is_previewed() -> None:  # KI-30
    table = last_turn("1 1 1 1 1 1 1 1", "1 2", "", "", points=(6, 3, 0, 0))
    rows = facts(scene(table), "standing").rows
    assert [row.cells for row in rows[:3]] == [
        ["6", "8/12", "1", "+5", "11"],
        ["3", "2/12", "2", "(4)", "3"],
        ["0", "0/12", "0", "–", "0"],
    ]


def test_after_the_game_only_bonuses_that_count_are_shown() -> None:  # KI-30
    table = last_turn("1 1 1 1 1 1 1 1", "1 2", "", "", points=(6, 3, 0, 0))
    table.play("take 0")
    standing = facts(scene(table), "standing")
    assert standing.title == "Final score"
    assert [row.cells[3:] for row in standing.rows[:3]] == [["+5", "11"], ["–", "3"], ["–", "0"]]


def test_a_seat_shows_how_much_of_its_score_is_bonus() -> None:  # KI-30
    table = last_turn("1 1 1 1 1 1 1 1", "1 2", "", "", points=(6, 3, 0, 0))
    shown = [
        (seat.score, [counter.value for counter in seat.counters if counter.id == "bonus"])
        for seat in scene(table).seats
    ]
    assert shown[:3] == [(11, [5]), (3, []), (0, [])]


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
@pytest.mark.parametrize("aids", [True, False])
def test_other_hands_stay_hidden_with_or_without_memory_aids(viewer: int, aids: bool) -> None:  # KI-22
    table = deal(GAME, 3, seed=4)
    table.play_on(moves=20)
    for seat in scene(table, viewer, aids).seats:
        hand = seat.zones[1]
        if seat.number != viewer:
            assert isinstance(hand, Pile)
            assert hand.top is None


@pytest.mark.parametrize("aids", [True, False])
def test_with_open_hands_all_hands_are_shown_in_order(aids: bool) -> None:  # KI-22
    table = taken("9-5", "", "4", open_hands=True)
    hand = scene(table, 2, aids).seats[0].zones[1]
    assert isinstance(hand, Row)
    assert [card.id for card in hand.cards] == ["9", "5", "4"]


def test_only_memory_aids_count_the_unseen_cards() -> None:  # KI-22
    table = deal(GAME, 4, seed=4)
    table.play_on(moves=20)
    assert "unseen" in [panel.id for panel in scene(table, aids=True).facts]
    assert "unseen" not in [panel.id for panel in scene(table, aids=False).facts]


def test_robes_are_layered() -> None:  # KI-21
    robe = scene(turn("", "8-7-6")).seats[0].zones[0]
    assert isinstance(robe, Row)
    assert robe.layered
    assert [(card.id, card.suit) for card in robe.cards] == [("8", "dye8"), ("7", "dye7"), ("6", "dye6")]


def test_the_remaining_turns_are_shown() -> None:  # KI-12
    shown = scene(turn("1-2-4", "8 7 6 +1"))
    assert [counter.value for counter in shown.seats[0].counters if counter.id == "turns"] == [12 - 7]
    assert shown.status == "Round 1 of 4 · turn 1 of 12"
