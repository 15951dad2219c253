"""Games begun in the lobby, and whole games to the scoring: by clicks, and by taps on a phone in Japanese."""

import re

import pytest
from playwright.sync_api import expect

from browser.browser_user import BrowserUser
from browser.conftest import OpenBrowser
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng

JAPANESE = re.compile("[ぁ-んァ-ン一-龯]")


@pytest.mark.parametrize("game", list(games()))
def test_two_clicks_start_a_game_against_bots(open_browser: OpenBrowser, game: str) -> None:
    user = open_browser()
    user.page.goto("/")
    user.page.locator(f"[popovertarget=set-{game}]").first.click()
    user.page.locator(f"#set-{game} .btn.main").click()
    expect(user.page.locator("#table")).to_have_attribute("data-status", "playing")
    expect(user.page.locator(".kind.bot")).to_have_count(max(games()[game].players) - 1)


@pytest.mark.parametrize("game", list(games()))
def test_a_whole_game_is_played_by_clicks(open_browser: OpenBrowser, game: str) -> None:
    user = open_browser()
    user.play_against_bots(game)
    user.play_on(Rng(1))
    page = user.page
    step_through_the_scoring(user)
    page.locator("#after a[href^='/replay/']").click()
    expect(page.locator("#controls")).to_be_visible()
    page.locator("[data-go=last]").click()
    expect(page.locator("#s-scoring")).to_be_visible()


@pytest.mark.parametrize("game", list(games()))
def test_a_whole_game_is_played_by_taps_on_a_phone_in_japanese(open_browser: OpenBrowser, game: str) -> None:
    user = open_browser(language="ja", phone=True)
    user.play_against_bots(game)
    page = user.page
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    rng = Rng(2)
    while user.wait_for_turn():
        assert user.overflow() <= 0
        expect(page.locator("#s-prompt .what").first).to_have_text(JAPANESE)
        user.choose(rng)
    assert user.overflow() <= 0
    expect(page.locator(".scoring h2")).to_have_text(JAPANESE)
    step_through_the_scoring(user)


def step_through_the_scoring(user: BrowserUser) -> None:
    """Step through the scoring until the winners are named."""
    scoring = user.page.locator(".scoring")
    next_step = scoring.locator(".step:visible .btn.main")
    while next_step.count():
        user.press(next_step)
    expect(scoring.locator(".result .won").first).to_be_visible()
