"""Minimal states for the tests of the kernel."""

from chabudai.kernel.chance import Chance
from chabudai.kernel.piece import Piece
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import NONE, State


class Coin(Piece):
    """A piece with a field of each plain type."""

    def __init__(self) -> None:
        self.face = 0
        self.shown = False


class PurseSetup(Setup):
    def start(self) -> "Purse":
        return Purse(self)


class Purse(State):
    """A state with a field of every shape: numbers, lists, lists of lists, a piece, a list of pieces."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.total = 0
        self.open = False
        self.cards: list[int] = [3, 1]
        self.rows: list[list[int]] = [[1], [2, 3]]
        self.best = Coin()
        self.coins = [Coin(), Coin()]
        self.waiting = 0b01

    def choices(self, seat: int) -> int:
        return 0b101

    def commit(self, seat: int, action: int) -> None:
        self.total += action
        self.waiting = 0

    def score(self, seat: int) -> int:
        return self.total if seat else 0


def purse(players: int = 2) -> Purse:
    return PurseSetup(players, {}, {}, ()).start()


URN, TOSS = 0, 1
CHANCES = (Chance("urn", ("red", "green", "blue")), Chance("toss", (0, 1)))


class UrnSetup(Setup):
    def start(self) -> "Urn":
        return Urn(self)


class Urn(State):
    """A state with chance only: two of four balls from an urn, a coin toss, and two balls from the refilled urn."""

    ORDER = (URN, URN, TOSS, URN, URN)
    BALLS = (0, 0, 1, 2)

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.outcomes: list[int] = []
        self.due = URN

    def left(self) -> list[int]:
        """Return the balls in the urn, which is refilled with the toss."""
        return self._without(self.outcomes[:2] if len(self.outcomes) < 3 else self.outcomes[3:])

    def _without(self, drawn_balls: list[int]) -> list[int]:
        balls = list(self.BALLS)
        for ball in drawn_balls:
            balls.remove(ball)
        return balls

    def possible_outcomes(self) -> int:
        return 0b11 if self.due == TOSS else sum(1 << ball for ball in set(self.left()))

    def weight(self, outcome: int) -> int:
        return 1 if self.due == TOSS else self.left().count(outcome)

    def drawn(self) -> int:
        return (0, 1, 0, 0, 1)[len(self.outcomes)]

    def undrawn(self, chance: int) -> list[int]:
        if chance == TOSS:
            return []
        # Right after the toss, the latest record entry of the urn is still the first draw.
        return self._without(self.outcomes[:2] if len(self.outcomes) <= 3 else self.outcomes[3:])

    def turn_up(self, outcome: int) -> None:
        self.outcomes.append(outcome)
        self.due = self.ORDER[len(self.outcomes)] if len(self.outcomes) < len(self.ORDER) else NONE


def urn() -> Urn:
    return UrnSetup(2, {}, {}, ()).start()
