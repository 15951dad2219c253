"""The features of Festival of Thousand Cats that learning agents observe."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.thousand_cats.equipment import DUMMY_SEAT, HAND, MULTIPLIER_CARDS, SEATS, card_at
from chabudai.games.thousand_cats.phases import (
    MULTIPLIER,
    NAME_START,
    PLAY,
    REDEAL,
    SWAP,
    TOKEN,
    TOKENS,
)
from chabudai.games.thousand_cats.position import Position
from chabudai.games.thousand_cats.scoring import TOO_MUCH_BOOZE
from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import NONE, State

_CARDS: Final[i64] = 38
_SEASONS: Final[i64] = 4
_BOOZE: Final[i64] = 2
_CROWS: Final[i64] = 4
_TOKENS: Final[i64] = 2
"""The most season cards with booze and crows in a hand, and the most tokens of a season."""
_PHASES: Final = bytes([REDEAL, PLAY, SWAP, NAME_START, MULTIPLIER, TOKENS, TOKEN])
_GAMES: Final[i64] = 7
"""Bits for the number of games."""
_POINTS: Final[i64] = 12
"""Bits for totals."""


@final
class CatsObservation(Observation):
    """The features of a position, in the order of `features`. With three players the dummy comes last."""

    def features(self, setup: Setup) -> list[Feature]:
        seats: int = setup.players
        return [
            Feature("phase", (7,), "re-deal, play, swap, name the start player, multiplier, first tokens, one token"),
            Feature("waiting", (seats,), "the seats that choose now"),
            Feature("game", (_GAMES,), "finished games of the match, a number"),
            Feature("extra", (1,), "whether this game breaks a tie"),
            Feature("counted", (1,), "whether the game is scored and the next one has not begun"),
            Feature("round", (HAND,), "finished rounds of this game"),
            Feature("keeper", (seats,), "the seat that was asked about a re-deal, with three or more crows"),
            Feature("queue", (SEATS, seats), "the seats that choose one after another, the next one first"),
            Feature("low", (_CARDS,), "the lower card of the face-up pair: by season and place, Yorozu 0 and 13"),
            Feature("high", (_CARDS,), "the higher card of the face-up pair"),
            Feature("hand", (_CARDS,), "the viewer's cards"),
            Feature("played", (SEATS, _CARDS), "for each seat: the card in front of it, if the viewer may see it"),
            Feature("rows", (SEATS, HAND, _CARDS), "for each seat: the card that it took in each round"),
            Feature("booze", (SEATS, TOO_MUCH_BOOZE), "for each seat: booze taken"),
            Feature("void", (SEATS, _SEASONS), "for each seat: the seasons that it has shown it lacks"),
            Feature("shown_booze", (SEATS, _BOOZE), "for each seat: season cards with booze that it has shown"),
            Feature("shown_crows", (SEATS, _CROWS), "for each seat: crows that it has shown"),
            Feature("total", (SEATS, _POINTS), "for each seat: points of the finished games, a number"),
            Feature("multiplier", (SEATS, MULTIPLIER_CARDS), "for each seat: its multiplier card"),
            Feature("tokens", (SEATS, _SEASONS, _TOKENS), "for each seat: tokens of each season"),
            Feature("multipliers", (MULTIPLIER_CARDS,), "the viewer's multiplier cards to choose from"),
            Feature("multipliers_gone", (MULTIPLIER_CARDS,), "the multiplier cards that are discarded"),
        ]

    def write(self, view: State, writer: BitWriter) -> None:
        assert isinstance(view, Position)
        writer.phase(view.first, _PHASES)
        writer.seats(view.waiting)
        writer.number(view.part, _GAMES)
        writer.flag(view.extra)
        writer.flag(view.counted)
        writer.count(view.round, HAND)
        writer.seat(view.keeper)
        left = view.queue
        for i in range(SEATS):
            if i < view.queued:
                writer.seat(left & 3)
            else:
                writer.seat(NONE)
            left >>= 2
        writer.one_hot(view.low, _CARDS)
        writer.one_hot(view.high, _CARDS)
        self._write_cards(view, writer)
        self._write_standing(view, writer)
        writer.bit_set(view.seats[writer.viewer].multipliers, MULTIPLIER_CARDS)
        writer.bit_set(view.discarded, MULTIPLIER_CARDS)

    def _write_cards(self, view: Position, writer: BitWriter) -> None:
        writer.bit_set(view.seats[writer.viewer].hand, _CARDS)
        for i in range(SEATS):
            writer.one_hot(view.seats[_seat(writer, i)].played, _CARDS)
        for i in range(SEATS):
            row = view.seats[_seat(writer, i)].row
            for place in range(view.round):
                writer.one_hot(card_at(row, place), _CARDS)
            writer.zeros((HAND - view.round) * _CARDS)
        for i in range(SEATS):
            writer.count(view.seats[_seat(writer, i)].booze, TOO_MUCH_BOOZE)
        for i in range(SEATS):
            writer.bit_set(view.seats[_seat(writer, i)].void, _SEASONS)
        for i in range(SEATS):
            writer.count(view.seats[_seat(writer, i)].shown_booze, _BOOZE)
        for i in range(SEATS):
            writer.count(view.seats[_seat(writer, i)].shown_crows, _CROWS)

    def _write_standing(self, view: Position, writer: BitWriter) -> None:
        for i in range(SEATS):
            writer.number(view.seats[_seat(writer, i)].total, _POINTS)
        for i in range(SEATS):
            writer.one_hot(view.seats[_seat(writer, i)].multiplier, MULTIPLIER_CARDS)
        for i in range(SEATS):
            player = view.seats[_seat(writer, i)]
            for season in range(_SEASONS):
                writer.count(player.tokens_of(season), _TOKENS)


def _seat(writer: BitWriter, distance: i64) -> i64:
    """Return the seat at this distance clockwise from the viewer; the dummy comes last."""
    if distance >= writer.players:
        return DUMMY_SEAT
    return writer.seat_at(distance)


OBSERVATION: Final = CatsObservation(version=1)
