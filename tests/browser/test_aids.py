"""Aids at a table: hints, undo, notifications of a turn, and confirmation of moves."""

import re
import time

import pytest
from playwright.sync_api import expect

from browser.browser_user import LEGAL, WAIT, BrowserUser
from browser.conftest import OpenBrowser
from chabudai.kernel.rng import Rng
from server.running_server import RunningServer, wait_until

GAME = "thousand_cats"

NOTIFICATIONS = """
    // Notifications are allowed, and collected instead of shown.
    window.notified = [];
    window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, { body }) { window.notified.push([title, body]); }
    };
    // Whether the person is in another tab now.
    window.elsewhere = false;
    Object.defineProperty(document, "hidden", { get: () => window.elsewhere });
"""


def reach_the_cards(*people: BrowserUser) -> None:
    """Make the choices that come before the first card, such as a redeal, until everybody has a card to play."""
    hands = [person.page.locator(f"#s-hand {LEGAL}") for person in people]
    end = time.monotonic() + WAIT / 1000
    while time.monotonic() < end:
        if all(hand.count() for hand in hands):
            return
        for person, hand in zip(people, hands, strict=True):
            if person.wait_for_turn(timeout=200) and not hand.count():
                person.choose(Rng(1))
    pytest.fail("not everybody gets to play a card")


def test_a_hint_shows_how_often_each_choice_wins(open_browser: OpenBrowser, server: RunningServer) -> None:
    user = open_browser()
    address = user.play_against_bots(GAME)
    assert user.wait_for_turn()
    table = server.context.tables.tasks[address.rpartition("/")[2]].table
    wait_until(lambda: table.waiting() == [0])  # otherwise a bot's choice might make the hint obsolete
    choices = len(user.choices())
    user.page.locator("[data-do=hint]").click()
    hints = user.page.locator(".hints [data-hints]")
    expect(hints).to_have_count(choices)
    expect(hints.first).to_contain_text("★")
    expect(hints.first).to_contain_text("%")


@pytest.mark.parametrize("agreed", [True, False])
def test_a_choice_is_undone_only_if_the_other_player_agrees(
    open_browser: OpenBrowser, server: RunningServer, agreed: bool
) -> None:
    host, friend = open_browser(), open_browser()
    address = host.make_table(GAME, players=3, seats=["me", "open", "random"], listed=True)
    friend.page.goto(address)
    friend.page.locator("[data-do=sit]").click()
    reach_the_cards(host, friend)
    table = server.context.tables.tasks[address.rpartition("/")[2]].table
    wait_until(lambda: 2 not in table.waiting())  # otherwise the bot's choice might end the vote
    host.choose(Rng(1))
    shown = host.page.locator("#table")
    expect(shown).not_to_have_attribute("data-turn", "")
    host.page.locator("#s-prompt [data-do=undo]").click()
    question = friend.page.locator("#ask")
    expect(question).to_be_visible()
    question.get_by_role("button").nth(0 if agreed else 1).click()
    if agreed:
        expect(shown).to_have_attribute("data-turn", "")
    else:
        expect(host.page.locator("#toast")).to_have_text("The others did not agree.")
        expect(shown).not_to_have_attribute("data-turn", "")
    expect(question).to_be_hidden()


def test_a_player_in_another_tab_is_notified_of_their_turn(open_browser: OpenBrowser) -> None:
    host, friend = open_browser(), open_browser()
    host.context.add_init_script(NOTIFICATIONS)
    address = host.make_table("ameno_kirifuda", players=3, seats=["me", "open", "random"], listed=True)
    page = host.page
    page.locator(".others [popovertarget=settings]").click()
    page.locator("#settings [data-setting=notify]").check()
    page.keyboard.press("Escape")
    friend.page.goto(address)
    friend.page.locator("[data-do=sit]").click()
    rng = Rng(1)
    # The host is in another tab until their next turn; repeat, as the turn may come immediately.
    end = time.monotonic() + WAIT / 1000
    while time.monotonic() < end:
        if friend.wait_for_turn(timeout=50):
            friend.choose(rng)
        if host.wait_for_turn(timeout=50):
            if page.evaluate("window.notified.length"):
                break
            page.evaluate("window.elsewhere = false")
            host.choose(rng)
            page.evaluate("window.elsewhere = true")
    assert page.evaluate("window.notified[0]") == ["It’s your turn", "Ameno Kirifuda"]
    assert page.title() == "● Ameno Kirifuda"


def test_with_confirmation_the_second_click_plays_a_card(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.play_against_bots(GAME)
    reach_the_cards(user)
    page = user.page
    page.locator(".others [popovertarget=settings]").click()
    page.locator("#settings [data-setting=confirm]").check()
    page.keyboard.press("Escape")
    selected = re.compile(r"\bselected\b")
    first, second = user.choices()[:2]
    user.press(first)
    expect(first).to_have_class(selected)
    user.press(second)
    expect(second).to_have_class(selected)
    expect(first).not_to_have_class(selected)
    hand = page.locator("#s-hand [data-card]")
    cards_before = hand.count()
    user.press(second)
    expect(hand).to_have_count(cards_before - 1)


def test_a_click_at_the_bottom_edge_of_a_raised_card_plays_it(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.play_against_bots(GAME)
    reach_the_cards(user)
    hand = user.page.locator("#s-hand [data-card]")
    cards_before = hand.count()
    user.press(user.choices()[0], at_bottom=True)
    expect(hand).to_have_count(cards_before - 1)
