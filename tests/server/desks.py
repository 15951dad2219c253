"""A house without a web server around it, for tests of its insides."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from chabudai.games.registry import game as find_game
from chabudai.server import entries
from chabudai.server.desk import Desk
from chabudai.server.entries import Entry
from chabudai.server.house import House
from chabudai.server.journal import Journal
from chabudai.server.listening import Listening
from chabudai.server.plan import Plan
from chabudai.server.room import Room
from chabudai.server.sealing import Seal
from chabudai.server.sqlite_store import SqliteStore
from chabudai.server.thinking import Thinkers
from server.served import FREE


@asynccontextmanager
async def desk_of(folder: Path) -> AsyncIterator[Desk]:
    """A house with its tables in this folder."""
    journal = Journal(io.StringIO())
    house = House(SqliteStore(folder / "t.sqlite"), Thinkers(1, journal), journal, FREE, ["club"])
    try:
        async with asyncio.timeout(60):
            yield Desk(house, Seal(b"k" * 32), journal, FREE, Listening("127.0.0.1", 8000))
    finally:
        await house.close_doors()


def in_a_house(folder: Path, act: Callable[[Desk], Awaitable[None]]) -> None:
    """Do something in a house with its tables in this folder."""

    async def whole() -> None:
        async with desk_of(folder) as desk:
            await act(desk)

    asyncio.run(whole())


async def alone_at_a_table(desk: Desk, bots: Sequence[str] = ()) -> Room:
    """A table of three at which one person has all seats, but for the bots that sit behind."""
    game = find_game("kasane")
    plan = Plan(game=game.name, players=3, options=game.setup(3).options, pace="at_once")
    seats: list[Entry] = [entries.Sat(seat, "g", "Gen") for seat in range(3 - len(bots))]
    seats += [entries.Bot(3 - len(bots) + number, level) for number, level in enumerate(bots)]
    return await desk.house.open(entries.Opened(plan, game.rules_version, "g"), seats)
