"""What moves at the table, and what does not where people would rather have it still."""

import json

import pytest

from browser.conftest import Visit
from browser.visitor import LEGAL, SETTLED, Visitor
from chabudai.kernel.rng import Rng

WATCH = """
    // Everything that the page lets move, as it begins and as it ends.
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        window.moved.push([frames[0], frames.at(-1)]);
        return animate.call(this, frames, timing);
    };
"""


GO_ON = f"""() => {{
    // Do what is asked for, if anything is.
    const asked = ({SETTLED})() && document.querySelector("[data-do=seen], #table[data-turn] .legal");
    asked?.click?.();
    return Boolean(asked);
}}"""


EDGES = """(card) => {
    // Places just within the card's sides, from its head to its foot.
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const places = [];
    for (let y = top + 1; y < bottom; y += 8) {
        const row = [];
        for (let x = left; x < right; x += 0.5) row.push(x);
        const within = (x) => card.contains(document.elementFromPoint(x, y));
        const first = row.find(within);
        if (first !== undefined) places.push([first, y], [row.findLast(within), y]);
    }
    return places;
}"""


def play(visitor: Visitor, game: str, clicks: int) -> list[list[dict[str, object]]]:
    """Play at a pace at which one can look on; what has moved after so many clicks."""
    visitor.context.add_init_script(WATCH)
    visitor.play_bots(game, pace="fast")
    for _ in range(clicks):
        visitor.page.wait_for_function(GO_ON, polling=20)
    visitor.page.wait_for_function(SETTLED, polling=20)
    moved: list[list[dict[str, object]]] = json.loads(visitor.page.evaluate("JSON.stringify(window.moved)"))
    return moved


@pytest.mark.parametrize("game", ["fine_weather"])
def test_cards_come_from_their_players_and_are_swept_to_the_winner(visit: Visit, game: str) -> None:
    moved = play(visit(motion=True), game, 6)
    assert any("translate" in first and first.get("scale") == 0.5 for first, _ in moved)
    assert any("translate" in last and last.get("opacity") == 0 for _, last in moved)


@pytest.mark.parametrize("game", ["thousand_cats"])
def test_cards_that_lay_face_down_turn_over(visit: Visit, game: str) -> None:
    moved = play(visit(motion=True), game, 4)
    backs = sum(last.get("scale") == "0 1" for _, last in moved)
    assert backs > 0
    assert sum(first.get("scale") == "0 1" for first, _ in moved) == backs


@pytest.mark.parametrize("game", ["fine_weather"])
def test_nothing_moves_for_who_wants_it_still(visit: Visit, game: str) -> None:
    assert play(visit(), game, 4) == []


def test_a_card_that_rises_under_the_pointer_does_not_slip_away_from_it(visit: Visit) -> None:
    """Else it would fall and rise for ever. The outermost cards of a fan are the most slanted."""
    visitor = visit()
    visitor.play_bots("ameno_kirifuda")
    cards = visitor.page.locator(f".hand {LEGAL}")
    while visitor.asked() and not cards.count():
        visitor.choose(Rng(1))
    for card in (cards.first, cards.last):
        visitor.page.mouse.move(0, 0)
        places = card.evaluate(EDGES)
        assert len(places) > 10
        for place in places:
            visitor.page.mouse.move(0, 0)
            for _ in range(3):  # the second time it has risen
                visitor.page.mouse.move(*place)
                assert card.evaluate("(card) => card.matches(':hover')"), place
