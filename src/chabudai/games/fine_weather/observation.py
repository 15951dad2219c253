"""The observation of Wishing for Fine Weather!! for learning agents."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.fine_weather.equipment import MOST_ROUNDS, SUIT_COUNT, WISH_COUNT, Equipment
from chabudai.games.fine_weather.phases import ANNOUNCE, PLAY, WISH
from chabudai.games.fine_weather.position import Position
from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import NONE, State
from chabudai.kernel.tricks import PAST_BITS

_CARD_COUNT: Final[i64] = 36
_PHASES: Final = bytes([WISH, ANNOUNCE, PLAY])
_POINT_BITS: Final[i64] = 12
"""Bits for a number of points."""


@final
class WeatherObservation(Observation):
    """Writes the features of a view, in the order of `features`."""

    def features(self, setup: Setup) -> list[Feature]:
        assert isinstance(setup, Equipment)
        seats: int = setup.players
        tricks: int = setup.cards_per_hand
        return [
            Feature("phase", (3,), "wish, announce, play a card"),
            Feature("waiting", (seats,), "the seats to move"),
            Feature("round", (MOST_ROUNDS,), "finished rounds"),
            Feature("trick", (tricks,), "finished tricks of this round"),
            Feature("opener", (seats,), "who leads the first trick of this round"),
            Feature("opener_before", (seats,), "who led the first trick of the previous round"),
            Feature("leader", (seats,), "who leads this trick"),
            Feature("led", (SUIT_COUNT,), "the led suit"),
            Feature("hand", (_CARD_COUNT,), "the viewer's cards: fine, cloudy, rainy, thunder, snow, each by rank"),
            Feature("played", (seats, _CARD_COUNT), "for each seat: its card in this trick"),
            Feature("past", (seats, tricks, _CARD_COUNT), "for each seat: its card in each trick of the round"),
            Feature("void", (seats, SUIT_COUNT), "for each seat: the suits that it has shown it lacks"),
            Feature("won", (seats, _CARD_COUNT), "for each seat: cards won this round"),
            Feature("tricks", (seats, tricks), "for each seat: tricks won this round"),
            Feature("wished", (seats,), "for each seat: whether it has made its wish"),
            Feature("wish", (seats, WISH_COUNT), "for each seat: its wish, if the viewer knows it"),
            Feature("announced", (seats, WISH_COUNT), "for each seat: the wish it announced"),
            Feature("wishes_before", (seats, MOST_ROUNDS, WISH_COUNT), "for each seat: its wish in each past round"),
            Feature("points", (seats, _POINT_BITS), "for each seat: points of the finished rounds, as a number"),
        ]

    def write(self, view: State, writer: BitWriter) -> None:
        assert isinstance(view, Position)
        writer.phase(view.first, _PHASES)
        writer.seats(view.waiting)
        writer.count(view.part, MOST_ROUNDS)
        writer.count(view.trick, view.equipment.cards_per_hand)
        writer.seat(view.opener)
        writer.seat(view.previous)
        writer.seat(view.leader)
        writer.one_hot(view.led, SUIT_COUNT)
        self._write_cards(view, writer)
        self._write_wishes(view, writer)
        for i in range(view.equipment.players):
            writer.number(view.seats[writer.seat_at(i)].points, _POINT_BITS)

    def _write_cards(self, view: Position, writer: BitWriter) -> None:
        players = view.equipment.players
        tricks = view.equipment.cards_per_hand
        writer.bit_set(view.seats[writer.viewer].hand, _CARD_COUNT)
        for i in range(players):
            writer.one_hot(view.seats[writer.seat_at(i)].played, _CARD_COUNT)
        for i in range(players):
            writer.digits(view.seats[writer.seat_at(i)].past, PAST_BITS, tricks, _CARD_COUNT)
        for i in range(players):
            writer.bit_set(view.seats[writer.seat_at(i)].void, SUIT_COUNT)
        for i in range(players):
            writer.bit_set(view.seats[writer.seat_at(i)].won, _CARD_COUNT)
        for i in range(players):
            writer.count(view.seats[writer.seat_at(i)].tricks, tricks)

    def _write_wishes(self, view: Position, writer: BitWriter) -> None:
        players = view.equipment.players
        for i in range(players):
            writer.flag(view.seats[writer.seat_at(i)].wish != NONE)
        for i in range(players):
            writer.one_hot(view.seats[writer.seat_at(i)].wish, WISH_COUNT)
        for i in range(players):
            writer.one_hot(view.seats[writer.seat_at(i)].announced, WISH_COUNT)
        for i in range(players):
            wished = view.seats[writer.seat_at(i)].wished
            for part in range(MOST_ROUNDS):
                writer.one_hot(wished[part], WISH_COUNT)


OBSERVATION: Final = WeatherObservation(version=1)
