"""Makes replays from records, outside the event loop, and keeps some of them in memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from chabudai.kernel.errors import ChabudaiError
from chabudai.records.record import read_record
from chabudai.server.http.turns import Turns
from chabudai.server.refusal import ServerRefused
from chabudai.server.tables import UnreadableTable
from chabudai.session.replay import Replay

Made = TypeVar("Made")

_KEPT_MOVES = 20_000
"""Keep replays with at most this many moves altogether. A move takes about 2 KB."""

_THREADS = 2
"""Their own, since reads from the database must not wait for long records."""

_OUTCOMES_PER_MOVE = 4
"""The longest decks of real games have about two cards for each move."""


class Replays:
    """The replays in memory, and access to all others. One is made at a time for each address."""

    def __init__(self, max_moves: int) -> None:
        self._max_moves = max_moves
        """In an uploaded record."""
        self._turns = Turns(1)
        self._threads = ThreadPoolExecutor(_THREADS, "replay")
        self._kept: OrderedDict[str, Replay] = OrderedDict()
        """By game, the least recently used first."""

    async def find(self, game_id: str, read_line: Callable[[], Awaitable[bytes]], address: str) -> Replay:
        """Return the replay of a game whose record `read_line` reads."""
        if game_id not in self._kept:
            async with self._turns.take(address):
                if game_id not in self._kept:
                    line = await read_line()
                    try:
                        self._kept[game_id] = await self._run(lambda: Replay(line))
                    except ChabudaiError as error:
                        raise UnreadableTable(game_id) from error
        replay = self._kept[game_id]
        self._kept.move_to_end(game_id)
        self._forget_oldest()
        return replay

    async def check(self, line: bytes, address: str) -> Replay:
        """Return the replay of an uploaded record, or refuse it."""
        async with self._turns.take(address):
            return await self._run(lambda: self._checked(line))

    async def play_on(self, make: Callable[[], Made], address: str) -> Made:
        """Return what a call makes from a replay, which takes about as long as the replay itself."""
        async with self._turns.take(address):
            return await self._run(make)

    def _checked(self, line: bytes) -> Replay:
        record = read_record(line)
        outcomes = sum(len(entry.result) for entry in record.chance)
        if len(record.moves) > self._max_moves or outcomes > _OUTCOMES_PER_MOVE * self._max_moves:
            raise ServerRefused("record_too_long", number=self._max_moves, status=413)
        return Replay(line)

    async def _run(self, make: Callable[[], Made]) -> Made:
        return await asyncio.get_running_loop().run_in_executor(self._threads, make)

    def _forget_oldest(self) -> None:
        """Forget the least recently used replays if there are too many moves; keep the latest in any case."""
        moves = sum(len(replay.record.moves) for replay in self._kept.values())
        while moves > _KEPT_MOVES and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            moves -= len(oldest.record.moves)
