"""An episode: a part of a run that depends on nothing but its seed, its kind and its number."""

import traceback
from contextlib import ExitStack
from random import Random
from typing import ClassVar

from chabudai.server.limits import Limits
from fuzzing.server import GENEROUS, FuzzedServer, running_server
from fuzzing.stock import game_names, stock

_MAX_SHOWN = 4000
"""Characters of an input that are printed."""


class Failure(Exception):
    """An input that the server did not survive as it must."""


class Episode:
    """A server with some tables, which gets one input after another."""

    kind: ClassVar[str]
    size: ClassVar[int]
    """How many inputs an episode has, at most."""

    def __init__(self, seed: int, number: int) -> None:
        self.seed = seed
        self.number = number
        self.random = Random(f"{seed} {self.kind} {number}")
        self.game = game_names()[number % len(game_names())]
        self.stock = stock(self.game)
        self.limited = number % 4 == 3
        """Whether the usual limits apply."""
        self.input: object = None
        """The last input."""

    def run(self, count: int) -> None:
        """Feed this many inputs, and check the tables at the end."""
        with ExitStack() as stack:
            limits = Limits() if self.limited else GENEROUS
            world_seed = self.random.getrandbits(60)
            self.server: FuzzedServer = stack.enter_context(running_server(world_seed, limits, self.stock.copy_disk()))
            index = -1
            try:
                self.prepare()
                for index in range(count):
                    self.feed()
                index = count
                self.finish()
            except Exception as error:
                raise Failure(self._story(index, count)) from error

    def prepare(self) -> None:
        """Make everything that is needed before the first input."""

    def feed(self) -> None:
        """Make one input, feed it to the server and check what it does."""
        raise NotImplementedError

    def finish(self) -> None:
        """Check that the tables still work and that each log restores."""
        self.server.advance(200.0 if self.limited else 1.0)
        self.server.check_logs()
        self.server.check_play(self.game)

    def _story(self, index: int, count: int) -> str:
        when = "before the first input" if index < 0 else "after the last input" if index == count else f"input {index}"
        shown = repr(self.input)
        if len(shown) > _MAX_SHOWN:
            shown = f"{shown[:_MAX_SHOWN]}… ({len(shown)} characters)"
        inputs = count if index in (-1, count) else index + 1
        command = (
            f"python -m tests.fuzzing --seed {self.seed} --kind {self.kind} --episode {self.number} --count {inputs}"
        )
        where = f"seed {self.seed}, {self.kind}, episode {self.number}, {when}"
        return f"{traceback.format_exc()}\n{where}: {shown}\n{command}"
