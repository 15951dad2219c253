"""What is acknowledged is on disk: tables survive a kill, a stop, and being put away; old ones stay downloadable."""

import asyncio
import os
import subprocess
import threading
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
import pytest

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.server.storage.listing import Listing, listing_of
from chabudai.server.storage.sqlite import SqliteStore
from chabudai.session import log
from chabudai.session.log import Row
from chabudai.session.settings import Settings
from chabudai.session.table import CannotRestore, restored
from server.served import Connection, Person, Process, play_on, serving, until


def play_some(connection: Connection, moves: int, rng: Rng) -> int:
    """Make so many choices; the number of the last entry that was acknowledged."""
    made = [connection.choose(rng.below(1000)) for _ in range(moves) if connection.turn()]
    return made[-1] if made else 0


def logs(path: Path, table: str) -> list[Row]:
    async def read() -> list[Row]:
        store = SqliteStore(path / "t.sqlite")
        rows = await store.log(table)
        await store.close()
        return rows

    return asyncio.run(read())


def _shows(connection: Connection, seq: int) -> bool:
    return bool(connection.now["seq"] >= seq)


def test_after_a_kill_nothing_acknowledged_is_lost_and_play_goes_on(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    rng = Rng(3)
    people: list[tuple[Person, str, Connection]] = []
    for game in games():
        person = server.served.guest("Aoi")
        players = min(find_game(game).players)
        table = person.make(game=game, players=players, seats=["me", *["random"] * (players - 1)])
        people.append((person, table, person.connect(table)))
    acknowledged = [play_some(connection, 4, rng) for _, _, connection in people]
    # Some are in the middle of a choice when it happens: it may be lost, but then it was not acknowledged.
    pending = []
    for _, _, connection in people:
        assert connection.turn()
        pending.append((connection.choices()[0], connection.send("choose", action=connection.choices()[0])))
    server.kill()
    for (_, table, connection), last, (_, command) in zip(people, acknowledged, pending, strict=True):
        connection.drain()
        rows = logs(tmp_path, table)
        answer = connection.answers.get(command)
        assert [row.seq for row in rows] == list(range(len(rows)))
        assert len(rows) > max(last, answer["seq"] if answer else 0)
        restored(table, rows)
    server.start()
    for (person, table, _), (action, command) in zip(people, pending, strict=True):
        again = person.connect(table)
        again.ready()
        # The client sends again what was not answered, and it is played once.
        answer = again.do("choose", action=action, id=command)
        again.until(partial(_shows, again, answer["seq"]))
        made = [row for row in logs(tmp_path, table) if row.command.endswith(command)]
        assert len(made) == 1
        play_some(again, 30, rng)  # not more: that would be too many messages at once
    assert server.stop() == 0


def test_many_kills_under_load_damage_no_table(tmp_path: Path) -> None:
    server = Process(tmp_path)
    rng = Rng(5)
    person: Person | None = None
    tables: list[str] = []
    acknowledged: dict[str, int] = {}
    for _ in range(3):
        server.start()
        person = person or server.served.guest("Aoi")
        for game in ("kasane", "ameno_kirifuda"):
            tables.append(person.make(game=game, players=3, seats=["me", "random", "random"]))
        connections = {table: person.connect(table) for table in tables}
        end = time.monotonic() + 0.3 + rng.below(100) / 200
        while time.monotonic() < end:
            for table, connection in connections.items():
                acknowledged[table] = max(acknowledged.get(table, 0), play_some(connection, 1, rng))
        server.kill()
        for connection in connections.values():
            connection.drain()
    for table in tables:
        rows = logs(tmp_path, table)
        assert len(rows) > acknowledged.get(table, 0)
        restored(table, rows)


def test_sigterm_ends_it_cleanly_and_tells_clients_to_come_back(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    person = server.served.guest("Aoi")
    connection = person.connect(person.make(game="kasane", players=3, seats=["me", "novice", "novice"]))
    connection.ready()
    assert server.process is not None
    children = children_of(server.process.pid)
    assert children
    assert server.stop() == 0
    assert connection.ended() == 1012
    until(lambda: not any(alive(child) for child in children))


def test_the_processes_that_think_end_with_a_killed_server(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.start()
    assert server.process is not None
    until(lambda: server.process and children_of(server.process.pid))
    children = children_of(server.process.pid)
    server.kill()
    until(lambda: not any(alive(child) for child in children))


def children_of(parent: int) -> list[int]:
    listing = Path(f"/proc/{parent}/task/{parent}/children")
    if listing.exists():
        listed = listing.read_text()
    else:  # macOS has no /proc, but pgrep
        listed = subprocess.run(["pgrep", "-P", str(parent)], stdout=subprocess.PIPE, text=True, check=False).stdout
    return [int(child) for child in listed.split()]


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_nothing_is_shown_before_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path) as served:
        host = served.guest("Aoi")
        table = host.make(game="kasane", players=3, seats=["me", "random", "random"])
        mine = host.connect(table)
        assert mine.turn()
        seq = mine.now["seq"]
        store = served.context.tables.store
        append, disk = store.append, threading.Event()

        async def slow(rows: Sequence[Row], listing: Listing) -> None:
            await asyncio.to_thread(disk.wait)
            await append(rows, listing)

        monkeypatch.setattr(store, "append", slow)
        command = mine.send("choose", action=mine.choices()[0])
        task = served.context.tables.tasks[table]
        until(lambda: task.table.seq > seq)
        other = host.connect(table)
        for connection in (mine, other):
            connection.drain()
            assert all(frame["seq"] <= seq for frame in connection.frames if frame["t"] == "scene")
        assert command not in mine.answers
        disk.set()
        mine.until(lambda: command in mine.answers)
        other.until(lambda: other.now and other.now["seq"] > seq)


# ---- Put away and fetched again --------------------------------------------------------------------------------------


def test_a_table_that_was_put_away_is_as_it_was(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        person = served.guest("Aoi")
        table = person.make(game="only_one", players=2, seats=["me", "random"])
        connection = person.connect(table)
        play_some(connection, 5, Rng(1))
        assert connection.turn()
        before = connection.now["scene"]
        connection.do("chat", text="back soon")
        connection.close()
    with serving(tmp_path) as served:
        again = Person(served.address)
        again.http.cookies = person.http.cookies
        connection = again.connect(table)
        connection.ready()
        assert connection.now["scene"] == before
        connection.until(lambda: connection.has("chat"))
        play_on([connection], Rng(2))


def test_bots_whose_turn_it_was_move_on_after_a_restart_though_nobody_looks(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        person = served.guest("Aoi")
        table = person.make(game="kasane", players=3, seats=["random", "random", "me"], pace="slow")
        connection = person.connect(table)
        connection.until(lambda: connection.now.get("status") == "playing")
        connection.close()
        task = served.context.tables.tasks[table]
    if 2 in task.table.waiting():
        return
    moves = len(task.table.play.moves)
    with serving(tmp_path) as served:
        until(lambda: table in served.context.tables.tasks)
        task = served.context.tables.tasks[table]
        until(lambda: len(task.table.play.moves) > moves or 2 in task.table.waiting())


# ---- What cannot be read any more ------------------------------------------------------------------------------------


def spoil(path: Path, table: str) -> None:
    """Make a log one of other rules."""

    async def act() -> None:
        store = SqliteStore(path / "tables.sqlite")
        rows = await store.log(table)
        opened = log.read_opening(rows[0].entry)
        newer = msgspec.structs.replace(opened, version=opened.version + 1)
        other = log.written(newer, find_game(opened.settings.game))
        await store._write(
            lambda connection: connection.execute(
                "UPDATE event SET entry = ? WHERE table_id = ? AND seq = 0", (other, table)
            )
        )
        await store.close()

    asyncio.run(act())


def test_a_table_of_other_rules_is_refused_kindly_and_stays_downloadable(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        person = served.guest("Aoi")
        table = person.make(game="kasane", players=3, seats=["me", "random", "random"])
        connection = person.connect(table)
        play_some(connection, 2, Rng(1))
        connection.close()
    spoil(tmp_path, table)
    with serving(tmp_path) as served:
        again, stranger = Person(served.address), Person(served.address)
        again.http.cookies = person.http.cookies
        refused = again.http.get(f"/table/{table}", headers={"Accept": "text/html"})
        assert refused.status_code == 410
        assert f"/record/{table}.json" in refused.text
        assert "cannot be shown any more" in again.connect(table).read()["why"]
        kept = again.http.get(f"/record/{table}.json").json()
        assert kept["format"] == "chabudai-log/1"
        assert [entry["seq"] for entry in kept["entries"]] == list(range(len(kept["entries"])))
        assert stranger.http.get(f"/record/{table}.json").status_code == 403


def rows_of(*entries: log.Entry | bytes) -> list[Row]:
    game = find_game("kasane")
    lines = [entry if isinstance(entry, bytes) else log.written(entry, game) for entry in entries]
    return [Row(seq, 0.0, "", line) for seq, line in enumerate(lines)]


def opened(**changes: object) -> log.Opened:
    plan = Settings(game="kasane", players=3, options={})
    return msgspec.structs.replace(log.Opened(plan, find_game("kasane").rules_version, "h"), **changes)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (rows_of(log.Began()), "Invalid value 'began'"),
        ([Row(0, 0.0, "", b"{")], "Input data was truncated"),
        ([Row(0, 0.0, "", b'{"what":"danced"}')], "Invalid value 'danced'"),
        (rows_of(opened(), log.Came([(1, 0)])), "deck is not due"),
        (
            rows_of(opened(), b'{"what":"came","outcomes":[["deck","fish"]]}'),
            "with the outcome 'fish'",
        ),
        ([*rows_of(opened()), Row(2, 0.0, "", b'{"what":"began"}')], "entry 1 is missing"),
        ([], "not enough values"),
        (rows_of(opened(), b'{"what":"chose","seat":0,"move":"fly"}'), "'fly' is no move of kasane"),
        (rows_of(opened(), log.Chose(0, 0)), "entry 1: take 0 is not legal"),
        (rows_of(opened(version=99)), "the rules have changed"),
    ],
)
def test_a_log_that_does_not_follow_the_rules_is_refused_with_the_reason(rows: list[Row], why: str) -> None:
    with pytest.raises(CannotRestore, match=why):
        restored("t", rows)


def test_a_stale_owner_gives_the_table_up_and_it_is_read_again(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        person = served.guest("Aoi")
        table = person.make(game="kasane", players=3, seats=["me", "random", "random"])
        connection = person.connect(table)
        assert connection.turn()
        task = served.context.tables.tasks[table]
        asyncio.run(
            served.context.tables.store.append(
                [Row(task.table.seq + 1, 0.0, "", log.written(log.Said("g", "Ghost", -1, "boo"), task.table.game))],
                listing_of(task.table),
            )
        )
        connection.send("choose", action=connection.choices()[0])
        assert connection.ended() == 1012
        assert all(answer["t"] == "refused" for answer in connection.answers.values())
        again = person.connect(table)
        again.until(lambda: again.has("chat"))
        assert served.context.tables.tasks[table] is not task
