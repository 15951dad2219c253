"""A worker process, and the interface that the pool needs of any worker."""

import asyncio
import contextlib
import os
import sys
from typing import Protocol

import msgspec

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.bot_pool.requests import BotReply, BotRequest

_MAX_LINE = 16 * 1024 * 1024
"""Bytes in a reply."""

_START_SECONDS = 60.0
"""A process that is not ready after this many seconds has failed. On a busy machine the imports may take a while."""


class WorkerFailed(ChabudaiError):
    """A worker that gave no reply, or replied that the request failed."""


class Worker(Protocol):
    """Carries out one request at a time."""

    async def start(self) -> object:
        """Start, unless it runs already."""
        ...

    async def ask(self, request: BotRequest, seconds: float) -> BotReply:
        """Return the reply. Raise an error if none comes within this many seconds."""
        ...

    async def stop(self) -> None:
        """Stop immediately; the next request starts it again."""
        ...


class ProcessWorker:
    """A worker process, started with its first request. It reads and writes lines of JSON.

    It exits when its pipe closes, even if the server is killed.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._lock = asyncio.Lock()

    async def start(self) -> asyncio.subprocess.Process:
        """Return the process. If it is not running, start it first, and wait until it is ready."""
        async with self._lock:
            if self._process is None or self._process.returncode is not None:
                self._process = await _start_process()
            return self._process

    async def ask(self, request: BotRequest, seconds: float) -> BotReply:
        """Send a request, and return the reply. The time starts when the process is ready."""
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
            await _kill(process)


async def _start_process() -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
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
    assert process.stdout is not None
    try:
        async with asyncio.timeout(_START_SECONDS):
            if not await process.stdout.readline():
                raise EOFError
    except BaseException:
        await _kill(process)
        raise
    return process


async def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()


async def ask_worker(worker: Worker, request: BotRequest, seconds: float) -> BotReply:
    """Return a worker's reply. If none comes in time, stop the worker: a late reply would be taken for the next one."""
    try:
        reply = await worker.ask(request, seconds)
    except (TimeoutError, OSError, EOFError, ValueError) as error:
        await worker.stop()
        raise WorkerFailed(f"the worker gave no reply: {type(error).__name__}") from error
    if reply.error:
        raise WorkerFailed(reply.error)
    return reply
