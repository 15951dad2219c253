"""Sets the file names of SVG snapshots, and waits for the screen to settle."""

import asyncio

import pytest
from pytest_textual_snapshot import SVGImageExtension
from textual._context import active_app

# The plugin sets the file extension in a way that only older versions of syrupy read.
SVGImageExtension.file_extension = "svg"


async def settled(min_sleep: float = 0.0, max_sleep: float = 0.0) -> None:
    """Wait until all messages are processed and the screen is drawn.

    Textual itself waits until the process has been idle for a while, which is usually too long, but too short on a busy
    machine.
    """
    await nothing_is_ready()
    screen = active_app.get().screen
    while screen._update_timer._active.is_set():  # the next tick would redraw it: do it now
        screen._on_timer_update()
        await nothing_is_ready()


async def nothing_is_ready() -> None:
    """Wait until every task in this loop is waiting for time, a socket or a thread."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # type: ignore[attr-defined]
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.app.wait_for_idle", settled)
    monkeypatch.setattr("textual.pilot.wait_for_idle", settled)
