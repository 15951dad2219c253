"""What a learner sees of Kasane no Irome."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.kasane.equipment import BOX_KINDS, CARD, DIGIT, KINDS, TURNS, Equipment
from chabudai.games.kasane.position import MELD, TAKE, Position
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.sheet import Sheet
from chabudai.kernel.state import State

_PHASES: Final = bytes([TAKE, MELD])
_ALIKE: Final[i64] = 7
"""The most cards of a kind in the deck."""
_POINTS: Final[i64] = 10
"""The binary digits of points."""


@final
class KasaneObservation(Observation):
    """The features of a position, as `features` lists them."""

    def features(self, setup: Setup) -> list[Feature]:
        assert isinstance(setup, Equipment)
        seats: int = setup.players
        row: int = setup.row_length
        return [
            Feature("phase", (2,), "take a card, meld"),
            Feature("waiting", (seats,), "the seats that choose now"),
            Feature("round", (seats,), "finished rounds"),
            Feature("turns", (TURNS,), "finished turns of this round, of all players together"),
            Feature("starter", (seats,), "who begins this round"),
            Feature("taken", (KINDS,), "the card just taken, while a meld may follow: 1 to 9, +1"),
            Feature("rows", (seats, row, KINDS), "for each row, the first row first: its cards from the end on"),
            Feature("hands", (seats, TURNS, KINDS), "for each seat: its cards, the newest first"),
            Feature("fields", (seats, TURNS, KINDS), "for each seat: the cards of its field, the newest first"),
            Feature("points", (seats, _POINTS), "for each seat: points of melds and +1 cards, a number"),
            Feature("pile", (KINDS, _ALIKE), "for each kind: how many lie in the draw pile"),
            Feature("discards", (KINDS, _ALIKE), "for each kind: how many are discarded"),
            Feature("free", (BOX_KINDS,), "the kinds of box that are free"),
            Feature("twice_free", (BOX_KINDS,), "those of which two are free"),
        ]

    def write(self, view: State, sheet: Sheet) -> None:
        assert isinstance(view, Position)
        players = view.rules.players
        sheet.phase(view.first, _PHASES)
        sheet.seats(view.waiting)
        sheet.count(view.part, players)
        sheet.count(view.turns, TURNS)
        sheet.seat(view.starter)
        sheet.one_of(view.taken - 1, KINDS)
        for i in range(players):
            sheet.digits(view.rows[i].cards, DIGIT, view.rules.row_length, KINDS)
        for i in range(players):
            sheet.digits(view.seats[sheet.at(i)].hand, DIGIT, TURNS, KINDS)
        for i in range(players):
            sheet.digits(view.seats[sheet.at(i)].field, DIGIT, TURNS, KINDS)
        for i in range(players):
            sheet.number(view.seats[sheet.at(i)].points, _POINTS)
        _write_counts(view.pile, sheet)
        _write_counts(view.discards, sheet)
        sheet.marks(view.free, BOX_KINDS)
        sheet.marks(view.twice_free, BOX_KINDS)


def _write_counts(counts: i64, sheet: Sheet) -> None:
    """Cards without an order."""
    left = counts
    for i in range(KINDS):
        sheet.count(left & CARD, _ALIKE)
        left >>= DIGIT


OBSERVATION: Final = KasaneObservation(version=1)
