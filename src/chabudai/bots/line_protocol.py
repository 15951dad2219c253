"""A bot that runs as a separate program, in any language: JSON lines on its standard input and output.

docs/bots.md specifies the protocol.
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
from chabudai.scene.builder import make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Scene
from chabudai.scene.words import words

SECONDS = 60.0
"""Time limit for the greeting, for taking each request, and for each reply."""

_GRACE = 0.5
"""Seconds that a program has to exit after its input has been closed, or after it has closed its output."""

_MAX_LINE = 100_000
"""Longest line that is accepted, in bytes."""

_QUOTED = 200
"""Number of characters of an invalid line that an error quotes."""

LineType = TypeVar("LineType")


class BotFailed(ChabudaiError):
    """A bot program did not start, ended, did not read or reply in time, or sent an invalid reply."""


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The program's first line: its name, and whether its views include what a perfect memory would know."""

    hello: str
    recall: bool = True


class MoveRequest(msgspec.Struct, frozen=True):
    """A request for a move: the scene of the program's seat, the legal choices, and a seed for its random numbers."""

    scene: Scene
    choices: list[str]
    seed: int


class MoveReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The program's reply: one of the choices, verbatim."""

    choose: str


class LineBot:
    """A bot whose moves are chosen by a program. The program is ended when the bot is garbage collected."""

    def __init__(self, command: str, game: Game, rng: Rng, seconds: float = SECONDS) -> None:
        self.game = game
        self.rng = rng
        self.program = Program(command, seconds)
        hello = self.program.receive(Hello, 'it must first say hello, as in {"hello": "my bot", "recall": true}')
        self.name = hello.hello
        self.recall = hello.recall

    def choose(self, view: State) -> int:
        """Ask the program for the viewer's action."""
        game_words = words(self.game)
        names = [game_words.name(f"bot{seat}") for seat in range(view.setup.players)]
        choices = [self.game.actions[action] for action in view.legal(view.viewer)]
        scene = make_scene(self.game, view, game_words, names)
        self.program.send(MoveRequest(scene, choices, self.rng.word()))
        reply = self.program.receive(MoveReply, f'it must answer as in {{"choose": "{choices[0]}"}}')
        if reply.choose not in choices:
            raise self.program.fail(f"chose {reply.choose!r}; it could choose {', '.join(choices)}")
        return self.game.action_numbers[reply.choose]


class Program:
    """A running program, with which we exchange lines. Each line has a time limit."""

    def __init__(self, command: str, seconds: float) -> None:
        self.command = command
        self.seconds = seconds
        self._buffer = b""
        # Read only if the program fails; `_end` closes it.
        self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            self._process = subprocess.Popen(
                _arguments(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                bufsize=0,
                # A process group of its own, so that it can be killed with its children and does not receive Ctrl-C.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self._stderr.close()
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise BotFailed(f"the bot {command!r} cannot be started: {reason}") from error
        self._end = weakref.finalize(self, _end, self._process, self._stderr)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)

    def send(self, message: msgspec.Struct) -> None:
        """Send a line."""
        if not self._end.alive:
            raise self.fail("has ended")
        pipe = self._process.stdin
        assert pipe is not None
        unsent = msgspec.json.encode(message) + b"\n"
        deadline = time.monotonic() + self.seconds
        try:
            while unsent:
                self._wait(pipe, selectors.EVENT_WRITE, deadline)
                unsent = unsent[os.write(pipe.fileno(), unsent) :]
        except BrokenPipeError:
            raise self._exited() from None

    def receive(self, line_type: type[LineType], expected: str) -> LineType:
        """Receive a line and decode it. `expected` describes the line, for the error if it is invalid."""
        line = self._read_line()
        try:
            return msgspec.json.decode(line, type=line_type)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            shown = line[:_QUOTED].decode(errors="replace").strip()
            raise self.fail(f"said {shown!r}; {expected}") from None

    def fail(self, fault: str) -> BotFailed:
        """End the program, and return the error that describes what it did wrong."""
        self._end()
        return BotFailed(f"the bot {self.command!r} {fault}")

    def _read_line(self) -> bytes:
        pipe = self._process.stdout
        assert pipe is not None
        deadline = time.monotonic() + self.seconds
        while b"\n" not in self._buffer:
            self._wait(pipe, selectors.EVENT_READ, deadline)
            more = os.read(pipe.fileno(), 65536)
            if not more:
                raise self._exited()
            self._buffer += more
            if len(self._buffer) > _MAX_LINE:
                raise self.fail(f"said more than {_MAX_LINE:,} bytes; an answer is one short line")
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _wait(self, pipe: IO[bytes], event: int, deadline: float) -> None:
        """Wait until the pipe can be read or written, or fail at the deadline."""
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, deadline - time.monotonic())):
                raise self.fail(f"did not answer within {self.seconds:g} seconds")

    def _exited(self) -> BotFailed:
        """Return the error for a program that has exited, with the last line of its standard error."""
        try:
            code: object = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            code = "none"
        self._stderr.seek(0)
        last = self._stderr.read().decode(errors="replace").strip().rpartition("\n")[2]
        return self.fail(f"has ended (exit code {code})" + (f": {last[:_QUOTED]}" if last else ""))


def _arguments(command: str) -> list[str]:
    arguments = shlex.split(command)
    if not arguments:
        raise ValueError("there is no command")
    return arguments


def _end(process: subprocess.Popen[bytes], stderr: IO[bytes]) -> None:
    """End a program and its children. Closing its input first asks it to exit."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)
    # If only zombies are left in the group, some systems refuse to signal it and others do not find it.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    stderr.close()
