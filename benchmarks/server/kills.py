"""Kills a server at random moments under load, again and again: nothing that was acknowledged may be lost.

    python -m benchmarks.server.kills [--kills 100] [--tables 12] [--seed 1]

After each kill the log on disk is compared with what the players were answered, and they go on where they were: what
they sent last is sent again by the same id, as a page does, and must not be played twice.
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

from benchmarks.server.playing import Guests, PlayedTable, Tally
from benchmarks.server.serving import Process, free_port
from chabudai.games.registry import games
from chabudai.session.log import Row
from chabudai.session.table import restored

MOST_MOVES = 100
"""The server is killed after one move or more, at most so many, and then at any moment of the next."""

_MOMENT = 0.02
"""Seconds that a move may take."""

_BY_THE_KILL = (OSError, httpx.TransportError, WebSocketException)
"""What happens to those who are connected, or about to be."""


class Lost(Exception):
    """What must never happen."""


class Survivors(PlayedTable):
    """A table where note is taken of what was acknowledged, and where play goes on after a kill."""

    def __init__(self, house: Guests, number: int) -> None:
        super().__init__(house, number, "json", Tally(), list(games()))
        self.answers: dict[tuple[str, str], int] = {}
        """The entry of each move that was acknowledged, by table and command."""

    def acknowledged(self, command: str, seq: int) -> None:
        self.answers[self.id, command] = seq

    async def play_on(self) -> None:
        """Play for as long as the server lives."""
        if not self.id:
            await self.sit_down()
        while True:
            await self.move()

    async def come_back(self) -> None:
        """Connect again, and send again what was not answered; a table that was not full yet is given up."""
        await self.disconnect()
        if not self.id:
            return
        self.people = []
        await self.connect()
        if any(person.now.status == "open" for person in self.people):
            await self.disconnect()
            self.id = ""
            return
        self.check_seen()
        await self.send_again()

    def check_seen(self) -> None:
        """What the server shows now is not older than what it has acknowledged."""
        newest = max((seq for (table, _), seq in self.answers.items() if table == self.id), default=0)
        shown = min(person.now.seq for person in self.people)
        if shown < newest:
            raise Lost(f"table {self.id}: {newest} was acknowledged, the server is at {shown}")


def check_log(path: Path, tables: Sequence[Survivors]) -> int:
    """Compare the log with what was acknowledged; returns how many moves that were."""
    with closing(sqlite3.connect(path)) as store:
        (well,) = store.execute("PRAGMA integrity_check").fetchone()
        if well != "ok":
            raise Lost(f"the file is damaged: {well}")
        kept = {
            (table, command.partition(" ")[2]): seq
            for table, seq, command in store.execute("SELECT table_id, seq, command FROM event WHERE command <> ''")
        }
        (twice,) = store.execute(
            "SELECT count(*) - count(DISTINCT table_id || ' ' || command) FROM event WHERE command <> ''"
        ).fetchone()
    if twice:
        raise Lost(f"{twice} commands were carried out twice")
    acknowledged = {key: seq for table in tables for key, seq in table.answers.items()}
    for key, seq in acknowledged.items():
        if kept.get(key) != seq:
            raise Lost(f"{key}: entry {seq} was acknowledged, on disk it is {kept.get(key)}")
    return len(acknowledged)


def check_tables(path: Path) -> int:
    """Read all tables again by the rules; returns how many there are."""
    with closing(sqlite3.connect(path)) as store:
        rows: dict[str, list[Row]] = {}
        for table, *row in store.execute("SELECT table_id, seq, at, command, entry FROM event ORDER BY table_id, seq"):
            rows.setdefault(table, []).append(Row(*row))
    for table, log in rows.items():
        restored(table, log)
    return len(rows)


async def survive(process: Process, kills: int, tables: int, rng: random.Random) -> list[Survivors]:
    """Kill the server so many times while people play at so many tables, who tell what they were answered."""
    process.start()
    guests = Guests(process.address)
    await guests.arrive()
    survivors = [Survivors(guests, number) for number in range(tables)]
    moves = 0
    for number in range(kills):
        playing = [asyncio.create_task(table.play_on()) for table in survivors]
        enough = moves + rng.randint(1, MOST_MOVES)
        while sum(len(table.answers) for table in survivors) < enough and not any(task.done() for task in playing):
            await asyncio.sleep(0.001)
        await asyncio.sleep(rng.uniform(0, _MOMENT))
        process.kill()
        for task in playing:
            task.cancel()
        for trouble in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(trouble, Exception) and not isinstance(trouble, _BY_THE_KILL):
                raise trouble
        moves = check_log(process.path, survivors)
        print(f"kill {number + 1} of {kills}: {moves} moves acknowledged, none lost", flush=True)
        process.start()
        async with asyncio.timeout(120):
            await asyncio.gather(*(table.come_back() for table in survivors))
    process.kill()
    return survivors


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.kills", description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        process = Process(Path(folder) / "tables.sqlite", free_port())
        try:
            survivors = asyncio.run(survive(process, wishes.kills, wishes.tables, random.Random(wishes.seed)))
            moves, tables = check_log(process.path, survivors), check_tables(process.path)
        finally:
            process.kill()
    print(f"{wishes.kills} kills, {moves} moves acknowledged, {tables} tables: none lost, none damaged")


if __name__ == "__main__":
    main()
