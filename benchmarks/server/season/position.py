"""A position of Season: what is held and seen, and what each viewer sees."""

from benchmarks.server.season.equipment import CARD_COUNT, SEATS, TRICKS, Equipment
from benchmarks.server.season.phases import DECK, PLAY
from chabudai.kernel.bits import below
from chabudai.kernel.state import NONE, State


class Position(State):
    """A position of Season.

    Hands and won cards are bit sets. `trick` holds the card of each seat, and `led` the led season, or NONE.
    """

    def __init__(self, setup: Equipment) -> None:
        super().__init__(setup)
        self.undealt = below(CARD_COUNT)
        self.hands = [0] * SEATS
        self.trick = [NONE] * SEATS
        self.won = [0] * SEATS
        self.points = [0] * SEATS
        self.led = NONE
        self.due = DECK
        self.first = PLAY

    def hand_size(self, seat: int) -> int:
        """Return the number of cards that a seat holds."""
        return TRICKS - sum(self.points) - (self.trick[seat] >= 0)

    def blank(self) -> None:
        self.undealt = 0
        self.hands = [hand if seat == self.viewer else 0 for seat, hand in enumerate(self.hands)]
