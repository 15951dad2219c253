"""Runs bots, hints and reviews in worker processes, since search would block the event loop.

A worker reads requests as lines of JSON and writes a reply line for each. It exits when its pipe closes, even if the
server is killed.
"""

import asyncio
import contextlib
import os
import secrets
import sys

import msgspec

import chabudai
from chabudai.bots.hint import Hint
from chabudai.bots.random_bot import RandomBot
from chabudai.bots.review import Judged
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import SEEDS, Rng
from chabudai.kernel.setup import OptionValue, Rows
from chabudai.kernel.state import State
from chabudai.scene.game import Game
from chabudai.server.refusal import ServerRefused
from chabudai.server.telemetry import Telemetry

MOVE_SECONDS = 2.0 if chabudai.COMPILED else 0.4
"""A bot's time for a move; less while others wait. Uncompiled search overruns its time, and gains little from more."""

MIN_SECONDS = 0.02

HINT_SECONDS = min(0.8, MOVE_SECONDS)

GRACE_SECONDS = 60.0
"""A worker that takes this many seconds longer than its budget is considered to have failed."""

_REVIEW_SECONDS = 1800.0
"""The timeout of a review, generous enough for uncompiled rules."""

_MAX_LINE = 16 * 1024 * 1024
"""Bytes in a reply."""


class WorkerFailed(ChabudaiError):
    """A worker that gave no reply, or replied that the request failed."""


class BotRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A request to a worker: a bot's choice, a hint, or a review of a whole game."""

    do: str
    game: str = ""
    players: int = 0
    options: dict[str, OptionValue] = {}
    data: dict[str, Rows] | None = None
    view: object = None
    bot: str = ""
    seed: int = 0
    seconds: float = MOVE_SECONDS
    record: str = ""


class BotReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A worker's reply; only `error` is set if it failed."""

    action: int = -1
    hint: Hint | None = None
    review: list[Judged] = []
    error: str = ""


class BotPool:
    """A fixed number of worker processes, and the queue of requests to them."""

    def __init__(self, processes: int, telemetry: Telemetry, max_pending: int = 64) -> None:
        self.processes = processes
        self.telemetry = telemetry
        self.max_pending = max_pending
        self.pending = 0
        """Requests in progress or waiting."""
        self._review_worker = _Worker()
        """Reviews have their own worker, because a review takes a minute and no bot should wait for it."""
        self._review_lock = asyncio.Lock()
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        self._workers = [_Worker() for _ in range(processes)]
        for worker in self._workers:
            self._free.put_nowait(worker)

    async def warm_up(self) -> None:
        """Start the workers before they are needed."""
        await asyncio.gather(*(worker.start() for worker in self._workers))

    async def choose(self, game: Game, view: State, bot: str, seed: int | None = None) -> int:
        """Return a bot's choice. If its worker fails, choose at random, so that the game continues."""
        request = _request_about(game, view, do="choose", bot=bot, seed=seed, seconds=self._budget())
        try:
            return (await self._ask(request)).action
        except WorkerFailed as error:
            self.telemetry.warn("bot worker failed", game=game.name, bot=bot, error=str(error))
        return RandomBot(Rng(secrets.randbelow(SEEDS))).choose(view)

    async def hint(self, game: Game, view: State) -> Hint:
        """Return a hint, or refuse if too many requests are pending."""
        if self.pending >= self.max_pending:
            raise ServerRefused("busy", status=503)
        reply = await self._ask(_request_about(game, view, do="hint", seconds=min(HINT_SECONDS, self._budget())))
        if reply.hint is None:
            raise ServerRefused("no_hint", status=503)
        return reply.hint

    async def review(self, record: bytes) -> list[Judged]:
        """Review the moves of a finished game; one game at a time."""
        async with self._review_lock:
            request = BotRequest(do="review", record=record.decode())
            return (await _ask_worker(self._review_worker, request, _REVIEW_SECONDS)).review

    async def close(self) -> None:
        """Stop all workers."""
        for worker in (*self._workers, self._review_worker):
            await worker.stop()

    def _budget(self) -> float:
        """Return the seconds for a move: the full time as long as no request has to wait."""
        return max(MIN_SECONDS, MOVE_SECONDS * min(1.0, self.processes / (self.pending + 1)))

    async def _ask(self, request: BotRequest) -> BotReply:
        """Send a request to the next free worker, and return its reply."""
        self.pending += 1
        try:
            worker = await self._free.get()
            try:
                return await _ask_worker(worker, request, request.seconds + GRACE_SECONDS)
            finally:
                self._free.put_nowait(worker)
        finally:
            self.pending -= 1


class _Worker:
    """A worker process, started with its first request."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()

    async def start(self) -> asyncio.subprocess.Process:
        """Return the process; start it first if it is not running."""
        async with self._lock:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "chabudai.server.bot_pool.worker",
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=_MAX_LINE,
                    # Ctrl-C in the terminal must reach only the server.
                    start_new_session=True,
                    env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
                )
            return self._process

    async def ask(self, request: BotRequest, seconds: float) -> BotReply:
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(request) + b"\n")
        async with asyncio.timeout(seconds):
            await process.stdin.drain()
            line = await process.stdout.readline()
        if not line:
            raise EOFError
        return msgspec.json.decode(line, type=BotReply)

    async def stop(self) -> None:
        """Kill the process; the next request starts a new one."""
        if self._process is not None:
            process, self._process = self._process, None
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _ask_worker(worker: _Worker, request: BotRequest, seconds: float) -> BotReply:
    """Return a worker's reply. If none comes in time, stop the worker: a late reply would be taken for the next one."""
    try:
        reply = await worker.ask(request, seconds)
    except asyncio.CancelledError:
        await worker.stop()
        raise
    except (TimeoutError, OSError, EOFError, ValueError) as error:
        await worker.stop()
        raise WorkerFailed(f"the worker gave no reply: {type(error).__name__}") from error
    if reply.error:
        raise WorkerFailed(reply.error)
    return reply


def _request_about(
    game: Game, view: State, *, do: str, seconds: float, bot: str = "", seed: int | None = None
) -> BotRequest:
    """Build a request about a seat's view, which is all that a bot ever gets."""
    setup = view.setup
    return BotRequest(
        do=do,
        game=game.name,
        players=setup.players,
        options=setup.options,
        data=setup.overridden_tables() or None,
        view=view.as_json(),
        bot=bot,
        seed=secrets.randbelow(2**63) if seed is None else seed,
        seconds=seconds,
    )
