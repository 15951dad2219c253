"""axe finds no violations in either theme: at a table, in the lobby, in replays, rules and lists of games."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser.browser_user import BrowserUser
from browser.conftest import OpenBrowser
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng


def check(user: BrowserUser, what: str) -> None:
    """Check the page that the user sees; `what` describes it if the check fails."""
    violations = Axe().run(user.page).response["violations"]
    messages = [f"{violation['id']}: {node['html'][:200]}" for violation in violations for node in violation["nodes"]]
    assert messages == [], what


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", list(games()))
def test_table_scoring_replay_and_rules_have_no_violations(open_browser: OpenBrowser, game: str, theme: str) -> None:
    user = open_browser(theme=theme)
    address = user.play_against_bots(game)
    rng = Rng(1)
    user.play_by_websocket(rng, max_choices=6)
    assert user.wait_for_turn()
    check(user, "in the middle of a game")
    user.play_by_websocket(rng)
    check(user, "at the scoring")
    for page in (address.replace("/table/", "/replay/") + "?step=20", f"/rules/{game}"):
        user.page.goto(page)
        check(user, page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_table_with_other_people_has_no_violations(open_browser: OpenBrowser, theme: str) -> None:
    host, friend, guest = open_browser(theme=theme), open_browser(), open_browser(theme=theme)
    address = host.make_table("kasane", players=3, seats=["me", "open", "random"], listed=True, limit=600)
    host.page.locator(".others [popovertarget=invite]").click()
    expect(host.page.locator("#invite")).to_be_visible()
    check(host, "the dialog for invitations")
    host.page.keyboard.press("Escape")
    friend.page.goto(address)
    friend.page.locator("[data-do=sit]").click()
    host.page.locator(".seat button.name").click()
    expect(host.page.locator("#player")).to_be_visible()
    check(host, "the menu of a player's seat")
    host.page.locator("#player [popovertargetaction=hide]").click()
    link = host.context.request.get(f"{address}/invite").json()["link"]
    guest.page.goto(link)
    check(guest, "an invitation during the game")
    guest.page.locator("main input[name=name]").fill("Ben")
    guest.page.locator("main .btn.main").click()
    guest.page.locator("[data-do=sit]").click()
    check(guest, "a guest who asks for a seat")
    expect(host.page.locator("#ask")).to_be_visible()
    check(host, "a vote")
    host.page.locator("#ask button").nth(1).click()
    friend.page.goto("/")
    expect(host.page.locator(".kind.away")).to_be_visible()
    check(host, "a player is away")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lobby_own_games_and_the_form_for_a_table_have_no_violations(open_browser: OpenBrowser, theme: str) -> None:
    user = open_browser(theme=theme)
    game = next(iter(games()))
    user.play_against_bots(game)
    user.play_by_websocket(Rng(1))
    for page in ("/", "/mine"):
        user.page.goto(page)
        check(user, page)
    user.page.goto("/")
    user.page.locator(f"[popovertarget=set-{game}]").first.click()
    expect(user.page.locator(f"#set-{game}")).to_be_visible()
    check(user, "the form for a new table")
