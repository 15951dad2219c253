"""The simulated store keeps the contract of the real one: the same tests."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from chabudai.server.storage.store import Store
from server import test_downtime, test_store
from simulation.store import DirectAccess, Disk, MemoryStore


@pytest.mark.parametrize(
    "test",
    [
        test_store.test_a_log_is_read_as_it_was_written,
        test_store.test_a_stale_owner_writes_nothing_and_the_rest_of_the_commit_succeeds,
        test_store.test_tables_are_listed_by_status_guest_and_wake_time,
        test_store.test_idle_tables_are_removed_and_finished_tables_kept,
        test_store.test_guests_and_games_are_stored,
        test_store.test_the_latest_uploads_of_each_guest_each_address_and_all_are_kept,
        test_store.test_a_game_that_several_guests_have_uploaded_stays_as_long_as_one_of_the_uploads,
        test_store.test_a_closed_store_refuses_writes,
        test_downtime.test_without_a_heartbeat_no_downtime_is_known,
        test_downtime.test_downtime_is_counted_once,
        lambda path: test_downtime.test_a_table_that_waits_under_a_limit_gets_the_downtime_as_an_entry(path, 30.0),
        lambda path: test_downtime.test_a_table_that_waits_under_a_limit_gets_the_downtime_as_an_entry(path, -30.0),
    ],
)
def test_the_simulated_store_works_like_the_real_one(
    test: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk()

    def run(path: Path, act: Callable[[Any], Awaitable[None]]) -> None:
        async def open_and_act() -> None:
            store: Store = MemoryStore(disk, DirectAccess())
            await act(store)
            await store.close()

        asyncio.run(open_and_act())

    monkeypatch.setattr(test_store, "run", run)
    monkeypatch.setattr(test_downtime, "run", run)
    test(tmp_path)
