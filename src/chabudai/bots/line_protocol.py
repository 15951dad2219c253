"""A bot that is a program of its own, in any language: JSON lines on its standard input and output.

docs/bots.md tells what is said on both sides.
"""

import os
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
import weakref
from contextlib import suppress
from typing import IO, TypeVar

import msgspec

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game
from chabudai.scene.make import make_scene
from chabudai.scene.vocabulary import Scene
from chabudai.scene.words import words

SECONDS = 60.0
"""How long a program may take to say hello, and then for each answer."""

_GRACE = 0.5
"""Seconds for a program to end by itself."""

_LONGEST = 100_000
"""More bytes than this without the end of a line are no answer."""

_SHOWN = 200
"""How much of a wrong line an error shows."""

Said = TypeVar("Said")


class BotFailed(ChabudaiError):
    """A program that was to play did not start, did not answer, or answered wrongly."""


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the program: what it is called, and whether it wants to be told what a perfect memory knows."""

    hello: str
    recall: bool = True


class Question(msgspec.Struct, frozen=True):
    """What we ask: the scene as the program's seat sees it, what it can choose, and a number to draw luck from."""

    scene: Scene
    choices: list[str]
    seed: int


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the program answers: one of the choices, word by word."""

    choose: str


class LineBot:
    """Plays as the program does that this command starts; the program ends when the bot is no longer used."""

    def __init__(self, command: str, game: Game, rng: Rng, seconds: float = SECONDS) -> None:
        self.game = game
        self.rng = rng
        self.program = Program(command, seconds)
        hello = self.program.hear(Hello, 'it must first say hello, as in {"hello": "my bot", "recall": true}')
        self.name = hello.hello
        self.recall = hello.recall

    def choose(self, view: State) -> int:
        """The action that the program takes in the position that this view shows its viewer."""
        language = words(self.game)
        names = [language.name(f"bot{seat}") for seat in range(view.setup.players)]
        choices = [self.game.actions[action] for action in view.legal(view.viewer)]
        scene = make_scene(self.game, view, language, names)
        self.program.say(Question(scene, choices, self.rng.word()))
        answer = self.program.hear(Answer, f'it must answer as in {{"choose": "{choices[0]}"}}')
        if answer.choose not in choices:
            raise self.program.failed(f"chose {answer.choose!r}; it could choose {', '.join(choices)}")
        return self.game.action_numbers[answer.choose]


class Program:
    """A running program, spoken to line by line and never waited for longer than its time."""

    def __init__(self, command: str, seconds: float) -> None:
        self.command = command
        self.seconds = seconds
        self._heard = b""
        # What it complains about is read only when it has failed; `_end` closes it.
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                _arguments(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                bufsize=0,
                # So that it can be ended with all that it has started, and Ctrl-C is not for it.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self._complaints.close()
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise BotFailed(f"the bot {command!r} cannot be started: {why}") from error
        self._end = weakref.finalize(self, _end, self._process, self._complaints)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)

    def say(self, message: msgspec.Struct) -> None:
        """Write a line."""
        if not self._end.alive:
            raise self.failed("has ended")
        pipe = self._process.stdin
        assert pipe is not None
        left = msgspec.json.encode(message) + b"\n"
        end = time.monotonic() + self.seconds
        try:
            while left:
                self._wait(pipe, selectors.EVENT_WRITE, end)
                left = left[os.write(pipe.fileno(), left) :]
        except BrokenPipeError:
            raise self._ended() from None

    def hear(self, kind: type[Said], expected: str) -> Said:
        """Read a line of this kind."""
        line = self._line()
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            shown = line[:_SHOWN].decode(errors="replace").strip()
            raise self.failed(f"said {shown!r}; {expected}") from None

    def failed(self, what: str) -> BotFailed:
        """The error that says what this program did; it is ended."""
        self._end()
        return BotFailed(f"the bot {self.command!r} {what}")

    def _line(self) -> bytes:
        pipe = self._process.stdout
        assert pipe is not None
        end = time.monotonic() + self.seconds
        while b"\n" not in self._heard:
            self._wait(pipe, selectors.EVENT_READ, end)
            more = os.read(pipe.fileno(), 65536)
            if not more:
                raise self._ended()
            self._heard += more
            if len(self._heard) > _LONGEST:
                raise self.failed(f"said more than {_LONGEST:,} bytes; an answer is one short line")
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def _wait(self, pipe: IO[bytes], event: int, end: float) -> None:
        """Until the pipe can be written to or read from; or the time is over."""
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, end - time.monotonic())):
                raise self.failed(f"did not answer within {self.seconds:g} seconds")

    def _ended(self) -> BotFailed:
        """The error for a program that is no longer there, with its last complaint."""
        try:
            code: object = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            code = "none"
        self._complaints.seek(0)
        last = self._complaints.read().decode(errors="replace").strip().rpartition("\n")[2]
        return self.failed(f"has ended (exit code {code})" + (f": {last[:_SHOWN]}" if last else ""))


def _arguments(command: str) -> list[str]:
    arguments = shlex.split(command)
    if not arguments:
        raise ValueError("there is no command")
    return arguments


def _end(process: subprocess.Popen[bytes], complaints: IO[bytes]) -> None:
    """End a program and all that it has started. Its input is closed first: that is how it learns that it may go."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)
    # On some systems a group of which only the dead are left may not be killed, on others it is not found.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    complaints.close()
