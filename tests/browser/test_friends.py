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
    host.page.locator("#chat-button").click()
    host.page.locator("#chat input").fill("<b>Good evening</b>")
    host.page.keyboard.press("Enter")
    expect(host.page.locator("#lines li")).to_have_count(1)
    expect(spectator.page.locator("#lines li")).to_contain_text(["<b>Good evening</b>"])


def test_people_talk_beside_the_table_and_mute_somebody(open_browser: OpenBrowser) -> None:
    host, friend = open_browser(), open_browser(language="ja", phone=True)
    address = host.make_table("fine_weather", players=3, seats=["me", "open", "random"], listed=True)
    # While the table waits, the invitation is in its middle.
    gathering = host.page.locator("#gathering")
    expect(gathering.locator("svg")).to_be_visible()
    expect(gathering.locator("[data-share]")).to_be_visible()
    # The preview stays: a slow machine might need longer to click it than it is shown.
    friend.context.add_init_script(
        "const wait = setTimeout; window.setTimeout = (act, time) => (time === 7000 ? 0 : wait(act, time));"
    )
    friend.page.goto(address)
    friend.page.locator("[data-do=sit]").click()
    expect(host.page.locator("#table")).to_have_attribute("data-status", "playing")
    expect(gathering).to_be_hidden()

    expect(friend.page.locator("#table")).to_have_attribute("data-seated", "true")
    host.page.locator("[data-react=thanks]").click()
    # On a phone the chat is closed: a new line shows for a moment, in the reader's language, and opens the chat.
    friend.page.locator("#preview button").click()
    expect(friend.page.locator("#lines li")).to_contain_text(["ありがとう"])
    chat, prompt = friend.page.locator("#chat").bounding_box(), friend.page.locator("#s-prompt").bounding_box()
    assert chat is not None
    assert prompt is not None
    assert chat["y"] + chat["height"] <= prompt["y"]

    friend.page.locator("#lines button.author").click()
    friend.page.locator("#mute-person").click()
    expect(friend.page.locator("#lines li")).to_be_hidden()
    friend.page.locator("#player [popovertargetaction=hide]").click()
    host.page.locator("#chat input").fill("Anybody there?")
    host.page.keyboard.press("Enter")
    expect(friend.page.locator("#lines li")).to_have_count(2)
    expect(friend.page.locator("#lines li").last).to_be_hidden()
    # It lasts until the player takes it back.
    friend.page.reload()
    expect(friend.page.locator("#lines li")).to_have_count(2)
    friend.page.locator("#chat-button").click()
    expect(friend.page.locator("#lines li").last).to_be_hidden()
    friend.page.locator("#muted button").click()
    expect(friend.page.locator("#lines li").last).to_be_visible()


def test_light_or_dark_is_chosen_at_the_table(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.play_against_bots("kasane")
    page = user.page
    page.locator("[popovertarget=settings]").first.click()
    page.locator("#settings [name=theme][value=dark]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#settings")).to_be_visible()  # the page was not loaded again
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
