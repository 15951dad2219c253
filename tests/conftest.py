"""Settings of all tests: fixed random numbers, so that a failure repeats, and one shared browser.

`--hypothesis-profile=hunt` uses new examples, deals and choices each time; `more` uses ten times as many, always the
same.
"""

import asyncio
import os
import random
import secrets
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# No deadline: a busy machine may pause in the middle of an example.
settings.register_profile("same", settings.default, deadline=None, derandomize=True)
settings.register_profile("hunt", settings.default, deadline=None)
settings.register_profile("more", settings.default, deadline=None, derandomize=True, max_examples=1000)
settings.load_profile("same")

# In the background of a shell, tests and the programs they start would ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The command line speaks the language of the locale; tests expect English unless they say otherwise.
os.environ["LC_ALL"] = "C.UTF-8"


@pytest.fixture(autouse=True)
def _chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix what a server in this process deals, and what its random bots choose, except in the profile `hunt`."""
    chance = random.Random(1 if settings().derandomize else None)
    monkeypatch.setattr(secrets, "randbelow", chance.randrange)


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    # Imported here, because most tests need neither.
    from playwright.sync_api import sync_playwright

    from tools.chromium import FLAGS, MISSING, chromium

    path = chromium()
    if path is None:
        pytest.fail(MISSING, pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    with _without_browser_loop(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with _without_browser_loop(item):
        return (yield)


@contextmanager
def _without_browser_loop(item: pytest.Item) -> Iterator[None]:
    """Hide the event loop of a browser that other tests have opened: no second loop could run in this thread."""
    loop = asyncio._get_running_loop()
    if loop is None or "browser" in getattr(item, "fixturenames", ()):
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)
