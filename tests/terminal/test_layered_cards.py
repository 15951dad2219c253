"""Layered cards: each shows a stripe in the color of its suit, with its index and suit sign."""

import pytest
from rich.text import Text

from chabudai.scene.vocabulary import Card, Row, Scene, Suit
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.zones import draw_zone, zone_lines

SUITS = {"ink": Suit("ink", "墨", "#202020"), "snow": Suit("snow", "Sn", "#f0f0f0")}
SCENE = Scene(
    game="layers", title="Layers", language="en", viewer=0, status="", prompt="", remark="", suits=SUITS, terms={},
    seats=[], zones=[], facts=[], choices=[], log=[], scoring=[], over=False, winners=[],
)  # fmt: skip


def robe(*cards: Card) -> Row:
    return Row(id="robe", title="Robe", cards=list(cards), layered=True)


INK, SNOW, PLAIN = Card("3", "3", "3", "ink"), Card("8", "8", "8", "snow"), Card("+1", "+1", "+1")


def test_a_stripe_of_each_card_shows_in_its_order() -> None:
    lines = draw_zone(SCENE, robe(INK, SNOW, PLAIN), 80, ChoiceNumbers()).lines
    assert [line.plain for line in lines] == ["Robe", " 3 ▕ 8 ▕+1 ▕", "墨 ▕Sn ▕   ▕", "   ▕   ▕   ▕"]


def test_in_a_narrow_space_only_the_index_shows() -> None:
    assert [line.plain for line in zone_lines(SCENE, robe(INK, SNOW, PLAIN), 20, ChoiceNumbers())] == ["Robe", " 3 8+1"]
    assert [line.plain for line in zone_lines(SCENE, robe(INK, SNOW, PLAIN), 4, ChoiceNumbers())] == [
        "Robe",
        " 3 8",
        "+1",
    ]


def test_an_empty_zone_takes_no_space() -> None:
    assert zone_lines(SCENE, robe(), 20, ChoiceNumbers()) == []


@pytest.mark.parametrize(("card", "text_color"), [(INK, "#ffffff"), (SNOW, "#000000")])
def test_the_text_is_readable_on_the_suit_color(card: Card, text_color: str) -> None:
    _, line = zone_lines(SCENE, robe(card), 20, ChoiceNumbers())
    assert isinstance(line, Text)
    (style,) = {span.style for span in line.spans if getattr(span.style, "bgcolor", None)}
    assert style.bgcolor.name == SUITS[card.suit].color  # type: ignore[union-attr]
    assert style.color.name == text_color  # type: ignore[union-attr]
