"""What is measured of our server."""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.server import season
from benchmarks.server.figures import Grown, Load, Memory, delay
from benchmarks.server.playing import PEOPLE, Form, Guests, PlayedTable, Tally, play, seated
from benchmarks.server.serving import PLAYERS_CORE, Server, served
from chabudai.games.registry import games

TABLES = 50
"""At saturation: enough that the server is never out of work."""

PACED_TABLES = 250
PACED_MOVES = 500.0
"""A second, at all tables together."""

GROWN = (10, 100, 500, 2000)
GROWN_MOVES = 200.0

WARM_UP = 2.0
"""Seconds before anything is counted."""

Measured = TypeVar("Measured")


def saturated(form: Form, seconds: float) -> Load:
    """As many moves of our games as the server makes."""
    return _saturated(form, seconds, list(games()), forced=True)


def saturated_as_peer(seconds: float) -> Load:
    """As many moves of boardgame.io's game; as there, people make also those moves themselves that leave no choice."""
    return _saturated("json", seconds, [season.NAME], forced=False)


def _saturated(form: Form, seconds: float, names: Sequence[str], *, forced: bool) -> Load:
    async def measure(server: Server) -> Load:
        tables, tally = await seated(server.address, TABLES, form, names, forced=forced)
        return await _loaded(server, tables, tally, seconds, None)

    return _with_server(measure)


def paced(form: Form, seconds: float) -> Load:
    """How long a move takes where the server is not out of breath."""

    async def measure(server: Server) -> Load:
        tables, tally = await seated(server.address, PACED_TABLES, form)
        return await _loaded(server, tables, tally, seconds, PACED_MOVES)

    return _with_server(measure, on_one_core=False)


def grown(tables: int, seconds: float) -> Grown:
    """The same number of moves at more and more tables."""

    async def measure(server: Server) -> Grown:
        played, tally = await seated(server.address, tables, "html")
        load = await _loaded(server, played, tally, seconds, GROWN_MOVES)
        return Grown(tables, server.used().memory, load)

    return _with_server(measure)


def memory(tables: int = 200) -> Memory:
    """What a table and a connection hold: the same table is looked at by four, and then by eight."""

    async def measure(server: Server) -> Memory:
        itself = server.used().memory
        played, _ = await seated(server.address, tables, "html")
        with_four = server.used().memory
        guests = Guests(server.address)
        await guests.arrive()
        for table in played:
            for guest in range(PEOPLE):
                await _look(guests, table, guest)
        a_connection = (server.used().memory - with_four) / (tables * PEOPLE)
        return Memory(itself, (with_four - itself) / tables - PEOPLE * a_connection, a_connection)

    return _with_server(measure)


async def _look(guests: Guests, table: PlayedTable, guest: int) -> None:
    """Look at a table, until the end of the run."""
    socket = await guests.connect(table.id, guest, "html")
    await socket.recv()
    table.watchers.append(socket)


async def _loaded(
    server: Server, tables: list[PlayedTable], tally: Tally, seconds: float, moves_a_second: float | None
) -> Load:
    await play(tables, WARM_UP, moves_a_second)
    tally.clear()
    before, began = server.used(), time.perf_counter()
    await play(tables, seconds, moves_a_second)
    took, core = time.perf_counter() - began, server.used().seconds - before.seconds
    delays = (delay(each) for each in (tally.answered, tally.asked, tally.shown))
    return Load(tally.moves, took, core, tally.frames, tally.received, *delays)


def _with_server(measure: Callable[[Server], Coroutine[Any, Any, Measured]], *, on_one_core: bool = True) -> Measured:
    """Measure a server that has just been started, with its tables on the disk of the folder for temporary files."""
    os.sched_setaffinity(0, {PLAYERS_CORE})
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), on_one_core=on_one_core) as server:
        return asyncio.run(measure(server))
