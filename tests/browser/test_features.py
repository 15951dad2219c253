"""What one can do beside playing: sit down, stand up, close, count up, play again."""

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.visitor import SETTLED
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


def test_a_name_is_shown_as_it_is(visit: Visit) -> None:
    visitor = visit()
    visitor.set_table(GAME, players=3, seats=["me", "me", "random"], names={"0": "$&", "1": "$&"})
    expect(visitor.page.locator("#curtain-name")).to_contain_text("$&")


def test_a_device_that_is_not_passed_round_any_more_plays_the_seat_that_is_left(visit: Visit) -> None:
    here, there = visit(), visit()
    address = here.set_table(GAME, players=3, seats=["me", "me", "random"])
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
    while not here.asked(patience=50):
        if there.asked(patience=50):
            there.choose(rng)
    here.choose(rng)
    here.page.wait_for_function(SETTLED)
    expect(here.page.locator("#toast")).to_be_empty()


def test_a_browser_that_makes_no_notifications_shows_the_table_all_the_same(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script("""
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
    visitor.play_bots(GAME)
    visitor.play_on(Rng(1), most=2)
    assert visitor.asked()
    assert visitor.page.evaluate("window.tried")


def test_lists_fit_a_small_phone_whatever_the_host_is_called(visit: Visit) -> None:
    visitor = visit(phone=True)
    visitor.context.request.post("/me", data={"name": "W" * 24}, headers={"Accept": "application/json"})
    visitor.set_table(GAME, players=3, seats=["me", "open", "random"], listed=True)
    visitor.page.set_viewport_size({"width": 320, "height": 640})
    for address in ("/", "/mine"):
        visitor.page.goto(address)
        expect(visitor.page.locator(".rows .sub").filter(has_text="W" * 24).first).to_be_visible()
        wide = "row => row.scrollWidth - row.clientWidth"
        assert not any(row.evaluate(wide) > 0 for row in visitor.page.locator(".rows > li").all())
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == 320


# ---- The own hand ----------------------------------------------------------------------------------------------------

HAND = "#s-hand [data-sortable]"


def test_a_finger_that_scrolls_the_page_moves_no_card(visit: Visit) -> None:
    visitor = visit(phone=True)
    visitor.play_bots(GAME)
    assert visitor.asked()
    hand = visitor.page.locator(HAND).first
    assert "pan-y" in hand.evaluate("hand => getComputedStyle(hand).touchAction")
    before = hand.inner_text()
    moved = """(hand, end) => {
        const card = hand.lastElementChild.querySelector("[data-card]");
        const told = (kind, clientX) => card.dispatchEvent(new PointerEvent(kind, { clientX, bubbles: true }));
        told("pointerdown", 300);
        told("pointermove", 200);
        told(end, 0);
        return hand.lastElementChild.style.translate;
    }"""
    assert hand.evaluate(moved, "pointercancel") == ""
    assert hand.inner_text() == before
    assert visitor.page.evaluate("localStorage.getItem('chabudai')") is None
    hand.evaluate(moved, "pointerup")
    assert hand.inner_text() != before


def test_a_sorted_hand_keeps_the_focus(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script("localStorage.setItem('chabudai', JSON.stringify({ sort: 'number' }))")
    visitor.play_bots(GAME)
    assert visitor.asked()
    card = visitor.page.locator(f"{HAND} [data-action]").nth(2)
    card.focus()
    visitor.page.evaluate("document.dispatchEvent(new Event('shown'))")
    expect(card).to_be_focused()


# ---- The end ---------------------------------------------------------------------------------------------------------


def test_points_are_counted_up_by_key_and_then_the_seats_rotate(visit: Visit) -> None:
    visitor = visit()
    address = visitor.play_bots(GAME, options={"target": 10})
    visitor.play_by_websocket(Rng(1))
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
