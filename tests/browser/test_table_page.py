"""What people do at a table besides choosing moves.

Seats, closing, shared devices, notifications, the hand, the scoring and rematches.
"""

from playwright.sync_api import expect

from browser.browser_user import SETTLED
from browser.conftest import OpenBrowser
from chabudai.kernel.rng import Rng

GAME = "thousand_cats"

REDRAW_SEAT_1 = """() => {
    const sections = { "seat-1": [document.getElementById("s-seat-1").innerHTML] };
    const update = { t: "sections", seq: window.shown, sections, title: "", turn: false, status: "playing", mine: [0] };
    window.socket.onmessage({ data: JSON.stringify(update) });
}"""
"""Hand the client an update that draws seat 1 again, as it was."""


def test_a_stranger_joins_an_open_table_leaves_and_comes_back(open_browser: OpenBrowser) -> None:
    host, stranger = open_browser(), open_browser(phone=True)
    address = host.make_table("kasane", players=3, seats=["me", "open", "random"], listed=True)
    expect(host.page.locator("#s-prompt [data-do=begin]")).to_be_visible()
    stranger.page.goto(address)
    stranger.page.locator("[data-do=sit]").click()
    expect(stranger.page.locator("#table[data-seated=true]")).to_have_attribute("data-status", "playing")
    stranger.page.locator("[popovertarget=menu]").first.click()
    stranger.page.locator("#menu [popovertarget=leave]").click()
    stranger.page.locator("#leave [data-do=leave]").click()
    stranger.page.wait_for_url("**/")
    expect(host.page.locator(".kind.left")).to_be_visible()
    stranger.page.goto(address)
    stranger.page.locator("[data-do=sit]").click()
    expect(host.page.locator(".kind.left")).to_have_count(0)


def test_the_second_click_closes_a_table_and_everybody_sees_it(open_browser: OpenBrowser) -> None:
    host, spectator = open_browser(), open_browser()
    spectator.page.goto(host.play_against_bots(GAME, listed=True))
    with host.page.expect_response("**/table/*"):
        host.page.locator(".others [popovertarget=host]").click()
    close = host.page.locator("#host [data-do=close]")
    close.click()
    expect(close).to_contain_text("Really")
    close.click()
    expect(spectator.page.locator("#lost")).to_have_text("This table is closed.")
    expect(spectator.page.locator("#lost")).to_be_visible()


def test_the_host_gives_a_seat_to_another_bot(open_browser: OpenBrowser) -> None:
    host = open_browser()
    host.play_against_bots(GAME)
    expect(host.page.locator("#s-seat-1 .kind")).to_contain_text("Random")
    with host.page.expect_response("**/table/*"):
        host.page.locator(".others [popovertarget=host]").click()
    host.page.locator("#host form:has([name=seat][value='1']) [name=level]").select_option("club")
    expect(host.page.locator("#s-seat-1 .kind")).to_contain_text("Club")


def test_a_seat_moves_to_another_device(open_browser: OpenBrowser) -> None:
    here, there = open_browser(), open_browser(phone=True)
    here.play_against_bots(GAME)
    here.page.locator(".others [popovertarget=invite]").click()
    here.page.locator("#invite [data-ask=move]").click()
    link = here.page.locator("#invite [data-post] input").first.input_value()
    there.page.goto(link)
    there.page.get_by_role("button").and_(there.page.locator("main .btn.main")).first.click()
    expect(there.page.locator("#table[data-seated=true]")).to_be_visible()
    expect(there.page.locator("#s-hand [data-card]").first).to_be_visible()
    expect(here.page.locator("#table[data-seated=false]")).to_be_visible()


def test_a_curtain_stays_until_the_player_confirms(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.make_table(GAME, players=3, seats=["me", "me", "random"])
    curtain = user.page.locator("#curtain")
    expect(curtain).to_be_visible()
    for _ in range(3):
        user.page.keyboard.press("Escape")
    expect(curtain).to_be_visible()
    expect(user.page.locator("#s-hand [data-card]")).to_have_count(0)
    curtain.locator("[data-do=reveal]").click()
    expect(user.page.locator("#s-hand [data-card]").first).to_be_visible()


def test_a_name_with_special_characters_is_shown_unchanged(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.make_table(GAME, players=3, seats=["me", "me", "random"], names={"0": "A$&", "1": "B$&"})
    expect(user.page.locator("#curtain-name")).to_contain_text("$&")


def test_a_device_that_is_no_longer_shared_plays_its_remaining_seat(open_browser: OpenBrowser) -> None:
    here, there = open_browser(), open_browser()
    address = here.make_table(GAME, players=3, seats=["me", "me", "random"])
    curtain = here.page.locator("#curtain")
    expect(curtain).to_be_visible()
    seat = curtain.get_attribute("data-seat")
    curtain.locator("[data-do=reveal]").click()
    expect(curtain).to_be_hidden()
    link = here.context.request.post(f"{address}/move", data={"seat": int(seat or 0)}).json()["link"]
    there.page.goto(link)
    there.page.locator("main .btn.main").click()
    expect(there.page.locator("#table[data-seated=true]")).to_be_visible()
    expect(here.page.locator(f"#s-seat-0 .seat:not([data-seat='{seat}'])")).to_be_visible()
    rng = Rng(1)
    while not here.wait_for_turn(timeout=50):
        if there.wait_for_turn(timeout=50):
            there.choose(rng)
    here.choose(rng)
    here.page.wait_for_function(SETTLED)
    expect(here.page.locator("#toast")).to_be_empty()


def test_the_table_works_in_a_browser_that_refuses_notifications(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.context.add_init_script("""
        localStorage.setItem("chabudai", JSON.stringify({ notify: true }));
        Object.defineProperty(document, "hidden", { get: () => true });
        window.Notification = class {
            static permission = "granted";
            constructor() {
                window.tried = true;
                throw new TypeError("Illegal constructor");
            }
        };
    """)
    user.play_against_bots(GAME)
    user.play_on(Rng(1), max_choices=2)
    assert user.wait_for_turn()
    assert user.page.evaluate("window.tried")


def test_lists_fit_a_small_phone_even_with_a_long_host_name(open_browser: OpenBrowser) -> None:
    user = open_browser(phone=True)
    user.context.request.post("/me", data={"name": "W" * 24}, headers={"Accept": "application/json"})
    user.make_table(GAME, players=3, seats=["me", "open", "random"], listed=True)
    user.page.set_viewport_size({"width": 320, "height": 640})
    for address in ("/", "/mine"):
        user.page.goto(address)
        expect(user.page.locator(".rows .sub").filter(has_text="W" * 24).first).to_be_visible()
        overflow = "row => row.scrollWidth - row.clientWidth"
        assert not any(row.evaluate(overflow) > 0 for row in user.page.locator(".rows > li").all())
        assert user.page.evaluate("document.documentElement.scrollWidth") == 320


# ---- The player's hand -----------------------------------------------------------------------------------------------

HAND = "#s-hand [data-sortable]"


def test_scrolling_the_page_by_touch_moves_no_card(open_browser: OpenBrowser) -> None:
    user = open_browser(phone=True)
    user.play_against_bots(GAME)
    assert user.wait_for_turn()
    hand = user.page.locator(HAND).first
    assert "pan-y" in hand.evaluate("hand => getComputedStyle(hand).touchAction")
    before = hand.inner_text()
    drag_last_card = """(hand, end) => {
        const card = hand.lastElementChild.querySelector("[data-card]");
        const fire = (kind, clientX) => card.dispatchEvent(new PointerEvent(kind, { clientX, bubbles: true }));
        fire("pointerdown", 300);
        fire("pointermove", 200);
        fire(end, 0);
        return hand.lastElementChild.style.translate;
    }"""
    assert hand.evaluate(drag_last_card, "pointercancel") == ""
    assert hand.inner_text() == before
    assert user.page.evaluate("localStorage.getItem('chabudai')") is None
    hand.evaluate(drag_last_card, "pointerup")
    assert hand.inner_text() != before


def test_a_sorted_hand_keeps_the_focus(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.context.add_init_script("localStorage.setItem('chabudai', JSON.stringify({ sort: 'number' }))")
    user.play_against_bots(GAME)
    assert user.wait_for_turn()
    card = user.page.locator(f"{HAND} [data-action]").nth(2)
    card.focus()
    user.page.evaluate("document.dispatchEvent(new Event('shown'))")
    expect(card).to_be_focused()


# ---- The end ---------------------------------------------------------------------------------------------------------


def test_keys_step_through_the_scoring_and_seats_rotate_in_the_rematch(open_browser: OpenBrowser) -> None:
    user = open_browser()
    address = user.play_against_bots(GAME, options={"target": 10})
    user.play_by_websocket(Rng(1))
    page = user.page
    expect(page.locator("#step-0")).to_be_checked()
    expect(page.locator("#s-seat-0 .score")).to_be_hidden()  # nothing reveals the result yet
    page.keyboard.press("Space")
    expect(page.locator("#step-1")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step-0")).to_be_checked()
    while not page.locator(".result").is_visible():
        page.keyboard.press("Enter")
    expect(page.locator("#s-seat-0 .score")).to_be_visible()
    page.locator("#after [data-do=rematch]").click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    assert address not in page.url
    expect(page.locator("#s-seat-0 .seat")).to_have_attribute("data-seat", "1")


def test_a_click_is_not_lost_if_an_update_arrives_between_press_and_release(open_browser: OpenBrowser) -> None:
    host, friend = open_browser(), open_browser()
    address = host.make_table("kasane", players=3, seats=["me", "open", "random"], listed=True)
    friend.page.goto(address)
    friend.page.locator("[data-do=sit]").click()
    name = host.page.locator(".seat button.name[data-report], .seat button.name[data-remove]")
    expect(host.page.locator("#table")).to_have_attribute("data-status", "playing")
    host.page.wait_for_function(SETTLED)
    name.hover()
    host.page.mouse.down()
    pressed = name.element_handle()
    host.page.evaluate(REDRAW_SEAT_1)
    assert pressed.evaluate("element => element.isConnected")
    host.page.mouse.up()
    expect(host.page.locator("#player")).to_be_visible()
    host.page.wait_for_function("element => !element.isConnected", arg=pressed)
