"""The task that owns a table, and the house that keeps it: what happens when something fails, or stops."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from chabudai.kernel.errors import ChabudaiError
from chabudai.server import entries
from chabudai.server.desk import Desk
from chabudai.server.refusal import Refused
from chabudai.server.replay_pages import ReplayPages
from chabudai.server.room import Room
from chabudai.server.store import KeptGame, Listing, Row, StoreStopped
from server.desks import alone_at_a_table, in_a_house


def choose(room: Room) -> "asyncio.Future[int | ChabudaiError]":
    """Let the person whose turn it is make any choice; what is answered."""
    (seat,) = room.table.waiting()
    answer: asyncio.Future[int | ChabudaiError] = asyncio.get_running_loop().create_future()
    room.choose("g", seat, room.table.state.legal(seat)[0], str(room.table.seq), answer.set_result)
    return answer


async def begun(desk: Desk, bots: Sequence[str] = ()) -> Room:
    room = await alone_at_a_table(desk, bots)
    while not room.table.waiting():
        await asyncio.sleep(0)
    return room


def slow_disk(desk: Desk, monkeypatch: pytest.MonkeyPatch, *, full: bool = False) -> asyncio.Event:
    """From now on nothing comes to the disk before this event, and then only if it is not full."""
    disk, append = asyncio.Event(), desk.house.store.append

    async def slow(rows: Sequence[Row], listing: Listing) -> None:
        await disk.wait()
        if full:
            raise StoreStopped("the disk is full")
        await append(rows, listing)

    monkeypatch.setattr(desk.house.store, "append", slow)
    return disk


def test_what_is_on_its_way_to_the_disk_as_a_table_is_put_away_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(desk: Desk) -> None:
        room = await begun(desk)
        await room.on_disk()
        disk = slow_disk(desk, monkeypatch)
        answer = choose(room)
        while room._on_disk.is_set():
            await asyncio.sleep(0)
        stopping = asyncio.create_task(room.stop())
        await asyncio.sleep(0)
        disk.set()
        await stopping
        assert await answer == (await desk.house.store.log(room.table.id))[-1].seq

    in_a_house(tmp_path, act)


def test_the_last_move_is_done_though_the_record_cannot_be_kept_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(desk: Desk) -> None:
        room = await begun(desk)
        store = desk.house.store
        save_game = store.save_game

        async def fail(game: KeptGame) -> None:
            raise StoreStopped("the disk is full")

        monkeypatch.setattr(store, "save_game", fail)
        while room.table.status == "playing":
            answer = choose(room)
            assert isinstance(await answer, int)
        await asyncio.sleep(0.05)
        assert not room.failed
        monkeypatch.setattr(store, "save_game", save_game)
        room.nudge()
        while not room._kept:
            await asyncio.sleep(0.01)
        assert await store.game(room.table.id) is not None

    in_a_house(tmp_path, act)


def test_where_a_bot_fails_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(desk: Desk) -> None:
        async def fail(*question: object) -> int:
            raise RuntimeError("no thoughts")

        monkeypatch.setattr(desk.house.thinkers, "choose", fail)
        room = await begun(desk, ["club", "club"])
        while not any(seat == 2 for seat, _ in room.table.play.moves):
            await asyncio.sleep(0.01)
            if 0 in room.table.waiting():
                await choose(room)
        assert desk.journal.counts["faults"] > 0

    in_a_house(tmp_path, act)


def test_a_table_that_was_fetched_anew_is_not_put_away_with_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(desk: Desk) -> None:
        first, second = await begun(desk), await begun(desk)
        for room in (first, second):
            await room.stop()

        async def meanwhile() -> None:
            await desk.house.room(second.table.id)

        monkeypatch.setattr(first, "stop", meanwhile)
        await desk.house._put_away()
        assert list(desk.house.rooms) == [second.table.id]
        assert not desk.house.rooms[second.table.id].failed

    in_a_house(tmp_path, act)


def test_one_table_that_cannot_be_woken_keeps_no_other_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(desk: Desk) -> None:
        room = await begun(desk, ["club", "club"])
        await room.stop()
        del desk.house.rooms[room.table.id]

        async def due(now: float, limit: int) -> list[str]:
            return ["no such table", room.table.id]

        monkeypatch.setattr(desk.house.store, "due", due)
        await desk.house.open_doors()
        while room.table.id not in desk.house.rooms:
            await asyncio.sleep(0.01)

    in_a_house(tmp_path, act)


def test_the_record_of_a_table_that_may_not_be_closed_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(desk: Desk) -> None:
        room = await begun(desk)
        await room.on_disk()
        disk = slow_disk(desk, monkeypatch, full=True)
        closing = asyncio.create_task(room.do(lambda table: [entries.Closed()]))
        while room.table.status != "closed":
            await asyncio.sleep(0)

        async def not_kept(game: str) -> None:
            return None

        monkeypatch.setattr(desk.house.store, "game", not_kept)
        asked = asyncio.create_task(ReplayPages(desk)._line(room.table.id))
        await asyncio.sleep(0.05)
        assert not asked.done()
        disk.set()
        with pytest.raises(Refused, match="restarting"):
            await asked
        with pytest.raises(Refused, match="restarting"):
            await closing

    in_a_house(tmp_path, act)
