"""Tables without a web server around them, for tests of their insides."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from chabudai.games.registry import game as find_game
from chabudai.server.bind import Binding
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.context import Context
from chabudai.server.http.signing import Signer
from chabudai.server.storage.sqlite import SqliteStore
from chabudai.server.table_task import TableTask
from chabudai.server.tables import Tables
from chabudai.server.telemetry import Telemetry
from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.settings import Settings
from server.served import FREE


@asynccontextmanager
async def context_of(folder: Path) -> AsyncIterator[Context]:
    """The tables of a server, kept in this folder."""
    telemetry = Telemetry(io.StringIO())
    tables = Tables(SqliteStore(folder / "t.sqlite"), BotPool(1, telemetry), telemetry, FREE)
    try:
        async with asyncio.timeout(60):
            yield Context(tables, Signer(b"k" * 32), telemetry, FREE, Binding("127.0.0.1", 8000))
    finally:
        await tables.stop()


def with_tables(folder: Path, act: Callable[[Context], Awaitable[None]]) -> None:
    """Do something with the tables that are kept in this folder."""

    async def whole() -> None:
        async with context_of(folder) as context:
            await act(context)

    asyncio.run(whole())


async def alone_at_a_table(context: Context, bots: Sequence[str] = ()) -> TableTask:
    """A table of three at which one person has all seats, but for the bots that sit behind."""
    game = find_game("kasane")
    plan = Settings(game=game.name, players=3, options=game.setup(3).options, pace="at_once")
    seats: list[Entry] = [log.Sat(seat, "g", "Gen") for seat in range(3 - len(bots))]
    seats += [log.Bot(3 - len(bots) + number, level) for number, level in enumerate(bots)]
    return await context.tables.open(log.Opened(plan, game.rules_version, "g"), seats)
