"""Animations at the table, and none with reduced motion."""

import json

import pytest

from browser.browser_user import LEGAL, SETTLED, BrowserUser
from browser.conftest import OpenBrowser
from chabudai.kernel.rng import Rng

WATCH = """
    // The first and last keyframe of every animation.
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        window.moved.push([frames[0], frames.at(-1)]);
        return animate.call(this, frames, timing);
    };
"""


GO_ON = f"""() => {{
    // Make a choice or continue, if the page asks for it.
    const asked = ({SETTLED})() && document.querySelector("[data-do=seen], #table[data-turn] .legal");
    asked?.click?.();
    return Boolean(asked);
}}"""


EDGES = """(card) => {
    // Points just inside the card's left and right edges, from top to bottom.
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


def play(user: BrowserUser, game: str, clicks: int) -> list[list[dict[str, object]]]:
    """Play at a pace with animations, and return the animations up to the table after this many clicks."""
    user.context.add_init_script(WATCH)
    user.play_against_bots(game, pace="fast")
    for _ in range(clicks):
        user.page.wait_for_function(GO_ON, polling=20)
    user.page.wait_for_function(SETTLED, polling=20)
    moved: list[list[dict[str, object]]] = json.loads(user.page.evaluate("JSON.stringify(window.moved)"))
    return moved


@pytest.mark.parametrize("game", ["fine_weather"])
def test_cards_come_from_their_players_and_fly_to_the_winner(open_browser: OpenBrowser, game: str) -> None:
    moved = play(open_browser(motion=True), game, 6)
    assert any("translate" in first and first.get("scale") == 0.5 for first, _ in moved)
    assert any("translate" in last and last.get("opacity") == 0 for _, last in moved)


@pytest.mark.parametrize("game", ["thousand_cats"])
def test_face_down_cards_turn_over(open_browser: OpenBrowser, game: str) -> None:
    moved = play(open_browser(motion=True), game, 4)
    backs = sum(last.get("scale") == "0 1" for _, last in moved)
    assert backs > 0
    assert sum(first.get("scale") == "0 1" for first, _ in moved) == backs


@pytest.mark.parametrize("game", ["fine_weather"])
def test_nothing_moves_with_reduced_motion(open_browser: OpenBrowser, game: str) -> None:
    assert play(open_browser(), game, 4) == []


def test_a_raised_card_stays_under_the_pointer(open_browser: OpenBrowser) -> None:
    """Otherwise it would flicker. The outermost cards of a fan are the most slanted."""
    user = open_browser()
    user.play_against_bots("ameno_kirifuda")
    cards = user.page.locator(f".hand {LEGAL}")
    while user.wait_for_turn() and not cards.count():
        user.choose(Rng(1))
    for card in (cards.first, cards.last):
        user.page.mouse.move(0, 0)
        places = card.evaluate(EDGES)
        assert len(places) > 10
        for place in places:
            user.page.mouse.move(0, 0)
            for _ in range(3):  # the first move raises the card
                user.page.mouse.move(*place)
                assert card.evaluate("(card) => card.matches(':hover')"), place
