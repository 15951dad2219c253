"""A database that is deleted, replaced or full: the server notices, acknowledges nothing, and says what is wrong."""

import asyncio
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from chabudai.server.http.signing import load_signer
from chabudai.server.storage.schema import MIGRATIONS
from chabudai.server.storage.sqlite import SqliteStore
from chabudai.server.storage.store import StoreStopped
from server.running_server import RunningServer, SocketClient, run_server, wait_until
from server.test_store import listing, row

CANNOT_SAVE = "The server cannot save anything at the moment, so this may not have been done. Try again later."


def delete(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    """Put a copy in the place of a file, as a restored backup does."""
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").rename(path)


LOSSES = pytest.mark.parametrize("lose", [delete, replace])
FILES = pytest.mark.parametrize("name", ["t.sqlite", "t.sqlite-wal"])


@LOSSES
@FILES
def test_nothing_is_acknowledged_after_a_file_was_lost(tmp_path: Path, lose: object, name: str) -> None:
    async def act() -> None:
        store = SqliteStore(tmp_path / "t.sqlite")
        await store.append([row(0)], listing())
        await store.check()
        assert callable(lose)
        lose(tmp_path / name)
        for _ in range(2):
            with pytest.raises(StoreStopped, match=f"{name} was deleted or replaced"):
                await store.append([row(1)], listing())
        with pytest.raises(StoreStopped, match="deleted or replaced"):
            await store.read_log("t")
        with pytest.raises(StoreStopped, match="deleted or replaced"):
            await store.heartbeat(1.0)
        await store.close()

    asyncio.run(act())


def test_a_database_that_was_opened_before_is_watched_too(tmp_path: Path) -> None:
    asyncio.run(SqliteStore(tmp_path / "t.sqlite").close())
    test_nothing_is_acknowledged_after_a_file_was_lost(tmp_path, delete, "t.sqlite-wal")


def test_a_check_writes_a_row_at_most_once_a_second_and_callers_share_it(tmp_path: Path) -> None:
    async def act() -> None:
        store = SqliteStore(tmp_path / "t.sqlite")
        writes: list[str] = []
        store._writer.set_trace_callback(lambda line: writes.append(line) if "'checks'" in line else None)
        await asyncio.gather(*(store.check() for _ in range(50)))
        await store.check()
        assert len(writes) == 1
        store._checked_at -= 2.0
        await store.check()
        assert len(writes) == 2
        await store.close()

    asyncio.run(act())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    with run_server(tmp_path) as running:
        yield running


def log_of(server: RunningServer) -> str:
    assert server.telemetry is not None
    return server.telemetry.getvalue()


def player_to_move(server: RunningServer) -> SocketClient:
    host = server.guest("Aoi")
    mine = host.connect(host.make_table(game="kasane", players=3, seats=["me", "random", "random"]))
    assert mine.wait_for_turn()
    return mine


def test_a_healthy_server_says_so(server: RunningServer) -> None:
    response = server.get("/healthz")
    assert (response.status_code, response.text) == (200, "ok\n")


def test_a_server_without_its_database_is_not_healthy(tmp_path: Path, server: RunningServer) -> None:
    (tmp_path / "tables.sqlite").unlink()
    wait_until(lambda: server.get("/healthz").status_code == 503)
    assert server.get("/healthz").text == "tables.sqlite was deleted or replaced while the server was running\n"
    assert log_of(server).count('"what":"cannot save"') <= 1


def test_the_loss_is_noticed_without_any_request_and_logged_once(tmp_path: Path, server: RunningServer) -> None:
    (tmp_path / "tables.sqlite").unlink()
    wait_until(lambda: '"what":"cannot save"' in log_of(server))
    player = server.guest("Aoi")
    assert player.http.post("/tables", json={"game": "kasane"}).status_code == 503
    assert log_of(server).count('"what":"cannot save"') == 1


def test_a_player_learns_that_the_server_cannot_save(tmp_path: Path, server: RunningServer) -> None:
    mine = player_to_move(server)
    seq = mine.now["seq"]
    (tmp_path / "tables.sqlite").unlink()
    command = mine.send("choose", action=mine.choices()[0])
    mine.read_until(lambda: command in mine.replies)
    assert mine.replies[command]["why"] == CANNOT_SAVE
    assert mine.close_code() == 1012
    assert all(frame["seq"] <= seq for frame in mine.messages if frame["t"] == "scene")


def test_the_page_of_a_table_says_that_the_server_cannot_save(tmp_path: Path, server: RunningServer) -> None:
    host = server.guest("Aoi", language="ja")
    table = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
    (tmp_path / "tables.sqlite").unlink()
    response = host.http.post("/tables", json={"game": "kasane"})
    assert response.status_code == 503
    assert response.json()["why"].startswith("いまサーバーに保存できない")
    task = server.context.tables.tasks[table]
    task.failed = True  # as after a write that failed
    assert host.connect(table).read()["why"].startswith("いまサーバーに保存できない")


def test_play_continues_when_a_full_disk_has_room_again(server: RunningServer) -> None:
    mine = player_to_move(server)
    store = server.context.tables.store
    assert isinstance(store, SqliteStore)
    store._writer.execute("PRAGMA query_only = ON")
    command = mine.send("choose", action=mine.choices()[0])
    mine.read_until(lambda: command in mine.replies)
    assert mine.replies[command]["why"] == CANNOT_SAVE
    wait_until(lambda: server.get("/healthz").status_code == 503)
    store._writer.execute("PRAGMA query_only = OFF")
    wait_until(lambda: server.get("/healthz").status_code == 200)


# ---- Permissions -----------------------------------------------------------------------------------------------------


@pytest.fixture(params=[0o000, 0o022])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.mark.usefixtures("umask")
def test_only_the_owner_can_read_the_database_and_the_key(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.sqlite")
    load_signer(tmp_path / "t.sqlite.key")
    names = ("t.sqlite", "t.sqlite-wal", "t.sqlite-shm", "t.sqlite.key")
    assert modes(tmp_path) == dict.fromkeys(names, 0o600)
    asyncio.run(store.close())


@pytest.mark.usefixtures("umask")
def test_an_upgrade_hides_the_database_and_its_copy_from_other_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.sqlite"
    asyncio.run(SqliteStore(path).close())
    path.chmod(0o644)
    monkeypatch.setattr("chabudai.server.storage.schema.MIGRATIONS", (*MIGRATIONS, "DELETE FROM guest;"))
    store = SqliteStore(path)
    assert all(not mode & 0o007 for mode in modes(tmp_path).values())
    assert f"t.sqlite.version-{len(MIGRATIONS)}" in modes(tmp_path)
    asyncio.run(store.close())
