"""The examples in the rules, drawn as cards, tables and boards."""

from functools import partial

import pytest

from chabudai.games.registry import games
from chabudai.scene.game import Game
from chabudai.scene.words import LANGUAGES
from chabudai.web.pages.card_faces import card_faces
from chabudai.web.pages.document import Visitor
from chabudai.web.pages.examples import Examples
from chabudai.web.pages.rules_page import RulesPage, rules_page


def drawn(text: str) -> str:
    """Draw an example of a game with the cards Sun 1, Sun 2, 3 and 4; each card is drawn as its name in guillemets."""
    names = ("Sun 1", "Sun 2", "3", "4")
    return Examples({name: partial("«{}»".format, name) for name in names}, {"Spring": "spring"}).draw(text)


def test_wide_gaps_separate_cells_and_cards_are_drawn() -> None:
    assert "<td>Ami</td><td>" in drawn("Ami   [Sun 1]   leads")
    assert "«Sun 1»" in drawn("Ami   [Sun 1]   leads")
    assert "<td>leads</td>" in drawn("Ami   [Sun 1]   leads")


def test_two_spaces_after_a_bracket_separate_cells() -> None:
    assert "<td>leads</td>" in drawn("Ami   [Sun 1]  leads")


def test_a_line_of_column_headings_has_an_empty_first_cell() -> None:
    assert "<tr><td></td><td>high</td><td>low</td></tr>" in drawn("      high   low\nAmi   5      2")


def test_the_winning_line_is_marked() -> None:
    html = drawn("Ami   [Sun 1]\nBen   [Sun 2]   <== wins")
    assert html.count('<tr class="wins">') == 1
    assert "&lt;==" not in html


def test_bracketed_cards_are_grouped_only_beside_ungrouped_ones() -> None:
    assert '«3»<span class="together">«4»«4»</span>' in drawn("hand   3 [4  4]")
    assert drawn("hand   3 [4  4]").count("together") == 1
    assert "together" not in drawn("left   [3 4]   [4]")


def test_cards_in_a_list_are_drawn() -> None:
    assert "«Sun 1»«Sun 2»" in drawn("Sun 1, Sun 2   swap")


def test_an_empty_slot_is_drawn() -> None:
    assert "empty-place" in drawn("after   [3]   [-]")


def test_other_text_stays_text_and_is_escaped() -> None:
    assert "<td>a &amp; b → c</td>" in drawn("x   a & b -> c")


def test_a_board_shows_stones_and_marks_those_that_move() -> None:
    html = drawn(
        "         before   after\n         +---+   +---+\nSpring   | A (B)|   | . [C] |\n         +---+   +---+"
    )
    assert html.count('<table class="board">') == 2
    assert "<caption>before</caption>" in html
    assert html.count('<th scope="row" data-suit="spring">Spring</th>') == 2
    assert html.count('<td class="moving">') == html.count('<td class="new">') == 1
    assert [f'data-seat="{seat}"' in html for seat in range(4)] == [True, True, True, False]


def test_notes_beside_a_board_are_kept() -> None:
    assert "<td>Ami 5</td>" in drawn("+---+\n| A |   Ami 5\n+---+")


@pytest.mark.parametrize("game", games().values(), ids=games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_every_game_show_cards(game: Game, language: str) -> None:
    html = rules_page(RulesPage(visitor=Visitor("", language), game=game))
    assert html.count('class="example"') >= 3
    assert html.count('class="drawn"') >= 2


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_faces_of_at_least_nine_cards_are_found(game: Game) -> None:
    assert len(card_faces(game, "en").cards) >= 9
