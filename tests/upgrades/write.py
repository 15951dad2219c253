"""Writes a database with tables of every kind, with the release of Chabudai that is on Python's path.

Before a release changes what is kept, run this with the release before it, in the folder `tests`:

    PYTHONPATH=/path/to/that/release/src ../.venv/bin/python -m upgrades.write

It plays at a running `chabudai serve` as people do (docs/protocol.md) and leaves three files here, named after the
release: VERSION.sqlite, VERSION.sqlite.key, which signs the cookies and invitations, and VERSION.json, which tells who
sits where, and for each table the record so far and what everybody is shown. `test_upgrades.py` plays on at all of
them. The key is of use for nothing else.
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

from upgrades.clients import WAIT, Connection, Guest, play

OPTIONS: dict[str, tuple[int, dict[str, object]]] = {
    "ameno_kirifuda": (3, {"tricks_3p": 6}),
    "fine_weather": (4, {"rounds": "players", "first_lead": "rotate", "hidden_wishes": True}),
    "kasane": (3, {"open_hands": True, "blocked_pairs": True, "plus_one_meld": True}),
    "only_one": (4, {"familiars": True, "teams": True}),
    "thousand_cats": (3, {"rules": "advanced", "target": 20}),
}
"""Every game with players and options that are not its own, for the table in the middle of a game."""

MONTH = 30 * 86_400


class Evening:
    """Sets tables, plays at them, and notes what each is."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.rng = random.Random(1)
        self.guests: dict[str, Guest] = {}
        self.tables: dict[str, dict[str, Any]] = {}

    def guest(self, name: str) -> Guest:
        if name not in self.guests:
            self.guests[name] = Guest(self.address, name)
        return self.guests[name]

    def note(self, table: str, kind: str, game: str, people: Sequence[Guest], **further: object) -> None:
        """Keep what a table is; the first of the people is the host."""
        names = [guest.name for guest in people]
        self.tables[table] = {"kind": kind, "game": game, "people": names} | further
        print(f"{game}: {kind}", flush=True)

    def stop_at_a_turn(self, people: Sequence[Connection]) -> None:
        """Play on until somebody has to decide, so that nothing happens by itself any more."""
        while not any(person.asked() and len(person.choices()) > 1 for person in people):
            if any(person.over for person in people):
                raise RuntimeError("the game has ended too soon: make fewer choices")
            play(people, self.rng, 1)

    # ---- Tables of every kind ---------------------------------------------------------------------------------------

    def finished(self, game: str, players: int, host: Guest, again: bool) -> None:
        """A game that is over, perhaps with another one after it."""
        table = host.make(game=game, players=players, seats=["me", *["random"] * (players - 1)])
        mine = host.connect(table)
        play([mine], self.rng, sys.maxsize)
        mine.do("chat", text="Good game! 楽しかった")
        self.note(table, "finished", game, [host])
        if again:
            mine.ask("rematch")
            mine.until(lambda: mine.moved)
            theirs = host.connect(mine.moved)
            play([theirs], self.rng, 2)
            self.stop_at_a_turn([theirs])
            self.note(mine.moved, "unfinished", game, [host])
            theirs.close()
        mine.close()

    def unfinished(self, game: str, host: Guest, friend: Guest, watcher: Guest, aids: bool) -> None:
        """The middle of a game of two people and bots, where all has happened that can happen at a table."""
        players, options = OPTIONS[game]
        seats = ["me", "open", *["random"] * (players - 2)]
        table = host.make(game=game, players=players, options=options, seats=seats, aids=aids, limit=MONTH)
        invitation = host.invite(table)
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
        """Make a choice and take it back, which the other agrees to. Where chance came in between, try the next."""
        for _ in range(30):
            self.stop_at_a_turn(people)
            who = next(person for person in people if person.asked() and len(person.choices()) > 1)
            other = next(person for person in people if person is not who)
            if not who.choose(self.rng):
                continue
            command = who.ask("undo")
            if other.until(lambda: other.now["ask"], 1.0):  # noqa: B023
                other.do("agree", yes=True)
            if who.answer(command):
                return
        raise RuntimeError("no choice could be taken back")

    def waiting(self, game: str, players: int, host: Guest, friend: Guest) -> None:
        """A table that waits for somebody; a friend has sat there and stood up again."""
        table = host.make(game=game, players=players, seats=["me", *["open"] * (players - 1)], listed=True)
        invitation = host.invite(table)
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
        """A game that its host has ended early."""
        table = host.make(game=game, players=players, seats=["me", *["random"] * (players - 1)])
        mine = host.connect(table)
        play([mine], self.rng, 2)
        _close(mine)
        self.note(table, "closed", game, [host])

    def first_game(self, game: str, host: Guest) -> None:
        """A guided game in progress."""
        table = host.make(game=game, first_game=True)
        mine = host.connect(table)
        play([mine], self.rng, 2)
        self.stop_at_a_turn([mine])
        self.note(table, "first game", game, [host])
        mine.close()

    def several_seats(self, game: str, host: Guest) -> None:
        """One device that is passed round."""
        table = host.make(game=game, players=3, seats=["me", "random", "me"], names={"0": "Ken", "2": "Mari"})
        mine = host.connect(table)
        play([mine], self.rng, 5)
        self.stop_at_a_turn([mine])
        self.note(table, "several seats", game, [host])
        mine.close()


def play_evening(address: str) -> Evening:
    """Set tables of every kind for every game."""
    evening = Evening(address)
    watcher = evening.guest("Kay")
    for number, game in enumerate(OPTIONS):
        host, friend = evening.guest(f"Aoi {number}"), evening.guest(f"Ben {number}")
        players = 3
        evening.finished(game, players, host, again=number == 2)
        evening.unfinished(game, host, friend, watcher, aids=number != 1)
        evening.waiting(game, players, host, friend)
        evening.closed(game, players, host)
        evening.first_game(game, host)
    evening.several_seats("only_one", evening.guest("Aoi 3"))
    return evening


def look_at(address: str, evening: Evening) -> None:
    """Note what everybody is shown, then the record of each game. It closes tables: give it a copy of them."""
    for table, noted in evening.tables.items():
        people = [Guest(address, name, evening.guests[name].cookie) for name in noted["people"]]
        host = people[0]
        if noted["kind"] in ("unfinished", "first game", "several seats"):
            noted["shown"] = {guest.name: _shown(guest, table) for guest in people}
            _close(host.connect(table))
        if noted["kind"] != "open":
            noted["record"] = host.record(table)


def _close(host: Connection) -> None:
    host.ask("close")
    host.until(lambda: host.closed)


def _shown(guest: Guest, table: str) -> dict[str, object]:
    """What a person who comes back is shown."""
    theirs = guest.connect(table)
    theirs.until(lambda: theirs.chat, 0.5)
    shown = theirs.shown()
    theirs.close()
    return shown


# ---- The server and its file -----------------------------------------------------------------------------------------


@contextmanager
def serving(path: Path) -> Iterator[str]:
    """The server of the release on Python's path, with this file; its address."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen([sys.executable, "-m", "chabudai", "serve", "--db", str(path), "--port", str(port)])
    try:
        end = time.monotonic() + WAIT
        while not _answers(address):
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the server does not start")
            time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait()


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def as_one_file(path: Path) -> None:
    """Bring what lies beside a database into it, and make it small."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("VACUUM")
    connection.close()


def release() -> str:
    """The version on Python's path."""
    asked = [sys.executable, "-c", "import chabudai; print(chabudai.__version__)"]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Write the files of this release."""
    parser = argparse.ArgumentParser(prog="upgrades.write", description="Write a database for tests of upgrades.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parent)
    name = parser.parse_args().folder / f"{release()}.sqlite"
    for path in (name, Path(f"{name}.key")):
        if path.exists():
            parser.error(f"{path} is there already; a file that a release has written stays as it is")
    with tempfile.TemporaryDirectory() as folder:
        made, copied = Path(folder, "made"), Path(folder, "copied")
        with serving(made) as address:
            evening = play_evening(address)
        written = time.time()
        as_one_file(made)
        for ending in ("", ".key"):
            shutil.copy(f"{made}{ending}", f"{copied}{ending}")
        with serving(copied) as address:
            look_at(address, evening)
        for ending in ("", ".key"):
            shutil.copy(f"{made}{ending}", f"{name}{ending}")
    guests = {name: guest.cookie for name, guest in evening.guests.items()}
    told = {"written": written, "guests": guests, "tables": evening.tables}
    text = json.dumps(told, indent=1, ensure_ascii=False)
    name.with_suffix(".json").write_text(f"{text}\n", encoding="utf-8")
    print(f"{name}: {os.path.getsize(name):,} bytes")


if __name__ == "__main__":
    main()
