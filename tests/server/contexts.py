"""Tables without a web server, for tests of their internals."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from chabudai.games.registry import game as find_game
from chabudai.server.bind import Binding
from chabudai.server.bot_pool.pool import BotPool
from chabudai.server.clock import Clock
from chabudai.server.context import Context
from chabudai.server.http.signing import Signer
from chabudai.server.storage.sqlite import SqliteStore
from chabudai.server.table_task import TableTask
from chabudai.server.tables import Tables
from chabudai.server.telemetry import Telemetry
from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.settings import Pace, Settings
from server.running_server import NO_LIMITS


@asynccontextmanager
async def open_context(folder: Path, clock: Clock | None = None) -> AsyncIterator[Context]:
    """Open the tables stored in this folder."""
    telemetry = Telemetry(io.StringIO())
    tables = Tables(SqliteStore(folder / "t.sqlite"), BotPool(1, telemetry), telemetry, NO_LIMITS, clock=clock)
    try:
        async with asyncio.timeout(60):
            yield Context(tables, Signer(b"k" * 32), telemetry, NO_LIMITS, Binding("127.0.0.1", 8000))
    finally:
        await tables.stop()


def run_with_context(folder: Path, act: Callable[[Context], Awaitable[None]], clock: Clock | None = None) -> None:
    """Run a coroutine with the tables stored in this folder."""

    async def run() -> None:
        async with open_context(folder, clock) as context:
            await act(context)

    asyncio.run(run())


async def table_for_one_person(
    context: Context, bots: Sequence[str] = (), pace: Pace = "at_once", limit: int = 0
) -> TableTask:
    """Open a table for three: bots have the last seats, and one person has all the others."""
    game = find_game("kasane")
    settings = Settings(game=game.name, players=3, options=game.setup(3).options, pace=pace, limit=limit)
    seats: list[Entry] = [log.Sat(seat, "g", "Gen") for seat in range(3 - len(bots))]
    seats += [log.BotSeated(3 - len(bots) + number, level) for number, level in enumerate(bots)]
    return await context.tables.open(log.Opened(settings, game.rules_version, "g"), seats)
