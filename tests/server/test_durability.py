"""Acknowledged moves are on disk: tables survive kills, restarts and unloading, and old logs can be downloaded."""

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
from chabudai.session.log import LogRow
from chabudai.session.settings import Settings
from chabudai.session.table import CannotRestore, restore_table
from server.running_server import GuestClient, ServerProcess, SocketClient, play_to_end, run_server, wait_until

MANY_MESSAGES = """
messages_per_second = 10_000
message_burst = 10_000
messages_per_second_per_address = 10_000
message_burst_per_address = 10_000
"""
"""Limits for a test that plays as fast as it can."""


def play_some(connection: SocketClient, moves: int, rng: Rng) -> int:
    """Make some moves; return the number of the last acknowledged log entry."""
    numbers = [connection.choose(rng.below(1000)) for _ in range(moves) if connection.wait_for_turn()]
    return numbers[-1] if numbers else 0


def read_rows(path: Path, table: str) -> list[LogRow]:
    """Read the log of a table from the database of a `ServerProcess`."""

    async def read() -> list[LogRow]:
        store = SqliteStore(path / "t.sqlite")
        rows = await store.read_log(table)
        await store.close()
        return rows

    return asyncio.run(read())


def _shows(connection: SocketClient, seq: int) -> bool:
    return bool(connection.now["seq"] >= seq)


def test_no_acknowledged_move_is_lost_in_a_kill_and_play_continues(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    process.start()
    rng = Rng(3)
    people: list[tuple[GuestClient, str, SocketClient]] = []
    for game in games():
        person = process.server.guest("Aoi")
        players = min(find_game(game).players)
        table = person.make_table(game=game, players=players, seats=["me", *["random"] * (players - 1)])
        people.append((person, table, person.connect(table)))
    acknowledged = [play_some(connection, 4, rng) for _, _, connection in people]
    # The kill interrupts a choice at each table. It may be lost, but only if it was not acknowledged.
    pending = []
    for _, _, connection in people:
        assert connection.wait_for_turn()
        pending.append((connection.choices()[0], connection.send("choose", action=connection.choices()[0])))
    process.kill()
    for (_, table, connection), last, (_, command) in zip(people, acknowledged, pending, strict=True):
        connection.drain()
        rows = read_rows(tmp_path, table)
        reply = connection.replies.get(command)
        assert [row.seq for row in rows] == list(range(len(rows)))
        assert len(rows) > max(last, reply["seq"] if reply else 0)
        restore_table(table, rows)
    process.start()
    for (person, table, _), (action, command) in zip(people, pending, strict=True):
        again = person.connect(table)
        again.ready()
        # The client resends commands without a reply; each is executed once.
        reply = again.do("choose", action=action, id=command)
        again.read_until(partial(_shows, again, reply["seq"]))
        rows = [row for row in read_rows(tmp_path, table) if row.command.endswith(command)]
        assert len(rows) == 1
        play_some(again, 30, rng)  # more would exceed the rate limit
    assert process.stop() == 0


def test_repeated_kills_under_load_damage_no_table(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path, MANY_MESSAGES)
    rng = Rng(5)
    person: GuestClient | None = None
    tables: list[str] = []
    acknowledged: dict[str, int] = {}
    for _ in range(3):
        process.start()
        person = person or process.server.guest("Aoi")
        for game in ("kasane", "ameno_kirifuda"):
            tables.append(person.make_table(game=game, players=3, seats=["me", "random", "random"]))
        connections = {table: person.connect(table) for table in tables}
        end = time.monotonic() + 0.3 + rng.below(100) / 200
        while time.monotonic() < end:
            for table, connection in connections.items():
                acknowledged[table] = max(acknowledged.get(table, 0), play_some(connection, 1, rng))
        process.kill()
        for connection in connections.values():
            connection.drain()
    for table in tables:
        rows = read_rows(tmp_path, table)
        assert len(rows) > acknowledged.get(table, 0)
        restore_table(table, rows)


def test_sigterm_stops_the_server_cleanly_and_tells_clients_to_reconnect(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    process.start()
    person = process.server.guest("Aoi")
    connection = person.connect(person.make_table(game="kasane", players=3, seats=["me", "novice", "novice"]))
    connection.ready()
    assert process.popen is not None
    children = children_of(process.popen.pid)
    assert children
    assert process.stop() == 0
    assert connection.close_code() == 1012
    wait_until(lambda: not any(is_alive(child) for child in children))


def test_bot_processes_end_when_the_server_is_killed(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path)
    process.start()
    assert process.popen is not None
    wait_until(lambda: process.popen and children_of(process.popen.pid))
    children = children_of(process.popen.pid)
    process.kill()
    wait_until(lambda: not any(is_alive(child) for child in children))


def children_of(parent: int) -> list[int]:
    listing = Path(f"/proc/{parent}/task/{parent}/children")
    if listing.exists():
        listed = listing.read_text()
    else:  # macOS has no /proc, but pgrep
        listed = subprocess.run(["pgrep", "-P", str(parent)], stdout=subprocess.PIPE, text=True, check=False).stdout
    return [int(child) for child in listed.split()]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_nothing_is_shown_before_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with run_server(tmp_path) as server:
        host = server.guest("Aoi")
        table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
        mine = host.connect(table)
        assert mine.wait_for_turn()
        seq = mine.now["seq"]
        store = server.context.tables.store
        append, disk = store.append, threading.Event()

        async def slow(rows: Sequence[LogRow], listing: Listing) -> None:
            await asyncio.to_thread(disk.wait)
            await append(rows, listing)

        monkeypatch.setattr(store, "append", slow)
        command = mine.send("choose", action=mine.choices()[0])
        task = server.context.tables.tasks[table]
        wait_until(lambda: task.table.seq > seq)
        second_tab = host.connect(table)
        for connection in (mine, second_tab):
            connection.drain()
            assert all(frame["seq"] <= seq for frame in connection.messages if frame["t"] == "scene")
        assert command not in mine.replies
        disk.set()
        mine.read_until(lambda: command in mine.replies)
        second_tab.read_until(lambda: second_tab.now and second_tab.now["seq"] > seq)


# ---- After a restart -------------------------------------------------------------------------------------------------


def test_a_table_is_unchanged_after_a_restart(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        person = server.guest("Aoi")
        table = person.make_table(game="only_one", players=2, seats=["me", "random"])
        connection = person.connect(table)
        play_some(connection, 5, Rng(1))
        assert connection.wait_for_turn()
        before = connection.now["scene"]
        connection.do("chat", text="back soon")
        connection.close()
    with run_server(tmp_path) as server:
        again = GuestClient(server.address)
        again.http.cookies = person.http.cookies
        connection = again.connect(table)
        connection.ready()
        assert connection.now["scene"] == before
        connection.read_until(lambda: connection.has_received("chat"))
        play_to_end([connection], Rng(2))


def test_bots_continue_after_a_restart_without_viewers(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        person = server.guest("Aoi")
        table = person.make_table(game="kasane", players=3, seats=["random", "random", "me"], pace="slow")
        connection = person.connect(table)
        connection.read_until(lambda: connection.now.get("status") == "playing")
        connection.close()
        task = server.context.tables.tasks[table]
    if 2 in task.table.waiting():
        return
    moves = len(task.table.play.moves)
    with run_server(tmp_path) as server:
        wait_until(lambda: table in server.context.tables.tasks)
        task = server.context.tables.tasks[table]
        wait_until(lambda: len(task.table.play.moves) > moves or 2 in task.table.waiting())


# ---- Logs that cannot be restored ------------------------------------------------------------------------------------


def change_rules_version(path: Path, table: str) -> None:
    """Change the version of the rules in a log."""

    async def act() -> None:
        store = SqliteStore(path / "tables.sqlite")
        rows = await store.read_log(table)
        opened = log.decode_opened(rows[0].entry)
        newer = msgspec.structs.replace(opened, version=opened.version + 1)
        changed_entry = log.encode_entry(newer, find_game(opened.settings.game))
        await store._write(
            lambda connection: connection.execute(
                "UPDATE event SET entry = ? WHERE table_id = ? AND seq = 0", (changed_entry, table)
            )
        )
        await store.close()

    asyncio.run(act())


def test_a_table_with_other_rules_cannot_be_opened_but_can_be_downloaded(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        person = server.guest("Aoi")
        table = person.make_table(game="kasane", players=3, seats=["me", "random", "random"])
        connection = person.connect(table)
        play_some(connection, 2, Rng(1))
        connection.close()
    change_rules_version(tmp_path, table)
    with run_server(tmp_path) as server:
        again, stranger = GuestClient(server.address), GuestClient(server.address)
        again.http.cookies = person.http.cookies
        page = again.http.get(f"/table/{table}", headers={"Accept": "text/html"})
        assert page.status_code == 410
        assert f"/record/{table}.json" in page.text
        assert "this version cannot show it" in again.connect(table).read()["why"]
        kept = again.http.get(f"/record/{table}.json").json()
        assert kept["format"] == "chabudai-log/1"
        assert [entry["seq"] for entry in kept["entries"]] == list(range(len(kept["entries"])))
        assert stranger.http.get(f"/record/{table}.json").status_code == 403


def rows_of(*entries: log.Entry | bytes) -> list[LogRow]:
    """Return these entries, encoded unless they are bytes, as the rows of a log."""
    game = find_game("kasane")
    lines = [entry if isinstance(entry, bytes) else log.encode_entry(entry, game) for entry in entries]
    return [LogRow(seq, 0.0, "", line) for seq, line in enumerate(lines)]


def opened(**changes: object) -> log.Opened:
    """Return the first entry of a table of Kasane, with these fields replaced."""
    settings = Settings(game="kasane", players=3, options={})
    return msgspec.structs.replace(log.Opened(settings, find_game("kasane").rules_version, "h"), **changes)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (rows_of(log.Began()), "Invalid value 'began'"),
        ([LogRow(0, 0.0, "", b"{")], "Input data was truncated"),
        ([LogRow(0, 0.0, "", b'{"what":"danced"}')], "Invalid value 'danced'"),
        (rows_of(opened(), log.ChanceResolved([(1, 0)])), "deck is not due"),
        (
            rows_of(opened(), b'{"what":"came","outcomes":[["deck","fish"]]}'),
            "with the outcome 'fish'",
        ),
        ([*rows_of(opened()), LogRow(2, 0.0, "", b'{"what":"began"}')], "entry 1 is missing"),
        ([], "not enough values"),
        (rows_of(opened(), b'{"what":"chose","seat":0,"move":"fly"}'), "'fly' is not a move of kasane"),
        (rows_of(opened(), log.Chose(0, 0)), "entry 1: take 0 is illegal"),
        (rows_of(opened(version=99)), "the rules have changed"),
    ],
)
def test_an_invalid_log_is_refused_with_a_reason(rows: list[LogRow], why: str) -> None:
    with pytest.raises(CannotRestore, match=why):
        restore_table("t", rows)


def test_a_stale_owner_gives_up_the_table_and_it_is_loaded_again(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        person = server.guest("Aoi")
        table = person.make_table(game="kasane", players=3, seats=["me", "random", "random"])
        connection = person.connect(table)
        assert connection.wait_for_turn()
        task = server.context.tables.tasks[table]
        asyncio.run(
            server.context.tables.store.append(
                [
                    LogRow(
                        task.table.seq + 1,
                        0.0,
                        "",
                        log.encode_entry(log.Chatted("g", "Ghost", -1, "boo"), task.table.game),
                    )
                ],
                listing_of(task.table),
            )
        )
        connection.send("choose", action=connection.choices()[0])
        assert connection.close_code() == 1012
        assert all(reply["t"] == "refused" for reply in connection.replies.values())
        again = person.connect(table)
        again.read_until(lambda: again.has_received("chat"))
        assert server.context.tables.tasks[table] is not task
