"""Seats during a game: asking for a bot's seat, leaving, removing a player, revoking invitations, and countdowns."""

import re

from playwright.sync_api import expect

from browser.browser_user import BrowserUser
from browser.conftest import OpenBrowser
from chabudai.games.registry import game as find_game
from chabudai.scene.words import words

GAME = "kasane"


def invitation(host: BrowserUser) -> str:
    """Open the dialog for invitations, and return the link."""
    host.page.locator(".others [popovertarget=invite]").click()
    return host.page.locator("#invite [data-get] input").first.input_value()


def sit_down(user: BrowserUser, address: str, name: str) -> None:
    """Take a free seat of a listed table."""
    user.context.request.post("/me", data={"name": name}, headers={"Accept": "application/json"})
    user.page.goto(address)
    user.page.locator("[data-do=sit]").click()
    expect(user.page.locator("#table")).to_have_attribute("data-seated", "true")


def collect_notices(user: BrowserUser) -> None:
    """Collect the notices of a page from now on: each is visible for a few seconds only."""
    user.page.evaluate("""() => {
        const notice = document.getElementById("notice");
        window.notices = [];
        new MutationObserver(() => window.notices.push(notice.textContent)).observe(notice, { childList: true });
    }""")


def expect_notice(user: BrowserUser, text: str) -> None:
    """Wait until a notice has been shown since `collect_notices`."""
    user.page.wait_for_function("text => window.notices.includes(text)", arg=text, polling=50)


def expect_one_failure(user: BrowserUser, status: int) -> None:
    """Check that the browser has reported one request that was refused with this status, and nothing else."""
    (failure,) = user.errors
    assert f"status of {status}" in failure
    user.errors.clear()


def test_a_guest_asks_for_the_seat_of_a_bot_and_the_host_agrees(open_browser: OpenBrowser) -> None:
    host, guest = open_browser(), open_browser(phone=True)
    host.make_table(GAME, players=3, seats=["me", "random", "random"])
    collect_notices(host)
    link = invitation(host)
    host.page.keyboard.press("Escape")
    page, bot = guest.page, words(find_game(GAME)).name("bot1")

    page.goto(link)
    expect(page.locator("main form")).to_contain_text("ask for a bot’s seat")
    page.locator("main input[name=name]").fill(bot)
    page.locator("main .btn.main").click()
    expect(page.locator("main .refused")).to_have_text(f"“{bot}” is the name of a bot. Choose another one.")
    expect_one_failure(guest, 400)
    page.locator("main input[name=name]").fill("Ben")
    page.locator("main .btn.main").click()

    expect(page.locator("#s-prompt")).to_contain_text("Everyone at the table must agree.")
    expect(page.locator("[data-do=sit]")).to_have_count(2)
    # In one step: between pressing and releasing the button, the first update may replace it.
    page.locator("#ask-1").dispatch_event("click")
    expect(page.locator("#s-prompt")).to_contain_text("Asking the others")
    question = host.page.locator("#ask")
    expect(question).to_have_text(re.compile(rf"Ben would like to take over the seat of {bot} \(a bot\)"))
    question.get_by_role("button", name="Yes").click()
    expect(page.locator("#table")).to_have_attribute("data-seated", "true")
    expect(page.locator("#s-hand [data-card]").first).to_be_visible()
    expect_notice(host, "Ben takes over from a bot.")
    expect(host.page.locator(".log .change")).to_have_text("Ben takes over from a bot.")


def test_players_are_removed_by_a_vote_and_everybody_sees_who_has_left(open_browser: OpenBrowser) -> None:
    host, ben, cat = open_browser(), open_browser(phone=True), open_browser()
    address = host.make_table(GAME, players=4, seats=["me", "open", "open", "random"], listed=True, takeover=0)
    sit_down(ben, address, "Ben")
    sit_down(cat, address, "Cat")
    for user in (host, ben):
        collect_notices(user)
    # By keyboard: the name on the plate opens the menu, and the second press confirms.
    menu = host.page.locator(".seat button.name", has_text="Cat")
    menu.press("Enter")
    expect(host.page.locator("#player h2")).to_have_text("Cat")
    host.page.locator("#player textarea").fill("Writes <rude> things.")
    host.page.locator("#player [data-do=report] button").press("Enter")
    expect(host.page.locator("#toast")).to_have_text("Your report has been sent.")
    menu.press("Enter")
    expect(host.page.locator("#player textarea")).to_be_empty()
    remove = host.page.locator("#player [data-do=remove] button")
    remove.press("Enter")
    expect(remove).to_have_text("Really remove? Click again")
    remove.press("Enter")
    expect(host.page.locator("#player")).to_be_hidden()
    expect(host.page.locator("#s-prompt")).to_contain_text("Asking the others")
    expect(cat.page.locator("#ask")).to_be_hidden()
    expect(ben.page.locator("#ask-what")).to_contain_text("asks to remove Cat from the table")
    ben.page.locator("#ask").get_by_role("button", name="Yes").click()
    expect(cat.page.locator("#lost")).to_have_text("You were removed from this table.")
    expect_notice(ben, "Cat was removed. A bot plays on.")

    # The others see at once that somebody has given up their seat, although no bot plays for absent people.
    ben.page.locator("[popovertarget=menu]").first.click()
    ben.page.locator("#menu [popovertarget=leave]").click()
    expect(ben.page.locator("#leave")).to_contain_text("a bot plays on for you at once")
    ben.page.locator("#leave [data-do=leave]").click()
    expect(host.page.locator(".kind.left")).to_have_text("left, a bot plays")
    expect_notice(host, "Ben has left.")
    host.page.locator(".others [popovertarget=leave]").click()
    host.page.locator("#leave [data-do=leave]").click()
    host.page.wait_for_url("**/")
    ben.page.goto(address)
    expect(ben.page.locator("#s-prompt")).to_contain_text("The table waits until someone comes back.")


def test_the_host_revokes_invitations_and_the_dialog_shows_a_new_link(open_browser: OpenBrowser) -> None:
    host, guest = open_browser(), open_browser()
    host.make_table(GAME, players=3, seats=["me", "open", "random"])
    old_link = invitation(host)
    revoke = host.page.locator("#invite [data-do=revoke]")
    revoke.click()
    revoke.click()
    expect(host.page.locator("#toast")).to_have_text("All earlier invitations are now invalid.")
    expect(host.page.locator("#invite [data-get] input").first).not_to_have_value(old_link)
    guest.page.goto(old_link)
    expect(guest.page.locator("main .refused")).to_contain_text("no longer valid")
    expect_one_failure(guest, 410)
    guest.page.goto(host.page.locator("#invite [data-get] input").first.input_value())
    guest.page.locator("main input[name=name]").fill("Ben")
    guest.page.locator("main .btn.main").click()
    expect(guest.page.locator("#table")).to_have_attribute("data-status", "playing")
    # The game has begun: the open dialog says so, and shows a link that is valid now.
    expect(host.page.locator("#invite [data-when=begun]")).to_be_visible()
    expect(host.page.locator("#invite [data-when=open]")).to_be_hidden()


def test_countdowns_do_not_depend_on_the_clock_of_the_device(open_browser: OpenBrowser) -> None:
    host, guest = open_browser(), open_browser()
    address = host.make_table(GAME, players=3, seats=["me", "open", "random"], listed=True, limit=600, takeover=600)
    sit_down(guest, address, "Ben")
    limit = guest.page.locator(".tag.now .clock").first
    expect(limit).to_have_text(re.compile(r"^(10:00|9:5\d)$"))
    guest.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 3_600_000; }")
    before = limit.inner_text()
    expect(limit).not_to_have_text(before)
    expect(limit).to_have_text(re.compile(r"^9:\d\d$"))
    host.page.goto("/")
    expect(guest.page.locator(".kind.away")).to_have_text(re.compile(r"^away, bot in (10:00|9:\d\d)$"))
