"""Where there is little room nothing lies on anything else: sheets, plates, the middle, the buttons after the end."""

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Visit
from browser.visitor import Visitor
from chabudai.kernel.rng import Rng

PHONE, SMALL, TABLET = (390, 844), (320, 640), (820, 1180)

LONG = {"0": "Alexandra Wintersberger", "1": "Bartholomew Fitzgerald", "2": "Wilhelmina Oldenburg"}
ANY_NAME = re.compile("|".join(LONG.values()))

STICKING_OUT = """plates => plates.flatMap((plate) => {
    const { left, right, bottom } = plate.getBoundingClientRect();
    return [...plate.querySelectorAll(".chip, .tag, .mini")].filter((thing) => {
        const box = thing.getBoundingClientRect();
        return box.left < left || box.right > right || box.bottom > bottom;
    }).map((thing) => thing.textContent);
})"""

MEETING = """([one, other]) => {
    // Which of the first lie on which of the others, by more than a rounding.
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((thing) => thing.getBoundingClientRect());
    return boxes(one).flatMap((a) => boxes(other).filter((b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)).length;
}"""


def resize(visitor: Visitor, size: tuple[int, int]) -> None:
    """Give the visitor's screen another size."""
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})


def top_and_foot(thing: Locator) -> tuple[float, float]:
    """Where a thing begins and ends, from the top of the screen."""
    box = thing.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize("size", [PHONE, SMALL, TABLET])
def test_a_sheet_opens_over_the_table_and_the_dock_stays_at_the_foot(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit(phone=True)
    visitor.play_bots("fine_weather")
    resize(visitor, size)
    assert visitor.asked()
    page = visitor.page
    table = top_and_foot(page.locator(".mat"))
    for name in ("facts", "scores", "log"):
        page.locator(f".dock label:has(#dock-{name})").tap()
        sheet = page.locator(f".side > .{name}")
        expect(sheet).to_be_visible()
        dock, foot = top_and_foot(page.locator(".dock"))
        assert foot == size[1]
        above, below = top_and_foot(sheet)
        assert above >= 0
        assert below <= dock + 1
        assert top_and_foot(page.locator(".mat")) == table


@pytest.mark.parametrize("size", [PHONE, SMALL])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_seasons_pair_and_tokens_lie_apart(visit: Visit, size: tuple[int, int], language: str) -> None:
    visitor = visit(phone=True, language=language)
    visitor.play_bots("thousand_cats", options={"rules": "advanced"})
    resize(visitor, size)
    assert visitor.asked()
    expect(visitor.page.locator("[data-zone=supply]")).to_be_visible()
    pair = "[data-zone=pair] :is(.card, .caption)"
    assert not visitor.page.evaluate(MEETING, [pair, "[data-zone=seasons] .word"])
    assert not visitor.page.evaluate(MEETING, [pair, "[data-zone=supply] .word"])
    assert visitor.page.locator(".place .seat").evaluate_all(STICKING_OUT) == []


def test_the_dummy_lies_apart_from_the_pair_on_a_small_phone(visit: Visit) -> None:
    visitor = visit(phone=True)
    visitor.set_table("thousand_cats", players=3, seats=["me", "random", "random"])
    resize(visitor, SMALL)
    visitor.play_on(Rng(1), most=3)
    assert visitor.asked()
    expect(visitor.page.locator("[data-zone=dummy_taken]")).to_be_visible()
    pair = "[data-zone=pair] :is(.card, .caption)"
    assert not visitor.page.evaluate(MEETING, [pair, "[data-zone^=dummy] :is(.card, .word, .zone-title)"])


def test_the_trick_lies_below_the_board_on_a_small_phone_and_spaces_can_be_touched(visit: Visit) -> None:
    visitor = visit(phone=True)
    visitor.play_bots("ameno_kirifuda")
    resize(visitor, SMALL)
    rng = Rng(1)
    space = visitor.page.locator(".space.legal").first
    while visitor.asked() and not space.count():
        visitor.choose(rng)
    box = space.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert not visitor.page.evaluate(MEETING, [".gameboard", "[data-zone=trick] .card, [data-zone=order] .word"])


@pytest.mark.parametrize("game", ["kasane", "thousand_cats"])
def test_tables_of_facts_show_all_columns_however_long_the_names_are(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.set_table(game, players=4, seats=["me", "me", "me", "random"], names=LONG)
    visitor.page.locator("#curtain [data-do=reveal]").click()
    expect(visitor.page.locator(".fact tbody th", has_text=ANY_NAME).first).to_be_attached()
    wide = "tables => tables.map(table => table.scrollWidth - table.clientWidth)"
    assert max(visitor.page.locator(".fact .scroll").evaluate_all(wide)) <= 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_bar_of_a_tablet_is_one_line_high(visit: Visit, language: str) -> None:
    visitor = visit(language=language)
    resize(visitor, TABLET)
    visitor.play_bots("fine_weather")
    top, foot = top_and_foot(visitor.page.locator(".bar"))
    assert foot - top < 60


@pytest.mark.parametrize("size", [PHONE, SMALL, TABLET, (1280, 800)])
def test_the_buttons_after_the_end_are_all_in_sight_and_cover_nothing(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit(language="ja")
    visitor.set_table("only_one", players=2, seats=["me", "random"])
    visitor.play_by_websocket(Rng(1))
    page = visitor.page
    while not page.locator(".result").is_visible():
        page.keyboard.press("Enter")
    resize(visitor, size)
    expect(page.locator("#after")).to_be_visible()
    # However far one has scrolled, they lie below the end of the table, and above the dock.
    page.locator(".play").evaluate("play => play.scrollTo(0, play.scrollHeight)")
    assert not page.evaluate(MEETING, ["#after", ".dock, .mat, #s-hand .card, #s-prompt .say, #s-seat-0 .seat"])
