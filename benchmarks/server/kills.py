"""Kill a server under load at random times, again and again, and check that no acknowledged move is lost.

    python -m benchmarks.server.kills [--kills 100] [--tables 12] [--seed 1]

After each kill, the log on disk is compared with the answers that the players received. They then reconnect and, as a
page does, resend a move that was not answered, with the same id; it must not be carried out twice.
"""

import argparse
import asyncio
import random
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import httpx
from websockets.exceptions import WebSocketException

from benchmarks.server.clients import ClientTable, Guests, LoadCounts
from benchmarks.server.serving import KillableServer, free_port
from chabudai.games.registry import games
from chabudai.session.log import LogRow
from chabudai.session.table import restore_table

MAX_MOVES = 100
"""The server is killed after 1 to this many further acknowledged moves, drawn at random. While the kill is prepared,
more may be acknowledged."""

_MOVE_SECONDS = 0.02
"""About the longest time that a move takes. After the last of those moves, the kill comes within it, at random."""

_CONNECTION_ERRORS = (OSError, httpx.TransportError, WebSocketException)
"""Errors that a kill causes in clients that are connected or connecting."""


class MoveLost(Exception):
    """The server lost an acknowledged move, carried out a command twice, or damaged its database."""


class CheckedTable(ClientTable):
    """A table that records acknowledged moves and continues after a kill."""

    def __init__(self, guests: Guests, number: int) -> None:
        super().__init__(guests, number, "json", LoadCounts(), list(games()))
        self.acknowledged_entries: dict[tuple[str, str], int] = {}
        """The number of the log entry of each acknowledged move, by the ids of table and command."""

    def on_acknowledged(self, command: str, seq: int) -> None:
        self.acknowledged_entries[self.id, command] = seq

    async def play_until_killed(self) -> None:
        """Play until the server is killed."""
        if not self.id:
            await self.sit_down()
        while True:
            await self.move()

    async def reconnect(self) -> None:
        """Reconnect, and resend what was not answered. Give up a table that was not full yet."""
        await self.disconnect()
        if not self.id:
            return
        self.clients = []
        await self.connect()
        if any(client.latest.status == "open" for client in self.clients):
            await self.disconnect()
            self.id = ""
            return
        self.check_seen()
        await self.resend_move()

    def check_seen(self) -> None:
        """Check that what the server shows is not older than what it has acknowledged."""
        newest = max((seq for (table, _), seq in self.acknowledged_entries.items() if table == self.id), default=0)
        shown = min(client.latest.seq for client in self.clients)
        if shown < newest:
            raise MoveLost(f"table {self.id}: entry {newest} was acknowledged, but the server shows entry {shown}")


def check_log(path: Path, tables: Sequence[CheckedTable]) -> int:
    """Compare the log on disk with the acknowledged moves; return their number."""
    with closing(sqlite3.connect(path)) as store:
        (integrity,) = store.execute("PRAGMA integrity_check").fetchone()
        if integrity != "ok":
            raise MoveLost(f"the database is damaged: {integrity}")
        # The column `command` holds the id of the guest, a space, and the id that the client gave the command.
        stored = {
            (table, command.partition(" ")[2]): seq
            for table, seq, command in store.execute("SELECT table_id, seq, command FROM event WHERE command <> ''")
        }
        (repeated,) = store.execute(
            "SELECT count(*) - count(DISTINCT table_id || ' ' || command) FROM event WHERE command <> ''"
        ).fetchone()
    if repeated:
        raise MoveLost(f"{repeated} {'command was' if repeated == 1 else 'commands were'} carried out twice")
    acknowledged = {key: seq for table in tables for key, seq in table.acknowledged_entries.items()}
    for key, seq in acknowledged.items():
        if stored.get(key) != seq:
            raise MoveLost(f"{key}: entry {seq} was acknowledged, but on disk it is entry {stored.get(key)}")
    return len(acknowledged)


def check_tables(path: Path) -> int:
    """Restore every table from its log; return their number."""
    with closing(sqlite3.connect(path)) as store:
        rows: dict[str, list[LogRow]] = {}
        for table, *row in store.execute("SELECT table_id, seq, at, command, entry FROM event ORDER BY table_id, seq"):
            rows.setdefault(table, []).append(LogRow(*row))
    for table, log in rows.items():
        restore_table(table, log)
    return len(rows)


async def kill_repeatedly(server: KillableServer, kills: int, tables: int, rng: random.Random) -> list[CheckedTable]:
    """Kill the server this many times while people play; return the tables with their acknowledged moves."""
    server.start()
    guests = Guests(server.address)
    await guests.arrive()
    checked = [CheckedTable(guests, number) for number in range(tables)]
    moves = 0
    for number in range(kills):
        playing = [asyncio.create_task(table.play_until_killed()) for table in checked]
        enough = moves + rng.randint(1, MAX_MOVES)
        while sum(len(table.acknowledged_entries) for table in checked) < enough and not any(
            task.done() for task in playing
        ):
            await asyncio.sleep(0.001)
        await asyncio.sleep(rng.uniform(0, _MOVE_SECONDS))
        server.kill()
        for task in playing:
            task.cancel()
        for error in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(error, Exception) and not isinstance(error, _CONNECTION_ERRORS):
                raise error
        moves = check_log(server.path, checked)
        print(f"kill {number + 1} of {kills}: {moves} moves acknowledged, none lost", flush=True)
        server.start()
        async with asyncio.timeout(120):
            await asyncio.gather(*(table.reconnect() for table in checked))
    server.kill()
    return checked


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the test from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.kills", description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100, help="default: 100")
    parser.add_argument("--tables", type=int, default=12, help="default: 12")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        server = KillableServer(Path(folder) / "tables.sqlite", free_port())
        try:
            checked = asyncio.run(kill_repeatedly(server, options.kills, options.tables, random.Random(options.seed)))
            moves, tables = check_log(server.path, checked), check_tables(server.path)
        finally:
            server.kill()
    print(f"{options.kills} kills, {moves} moves acknowledged, {tables} tables: nothing lost, nothing damaged")


if __name__ == "__main__":
    main()
