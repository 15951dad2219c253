"""A server that is killed under load loses nothing that it has acknowledged; the long form is a benchmark."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.server.kills import Lost, Survivors, check_log, check_tables, survive
from benchmarks.server.playing import Guests
from benchmarks.server.serving import Process, free_port


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Survivors]]:
    """What is left after two kills."""
    process = Process(tmp_path_factory.mktemp("kills") / "tables.sqlite", free_port())
    try:
        return process.path, asyncio.run(survive(process, kills=2, tables=2, rng=random.Random(1)))
    finally:
        process.kill()


def test_nothing_that_was_acknowledged_is_lost_and_no_table_damaged(played: tuple[Path, list[Survivors]]) -> None:
    path, survivors = played
    assert check_log(path, survivors) > 1
    assert check_tables(path) >= 2


def test_a_move_that_is_not_on_disk_is_found(played: tuple[Path, list[Survivors]]) -> None:
    path, _ = played
    witness = Survivors(Guests("http://nowhere"), 0)
    witness.answers["table", "command"] = 7
    with pytest.raises(Lost, match="entry 7 was acknowledged"):
        check_log(path, [witness])


def test_a_command_that_was_carried_out_twice_is_found(played: tuple[Path, list[Survivors]], tmp_path: Path) -> None:
    path, _ = played
    copy = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(path)) as store, closing(sqlite3.connect(copy)) as other:
        store.backup(other)
        other.execute(
            "INSERT INTO event SELECT table_id, seq + 100000, at, command, entry FROM event WHERE command <> '' LIMIT 1"
        )
        other.commit()
    with pytest.raises(Lost, match="1 commands were carried out twice"):
        check_log(copy, [])
