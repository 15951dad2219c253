"""A game so small that the right result of a search is obvious: one seat starts, a number is set, the seat guesses it.

A correct guess wins for the guesser, a wrong one for the other seat. `kind` says what is guessed: `hidden`, a number
that the other seat chooses in secret; `open`, the same, visible; `at_once`, a number that the other chooses
simultaneously; `card`, a card that chance turns face up; `dealt`, a card that chance deals face down.
"""

from typing import Final

from chabudai.kernel.bits import below, bit
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import NONE, State
from chabudai.kernel.worlds import Worlds

NUMBERS: Final = 3
BEGIN, SET, GUESS = 0, 1, 4
GUESSER, SETTER = 0, 1
UNKNOWN: Final = -2


class GuessSetup(Setup):
    def __init__(self, kind: str) -> None:
        super().__init__(2, {}, {}, ())
        self.kind = kind

    def start(self) -> "Guess":
        return Guess(self)


class Guess(State):
    def __init__(self, setup: GuessSetup) -> None:
        super().__init__(setup)
        self.kind = setup.kind
        self.number: int = NONE
        self.guess: int = NONE
        self.first = BEGIN
        self.waiting = bit(GUESSER)

    def choices(self, seat: int) -> int:
        return 1 if self.first == BEGIN else below(NUMBERS)

    def commit(self, seat: int, action: int) -> None:
        self.waiting &= ~bit(seat)
        if self.first == BEGIN:
            self._begin()
        elif seat == SETTER:
            self.number = action - self.first
            if self.kind != "at_once":
                self._let_guess()
        else:
            self.guess = action - self.first

    def _begin(self) -> None:
        if self.kind in ("card", "dealt"):
            self.due = 0
        elif self.kind == "at_once":
            self.first = GUESS
            self.waiting = below(2)
        else:
            self.first = SET
            self.waiting = bit(SETTER)

    def _let_guess(self) -> None:
        self.due = NONE
        self.first = GUESS
        self.waiting = bit(GUESSER)

    def possible_outcomes(self) -> int:
        return below(NUMBERS)

    def turn_up(self, outcome: int) -> None:
        self.number = outcome
        self._let_guess()

    def score(self, seat: int) -> int:
        return int((self.number == self.guess) == (seat == GUESSER))

    def glimpse(self, observer: int, seat: int, choice: int) -> int:
        return 0 if self.kind == "hidden" and self.first == SET and seat != observer else choice

    def chance_open(self, observer: int) -> bool:
        return self.kind == "card"

    def reopen(self) -> None:
        if self.kind == "at_once" and self.number == UNKNOWN:
            self.number = NONE
            self.waiting |= bit(SETTER)

    def blank(self) -> None:
        if self.viewer != SETTER and self.number >= 0 and self.kind not in ("open", "card"):
            self.number = UNKNOWN

    def worlds(self) -> Worlds:
        return Worlds([])

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        if self.number == UNKNOWN:
            self.number = rng.below(NUMBERS)
