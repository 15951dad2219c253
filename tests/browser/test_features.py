"""What one can do beside playing: sit down, stand up, close, count up, play again."""

from playwright.sync_api import expect

from browser.conftest import Visit
from chabudai.kernel.rng import Rng

GAME = "thousand_cats"


def test_a_stranger_sits_down_at_an_open_table_leaves_and_comes_back(visit: Visit) -> None:
    host, stranger = visit(), visit(phone=True)
    address = host.set_table("kasane", players=3, seats=["me", "open", "random"], listed=True)
    expect(host.page.locator("#s-prompt [data-do=begin]")).to_be_visible()
    stranger.page.goto(address)
    stranger.page.locator("[data-do=sit]").click()
    expect(stranger.page.locator("#table[data-seated=true]")).to_have_attribute("data-status", "playing")
    stranger.page.locator("[popovertarget=menu]").first.click()
    stranger.page.locator("#menu [popovertarget=leave]").click()
    stranger.page.locator("#leave [data-do=leave]").click()
    stranger.page.wait_for_url("**/")
    expect(host.page.locator(".kind.away")).to_be_visible()
    stranger.page.goto(address)
    stranger.page.locator("[data-do=sit]").click()
    expect(host.page.locator(".kind.away")).to_have_count(0)


def test_a_table_is_closed_by_the_second_click_and_everybody_is_told(visit: Visit) -> None:
    host, watcher = visit(), visit()
    watcher.page.goto(host.play_bots(GAME, listed=True))
    with host.page.expect_response("**/table/*"):
        host.page.locator(".others [popovertarget=host]").click()
    close = host.page.locator("#host [data-do=close]")
    close.click()
    expect(close).to_contain_text("Really")
    close.click()
    expect(watcher.page.locator("#lost")).to_have_text("This table is closed.")
    expect(watcher.page.locator("#lost")).to_be_visible()


def test_the_host_gives_a_seat_to_another_bot(visit: Visit) -> None:
    host = visit()
    host.play_bots(GAME)
    expect(host.page.locator("#s-seat-1 .kind")).to_contain_text("Random")
    with host.page.expect_response("**/table/*"):
        host.page.locator(".others [popovertarget=host]").click()
    host.page.locator("#host form:has([name=seat][value='1']) [name=level]").select_option("club")
    expect(host.page.locator("#s-seat-1 .kind")).to_contain_text("Club")


def test_a_seat_moves_to_another_device(visit: Visit) -> None:
    here, there = visit(), visit(phone=True)
    here.play_bots(GAME)
    here.page.locator(".others [popovertarget=invite]").click()
    here.page.locator("#invite [data-ask=move]").click()
    link = here.page.locator("#invite [data-post] input").first.input_value()
    there.page.goto(link)
    there.page.get_by_role("button").and_(there.page.locator("main .btn.main")).first.click()
    expect(there.page.locator("#table[data-seated=true]")).to_be_visible()
    expect(there.page.locator("#s-hand [data-card]").first).to_be_visible()
    expect(here.page.locator("#table[data-seated=false]")).to_be_visible()


def test_a_curtain_stays_until_somebody_says_that_it_is_them(visit: Visit) -> None:
    visitor = visit()
    visitor.set_table(GAME, players=3, seats=["me", "me", "random"])
    curtain = visitor.page.locator("#curtain")
    expect(curtain).to_be_visible()
    for _ in range(3):
        visitor.page.keyboard.press("Escape")
    expect(curtain).to_be_visible()
    expect(visitor.page.locator("#s-hand [data-card]")).to_have_count(0)
    curtain.locator("[data-do=reveal]").click()
    expect(visitor.page.locator("#s-hand [data-card]").first).to_be_visible()


def test_points_are_counted_up_by_key_and_then_the_seats_rotate(visit: Visit) -> None:
    visitor = visit()
    address = visitor.play_bots(GAME, options={"target": 10})
    visitor.play_on(Rng(1))
    page = visitor.page
    expect(page.locator("#step-0")).to_be_checked()
    expect(page.locator(".scores .you")).to_be_hidden()  # nothing tells yet how it ends
    page.keyboard.press("Space")
    expect(page.locator("#step-1")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step-0")).to_be_checked()
    while not page.locator(".result").is_visible():
        page.keyboard.press("Enter")
    expect(page.locator(".scores .you")).to_be_visible()
    page.locator("#after [data-do=rematch]").click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    assert address not in page.url
    expect(page.locator("#s-seat-0 .seat")).to_have_attribute("data-seat", "1")
