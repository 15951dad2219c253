"""axe finds no violations in either theme and in any size: at tables, in the lobby, replays, rules and lists."""

from collections.abc import Iterable
from itertools import product
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser.browser_user import BrowserUser
from browser.conftest import OpenBrowser
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from tools.screenshots.camera import SIZES, resize

Theme = Literal["light", "dark"]


def check(user: BrowserUser, what: str) -> None:
    """Check the page that the user sees; `what` describes it if the check fails."""
    violations = Axe().run(user.page).response["violations"]
    messages = [f"{violation['id']}: {node['html'][:200]}" for violation in violations for node in violation["nodes"]]
    assert messages == [], what


THEMES: tuple[Theme, ...] = ("light", "dark")
LOOKS = tuple(product(SIZES, THEMES))


def check_looks(user: BrowserUser, what: str, looks: Iterable[tuple[str, Theme]]) -> None:
    """Check the page that the user sees in several sizes and themes."""
    for size, theme in looks:
        resize(user.page, size)
        user.page.emulate_media(color_scheme=theme)
        check(user, f"{what}, {size}, {theme}")


def check_game(open_browser: OpenBrowser, game: str, table_looks: Iterable[tuple[str, Theme]]) -> None:
    """Check a table of this game in these looks; its replay and its rules in both themes."""
    user = open_browser()
    address = user.play_against_bots(game)
    rng = Rng(1)
    user.play_by_websocket(rng, max_choices=6)
    assert user.wait_for_turn()
    looks = list(table_looks)
    check_looks(user, "in the middle of a game", looks)
    user.play_by_websocket(rng)
    check_looks(user, "at the scoring", looks)
    for page in (address.replace("/table/", "/replay/") + "?step=20", f"/rules/{game}"):
        user.page.goto(page)
        check_looks(user, page, product(["1280x720"], THEMES))


@pytest.mark.parametrize("number", range(len(games())))
def test_table_scoring_replay_and_rules_have_no_violations(open_browser: OpenBrowser, number: int) -> None:
    # Between them, the games cover every size in both themes.
    looks = LOOKS[number :: len(games())]
    check_game(open_browser, list(games())[number], looks)


@pytest.mark.long
@pytest.mark.parametrize("game", list(games()))
def test_every_game_has_no_violations_in_any_size(open_browser: OpenBrowser, game: str) -> None:
    check_game(open_browser, game, LOOKS)


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
    host.page.locator(".seat button.name[data-report], .seat button.name[data-remove]").click()
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
