"""A test user of the full-screen table: opens it with fixed seeds, and plays with keys or mouse."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from textual.pilot import Pilot

from chabudai.games.registry import games
from chabudai.scene.vocabulary import Choice
from chabudai.session.opening import open_table
from chabudai.session.settings import Pace
from chabudai.terminal.app.application import Chabudai
from chabudai.terminal.app.local_table import LocalTable
from chabudai.terminal.app.table_client import TableClient
from chabudai.terminal.app.table_screen import TableScreen
from chabudai.terminal.local_session import YOU, LocalSession
from chabudai.terminal.seat_assignment import SeatAssignment

SMALL, LARGE = (80, 24), (140, 45)
TIMEOUT = 120.0
"""Seconds to wait for something that should happen."""

T = TypeVar("T")


def local_table(
    game: str = "ameno_kirifuda",
    *,
    language: str = "en",
    options: Mapping[str, object] | None = None,
    seed: int = 3,
    pace: Pace = "at_once",
    aids: bool = True,
) -> LocalTable:
    """Open a new game with the maximum number of players, against random bots with a fixed seed."""
    installed = games()[game]
    players = installed.players[-1]
    opened = open_table(installed, installed.setup(players, options), YOU.guest, aids=aids, pace=pace)
    return LocalTable(LocalSession(opened, SeatAssignment(0, aids, ("random",) * players), language, seed))


class AppUser:
    """A user who looks at the screen and presses keys."""

    def __init__(self, app: Chabudai, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        """The table, even if an overlay covers it."""
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TableScreen))

    def allowed(self) -> list[Choice]:
        """Return the legal choices."""
        assert self.table.update is not None
        return [choice for choice in self.table.update.scene.choices if choice.why is None]

    async def press(self, *keys: str) -> None:
        """Press these keys."""
        await self.pilot.press(*keys)

    async def click(self, action: int) -> None:
        """Click the choice with this action."""
        region = self.table.regions[action]
        await self.pilot.click(offset=(region.left + 1, region.line))

    async def wait_until(self, wanted: Callable[[], object]) -> None:
        """Wait until a condition is true."""
        end = asyncio.get_running_loop().time() + TIMEOUT
        while not wanted():
            assert asyncio.get_running_loop().time() < end, "the wait timed out"
            await self.pilot.pause(0.005)
        await self.pilot.pause()

    async def wait_for_turn(self) -> bool:
        """Wait until it is the user's turn or the game is over; return whether it is their turn."""
        await self.wait_until(lambda: self.table.update is not None and (self.table.may_choose or self.over()))
        return not self.over()

    def over(self) -> bool:
        """Check whether the game is over."""
        return self.table.update is not None and self.table.update.scene.over

    def screen_text(self) -> str:
        """Return the text on the screen, without colors."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def run_app(
    table: TableClient | None,
    do: Callable[[AppUser], Awaitable[T]],
    *,
    size: tuple[int, int] = SMALL,
    language: str = "en",
) -> T:
    """Start the application, and let a user act in it."""

    async def run() -> T:
        app = Chabudai(table, language=language)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            return await do(AppUser(app, pilot))

    return in_a_thread(lambda: asyncio.run(run()))


def in_a_thread(work: Callable[[], T]) -> T:
    """Run work in a thread without an event loop: a browser of other tests may have left one in this thread."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work).result()
