"""Two people, each with a browser of their own, at one table."""

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.visitor import SETTLED
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from server.served import Served, until


@pytest.mark.parametrize("game", list(games()))
def test_a_friend_follows_the_link_and_both_play_to_the_end(visit: Visit, served: Served, game: str) -> None:
    host, friend = visit(), visit(phone=True)
    address = host.set_table(game, seats=["me", "open", *["random"] * (max(games()[game].players) - 2)])
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
    table = served.context.tables.tasks[address.rpartition("/")[2]].table
    people = {0: host, 1: friend}
    while table.status != "over":
        for seat in people.keys() & table.waiting():
            assert people[seat].asked()
            people[seat].choose(rng)
            people[seat].page.wait_for_function(SETTLED, polling=20)
        until(lambda: table.status == "over" or people.keys() & table.waiting())
    assert not host.asked()
    assert not friend.asked()
    scores = [sorted(person.page.locator(".result .bars > li > b").all_text_contents()) for person in (host, friend)]
    assert scores[0] == scores[1]


def test_what_one_says_the_other_reads_once(visit: Visit) -> None:
    game = next(iter(games()))
    host, watcher = visit(), visit()
    address = host.play_bots(game, listed=True)
    watcher.page.goto(address)
    host.page.locator("[popovertarget=chat]").first.click()
    host.page.locator("#chat input").fill("<b>Good evening</b>")
    host.page.keyboard.press("Enter")
    expect(host.page.locator("#lines li")).to_have_count(1)
    watcher.page.locator("[popovertarget=chat]").first.click()
    expect(watcher.page.locator("#lines li")).to_contain_text(["<b>Good evening</b>"])
