"""Writes a database with tables of every kind, using the release of Chabudai on Python's path.

Before a release changes what is stored, run this with the previous release, in the folder `tests`:

    PYTHONPATH=/path/to/that/release/src ../.venv/bin/python -m upgrades.write

It plays on a running `chabudai serve` through the public protocol (docs/protocol.md) and writes three files here,
named after the release: VERSION.sqlite, VERSION.sqlite.key, which signs cookies and invitations, and VERSION.json,
which lists the people at each table, its record so far and what everybody sees. `test_upgrades.py` continues these
games. The key is used for nothing else.
"""

import argparse
import json
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from upgrades.clients import TIMEOUT, Connection, Guest, play

OPTIONS: dict[str, tuple[int, dict[str, object]]] = {
    "ameno_kirifuda": (3, {"tricks_3p": 6}),
    "fine_weather": (4, {"rounds": "players", "first_lead": "rotate", "hidden_wishes": True}),
    "kasane": (3, {"open_hands": True, "blocked_pairs": True, "plus_one_meld": True}),
    "only_one": (4, {"familiars": True, "teams": True}),
    "thousand_cats": (3, {"rules": "advanced", "target": 20}),
}
"""A player count and options other than the defaults for each game, used for unfinished games."""

MONTH = 30 * 86_400

BOT_SECONDS = 1.0
"""Seconds to wait for bots to move before somebody's turn."""


class TableWriter:
    """Makes tables, plays at them, and collects what the tests need to know about them."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.rng = random.Random(1)
        self.guests: dict[str, Guest] = {}
        self.tables: dict[str, dict[str, Any]] = {}

    def guest(self, name: str) -> Guest:
        if name not in self.guests:
            self.guests[name] = Guest(self.address, name)
        return self.guests[name]

    def note(self, table: str, kind: str, game: str, people: Sequence[Guest], **fields: object) -> None:
        """Add a table to the list, with these fields; the first of the people is the host."""
        names = [guest.name for guest in people]
        self.tables[table] = {"kind": kind, "game": game, "people": names} | fields
        print(f"{game}: {kind}", flush=True)

    def stop_at_a_turn(self, people: Sequence[Connection]) -> None:
        """Play until somebody has a choice, so that nothing more happens automatically."""
        while not any(person.wait_for_turn(BOT_SECONDS) and len(person.choices()) > 1 for person in people):
            if any(person.over for person in people):
                raise RuntimeError("the game ended too soon: make fewer choices")
            play(people, self.rng, 1)

    # ---- Tables of every kind ---------------------------------------------------------------------------------------

    def finished(self, game: str, players: int, host: Guest, again: bool) -> None:
        """Finish a game, and perhaps begin a rematch."""
        table = host.make_table(game=game, players=players, seats=["me", *["random"] * (players - 1)])
        mine = host.connect(table)
        play([mine], self.rng, sys.maxsize)
        mine.do("chat", text="Good game! 楽しかった")
        self.note(table, "finished", game, [host])
        if again:
            mine.send("rematch")
            mine.read_until(lambda: mine.moved)
            rematch = host.connect(mine.moved)
            play([rematch], self.rng, 2)
            self.stop_at_a_turn([rematch])
            self.note(mine.moved, "unfinished", game, [host])
            rematch.close()
        mine.close()

    def unfinished(self, game: str, host: Guest, friend: Guest, watcher: Guest, aids: bool) -> None:
        """Play a part of a game with two people and bots, using many kinds of commands."""
        players, options = OPTIONS[game]
        seats = ["me", "open", *["random"] * (players - 2)]
        table = host.make_table(game=game, players=players, options=options, seats=seats, aids=aids, limit=MONTH)
        invitation = host.invitation(table)
        friend.join(invitation)
        watcher.join(invitation, watch=True)
        mine, theirs, watching = host.connect(table), friend.connect(table), watcher.connect(table)
        people = (mine, theirs)
        mine.do("chat", text="Hello!")
        theirs.do("chat", text="よろしく")
        watching.do("chat", text="I only watch.")
        theirs.do("set", forced=False)
        play(people, self.rng, 3)
        self._take_back(people)
        theirs.do("set", name=f"{friend.name} 2")
        theirs.do("leave")
        theirs.do("sit")
        play(people, self.rng, 3)
        self._take_back(people)
        self.stop_at_a_turn(people)
        mine.do("set", pace="fast", takeover=3600, listed=True)
        self.note(table, "unfinished", game, [host, friend], watcher=watcher.name)
        for connection in (*people, watching):
            connection.close()

    def _take_back(self, people: Sequence[Connection]) -> None:
        """Make a choice and undo it with the other's consent; if chance intervenes, try the next choice."""
        for _ in range(30):
            self.stop_at_a_turn(people)
            mover = next(person for person in people if person.wait_for_turn() and len(person.choices()) > 1)
            other = next(person for person in people if person is not mover)
            if not mover.choose(self.rng):
                continue
            command = mover.send("undo")
            if other.read_until(lambda: other.now["ask"], 1.0):  # noqa: B023
                other.do("agree", yes=True)
            if mover.wait_for_reply(command):
                return
        raise RuntimeError("no choice could be undone")

    def waiting(self, game: str, players: int, host: Guest, friend: Guest) -> None:
        """Make a table that waits for players; a friend has joined and left."""
        table = host.make_table(game=game, players=players, seats=["me", *["open"] * (players - 1)], listed=True)
        invitation = host.invitation(table)
        friend.join(invitation)
        mine, theirs = host.connect(table), friend.connect(table)
        theirs.do("leave")
        for seat in range(2, players):
            mine.do("set", seat=seat, level="random")
        mine.do("chat", text="Who plays?")
        mine.close()
        theirs.close()
        self.note(table, "open", game, [host, friend], invitation=invitation)

    def closed(self, game: str, players: int, host: Guest) -> None:
        """Close a table during its game."""
        table = host.make_table(game=game, players=players, seats=["me", *["random"] * (players - 1)])
        mine = host.connect(table)
        play([mine], self.rng, 2)
        _close(mine)
        self.note(table, "closed", game, [host])

    def first_game(self, game: str, host: Guest) -> None:
        """Begin a guided game."""
        table = host.make_table(game=game, first_game=True)
        mine = host.connect(table)
        play([mine], self.rng, 2)
        self.stop_at_a_turn([mine])
        self.note(table, "first game", game, [host])
        mine.close()

    def several_seats(self, game: str, host: Guest) -> None:
        """Begin a game on a shared device."""
        table = host.make_table(game=game, players=3, seats=["me", "random", "me"], names={"0": "Ken", "2": "Mari"})
        mine = host.connect(table)
        play([mine], self.rng, 5)
        self.stop_at_a_turn([mine])
        self.note(table, "several seats", game, [host])
        mine.close()


def write_tables(address: str) -> TableWriter:
    """Make tables of every kind for every game."""
    writer = TableWriter(address)
    watcher = writer.guest("Kay")
    for number, game in enumerate(OPTIONS):
        host, friend = writer.guest(f"Aoi {number}"), writer.guest(f"Ben {number}")
        players = 3
        writer.finished(game, players, host, again=number == 2)
        writer.unfinished(game, host, friend, watcher, aids=number != 1)
        writer.waiting(game, players, host, friend)
        writer.closed(game, players, host)
        writer.first_game(game, host)
    writer.several_seats("only_one", writer.guest("Aoi 3"))
    return writer


def write_expectations(address: str, writer: TableWriter) -> None:
    """Add what everybody sees and the record of each game. This closes tables, so run it on a copy of the database."""
    for table, info in writer.tables.items():
        people = [Guest(address, name, writer.guests[name].cookie) for name in info["people"]]
        host = people[0]
        if info["kind"] in ("unfinished", "first game", "several seats"):
            info["shown"] = {guest.name: _shown(guest, table) for guest in people}
            _close(host.connect(table))
        if info["kind"] != "open":
            info["record"] = host.record(table)


def _close(host: Connection) -> None:
    host.send("close")
    host.read_until(lambda: host.closed)


def _shown(guest: Guest, table: str) -> dict[str, object]:
    """Return what a person sees after reconnecting."""
    theirs = guest.connect(table)
    theirs.read_until(lambda: theirs.chat, 0.5)
    shown = theirs.shown()
    theirs.close()
    return shown


# ---- The server and its database -------------------------------------------------------------------------------------


@contextmanager
def run_release(path: Path) -> Iterator[str]:
    """Run the server of the release on Python's path with this database; yield its address."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen([sys.executable, "-m", "chabudai", "serve", "--db", str(path), "--port", str(port)])
    try:
        end = time.monotonic() + TIMEOUT
        while not _is_healthy(address):
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the server did not start")
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait()


def _is_healthy(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def compact(path: Path) -> None:
    """Merge the write-ahead log into a database and compact it."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("VACUUM")
    connection.close()


def release() -> str:
    """Return the version of the release on Python's path."""
    command = [sys.executable, "-c", "import chabudai; print(chabudai.__version__)"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Write the three files of this release."""
    parser = argparse.ArgumentParser(prog="upgrades.write", description="Write a database for upgrade tests.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
    database = parser.parse_args().folder / f"{release()}.sqlite"
    for path in (database, Path(f"{database}.key")):
        if path.exists():
            parser.error(f"{path} already exists; files written by a release are never replaced")
    with tempfile.TemporaryDirectory() as folder:
        original, copy = Path(folder, "original"), Path(folder, "copy")
        with run_release(original) as address:
            writer = write_tables(address)
        written = time.time()
        compact(original)
        for suffix in ("", ".key"):
            shutil.copy(f"{original}{suffix}", f"{copy}{suffix}")
        with run_release(copy) as address:
            write_expectations(address, writer)
        for suffix in ("", ".key"):
            shutil.copy(f"{original}{suffix}", f"{database}{suffix}")
    guests = {name: guest.cookie for name, guest in writer.guests.items()}
    manifest = {"written": written, "guests": guests, "tables": writer.tables}
    text = json.dumps(manifest, indent=1, ensure_ascii=False)
    database.with_suffix(".json").write_text(f"{text}\n", encoding="utf-8")
    print(f"{database}: {os.path.getsize(database):,} bytes")


if __name__ == "__main__":
    main()
