"""The observation of Only One Collection for learning agents."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.only_one.equipment import (
    CARD_BITS,
    DISTINCT_CARDS,
    FULL,
    KIND_COUNT,
    POWER_COUNT,
    Cards,
    Equipment,
)
from chabudai.games.only_one.phases import ADD, KEEP, LOOK_COUNT, ORDER, PICK, TURN
from chabudai.games.only_one.position import Position
from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import NONE, State

_PHASES: Final = bytes([TURN, ADD, PICK, ORDER, KEEP])
_MOST_OF_A_KIND: Final[i64] = 10
"""The most cards of any kind."""
_ROUND_BITS: Final[i64] = 6
"""The number of bits for the number of rounds."""
_ABOVE_BITS: Final[i64] = 8
"""The number of bits for the number of cards above the 1."""
_POINT_BITS: Final[i64] = 6
"""The number of bits for points won during play."""


@final
class OnlyOneObservation(Observation):
    """Writes the features of a view, in the order of `features`."""

    def features(self, setup: Setup) -> list[Feature]:
        assert isinstance(setup, Equipment)
        seats: int = setup.players
        columns: int = setup.columns
        return [
            Feature("phase", (5,), "turn, add a card, pick one of three, put two in order, keep one"),
            Feature("waiting", (seats,), "the seats to choose"),
            Feature("round", (_ROUND_BITS,), "finished rounds, a number"),
            Feature("in_round", (seats,), "the seats still in the round"),
            Feature("token", (seats,), "the holder of the start token"),
            Feature("revealed", (1,), "whether the 1 has appeared"),
            Feature("above_the_one", (_ABOVE_BITS,), "cards above the 1, a number; -1 once it has left the deck"),
            Feature("card", (DISTINCT_CARDS,), "the card turned up: 1, 2, 2*, 3, 3*, … 10, 10*, egg"),
            Feature("broken", (columns,), "the column with the bust, while a card to keep is chosen"),
            Feature("columns", (columns, FULL, DISTINCT_CARDS), "for each column: its cards, head first"),
            Feature("heads", (columns, POWER_COUNT), "for each column: the familiar at its head"),
            Feature(
                "looked_at",
                (LOOK_COUNT, 1 + DISTINCT_CARDS),
                "cards looked at, top first: present, card",
            ),
            Feature("picked", (LOOK_COUNT,), "the place of the card picked, while the others are put in order"),
            Feature("twins", (1,), "whether the two cards put back are equal"),
            Feature("came", (DISTINCT_CARDS,), "the first of those two, once it has been turned up"),
            Feature(
                "deck", (KIND_COUNT, _MOST_OF_A_KIND), "for each kind: the number of cards the viewer has not seen"
            ),
            Feature("deck_special", (KIND_COUNT,), "the kinds whose special card is among them"),
            Feature("discard", (KIND_COUNT, _MOST_OF_A_KIND), "for each kind: the number of discarded cards"),
            Feature("discard_special", (KIND_COUNT,), "the kinds whose special card is among them"),
            Feature(
                "cards", (seats, KIND_COUNT, _MOST_OF_A_KIND), "for each seat: the number of its cards of each kind"
            ),
            Feature("special", (seats, KIND_COUNT), "for each seat: the kinds whose special card is among them"),
            Feature("familiar", (seats, POWER_COUNT), "for each seat: its familiar"),
            Feature("used", (seats,), "for each seat: whether its familiar has been used"),
            Feature("points", (seats, _POINT_BITS), "for each seat: points won by powers during play, a number"),
        ]

    def write(self, view: State, writer: BitWriter) -> None:
        assert isinstance(view, Position)
        writer.phase(view.first, _PHASES)
        writer.seats(view.waiting)
        writer.number(view.part, _ROUND_BITS)
        writer.seats(view.in_round)
        writer.seat(view.token)
        writer.flag(view.revealed)
        writer.number(view.above_the_one(), _ABOVE_BITS)
        writer.one_hot(view.card, DISTINCT_CARDS)
        writer.one_hot(view.broken, view.equipment.columns)
        for i in range(view.equipment.columns):
            writer.digits(view.columns[i].cards, CARD_BITS, FULL, DISTINCT_CARDS)
        for i in range(view.equipment.columns):
            writer.one_hot(view.columns[i].familiar, POWER_COUNT)
        self._write_looked_at(view, writer)
        _write_counts(view.deck, writer)
        writer.bit_set(view.deck.special, KIND_COUNT)
        _write_counts(view.discard, writer)
        writer.bit_set(view.discard.special, KIND_COUNT)
        self._write_seats(view, writer)

    def _write_looked_at(self, view: Position, writer: BitWriter) -> None:
        for place in range(LOOK_COUNT):
            card: i64 = NONE
            if place < len(view.top):
                card = view.top[place]
            writer.flag(card != NONE)
            writer.one_hot(card, DISTINCT_CARDS)
        writer.one_hot(view.picked, LOOK_COUNT)
        writer.flag(view.twins)
        writer.one_hot(view.came, DISTINCT_CARDS)

    def _write_seats(self, view: Position, writer: BitWriter) -> None:
        players = view.equipment.players
        for i in range(players):
            _write_counts(view.seats[writer.seat_at(i)].cards, writer)
        for i in range(players):
            writer.bit_set(view.seats[writer.seat_at(i)].cards.special, KIND_COUNT)
        for i in range(players):
            writer.one_hot(view.seats[writer.seat_at(i)].familiar, POWER_COUNT)
        for i in range(players):
            writer.flag(view.seats[writer.seat_at(i)].used)
        for i in range(players):
            writer.number(view.seats[writer.seat_at(i)].points, _POINT_BITS)


def _write_counts(cards: Cards, writer: BitWriter) -> None:
    for kind in range(KIND_COUNT):
        writer.count(cards.count_of(kind), _MOST_OF_A_KIND)


OBSERVATION: Final = OnlyOneObservation(version=1)
