"""On small screens nothing overlaps: panels, plates, the middle, and the buttons after the end."""

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.browser_user import BrowserUser
from browser.conftest import OpenBrowser
from chabudai.kernel.rng import Rng

PHONE, SMALL, TABLET = (390, 844), (320, 640), (820, 1180)

LONG_NAMES = {"0": "Alexandra Wintersberger", "1": "Bartholomew Fitzgerald", "2": "Wilhelmina Oldenburg"}
ANY_NAME = re.compile("|".join(LONG_NAMES.values()))

OVERFLOWING = """plates => plates.flatMap((plate) => {
    const { left, right, bottom } = plate.getBoundingClientRect();
    return [...plate.querySelectorAll(".chip, .tag, .mini")].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.left < left || box.right > right || box.bottom > bottom;
    }).map((element) => element.textContent);
})"""

OVERLAPS = """([first, second]) => {
    // Count the pairs that overlap by more than a rounding error.
    const box = (element) => element.getBoundingClientRect();
    const boxes = (selector) => [...document.querySelectorAll(selector)].map(box);
    return boxes(first).flatMap((a) => boxes(second).filter((b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)).length;
}"""


def resize(user: BrowserUser, size: tuple[int, int]) -> None:
    """Change the size of the user's screen."""
    user.page.set_viewport_size({"width": size[0], "height": size[1]})


def top_and_bottom(element: Locator) -> tuple[float, float]:
    """Return the distances of an element's top and bottom from the top of the screen."""
    box = element.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize("size", [PHONE, SMALL, TABLET])
def test_a_panel_opens_over_the_table_and_the_dock_stays_at_the_bottom(
    open_browser: OpenBrowser, size: tuple[int, int]
) -> None:
    user = open_browser(phone=True)
    user.play_against_bots("fine_weather")
    resize(user, size)
    assert user.wait_for_turn()
    page = user.page
    table = top_and_bottom(page.locator(".mat"))
    for name in ("facts", "log"):
        page.locator(f".dock label:has(#dock-{name})").tap()
        panel = page.locator(f".side > .{name}")
        expect(panel).to_be_visible()
        dock, bottom = top_and_bottom(page.locator(".dock"))
        assert bottom == size[1]
        above, below = top_and_bottom(panel)
        assert above >= 0
        assert below <= dock + 1
        assert top_and_bottom(page.locator(".mat")) == table


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_seasons_pair_and_tokens_do_not_overlap(
    open_browser: OpenBrowser, size: tuple[int, int], language: str
) -> None:
    user = open_browser(phone=True, language=language)
    user.play_against_bots("thousand_cats", options={"rules": "advanced"})
    resize(user, size)
    assert user.wait_for_turn()
    expect(user.page.locator("[data-zone=supply]")).to_be_visible()
    pair = "[data-zone=pair] :is(.card, .caption)"
    assert not user.page.evaluate(OVERLAPS, [pair, "[data-zone=seasons] .word"])
    assert not user.page.evaluate(OVERLAPS, [pair, "[data-zone=supply] .word"])
    assert user.page.locator(".place .seat").evaluate_all(OVERFLOWING) == []


def test_the_dummy_does_not_overlap_the_pair_on_a_small_phone(open_browser: OpenBrowser) -> None:
    user = open_browser(phone=True)
    user.make_table("thousand_cats", players=3, seats=["me", "random", "random"])
    resize(user, SMALL)
    user.play_on(Rng(1), max_choices=3)
    assert user.wait_for_turn()
    expect(user.page.locator("[data-zone=dummy_taken]")).to_be_visible()
    pair = "[data-zone=pair] :is(.card, .caption)"
    assert not user.page.evaluate(OVERLAPS, [pair, "[data-zone^=dummy] :is(.card, .word, .zone-title)"])


def test_on_a_small_phone_the_trick_is_below_the_board_and_spaces_are_touchable(open_browser: OpenBrowser) -> None:
    user = open_browser(phone=True)
    user.play_against_bots("ameno_kirifuda")
    resize(user, SMALL)
    rng = Rng(1)
    space = user.page.locator(".space.legal").first
    while user.wait_for_turn() and not space.count():
        user.choose(rng)
    box = space.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert not user.page.evaluate(OVERLAPS, [".gameboard", "[data-zone=trick] .card, [data-zone=order] .word"])


@pytest.mark.parametrize("game", ["kasane", "thousand_cats"])
def test_fact_tables_show_all_columns_even_with_long_names(open_browser: OpenBrowser, game: str) -> None:
    user = open_browser()
    user.make_table(game, players=4, seats=["me", "me", "me", "random"], names=LONG_NAMES)
    user.page.locator("#curtain [data-do=reveal]").click()
    expect(user.page.locator(".fact tbody th", has_text=ANY_NAME).first).to_be_attached()
    overflow = "tables => tables.map(table => table.scrollWidth - table.clientWidth)"
    assert max(user.page.locator(".fact .scroll").evaluate_all(overflow)) <= 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_top_bar_of_a_tablet_has_one_line(open_browser: OpenBrowser, language: str) -> None:
    user = open_browser(language=language)
    resize(user, TABLET)
    user.play_against_bots("fine_weather")
    top, bottom = top_and_bottom(user.page.locator(".bar"))
    assert bottom - top < 60


@pytest.mark.parametrize("size", [PHONE, SMALL, TABLET, (1280, 800)])
def test_the_buttons_after_the_end_are_visible_and_cover_nothing(
    open_browser: OpenBrowser, size: tuple[int, int]
) -> None:
    user = open_browser(language="ja")
    user.make_table("only_one", players=2, seats=["me", "random"])
    user.play_by_websocket(Rng(1))
    page = user.page
    while not page.locator(".result").is_visible():
        page.keyboard.press("Enter")
    resize(user, size)
    expect(page.locator("#after")).to_be_visible()
    # Even scrolled to the end, they are below the table and above the dock.
    page.locator(".play").evaluate("play => play.scrollTo(0, play.scrollHeight)")
    assert not page.evaluate(OVERLAPS, ["#after", ".dock, .mat, #s-hand .card, #s-prompt .say, #s-seat-0 .seat"])
