"""What helps at a table: hints, taking back, a word when it is one's turn, asking before a card is played."""

import re
import time

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.visitor import LEGAL, WAIT, Visitor
from chabudai.kernel.rng import Rng
from server.served import Served, until

GAME = "thousand_cats"

TOLD = """
    // Notifications as a browser gives them that was allowed to; this one keeps them instead.
    window.told = [];
    window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, { body }) { window.told.push([title, body]); }
    };
    // Whether somebody looks at another tab now.
    window.elsewhere = false;
    Object.defineProperty(document, "hidden", { get: () => window.elsewhere });
"""


def reach_the_cards(*people: Visitor) -> None:
    """Answer what may be asked before the first card, a new deal, until all have a card to choose."""
    hands = [person.page.locator(f"#s-hand {LEGAL}") for person in people]
    end = time.monotonic() + WAIT / 1000
    while time.monotonic() < end:
        if all(hand.count() for hand in hands):
            return
        for person, hand in zip(people, hands, strict=True):
            if person.asked(patience=200) and not hand.count():
                person.choose(Rng(1))
    pytest.fail("nobody comes to play a card")


def test_a_hint_tells_how_often_each_choice_wins(visit: Visit, served: Served) -> None:
    visitor = visit()
    address = visitor.play_bots(GAME)
    assert visitor.asked()
    table = served.context.tables.tasks[address.rpartition("/")[2]].table
    until(lambda: table.waiting() == [0])  # else a bot's choice might come before the hint, which is for nothing then
    choices = len(visitor.choices())
    visitor.page.locator("[data-do=hint]").click()
    hints = visitor.page.locator(".hints [data-hints]")
    expect(hints).to_have_count(choices)
    expect(hints.first).to_contain_text("★")
    expect(hints.first).to_contain_text("%")


@pytest.mark.parametrize("agreed", [True, False])
def test_a_choice_is_taken_back_if_the_other_agrees(visit: Visit, served: Served, agreed: bool) -> None:
    host, friend = visit(), visit()
    address = host.set_table(GAME, players=3, seats=["me", "open", "random"], listed=True)
    friend.page.goto(address)
    friend.page.locator("[data-do=sit]").click()
    reach_the_cards(host, friend)
    table = served.context.tables.tasks[address.rpartition("/")[2]].table
    until(lambda: 2 not in table.waiting())  # else the bot's choice might end the question
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
        expect(host.page.locator("#toast")).to_have_text("The others would rather not.")
        expect(shown).not_to_have_attribute("data-turn", "")
    expect(question).to_be_hidden()


def test_who_looks_elsewhere_is_told_of_their_turn(visit: Visit) -> None:
    host, friend = visit(), visit()
    host.context.add_init_script(TOLD)
    address = host.set_table("ameno_kirifuda", players=3, seats=["me", "open", "random"], listed=True)
    page = host.page
    page.locator(".others [popovertarget=settings]").click()
    page.locator("#settings [data-setting=notify]").check()
    page.keyboard.press("Escape")
    friend.page.goto(address)
    friend.page.locator("[data-do=sit]").click()
    rng = Rng(1)
    # The host looks elsewhere until it is their turn again, or a few times: it may be so at once.
    end = time.monotonic() + WAIT / 1000
    while time.monotonic() < end:
        if friend.asked(patience=50):
            friend.choose(rng)
        if host.asked(patience=50):
            if page.evaluate("window.told.length"):
                break
            page.evaluate("window.elsewhere = false")
            host.choose(rng)
            page.evaluate("window.elsewhere = true")
    assert page.evaluate("window.told[0]") == ["It is your turn", "Ameno Kirifuda"]
    assert page.title() == "● Ameno Kirifuda"


def test_a_card_that_is_to_be_confirmed_is_played_by_the_second_click(visit: Visit) -> None:
    visitor = visit()
    visitor.play_bots(GAME)
    reach_the_cards(visitor)
    page = visitor.page
    page.locator(".others [popovertarget=settings]").click()
    page.locator("#settings [data-setting=confirm]").check()
    page.keyboard.press("Escape")
    selected = re.compile(r"\bselected\b")
    first, second = visitor.choices()[:2]
    visitor.press(first)
    expect(first).to_have_class(selected)
    visitor.press(second)
    expect(second).to_have_class(selected)
    expect(first).not_to_have_class(selected)
    hand = page.locator("#s-hand [data-card]")
    held = hand.count()
    visitor.press(second)
    expect(hand).to_have_count(held - 1)


def test_a_card_that_rises_under_the_pointer_is_played_by_a_click_at_its_foot(visit: Visit) -> None:
    visitor = visit()
    visitor.play_bots(GAME)
    reach_the_cards(visitor)
    hand = visitor.page.locator("#s-hand [data-card]")
    held = hand.count()
    visitor.press(visitor.choices()[0], at_its_foot=True)
    expect(hand).to_have_count(held - 1)
