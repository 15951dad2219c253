"""The table comes back: after a lost connection, after a server that was killed, and in another tab."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.visitor import Visitor
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from server.served import Process, until


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    server = Process(tmp_path_factory.mktemp("process"))
    yield server
    server.kill()


@pytest.fixture
def process(server: Process) -> Process:
    """A running server; started again if the last test left it stopped."""
    if not server.runs:
        server.start()
    return server


@pytest.mark.parametrize("game", list(games()))
def test_a_game_goes_on_after_the_server_was_killed(visit: Visit, process: Process, game: str) -> None:
    visitor = visit(process.served.address)
    visitor.play_bots(game)
    rng = Rng(1)
    visitor.play_on(rng, most=2)
    assert visitor.asked()
    process.kill()
    expect(visitor.page.locator("#lost")).to_be_visible()
    visitor.choose(rng)  # nobody hears it now, and it is not lost
    process.start()
    expect(visitor.page.locator("#lost")).to_be_hidden()
    visitor.play_on(rng, most=3)
    assert visitor.asked()


def test_a_game_goes_on_once_the_network_is_back(visit: Visit) -> None:
    visitor = visit()
    visitor.play_bots(next(iter(games())))
    rng = Rng(1)
    visitor.play_on(rng, most=2)
    assert visitor.asked()
    lose(visitor)
    expect(visitor.page.locator("#lost")).to_be_visible()
    visitor.context.set_offline(False)
    expect(visitor.page.locator("#lost")).to_be_hidden()
    visitor.play_on(rng)
    assert visitor.over


def lose(visitor: Visitor) -> None:
    """Lose the network. What a browser calls offline leaves open sockets open: those end as by a broken line."""
    visitor.context.set_offline(True)
    visitor.page.evaluate("window.line.close()")


def test_another_tab_has_the_same_seat(visit: Visit) -> None:
    visitor = visit()
    address = visitor.play_bots(next(iter(games())))
    rng = Rng(1)
    visitor.play_on(rng, most=2)
    assert visitor.asked()
    first = visitor.page
    hand = cards(first)
    visitor.page = visitor.new_page()
    visitor.page.goto(address)
    assert visitor.asked()
    assert cards(visitor.page) == hand
    visitor.choose(rng)
    assert visitor.asked()
    assert cards(visitor.page) != hand
    until(lambda: cards(first) == cards(visitor.page))


def cards(page: Page) -> list[str]:
    """The hand as this tab has it. Its text would not do: where the pointer rests there may stand a reason more."""
    ids: list[str] = page.locator("#s-hand [data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
    return ids
