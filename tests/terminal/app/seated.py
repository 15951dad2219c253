"""A person at the full-screen table: opens it with fixed seeds, and plays by keys or mouse."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from textual.pilot import Pilot

from chabudai.games.registry import games
from chabudai.scene.vocabulary import Choice
from chabudai.session.opening import opening
from chabudai.session.settings import Pace
from chabudai.terminal.app.application import Chabudai
from chabudai.terminal.app.local_table import LocalTable
from chabudai.terminal.app.table_client import TableClient
from chabudai.terminal.app.table_screen import TableScreen
from chabudai.terminal.local_game import YOU, LocalGame
from chabudai.terminal.seating import Seating

SMALL, LARGE = (80, 24), (140, 45)
PATIENCE = 120.0
"""Seconds after which something that should have come is missed."""

T = TypeVar("T")


def local(
    game: str = "ameno_kirifuda",
    *,
    language: str = "en",
    options: Mapping[str, object] | None = None,
    seed: int = 3,
    pace: Pace = "at_once",
    aids: bool = True,
) -> LocalTable:
    """A new game with as many players as can be, against bots that choose at random, always the same."""
    found = games()[game]
    players = found.players[-1]
    opened = opening(found, found.setup(players, options), YOU.guest, aids=aids, pace=pace)
    return LocalTable(LocalGame(opened, Seating(0, aids, ("random",) * players), language, seed))


class Person:
    """Somebody who looks at the screen and presses keys."""

    def __init__(self, app: Chabudai, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        """The table, though a sheet may lie on it."""
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TableScreen))

    def allowed(self) -> list[Choice]:
        """What can be chosen now."""
        assert self.table.shown is not None
        return [choice for choice in self.table.shown.scene.choices if choice.why is None]

    async def press(self, *keys: str) -> None:
        """Press these keys."""
        await self.pilot.press(*keys)

    async def click(self, action: int) -> None:
        """Click on what makes this choice."""
        spot = self.table.spots[action]
        await self.pilot.click(offset=(spot.left + 1, spot.line))

    async def until(self, wanted: Callable[[], object]) -> None:
        """Wait until something is so."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while not wanted():
            assert asyncio.get_running_loop().time() < end, "waited in vain"
            await self.pilot.pause(0.005)
        await self.pilot.pause()

    async def turn(self) -> bool:
        """Wait until it is this person's turn, or the game is over; whether it is their turn."""
        await self.until(lambda: self.table.shown is not None and (self.table.may_choose or self.over()))
        return not self.over()

    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.shown is not None and self.table.shown.scene.over

    def screen_text(self) -> str:
        """All that stands on the screen, without colours."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def sitting(
    table: TableClient | None,
    do: Callable[[Person], Awaitable[T]],
    *,
    size: tuple[int, int] = SMALL,
    language: str = "en",
) -> T:
    """Open the application, and let a person do something there."""

    async def run() -> T:
        app = Chabudai(table, language=language)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            return await do(Person(app, pilot))

    return in_a_thread(lambda: asyncio.run(run()))


def in_a_thread(work: Callable[[], T]) -> T:
    """Do something where no event loop runs: a browser of other tests may have left one in this thread."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work).result()
