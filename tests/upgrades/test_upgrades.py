"""Tables written by an earlier release are unchanged, and their games can be continued.

`write.py` writes the files of a release; they are never changed afterwards.
"""

import json
import random
import shutil
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import chabudai
from server.running_server import run_server
from upgrades.clients import Connection, Guest, play

HERE = Path(__file__).parent
RELEASES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("*.json"))}
IN_PROGRESS = ("unfinished", "first game", "several seats")


class Upgraded:
    """A server of this release with a copy of an earlier release's database."""

    def __init__(self, address: str, manifest: dict[str, Any]) -> None:
        self.address = address
        self.manifest = manifest

    def people(self, table: str) -> list[Guest]:
        """Return the people of a table with their old cookies, the host first."""
        names = self.manifest["tables"][table]["people"]
        return [Guest(self.address, name, self.manifest["guests"][name], pause=0.0) for name in names]


@pytest.fixture
def upgraded(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Upgraded]:
    """Run a server with its clock set back to when the database was written, so that no limit or table has expired."""
    release, manifest = request.param, RELEASES[request.param]
    shutil.copy(HERE / f"{release}.sqlite", tmp_path / "tables.sqlite")
    clock, since = time.time, time.time() - manifest["written"]
    monkeypatch.setattr(time, "time", lambda: clock() - since)
    with run_server(tmp_path, key=(HERE / f"{release}.sqlite.key").read_bytes()) as server:
        yield Upgraded(server.address, manifest)
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    (latest,) = connection.execute("SELECT max(at) FROM event").fetchone()
    connection.close()
    assert latest < manifest["written"] + 3600.0, "the server does not use the clock that is set back here"


def each_table(*kinds: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for all tables of these kinds, in the databases of all releases."""
    tables = [
        pytest.param(release, table, id=f"{release}-{info['game']}-{info['kind']}-{number}".replace(" ", "-"))
        for release, manifest in RELEASES.items()
        for number, (table, info) in enumerate(manifest["tables"].items())
        if info["kind"] in kinds
    ]
    return pytest.mark.parametrize(("upgraded", "table"), tables, indirect=["upgraded"])


@pytest.mark.parametrize("release", RELEASES)
def test_every_database_has_tables_of_every_kind(release: str) -> None:
    tables = RELEASES[release]["tables"].values()
    for game in chabudai.games():
        kinds = {info["kind"] for info in tables if info["game"] == game}
        assert kinds >= {"finished", "unfinished", "open", "closed", "first game"}, game
    assert any(info["kind"] == "several seats" for info in tables)


@each_table("finished", "closed")
def test_records_of_finished_games_are_unchanged(upgraded: Upgraded, table: str) -> None:
    (host,) = upgraded.people(table)
    assert host.record(table) == upgraded.manifest["tables"][table]["record"]


@each_table("finished")
def test_a_finished_game_allows_a_rematch(upgraded: Upgraded, table: str) -> None:
    (host,) = upgraded.people(table)
    mine = host.connect(table)
    assert mine.over
    mine.send("rematch")
    mine.read_until(lambda: mine.moved)
    again = host.connect(mine.moved)
    assert again.now["status"] == "playing"
    again.close()
    mine.close()


@each_table(*IN_PROGRESS)
def test_a_game_in_progress_is_unchanged(upgraded: Upgraded, table: str) -> None:
    info = upgraded.manifest["tables"][table]
    for guest, shown in zip(upgraded.people(table), info["shown"].values(), strict=True):
        person = guest.connect(table)
        person.read_until(lambda: len(person.chat) >= len(shown["chat"]))  # noqa: B023
        assert person.shown() == shown
        person.close()
    # Closing the table gives access to the record so far.
    host = upgraded.people(table)[0]
    mine = host.connect(table)
    mine.send("close")
    mine.read_until(lambda: mine.closed)
    assert host.record(table) == info["record"]


@each_table(*IN_PROGRESS)
def test_a_game_in_progress_can_be_finished(upgraded: Upgraded, table: str) -> None:
    before = chabudai.read_record(upgraded.manifest["tables"][table]["record"].encode())
    people = [guest.connect(table) for guest in upgraded.people(table)]
    _speed_up(people, before.players)
    after = _finish(upgraded, table, people)
    # Simultaneous choices are recorded in seat order, so a later one may come before an earlier one.
    assert not Counter(before.moves) - Counter(after.moves[: len(before.moves) + before.players])
    assert after.options == before.options


@each_table("open")
def test_an_old_invitation_is_still_valid(upgraded: Upgraded, table: str) -> None:
    host, friend = upgraded.people(table)
    mine = host.connect(table)
    assert mine.now["status"] == "open"
    friend.join(upgraded.manifest["tables"][table]["invitation"])
    _finish(upgraded, table, [mine, friend.connect(table)])


def _speed_up(people: list[Connection], seats: int) -> None:
    """Remove all pauses, and make the bots random."""
    host = people[0]
    host.do("set", pace="at_once")
    for seat in set(range(seats)) - {seat for person in people for seat in person.now["mine"]}:
        host.do("set", seat=seat, level="random")


def _finish(upgraded: Upgraded, table: str, people: list[Connection]) -> chabudai.Record:
    """Finish the game and return its record, which must be valid."""
    play(people, random.Random(table), sys.maxsize)
    for person in people:
        person.read_until(lambda: person.over)  # noqa: B023
        person.close()
    record = chabudai.read_record(upgraded.people(table)[0].record(table).encode())
    assert chabudai.replay(record).result() == record.result
    assert record.result is not None
    return record
