"""The observation of Kasane no Irome for learning agents."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.kasane.equipment import (
    BOX_KINDS,
    CARD_BITS,
    CARD_MASK,
    KINDS,
    TURNS_PER_PLAYER,
    TURNS_PER_ROUND,
    Equipment,
)
from chabudai.games.kasane.phases import MELD, TAKE
from chabudai.games.kasane.position import Position
from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State

_PHASES: Final = bytes([TAKE, MELD])
_MOST_OF_A_KIND: Final[i64] = 7
"""The most cards of one kind in the deck."""
_POINT_BITS: Final[i64] = 10
"""The bits that encode points."""


@final
class KasaneObservation(Observation):
    """Writes the features of a view, in the order of `features`."""

    def features(self, setup: Setup) -> list[Feature]:
        assert isinstance(setup, Equipment)
        seats: int = setup.players
        row: int = setup.row_length
        return [
            Feature("phase", (2,), "take a card, meld"),
            Feature("waiting", (seats,), "the seats to move"),
            Feature("round", (seats,), "finished rounds"),
            Feature("turns", (TURNS_PER_ROUND,), "finished turns of this round, all players together"),
            Feature("starter", (seats,), "the start player of this round"),
            Feature("taken", (KINDS,), "the card just taken, while a meld may follow: 1 to 9, +1"),
            Feature("rows", (seats, row, KINDS), "for each row, in order: its cards, starting from the end"),
            Feature("hands", (seats, TURNS_PER_PLAYER, KINDS), "for each seat: its cards, the newest first"),
            Feature(
                "fields", (seats, TURNS_PER_PLAYER, KINDS), "for each seat: the cards of its field, the newest first"
            ),
            Feature("points", (seats, _POINT_BITS), "for each seat: points from melds and +1 cards, as a number"),
            Feature("pile", (KINDS, _MOST_OF_A_KIND), "for each kind: how many are in the draw pile"),
            Feature("discards", (KINDS, _MOST_OF_A_KIND), "for each kind: how many are discarded"),
            Feature("free", (BOX_KINDS,), "the kinds with at least one free box"),
            Feature("twice_free", (BOX_KINDS,), "the kinds with two free boxes"),
        ]

    def write(self, view: State, writer: BitWriter) -> None:
        assert isinstance(view, Position)
        players = view.equipment.players
        writer.phase(view.first, _PHASES)
        writer.seats(view.waiting)
        writer.count(view.part, players)
        writer.count(view.turns, TURNS_PER_ROUND)
        writer.seat(view.starter)
        writer.one_hot(view.taken - 1, KINDS)
        for i in range(players):
            writer.digits(view.rows[i].cards, CARD_BITS, view.equipment.row_length, KINDS)
        for i in range(players):
            writer.digits(view.seats[writer.seat_at(i)].hand, CARD_BITS, TURNS_PER_PLAYER, KINDS)
        for i in range(players):
            writer.digits(view.seats[writer.seat_at(i)].field, CARD_BITS, TURNS_PER_PLAYER, KINDS)
        for i in range(players):
            writer.number(view.seats[writer.seat_at(i)].points, _POINT_BITS)
        _write_counts(view.pile, writer)
        _write_counts(view.discards, writer)
        writer.bit_set(view.free, BOX_KINDS)
        writer.bit_set(view.twice_free, BOX_KINDS)


def _write_counts(counts: i64, writer: BitWriter) -> None:
    """Write the counts of unordered cards."""
    left = counts
    for i in range(KINDS):
        writer.count(left & CARD_MASK, _MOST_OF_A_KIND)
        left >>= CARD_BITS


OBSERVATION: Final = KasaneObservation(version=1)
