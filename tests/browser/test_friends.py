"""Two people at one table, each with their own browser."""

import pytest
from playwright.sync_api import expect

from browser.browser_user import SETTLED
from browser.conftest import OpenBrowser
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from server.running_server import RunningServer, wait_until


@pytest.mark.parametrize("game", list(games()))
def test_a_friend_joins_by_link_and_both_play_to_the_end(
    open_browser: OpenBrowser, server: RunningServer, game: str
) -> None:
    host, friend = open_browser(), open_browser(phone=True)
    address = host.make_table(game, seats=["me", "open", *["random"] * (max(games()[game].players) - 2)])
    host.page.locator(".others [popovertarget=invite]").click()
    link = host.page.locator("#invite [data-get] input").first.input_value()
    host.page.keyboard.press("Escape")

    friend.page.goto(link)
    friend.page.locator("main input[name=name]").fill("Ben")
    friend.page.locator("main form .btn.main").first.click()
    expect(friend.page.locator("#table")).to_have_attribute("data-status", "playing")
    expect(host.page.locator(".seat .name").filter(has_text="Ben")).to_be_visible()
    expect(friend.page.locator("#s-seat-0 .name")).to_be_visible()

    rng = Rng(1)
    table = server.context.tables.tasks[address.rpartition("/")[2]].table
    people = {0: host, 1: friend}
    while table.status != "over":
        for seat in people.keys() & table.waiting():
            assert people[seat].wait_for_turn()
            people[seat].choose(rng)
            people[seat].page.wait_for_function(SETTLED, polling=20)
        wait_until(lambda: table.status == "over" or people.keys() & table.waiting())
    assert not host.wait_for_turn()
    assert not friend.wait_for_turn()
    scores = [sorted(person.page.locator(".result .bars > li > b").all_text_contents()) for person in (host, friend)]
    assert scores[0] == scores[1]


def test_a_chat_message_is_shown_once_to_everybody_as_plain_text(open_browser: OpenBrowser) -> None:
    game = next(iter(games()))
    host, spectator = open_browser(), open_browser()
    address = host.play_against_bots(game, listed=True)
    spectator.page.goto(address)
    host.page.locator("[popovertarget=chat]").first.click()
    host.page.locator("#chat input").fill("<b>Good evening</b>")
    host.page.keyboard.press("Enter")
    expect(host.page.locator("#lines li")).to_have_count(1)
    spectator.page.locator("[popovertarget=chat]").first.click()
    expect(spectator.page.locator("#lines li")).to_contain_text(["<b>Good evening</b>"])
