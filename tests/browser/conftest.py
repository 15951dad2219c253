"""A server for the tests of a module, and visitors who come to it with browsers of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.visitor import WAIT, Visitor
from server.served import Served, serving

expect.set_options(timeout=WAIT)
Visit = Callable[..., Visitor]


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
