"""What a learner sees of Only One Collection."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.only_one.equipment import CARDS, COLUMN_DIGIT, FULL, KINDS, POWERS, Cards, Equipment
from chabudai.games.only_one.position import Position
from chabudai.games.only_one.rules import ADD, KEEP, LOOKED_AT, ORDER, PICK, TURN
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.sheet import Sheet
from chabudai.kernel.state import NONE, State

_PHASES: Final = bytes([TURN, ADD, PICK, ORDER, KEEP])
_ALIKE: Final[i64] = 10
"""The most cards of a kind in the deck."""
_ROUNDS: Final[i64] = 6
"""The binary digits of the number of rounds."""
_HIGHER: Final[i64] = 8
"""The binary digits of the number of cards above the 1."""
_POINTS: Final[i64] = 6
"""The binary digits of points won during play."""


@final
class OnlyOneObservation(Observation):
    """The features of a position, as `features` lists them."""

    def features(self, setup: Setup) -> list[Feature]:
        assert isinstance(setup, Equipment)
        seats: int = setup.players
        columns: int = setup.columns
        return [
            Feature("phase", (5,), "turn, add a card, pick one of three, put two in order, keep one"),
            Feature("waiting", (seats,), "the seats that choose now"),
            Feature("round", (_ROUNDS,), "finished rounds, a number"),
            Feature("in_round", (seats,), "the seats that are still in the round"),
            Feature("token", (seats,), "who holds the start token"),
            Feature("revealed", (1,), "whether the 1 has appeared"),
            Feature("above_the_one", (_HIGHER,), "how many cards lie on the 1, a number; -1 once it has left the deck"),
            Feature("card", (CARDS,), "the card that is turned up: 1, 2, 2*, 3, 3*, … 10, 10*, egg"),
            Feature("broken", (columns,), "the column that is bust"),
            Feature("columns", (columns, FULL, CARDS), "for each column: its cards, the head first"),
            Feature("heads", (columns, POWERS), "for each column: the familiar at its head"),
            Feature("looked_at", (LOOKED_AT, 1 + CARDS), "cards looked at, on the deck: whether one is there, which"),
            Feature("picked", (LOOKED_AT,), "the place of the one picked, while the others are put in order"),
            Feature("twins", (1,), "whether the two that went back are alike"),
            Feature("came", (CARDS,), "the first of them, once it has come"),
            Feature("deck", (KINDS, _ALIKE), "for each kind: how many cards the viewer has not seen"),
            Feature("deck_special", (KINDS,), "the kinds whose special card is among them"),
            Feature("discard", (KINDS, _ALIKE), "for each kind: how many are discarded"),
            Feature("discard_special", (KINDS,), "the kinds whose special card is among them"),
            Feature("cards", (seats, KINDS, _ALIKE), "for each seat: how many of each kind it has"),
            Feature("special", (seats, KINDS), "for each seat: the kinds whose special card is among them"),
            Feature("familiar", (seats, POWERS), "for each seat: its familiar"),
            Feature("used", (seats,), "for each seat: whether its familiar's power is used up"),
            Feature("points", (seats, _POINTS), "for each seat: points won by powers during play, a number"),
        ]

    def write(self, view: State, sheet: Sheet) -> None:
        assert isinstance(view, Position)
        sheet.phase(view.first, _PHASES)
        sheet.seats(view.waiting)
        sheet.number(view.part, _ROUNDS)
        sheet.seats(view.in_round)
        sheet.seat(view.token)
        sheet.flag(view.revealed)
        sheet.number(view.above_the_one(), _HIGHER)
        sheet.one_of(view.card, CARDS)
        sheet.one_of(view.broken, view.rules.columns)
        for i in range(view.rules.columns):
            sheet.digits(view.columns[i].cards, COLUMN_DIGIT, FULL, CARDS)
        for i in range(view.rules.columns):
            sheet.one_of(view.columns[i].familiar, POWERS)
        self._write_looked_at(view, sheet)
        _write_counts(view.deck, sheet)
        sheet.marks(view.deck.special, KINDS)
        _write_counts(view.discard, sheet)
        sheet.marks(view.discard.special, KINDS)
        self._write_seats(view, sheet)

    def _write_looked_at(self, view: Position, sheet: Sheet) -> None:
        for place in range(LOOKED_AT):
            card: i64 = NONE
            if place < len(view.top):
                card = view.top[place]
            sheet.flag(card != NONE)
            sheet.one_of(card, CARDS)
        sheet.one_of(view.picked, LOOKED_AT)
        sheet.flag(view.twins)
        sheet.one_of(view.came, CARDS)

    def _write_seats(self, view: Position, sheet: Sheet) -> None:
        players = view.rules.players
        for i in range(players):
            _write_counts(view.seats[sheet.at(i)].cards, sheet)
        for i in range(players):
            sheet.marks(view.seats[sheet.at(i)].cards.special, KINDS)
        for i in range(players):
            sheet.one_of(view.seats[sheet.at(i)].familiar, POWERS)
        for i in range(players):
            sheet.flag(view.seats[sheet.at(i)].used)
        for i in range(players):
            sheet.number(view.seats[sheet.at(i)].points, _POINTS)


def _write_counts(cards: Cards, sheet: Sheet) -> None:
    for kind in range(KINDS):
        sheet.count(cards.number(kind), _ALIKE)


OBSERVATION: Final = OnlyOneObservation(version=1)
