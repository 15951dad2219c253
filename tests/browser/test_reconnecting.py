"""A table survives a lost connection and a killed server, and opens in another tab."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.browser_user import BrowserUser
from browser.conftest import OpenBrowser
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from server.running_server import ServerProcess, wait_until


@pytest.fixture(scope="module")
def server_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    made = ServerProcess(tmp_path_factory.mktemp("process"))
    yield made
    made.kill()


@pytest.fixture
def process(server_process: ServerProcess) -> ServerProcess:
    """A running server, restarted if the last test left it stopped."""
    if not server_process.runs:
        server_process.start()
    return server_process


@pytest.mark.parametrize("game", list(games()))
def test_a_game_continues_after_the_server_was_killed(
    open_browser: OpenBrowser, process: ServerProcess, game: str
) -> None:
    user = open_browser(process.server.address)
    user.play_against_bots(game)
    rng = Rng(1)
    user.play_on(rng, max_choices=2)
    assert user.wait_for_turn()
    process.kill()
    expect(user.page.locator("#lost")).to_be_visible()
    user.choose(rng)  # the client resends it after reconnecting
    process.start()
    expect(user.page.locator("#lost")).to_be_hidden()
    user.play_on(rng, max_choices=3)
    assert user.wait_for_turn()


def test_a_game_continues_once_the_network_is_back(open_browser: OpenBrowser) -> None:
    user = open_browser()
    user.play_against_bots(next(iter(games())))
    rng = Rng(1)
    user.play_on(rng, max_choices=2)
    assert user.wait_for_turn()
    lose_network(user)
    expect(user.page.locator("#lost")).to_be_visible()
    user.context.set_offline(False)
    expect(user.page.locator("#lost")).to_be_hidden()
    user.play_on(rng)
    assert user.over


def lose_network(user: BrowserUser) -> None:
    """Lose the network. Offline mode leaves open sockets open, so close the socket too."""
    user.context.set_offline(True)
    user.page.evaluate("window.socket.close()")


def test_another_tab_plays_the_same_seat(open_browser: OpenBrowser) -> None:
    user = open_browser()
    address = user.play_against_bots(next(iter(games())))
    rng = Rng(1)
    user.play_on(rng, max_choices=2)
    assert user.wait_for_turn()
    first = user.page
    hand = hand_in(first)
    user.page = user.new_page()
    user.page.goto(address)
    assert user.wait_for_turn()
    assert hand_in(user.page) == hand
    user.choose(rng)
    assert user.wait_for_turn()
    assert hand_in(user.page) != hand
    wait_until(lambda: hand_in(first) == hand_in(user.page))


def hand_in(page: Page) -> list[str]:
    """Return the ids of the cards in hand in this tab. Texts could include a tooltip under the pointer."""
    ids: list[str] = page.locator("#s-hand [data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
    return ids
