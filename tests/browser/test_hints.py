"""Hints in the browser: where the list stands at every size, closing it, and choosing from it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser.browser_user import LEGAL, BrowserUser
from browser.conftest import OpenBrowser
from chabudai.kernel.rng import Rng
from server.running_server import RunningServer, wait_until

SIZES = [(1440, 900), (1280, 720), (910, 512), (844, 390), (390, 844), (390, 664), (360, 640), (820, 1180), (1180, 820)]

PLACED = """() => {
    // The list is in the window, and covers neither hand nor prompt.
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const list = box("#hints");
    const covers = (own) =>
        Math.min(list.right, own.right) - Math.max(list.left, own.left) > 1 &&
        Math.min(list.bottom, own.bottom) - Math.max(list.top, own.top) > 1;
    const inside = list.left >= 0 && list.top >= 0 && list.right <= innerWidth + 1 && list.bottom <= innerHeight + 1;
    return inside && list.height > 80 && !covers(box("#s-hand")) && !covers(box("#s-prompt"));
}"""


def ask_for_a_hint(user: BrowserUser, server: RunningServer) -> None:
    """Play Fine Weather until the user has several cards to choose from, and ask for a hint."""
    address = user.play_against_bots("fine_weather")
    table = server.context.tables.tasks[address.rpartition("/")[2]].table
    hand = user.page.locator(f"#s-hand {LEGAL}")
    rng = Rng(1)
    while user.wait_for_turn() and hand.count() < 2:
        user.choose(rng)
    wait_until(lambda: table.waiting() == [0])
    user.page.locator("[data-do=hint]").click()
    expect(user.page.locator("#hints")).to_be_visible()


def test_the_list_covers_neither_hand_nor_prompt_at_any_size(open_browser: OpenBrowser, server: RunningServer) -> None:
    user = open_browser()
    ask_for_a_hint(user, server)
    for width, height in SIZES:
        user.page.set_viewport_size({"width": width, "height": height})
        user.page.wait_for_function(PLACED)
        expect(user.page.locator("#hints .choice").first).to_be_in_viewport()
        if (width, height) in SIZES[::4]:  # on a desk, a phone and a wide tablet
            violations = Axe().run(user.page).response["violations"]
            assert [violation["id"] for violation in violations] == [], (width, height)


def ask_for_a_hint_with_confirmation(user: BrowserUser) -> None:
    user.play_against_bots("fine_weather")
    hand = user.page.locator(f"#s-hand {LEGAL}")
    while user.wait_for_turn() and hand.count() < 2:
        choice = user.choices()[0]
        user.press(choice)
        user.press(choice)
    user.page.locator("[data-do=hint]").click()
    expect(user.page.locator("#hints")).to_be_visible()


@pytest.mark.parametrize("phone", [True, False])
def test_a_row_is_confirmed_like_a_card_and_plays_it(open_browser: OpenBrowser, phone: bool) -> None:
    user = open_browser(phone=phone)
    user.context.add_init_script("localStorage.chabudai = JSON.stringify({ confirm: true })")
    ask_for_a_hint_with_confirmation(user)
    row = user.page.locator("#hints .choice").first
    best = user.page.locator("#s-hand [data-hint=best]")
    action = row.get_attribute("data-action") or ""
    expect(best).to_have_attribute("data-action", action)
    cards = user.page.locator("#s-hand [data-card]")
    before = cards.count()
    user.press(row)
    expect(row).to_contain_class("selected")
    expect(cards).to_have_count(before)
    user.press(row)
    expect(user.page.locator(f"#s-hand [data-action='{action}']")).to_have_count(0)
    expect(user.page.locator("#hints")).to_have_count(0)


def test_a_closed_list_is_shown_again_without_asking_the_server(
    open_browser: OpenBrowser, server: RunningServer
) -> None:
    user = open_browser()
    ask_for_a_hint(user, server)
    page, hints = user.page, user.page.locator("#hints")
    page.locator("[data-close=hints]").click()
    expect(hints).to_be_hidden()
    expect(page.locator("[data-hint=best]")).to_be_visible()
    page.evaluate("window.socket.send = (text) => (window.sent = text)")
    page.keyboard.press("h")
    expect(hints).to_be_visible()
    page.keyboard.press("Escape")
    expect(hints).to_be_hidden()
    page.locator("[data-do=hint]").click()
    expect(hints).to_be_visible()
    assert page.evaluate("window.sent") is None
