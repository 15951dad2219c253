"""A browser for all tests, and a server for those of a module."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.visitor import WAIT, Visitor
from server.served import Served, serving
from tools.chromium import FLAGS, WANTED, chromium

expect.set_options(timeout=WAIT)
Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.fail(WANTED, pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(Path(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Visit]:
    """Visitors of the server, each with a browser of their own; at the end no page may have complained."""
    visitors: list[Visitor] = []

    def come(address: str = served.address, **wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, address, **wishes))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert [visitor.complaints for visitor in visitors] == [[] for _ in visitors]
