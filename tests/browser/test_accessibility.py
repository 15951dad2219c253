"""axe finds nothing to complain of: every page, in light and dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.visitor import Visitor
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng


def check(visitor: Visitor, what: str) -> None:
    found = Axe().run(visitor.page).response["violations"]
    told = [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]
    assert told == [], what


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", list(games()))
def test_a_table_and_what_comes_of_it(visit: Visit, game: str, theme: str) -> None:
    visitor = visit(theme=theme)
    address = visitor.play_bots(game)
    rng = Rng(1)
    visitor.play_by_websocket(rng, most=6)
    assert visitor.asked()
    check(visitor, "in the middle of a game")
    visitor.play_by_websocket(rng)
    check(visitor, "at the scoring")
    for page in (address.replace("/table/", "/replay/") + "?step=20", f"/rules/{game}"):
        visitor.page.goto(page)
        check(visitor, page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_round_the_tables(visit: Visit, theme: str) -> None:
    visitor = visit(theme=theme)
    game = next(iter(games()))
    visitor.play_bots(game)
    visitor.play_by_websocket(Rng(1))
    for page in ("/", "/mine"):
        visitor.page.goto(page)
        check(visitor, page)
    visitor.page.goto("/")
    visitor.page.locator(f"[popovertarget=set-{game}]").first.click()
    expect(visitor.page.locator(f"#set-{game}")).to_be_visible()
    check(visitor, "the form that sets a table")
