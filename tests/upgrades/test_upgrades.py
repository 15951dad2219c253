"""Tables that an earlier release has written: each is as it was, and play continues at it.

The files here are as that release has left them; `write.py` makes those of a release.
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
from server.served import serving
from upgrades.clients import Connection, Guest, play

HERE = Path(__file__).parent
RELEASES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(HERE.glob("*.json"))}
IN_PROGRESS = ("unfinished", "first game", "several seats")


class Upgraded:
    """A server of this release, with a copy of the file of an earlier one."""

    def __init__(self, address: str, told: dict[str, Any]) -> None:
        self.address = address
        self.told = told

    def people(self, table: str) -> list[Guest]:
        """Those who belong to a table, by the cookies that they had; the host is the first."""
        names = self.told["tables"][table]["people"]
        return [Guest(self.address, name, self.told["guests"][name], breath=0.0) for name in names]


@pytest.fixture
def upgraded(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Upgraded]:
    """It is the time at which the file was written: no clock has run out, and no table was left alone for months."""
    release, told = request.param, RELEASES[request.param]
    shutil.copy(HERE / f"{release}.sqlite", tmp_path / "tables.sqlite")
    clock, since = time.time, time.time() - told["written"]
    monkeypatch.setattr(time, "time", lambda: clock() - since)
    with serving(tmp_path, key=(HERE / f"{release}.sqlite.key").read_bytes()) as served:
        yield Upgraded(served.address, told)
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    (latest,) = connection.execute("SELECT max(at) FROM event").fetchone()
    connection.close()
    assert latest < told["written"] + 3600.0, "the server has another clock than the one that is turned back here"


def every(*kinds: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a test run for all tables of these kinds, of all releases."""
    tables = [
        pytest.param(release, table, id=f"{release}-{noted['game']}-{noted['kind']}-{number}".replace(" ", "-"))
        for release, told in RELEASES.items()
        for number, (table, noted) in enumerate(told["tables"].items())
        if noted["kind"] in kinds
    ]
    return pytest.mark.parametrize(("upgraded", "table"), tables, indirect=["upgraded"])


@pytest.mark.parametrize("release", RELEASES)
def test_a_file_has_tables_of_every_kind(release: str) -> None:
    tables = RELEASES[release]["tables"].values()
    for game in chabudai.games():
        kinds = {noted["kind"] for noted in tables if noted["game"] == game}
        assert kinds >= {"finished", "unfinished", "open", "closed", "first game"}, game
    assert any(noted["kind"] == "several seats" for noted in tables)


@every("finished", "closed")
def test_the_record_of_a_game_that_is_over_is_as_it_was(upgraded: Upgraded, table: str) -> None:
    (host,) = upgraded.people(table)
    assert host.record(table) == upgraded.told["tables"][table]["record"]


@every("finished")
def test_a_finished_game_can_be_played_again(upgraded: Upgraded, table: str) -> None:
    (host,) = upgraded.people(table)
    mine = host.connect(table)
    assert mine.over
    mine.ask("rematch")
    mine.until(lambda: mine.moved)
    again = host.connect(mine.moved)
    assert again.now["status"] == "playing"
    again.close()
    mine.close()


@every(*IN_PROGRESS)
def test_a_game_in_progress_is_where_it_was(upgraded: Upgraded, table: str) -> None:
    noted = upgraded.told["tables"][table]
    for guest, shown in zip(upgraded.people(table), noted["shown"].values(), strict=True):
        person = guest.connect(table)
        person.until(lambda: len(person.chat) >= len(shown["chat"]))  # noqa: B023
        assert person.shown() == shown
        person.close()
    # A game that is closed has a record too, of all that was played.
    host = upgraded.people(table)[0]
    mine = host.connect(table)
    mine.ask("close")
    mine.until(lambda: mine.closed)
    assert host.record(table) == noted["record"]


@every(*IN_PROGRESS)
def test_play_continues(upgraded: Upgraded, table: str) -> None:
    before = chabudai.read_record(upgraded.told["tables"][table]["record"].encode())
    people = [guest.connect(table) for guest in upgraded.people(table)]
    _hurry(people, before.players)
    after = _played_out(upgraded, table, people)
    # Choices that are made at once are written in the order of seats, so a later one may stand before an earlier one.
    assert not Counter(before.moves) - Counter(after.moves[: len(before.moves) + before.players])
    assert after.options == before.options


@every("open")
def test_who_was_invited_may_still_come(upgraded: Upgraded, table: str) -> None:
    host, friend = upgraded.people(table)
    mine = host.connect(table)
    assert mine.now["status"] == "open"
    friend.join(upgraded.told["tables"][table]["invitation"])
    _played_out(upgraded, table, [mine, friend.connect(table)])


def _hurry(people: list[Connection], seats: int) -> None:
    """Let nobody wait, and the bots think no longer than they have to."""
    host = people[0]
    host.do("set", pace="at_once")
    for seat in set(range(seats)) - {seat for person in people for seat in person.now["mine"]}:
        host.do("set", seat=seat, level="random")


def _played_out(upgraded: Upgraded, table: str, people: list[Connection]) -> chabudai.Record:
    """The record of the game, once it is over, which keeps to the rules."""
    play(people, random.Random(table), sys.maxsize)
    for person in people:
        person.until(lambda: person.over)  # noqa: B023
        person.close()
    record = chabudai.read_record(upgraded.people(table)[0].record(table).encode())
    assert chabudai.replay(record).result() == record.result
    assert record.result is not None
    return record
