"""Fixtures: a server for each test module, and browser users who open it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.browser_user import WAIT, BrowserUser
from server.running_server import RunningServer, run_server

expect.set_options(timeout=WAIT)
OpenBrowser = Callable[..., BrowserUser]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with run_server(Path(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
def open_browser(browser: Browser, server: RunningServer) -> Iterator[OpenBrowser]:
    """Open browsers, each with its own cookies; at the end, no page may have logged an error."""
    users: list[BrowserUser] = []

    def open_one(address: str = server.address, **options: Any) -> BrowserUser:
        users.append(BrowserUser(browser, address, **options))
        return users[-1]

    yield open_one
    for user in users:
        user.context.close()
    assert [user.errors for user in users] == [[] for _ in users]
