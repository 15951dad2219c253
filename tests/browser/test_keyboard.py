"""Everything by keyboard: arrows, Enter, and a key each for a hint and for the reasons."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.visitor import LEGAL, Visitor
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng

ARROWS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")


def choose_by_keys(visitor: Visitor, rng: Rng) -> None:
    """Wander about by arrows until something is met that can be chosen, and choose it."""
    keyboard = visitor.page.keyboard
    for _ in range(100):
        keyboard.press(ARROWS[rng.below(len(ARROWS))])
        if visitor.page.evaluate(f'document.activeElement.matches("{LEGAL}")'):
            break
    keyboard.press("Enter")


@pytest.mark.parametrize("game", list(games()))
def test_a_whole_game_is_played_by_keyboard(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.play_bots(game)
    rng = Rng(1)
    while visitor.asked():
        choose_by_keys(visitor, rng)
    expect(visitor.page.locator("#s-scoring")).to_be_visible()


def test_a_game_is_begun_by_keyboard(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    first = page.locator(".fold h3 button").first
    while not first.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet.set:popover-open .btn.main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")


def test_keys_tell_the_reason_and_give_a_hint(visit: Visit) -> None:
    visitor = visit()
    visitor.play_bots("fine_weather")
    dimmed = visitor.page.locator(".card[aria-disabled='true']")
    rng = Rng(1)
    while visitor.asked() and not dimmed.count():
        visitor.choose(rng)
    dimmed.first.focus()
    visitor.page.keyboard.press("?")
    reason = visitor.page.locator(f"#{dimmed.first.get_attribute('aria-describedby')}").text_content()
    expect(visitor.page.locator("#toast")).to_have_text(reason or "no reason")
    visitor.page.keyboard.press("h")
    expect(visitor.page.locator(".hints tbody tr").first).to_be_visible()


def test_a_key_that_is_held_chooses_nothing(visit: Visit) -> None:
    visitor = visit()
    visitor.play_bots("kasane")
    assert visitor.asked()
    page = visitor.page
    page.evaluate("window.line.send = (text) => (window.said = JSON.parse(text))")
    page.keyboard.down("Enter")
    page.locator(LEGAL).first.focus()
    page.keyboard.down("Enter")
    assert page.evaluate("window.said") is None
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    said = page.evaluate("window.said")
    assert (said["do"], said["seq"]) == ("choose", page.evaluate("window.shown"))


def test_a_button_that_comes_again_keeps_the_focus(visit: Visit) -> None:
    visitor = visit()
    visitor.set_table("kasane", players=3, seats=["me", "open", "random"])
    begin = visitor.page.locator("#s-prompt [data-do=begin]")
    begin.focus()
    visitor.page.evaluate("""async () => {
        const client = document.querySelector("script[src$='/client.js']").src;
        const { swap } = await import(client.replace("client.js", "swap.js"));
        await swap({ prompt: document.getElementById("s-prompt").innerHTML });
    }""")
    expect(begin).to_be_focused()
