"""The guided first game of each game, from the lobby to the end."""

import pytest
from playwright.sync_api import expect

from browser.conftest import OpenBrowser
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.server.http import table_form


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_form, "STAND_IN", "random")


@pytest.mark.parametrize("game", [name for name, game in games().items() if game.first_game])
def test_a_guided_game_is_played_to_its_end(open_browser: OpenBrowser, game: str) -> None:
    user = open_browser()
    page = user.page
    user.make_table(game, first_game=True)
    rng = Rng(1)
    chapters = set()
    while user.wait_for_turn():
        guide = page.locator(".guide")
        expect(guide.locator("p")).not_to_be_empty()
        chapters.add(guide.locator("a").get_attribute("data-rule"))
        user.choose(rng)
    expect(page.locator("#s-scoring")).to_be_visible()
    page.goto(f"/rules/{game}")
    for chapter in chapters:
        expect(page.locator(f"#{chapter}")).to_be_visible()


def test_the_lobby_offers_the_guided_game(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.page.goto("/")
    user.page.locator("button.quiet[name=first_game]").first.click()
    expect(user.page.locator(".guide p")).not_to_be_empty()
