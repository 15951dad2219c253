"""From the lobby to the scoring: a whole game of each by clicks, and by taps on a phone in Japanese."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.visitor import Visitor
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng

JAPANESE = re.compile("[ぁ-んァ-ン一-龯]")


@pytest.mark.parametrize("game", list(games()))
def test_two_clicks_start_a_game_against_bots(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.page.goto("/")
    visitor.page.locator(f"[popovertarget=set-{game}]").first.click()
    visitor.page.locator(f"#set-{game} .btn.main").click()
    expect(visitor.page.locator("#table")).to_have_attribute("data-status", "playing")
    expect(visitor.page.locator(".kind.bot")).to_have_count(max(games()[game].players) - 1)


@pytest.mark.parametrize("game", list(games()))
def test_a_whole_game_is_played_by_clicks(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.play_bots(game)
    visitor.play_on(Rng(1))
    page = visitor.page
    look_through_the_scoring(visitor)
    page.locator("#after a[href^='/replay/']").click()
    expect(page.locator("#controls")).to_be_visible()
    page.locator("[data-go=last]").click()
    expect(page.locator("#s-scoring")).to_be_visible()


@pytest.mark.parametrize("game", list(games()))
def test_a_whole_game_is_played_by_taps_on_a_phone_in_japanese(visit: Visit, game: str) -> None:
    visitor = visit(language="ja", phone=True)
    visitor.play_bots(game)
    page = visitor.page
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    rng = Rng(2)
    while visitor.asked():
        assert visitor.overflow() <= 0
        expect(page.locator("#s-prompt .what").first).to_have_text(JAPANESE)
        visitor.choose(rng)
    assert visitor.overflow() <= 0
    expect(page.locator(".scoring h2")).to_have_text(JAPANESE)
    look_through_the_scoring(visitor)


def look_through_the_scoring(visitor: Visitor) -> None:
    """Go through the scoring step by step until the winners are named."""
    scoring = visitor.page.locator(".scoring")
    onward = scoring.locator(".step:visible .btn.main")
    while onward.count():
        visitor.press(onward)
    expect(scoring.locator(".result .won").first).to_be_visible()
