"""Measures our server: throughput, delays, growth and memory."""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.server import season
from benchmarks.server.clients import PEOPLE, ClientTable, Form, Guests, LoadCounts, play, seat_tables
from benchmarks.server.figures import GrowthPoint, LoadResult, Memory, delay
from benchmarks.server.serving import CLIENTS_CORE, Server, run_server
from chabudai.games.registry import games

TABLES = 50
"""The number of tables at saturation: enough that the server is never idle."""

PACED_TABLES = 250
PACED_MOVES = 500.0
"""Moves per second, over all tables."""

GROWTH_TABLES = (10, 100, 500, 2000)
GROWTH_MOVES = 200.0

WARM_UP = 2.0
"""Seconds before counting starts."""

Result = TypeVar("Result")


def saturated(form: Form, seconds: float) -> LoadResult:
    """Play our games as fast as the server allows."""
    return _saturated(form, seconds, list(games()), forced=True)


def saturated_as_peer(seconds: float) -> LoadResult:
    """Play boardgame.io's game as fast as the server allows; as there, people also make forced moves themselves."""
    return _saturated("json", seconds, [season.NAME], forced=False)


def _saturated(form: Form, seconds: float, game_names: Sequence[str], *, forced: bool) -> LoadResult:
    async def measure(server: Server) -> LoadResult:
        tables, counts = await seat_tables(server.address, TABLES, form, game_names, forced=forced)
        return await _measure_load(server, tables, counts, seconds, None)

    return _with_server(measure)


def paced(form: Form, seconds: float) -> LoadResult:
    """Measure delays when the server is not saturated."""

    async def measure(server: Server) -> LoadResult:
        tables, counts = await seat_tables(server.address, PACED_TABLES, form)
        return await _measure_load(server, tables, counts, seconds, PACED_MOVES)

    return _with_server(measure, on_one_core=False)


def growth_point(tables: int, seconds: float) -> GrowthPoint:
    """Play at this many tables. The number of moves per second is always the same."""

    async def measure(server: Server) -> GrowthPoint:
        played, counts = await seat_tables(server.address, tables, "html")
        load = await _measure_load(server, played, counts, seconds, GROWTH_MOVES)
        return GrowthPoint(tables, server.usage().memory, load)

    return _with_server(measure)


def memory(tables: int = 200) -> Memory:
    """Measure the memory per table and per connection, with four and then eight connections to each table."""

    async def measure(server: Server) -> Memory:
        itself = server.usage().memory
        played, _ = await seat_tables(server.address, tables, "html")
        with_four = server.usage().memory
        guests = Guests(server.address)
        await guests.arrive()
        for table in played:
            for guest in range(PEOPLE):
                await _watch(guests, table, guest)
        a_connection = (server.usage().memory - with_four) / (tables * PEOPLE)
        return Memory(itself, (with_four - itself) / tables - PEOPLE * a_connection, a_connection)

    return _with_server(measure)


async def _watch(guests: Guests, table: ClientTable, guest: int) -> None:
    """Watch a table until the end of the run."""
    socket = await guests.connect(table.id, guest, "html")
    await socket.recv()
    table.spectators.append(socket)


async def _measure_load(
    server: Server, tables: list[ClientTable], counts: LoadCounts, seconds: float, moves_per_second: float | None
) -> LoadResult:
    await play(tables, WARM_UP, moves_per_second)
    counts.clear()
    before, began = server.usage(), time.perf_counter()
    await play(tables, seconds, moves_per_second)
    took, core = time.perf_counter() - began, server.usage().seconds - before.seconds
    delays = (delay(measured) for measured in (counts.answered, counts.asked, counts.shown))
    return LoadResult(counts.moves, took, core, counts.frames, counts.received, *delays)


def _with_server(measure: Callable[[Server], Coroutine[Any, Any, Result]], *, on_one_core: bool = True) -> Result:
    """Measure a newly started server, with its database in a temporary folder."""
    os.sched_setaffinity(0, {CLIENTS_CORE})
    with tempfile.TemporaryDirectory() as folder, run_server(Path(folder), on_one_core=on_one_core) as server:
        return asyncio.run(measure(server))
