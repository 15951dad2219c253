"""Playing by keyboard: arrows, Enter, and keys for hints and reasons."""

import pytest
from playwright.sync_api import expect

from browser.browser_user import LEGAL, BrowserUser
from browser.conftest import OpenBrowser
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng

ARROWS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")


def choose_by_keys(user: BrowserUser, rng: Rng) -> None:
    """Press random arrows until the focus is on a legal choice, and choose it."""
    keyboard = user.page.keyboard
    for _ in range(100):
        keyboard.press(ARROWS[rng.below(len(ARROWS))])
        if user.page.evaluate(f'document.activeElement.matches("{LEGAL}")'):
            break
    keyboard.press("Enter")


@pytest.mark.parametrize("game", list(games()))
def test_a_whole_game_is_played_by_keyboard(open_browser: OpenBrowser, game: str) -> None:
    user = open_browser()
    user.play_against_bots(game)
    rng = Rng(1)
    while user.wait_for_turn():
        choose_by_keys(user, rng)
    expect(user.page.locator("#s-scoring")).to_be_visible()


def test_a_game_is_started_by_keyboard(open_browser: OpenBrowser) -> None:
    user = open_browser()
    page = user.page
    page.goto("/")
    first = page.locator(".fold h3 button").first
    while not first.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".dialog.set:popover-open .btn.main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")


def test_keys_show_a_reason_and_a_hint(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.play_against_bots("fine_weather")
    dimmed = user.page.locator(".card[aria-disabled='true']")
    rng = Rng(1)
    while user.wait_for_turn() and not dimmed.count():
        user.choose(rng)
    dimmed.first.focus()
    user.page.keyboard.press("?")
    reason = user.page.locator(f"#{dimmed.first.get_attribute('aria-describedby')}").text_content()
    expect(user.page.locator("#toast")).to_have_text(reason or "no reason")
    user.page.keyboard.press("h")
    expect(user.page.locator(".hints tbody tr").first).to_be_visible()


def test_a_held_key_chooses_nothing(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.play_against_bots("kasane")
    assert user.wait_for_turn()
    page = user.page
    page.evaluate("window.socket.send = (text) => (window.command = JSON.parse(text))")
    page.keyboard.down("Enter")
    page.locator(LEGAL).first.focus()
    page.keyboard.down("Enter")
    assert page.evaluate("window.command") is None
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    command = page.evaluate("window.command")
    assert (command["do"], command["seq"]) == ("choose", page.evaluate("window.shown"))


def test_a_redrawn_button_keeps_the_focus(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.make_table("kasane", players=3, seats=["me", "open", "random"])
    begin = user.page.locator("#s-prompt [data-do=begin]")
    begin.focus()
    user.page.evaluate("""async () => {
        const client = document.querySelector("script[src$='/client.js']").src;
        const { swap } = await import(client.replace("client.js", "swap.js"));
        await swap({ prompt: document.getElementById("s-prompt").innerHTML });
    }""")
    expect(begin).to_be_focused()
