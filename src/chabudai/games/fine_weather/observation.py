"""What a learner sees of Wishing for Fine Weather!!"""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.fine_weather.equipment import MOST_ROUNDS, SUITS, WISHES, Equipment
from chabudai.games.fine_weather.position import Position
from chabudai.games.fine_weather.rules import ANNOUNCE, PLAY, WISH
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.sheet import Sheet
from chabudai.kernel.state import NONE, State
from chabudai.kernel.tricks import PAST_DIGIT

_CARDS: Final[i64] = 36
_PHASES: Final = bytes([WISH, ANNOUNCE, PLAY])
_POINTS: Final[i64] = 12
"""The binary digits of points."""


@final
class WeatherObservation(Observation):
    """The features of a position, as `features` lists them."""

    def features(self, setup: Setup) -> list[Feature]:
        assert isinstance(setup, Equipment)
        seats: int = setup.players
        tricks: int = setup.hand
        return [
            Feature("phase", (3,), "wish, announce, play a card"),
            Feature("waiting", (seats,), "the seats that choose now"),
            Feature("round", (MOST_ROUNDS,), "finished rounds"),
            Feature("trick", (tricks,), "finished tricks of this round"),
            Feature("opener", (seats,), "who leads the first trick of this round"),
            Feature("opener_before", (seats,), "who led the first trick of the round before"),
            Feature("leader", (seats,), "who leads this trick"),
            Feature("led", (SUITS,), "the led suit"),
            Feature("hand", (_CARDS,), "the viewer's cards: fine, cloudy, rainy, thunder, snow, each by rank"),
            Feature("played", (seats, _CARDS), "for each seat: its card in this trick"),
            Feature("past", (seats, tricks, _CARDS), "for each seat: the card it played in each trick of the round"),
            Feature("void", (seats, SUITS), "for each seat: the suits that it has shown to lack"),
            Feature("won", (seats, _CARDS), "for each seat: the cards won in this round"),
            Feature("tricks", (seats, tricks), "for each seat: tricks won in this round"),
            Feature("wished", (seats,), "for each seat: whether it has made its wish"),
            Feature("wish", (seats, WISHES), "for each seat: its wish, if the viewer knows it"),
            Feature("announced", (seats, WISHES), "for each seat: the wish that it has announced"),
            Feature("wishes_before", (seats, MOST_ROUNDS, WISHES), "for each seat: its wish in each finished round"),
            Feature("points", (seats, _POINTS), "for each seat: points of the finished rounds, a number"),
        ]

    def write(self, view: State, sheet: Sheet) -> None:
        assert isinstance(view, Position)
        sheet.phase(view.first, _PHASES)
        sheet.seats(view.waiting)
        sheet.count(view.part, MOST_ROUNDS)
        sheet.count(view.trick, view.rules.hand)
        sheet.seat(view.opener)
        sheet.seat(view.previous)
        sheet.seat(view.leader)
        sheet.one_of(view.led, SUITS)
        self._write_cards(view, sheet)
        self._write_wishes(view, sheet)
        for i in range(view.rules.players):
            sheet.number(view.seats[sheet.at(i)].points, _POINTS)

    def _write_cards(self, view: Position, sheet: Sheet) -> None:
        players = view.rules.players
        tricks = view.rules.hand
        sheet.marks(view.seats[sheet.viewer].hand, _CARDS)
        for i in range(players):
            sheet.one_of(view.seats[sheet.at(i)].played, _CARDS)
        for i in range(players):
            sheet.digits(view.seats[sheet.at(i)].past, PAST_DIGIT, tricks, _CARDS)
        for i in range(players):
            sheet.marks(view.seats[sheet.at(i)].void, SUITS)
        for i in range(players):
            sheet.marks(view.seats[sheet.at(i)].won, _CARDS)
        for i in range(players):
            sheet.count(view.seats[sheet.at(i)].tricks, tricks)

    def _write_wishes(self, view: Position, sheet: Sheet) -> None:
        players = view.rules.players
        for i in range(players):
            sheet.flag(view.seats[sheet.at(i)].wish != NONE)
        for i in range(players):
            sheet.one_of(view.seats[sheet.at(i)].wish, WISHES)
        for i in range(players):
            sheet.one_of(view.seats[sheet.at(i)].announced, WISHES)
        for i in range(players):
            wished = view.seats[sheet.at(i)].wished
            for finished in range(MOST_ROUNDS):
                sheet.one_of(wished[finished], WISHES)


OBSERVATION: Final = WeatherObservation(version=1)
