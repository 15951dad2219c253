"""Bots and hints, worked out in processes of their own: search holds the interpreter, and nobody should wait for it.

A process reads a question as a line of JSON and answers with another (`worker`). It ends by itself when its pipe does,
also when this process is killed.
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

SECONDS = 2.0 if chabudai.COMPILED else 0.4
"""The time of a bot for a move; less when others wait. Plain Python overruns its time, and more would gain little."""

LEAST_SECONDS = 0.02

HINT_SECONDS = min(0.8, SECONDS)

PATIENCE = 60.0
"""After so many seconds beyond its budget a process is taken to be lost."""

_REVIEW = 1800.0
"""Seconds that a review may take, as plain Python."""

_LINE = 16 * 1024 * 1024


class WorkerLost(ChabudaiError):
    """A process that gave no answer."""


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a process is asked: the best choice of a bot, a hint, or what the bots say of a whole game."""

    do: str
    game: str = ""
    players: int = 0
    options: dict[str, OptionValue] = {}
    data: dict[str, Rows] | None = None
    view: object = None
    bot: str = ""
    seed: int = 0
    seconds: float = SECONDS
    record: str = ""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a process answers; `error` in place of all else if it could not."""

    action: int = -1
    hint: Hint | None = None
    review: list[Judged] = []
    error: str = ""


class BotPool:
    """So many processes, and those who wait for them."""

    def __init__(self, processes: int, telemetry: Telemetry, longest_queue: int = 64) -> None:
        self.processes = processes
        self.telemetry = telemetry
        self.longest_queue = longest_queue
        self.waiting = 0
        """Questions that are being thought about, or wait to be."""
        self._reviewer = _Process()
        self._reviewing = asyncio.Lock()
        """A review takes a minute: it has a process of its own, so that no bot waits for it."""
        self._free: asyncio.LifoQueue[_Process] = asyncio.LifoQueue()
        self._all = [_Process() for _ in range(processes)]
        for process in self._all:
            self._free.put_nowait(process)

    async def warm_up(self) -> None:
        """Start the processes before they are needed."""
        await asyncio.gather(*(process.start() for process in self._all))

    async def choose(self, game: Game, view: State, bot: str, seed: int | None = None) -> int:
        """What a bot chooses. If its process is lost, it makes any legal choice: a game goes on."""
        question = _about(game, view, do="choose", bot=bot, seed=seed, seconds=self._budget())
        try:
            return (await self._ask(question)).action
        except WorkerLost as error:
            self.telemetry.warn("bot lost", game=game.name, bot=bot, error=str(error))
        return RandomBot(Rng(secrets.randbelow(SEEDS))).choose(view)

    async def hint(self, game: Game, view: State) -> Hint:
        """What speaks for each choice; refused when too many wait already."""
        if self.waiting >= self.longest_queue:
            raise ServerRefused("busy", status=503)
        answer = await self._ask(_about(game, view, do="hint", seconds=min(HINT_SECONDS, self._budget())))
        if answer.hint is None:
            raise ServerRefused("no_hint", status=503)
        return answer.hint

    async def review(self, record: bytes) -> list[Judged]:
        """What the bots say of the moves of a finished game; one game after the other."""
        async with self._reviewing:
            return (await _asked(self._reviewer, Question(do="review", record=record.decode()), _REVIEW)).review

    async def close(self) -> None:
        """End all processes."""
        for process in (*self._all, self._reviewer):
            await process.stop()

    def _budget(self) -> float:
        """Seconds for a move: all of it as long as there is a process for everybody who waits."""
        return max(LEAST_SECONDS, SECONDS * min(1.0, self.processes / (self.waiting + 1)))

    async def _ask(self, question: Question) -> Answer:
        self.waiting += 1
        try:
            process = await self._free.get()
            try:
                return await _asked(process, question, question.seconds + PATIENCE)
            finally:
                self._free.put_nowait(process)
        finally:
            self.waiting -= 1


class _Process:
    """A process that thinks, started when it is first asked."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "chabudai.server.bot_pool.worker",
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=_LINE,
                    # Ctrl-C in a terminal is for the server alone.
                    start_new_session=True,
                    env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
                )
            return self._process

    async def ask(self, question: Question, seconds: float) -> Answer:
        process = await self.start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        async with asyncio.timeout(seconds):
            await process.stdin.drain()
            line = await process.stdout.readline()
        if not line:
            raise EOFError
        return msgspec.json.decode(line, type=Answer)

    async def stop(self) -> None:
        if self._process is not None:
            process, self._process = self._process, None
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _asked(process: _Process, question: Question, seconds: float) -> Answer:
    """The answer of a process; one that gives none in time is ended, since its answer would be taken for the next."""
    try:
        answer = await process.ask(question, seconds)
    except asyncio.CancelledError:
        await process.stop()
        raise
    except (TimeoutError, OSError, EOFError, ValueError) as error:
        await process.stop()
        raise WorkerLost(f"a process gave no answer: {type(error).__name__}") from error
    if answer.error:
        raise WorkerLost(answer.error)
    return answer


def _about(game: Game, view: State, *, do: str, seconds: float, bot: str = "", seed: int | None = None) -> Question:
    """A question about a seat's view, which is all that a bot ever gets."""
    setup = view.setup
    return Question(
        do=do,
        game=game.name,
        players=setup.players,
        options=setup.options,
        data=setup.overriding() or None,
        view=view.as_json(),
        bot=bot,
        seed=secrets.randbelow(2**63) if seed is None else seed,
        seconds=seconds,
    )
