"""How pictures are named, and when the screen has settled."""

import asyncio

import pytest
from pytest_textual_snapshot import SVGImageExtension
from textual._context import active_app

# Pictures are kept as SVG: the plugin names the ending of their files as only older versions of syrupy read it.
SVGImageExtension.file_extension = "svg"


async def settled(min_sleep: float = 0.0, max_sleep: float = 0.0) -> None:
    """Wait until all that was sent has been dealt with and the screen is drawn.

    Textual itself waits until the process was idle for a while: too long as a rule, and too short on a busy machine.
    """
    await nothing_is_ready()
    screen = active_app.get().screen
    while screen._update_timer._active.is_set():  # it would be drawn anew at the next tick
        screen._on_timer_update()
        await nothing_is_ready()


async def nothing_is_ready() -> None:
    """Wait until everything in this loop waits: for time to pass, for a socket or for a thread."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # type: ignore[attr-defined]
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.app.wait_for_idle", settled)
    monkeypatch.setattr("textual.pilot.wait_for_idle", settled)
