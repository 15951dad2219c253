"""Many games of one setup, played side by side in compiled code."""

from typing import Final, final

from librt.strings import BytesWriter, read_i64_le, write_f64_le, write_i64_le
from mypy_extensions import i64

from chabudai.envs.scribe import Scribe
from chabudai.kernel.bits import count, lowest
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

_WORD: Final[i64] = 8


@final
class Running:
    """A game of the fleet: its number, its position, its own random numbers, and how many choices it has seen."""

    def __init__(self, number: i64, state: State, rng: Rng) -> None:
        self.number: Final[i64] = number
        self.state: Final = state
        self.rng: Final = rng
        self.decisions: i64 = 0


@final
class Fleet:
    """The games, and what the last step brought, as bytes of 8-byte words.

    There is a row for each seat that is waited for, game by game and by rising seats. `whose` has the game and the seat
    of each row, `rows` what the scribe writes; `ended` has for each game that ended in this step its number, whether it
    was cut short, and what it was worth to each seat. Such a game has begun anew already.
    """

    def __init__(self, start: State, scribe: Scribe, games: i64, seed: int, max_decisions: i64) -> None:
        self.start: Final = start
        self.scribe: Final = scribe
        self.max_decisions: Final[i64] = max_decisions
        self.games: Final[list[Running]] = []
        for i in range(games):
            self.games.append(Running(i, start.clone(), Rng(seed, i)))
        self.luck: Final = Rng(seed, games)
        self.number: i64 = 0
        """How many rows there are."""
        self._whose: Final = BytesWriter()
        self._ended: Final = BytesWriter()
        for running in self.games:
            self._begin(running)
        self._look()

    def whose(self) -> bytes:
        """The game and the seat of each row."""
        return self._whose.getvalue()

    def ended(self) -> bytes:
        """The games that the last step ended."""
        return self._ended.getvalue()

    def rows(self) -> bytes:
        """What the seats see and may do; it can be taken once."""
        return self.scribe.sheet.take()

    def random_actions(self) -> bytes:
        """A legal action for each row, each as likely as the others."""
        actions = BytesWriter()
        for running in self.games:
            state = running.state
            left = state.waiting
            while left:
                write_i64_le(actions, state.first + self.luck.member(state.choices(lowest(left))))
                left &= left - 1
        return actions.getvalue()

    def step(self, actions: bytes) -> None:
        """Make the choices of all rows, one word each; if one is illegal none is made."""
        if len(actions) != self.number * _WORD:
            raise IllegalMove(f"{self.number} actions are needed, not {len(actions) // _WORD}")
        self._check(actions)
        self._ended.truncate(0)
        place: i64 = 0
        for running in self.games:
            state = running.state
            left = state.waiting
            running.decisions += count(left)
            while left:
                state.commit(lowest(left), read_i64_le(actions, place))
                place += _WORD
                left &= left - 1
            if state.due >= 0:
                state.resolve(running.rng)
            if state.waiting == 0:
                self._end(running, 0)
            elif running.decisions >= self.max_decisions:
                self._end(running, 1)
        self._look()

    def _begin(self, running: Running) -> None:
        running.state.copy_from(self.start)
        running.state.resolve(running.rng)
        running.decisions = 0

    def _end(self, running: Running, cut_short: i64) -> None:
        """Tell how a game ended, one that was cut short being worth nothing; then begin it anew."""
        write_i64_le(self._ended, running.number)
        write_i64_le(self._ended, cut_short)
        for seat in range(self.start.setup.players):
            if cut_short:
                write_f64_le(self._ended, 0.0)
            else:
                write_f64_le(self._ended, running.state.utility(seat))
        self._begin(running)

    def _check(self, actions: bytes) -> None:
        place: i64 = 0
        for running in self.games:
            left = running.state.waiting
            while left:
                seat = lowest(left)
                action = read_i64_le(actions, place)
                if not running.state.is_legal(seat, action):
                    raise IllegalMove(f"row {place // _WORD}: seat {seat} cannot choose action {action} now")
                place += _WORD
                left &= left - 1

    def _look(self) -> None:
        """Write the rows of this moment."""
        self._whose.truncate(0)
        self.scribe.sheet.take()
        self.number = 0
        for running in self.games:
            left = running.state.waiting
            while left:
                seat = lowest(left)
                write_i64_le(self._whose, running.number)
                write_i64_le(self._whose, seat)
                self.scribe.write(running.state, seat, True)
                self.number += 1
                left &= left - 1
