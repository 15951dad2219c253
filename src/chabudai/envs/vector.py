"""Steps many games of one setup side by side, in compiled code."""

from typing import Final, final

from librt.strings import BytesWriter, read_i64_le, write_f64_le, write_i64_le
from mypy_extensions import i64

from chabudai.envs.row_writer import RowWriter
from chabudai.kernel.bits import count, lowest
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_WORD: Final[i64] = 8
"""The number of bytes in a word."""


@final
class RunningGame:
    """A game of the vector: its number, its state, its own random numbers, and how many choices have been made."""

    def __init__(self, number: i64, state: State, rng: Rng) -> None:
        self.number: Final[i64] = number
        self.state: Final = state
        self.rng: Final = rng
        self.decisions: i64 = 0


@final
class GameVector:
    """All games, and the results of the last step as bytes.

    There is one row for each seat that must choose, ordered by game and seat. `rows` returns what the row writer wrote.
    `row_seats` returns the game and seat of each row. `ended` returns, for each game that ended in this step, its
    number, whether it was truncated, and its utility for each seat (0 if it was truncated); the game has already been
    restarted. Numbers are 8-byte words: integers, but utilities are floats.
    """

    def __init__(self, start: State, row_writer: RowWriter, games: i64, seed: int, max_decisions: i64) -> None:
        self.start: Final = start
        self.row_writer: Final = row_writer
        self.max_decisions: Final[i64] = max_decisions
        self.games: Final[list[RunningGame]] = []
        for i in range(games):
            self.games.append(RunningGame(i, start.clone(), Rng(seed, i)))
        self.action_rng: Final = Rng(seed, games)
        self.row_count: i64 = 0
        self._row_seats: Final = BytesWriter()
        self._ended: Final = BytesWriter()
        for running in self.games:
            self._begin(running)
        self._write_rows()

    def row_seats(self) -> bytes:
        """Return the game and seat of each row."""
        return self._row_seats.getvalue()

    def ended(self) -> bytes:
        """Return the games that ended in the last step, as the class describes them."""
        return self._ended.getvalue()

    def rows(self) -> bytes:
        """Return and clear the rows: what the seats see and may choose."""
        return self.row_writer.bit_writer.take()

    def random_actions(self) -> bytes:
        """Draw a legal action for each row, uniformly; one word each."""
        actions = BytesWriter()
        for running in self.games:
            state = running.state
            left = state.waiting
            while left:
                write_i64_le(actions, state.first + self.action_rng.member(state.choices(lowest(left))))
                left &= left - 1
        return actions.getvalue()

    def step(self, actions: bytes) -> None:
        """Make the choices of all rows, one word each. If one is illegal, make none."""
        if len(actions) != self.row_count * _WORD:
            raise IllegalMove(f"{self.row_count} actions are needed, not {len(actions) // _WORD}")
        self._check(actions)
        self._ended.truncate(0)
        offset: i64 = 0
        for running in self.games:
            state = running.state
            left = state.waiting
            running.decisions += count(left)
            while left:
                state.commit(lowest(left), read_i64_le(actions, offset))
                offset += _WORD
                left &= left - 1
            if state.due >= 0:
                state.resolve(running.rng)
            if state.waiting == 0:
                self._end(running, 0)
            elif running.decisions >= self.max_decisions:
                self._end(running, 1)
        self._write_rows()

    def _begin(self, running: RunningGame) -> None:
        running.state.copy_from(self.start)
        running.state.resolve(running.rng)
        running.decisions = 0

    def _end(self, running: RunningGame, truncated: i64) -> None:
        """Write how a game ended, with utility 0 if it was truncated, and restart it."""
        write_i64_le(self._ended, running.number)
        write_i64_le(self._ended, truncated)
        for seat in range(self.start.setup.players):
            if truncated:
                write_f64_le(self._ended, 0.0)
            else:
                write_f64_le(self._ended, running.state.utility(seat))
        self._begin(running)

    def _check(self, actions: bytes) -> None:
        """Raise IllegalMove if the choice of any row is illegal."""
        offset: i64 = 0
        for running in self.games:
            left = running.state.waiting
            while left:
                seat = lowest(left)
                action = read_i64_le(actions, offset)
                if not running.state.is_legal(seat, action):
                    raise IllegalMove(f"row {offset // _WORD}: seat {seat} cannot choose action {action} now")
                offset += _WORD
                left &= left - 1

    def _write_rows(self) -> None:
        """Write the rows of all seats that must choose now."""
        self._row_seats.truncate(0)
        self.row_writer.bit_writer.take()
        self.row_count = 0
        for running in self.games:
            left = running.state.waiting
            while left:
                seat = lowest(left)
                write_i64_le(self._row_seats, running.number)
                write_i64_le(self._row_seats, seat)
                self.row_writer.write(running.state, seat, True)
                self.row_count += 1
                left &= left - 1
