"""A server killed under load loses nothing it has acknowledged: a short form of the benchmark `kills`."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.server.clients import Guests
from benchmarks.server.kills import CheckedTable, MoveLost, check_log, check_tables, kill_repeatedly
from benchmarks.server.serving import KillableServer, free_port


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[CheckedTable]]:
    """Play through two kills; return the database and the tables."""
    server = KillableServer(tmp_path_factory.mktemp("kills") / "tables.sqlite", free_port())
    try:
        return server.path, asyncio.run(kill_repeatedly(server, kills=2, tables=2, rng=random.Random(1)))
    finally:
        server.kill()


def test_no_acknowledged_move_is_lost_and_no_table_is_damaged(played: tuple[Path, list[CheckedTable]]) -> None:
    path, checked = played
    assert check_log(path, checked) > 1
    assert check_tables(path) >= 2


def test_a_lost_move_is_detected(played: tuple[Path, list[CheckedTable]]) -> None:
    path, _ = played
    witness = CheckedTable(Guests("http://nowhere"), 0)
    witness.acknowledged_entries["table", "command"] = 7
    with pytest.raises(MoveLost, match="entry 7 was acknowledged"):
        check_log(path, [witness])


def test_a_command_executed_twice_is_detected(played: tuple[Path, list[CheckedTable]], tmp_path: Path) -> None:
    path, _ = played
    copy = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(path)) as store, closing(sqlite3.connect(copy)) as copied_store:
        store.backup(copied_store)
        copied_store.execute(
            "INSERT INTO event SELECT table_id, seq + 100000, at, command, entry FROM event WHERE command <> '' LIMIT 1"
        )
        copied_store.commit()
    with pytest.raises(MoveLost, match="1 command was carried out twice"):
        check_log(copy, [])
