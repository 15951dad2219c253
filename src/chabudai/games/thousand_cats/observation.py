"""The observation of Festival of Thousand Cats for learning agents."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.thousand_cats.equipment import DUMMY_SEAT, HANDS, MULTIPLIER_CARDS, ROUNDS, card_at
from chabudai.games.thousand_cats.phases import (
    MULTIPLIER,
    NAME_START,
    ONE_TOKEN,
    PLAY,
    REDEAL,
    SWAP,
    THREE_TOKENS,
)
from chabudai.games.thousand_cats.position import Position
from chabudai.games.thousand_cats.scoring import TOO_MUCH_BOOZE
from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import NONE, State

_CARD_COUNT: Final[i64] = 38
_SEASON_COUNT: Final[i64] = 4
_MOST_BOOZE: Final[i64] = 2
"""The most season cards with booze in a hand."""
_MOST_CROWS: Final[i64] = 4
"""The most crows in a hand."""
_MOST_TOKENS: Final[i64] = 2
"""The most tokens of a season that a player may have."""
_PHASES: Final = bytes([REDEAL, PLAY, SWAP, NAME_START, MULTIPLIER, THREE_TOKENS, ONE_TOKEN])
_GAME_BITS: Final[i64] = 7
"""Bits for the number of games."""
_POINT_BITS: Final[i64] = 12
"""Bits for totals."""


@final
class CatsObservation(Observation):
    """Writes the features of a view, in the order of `features`. With three players the dummy comes last."""

    def features(self, setup: Setup) -> list[Feature]:
        seats: int = setup.players
        return [
            Feature("phase", (7,), "re-deal, play, swap, name the start player, multiplier, first tokens, one token"),
            Feature("waiting", (seats,), "the seats that choose now"),
            Feature("game", (_GAME_BITS,), "finished games of the match, a number"),
            Feature("extra", (1,), "whether this game breaks a tie"),
            Feature("counted", (1,), "whether the game is scored and the next one has not begun"),
            Feature("round", (ROUNDS,), "finished rounds of this game"),
            Feature("keeper", (seats,), "the seat that was asked about a re-deal, with three or more crows"),
            Feature("queue", (HANDS, seats), "the seats that choose one after another, the next one first"),
            Feature("low", (_CARD_COUNT,), "the lower card of the face-up pair: by season and place, Yorozu 0 and 13"),
            Feature("high", (_CARD_COUNT,), "the higher card of the face-up pair"),
            Feature("hand", (_CARD_COUNT,), "the viewer's cards"),
            Feature("played", (HANDS, _CARD_COUNT), "for each seat: the card in front of it, if the viewer may see it"),
            Feature("rows", (HANDS, ROUNDS, _CARD_COUNT), "for each seat: the card that it took in each round"),
            Feature("booze", (HANDS, TOO_MUCH_BOOZE), "for each seat: booze taken"),
            Feature("void", (HANDS, _SEASON_COUNT), "for each seat: the seasons that it has shown it lacks"),
            Feature("shown_booze", (HANDS, _MOST_BOOZE), "for each seat: season cards with booze that it has shown"),
            Feature("shown_crows", (HANDS, _MOST_CROWS), "for each seat: crows that it has shown"),
            Feature("total", (HANDS, _POINT_BITS), "for each seat: points of the finished games, a number"),
            Feature("multiplier", (HANDS, MULTIPLIER_CARDS), "for each seat: its multiplier card"),
            Feature("tokens", (HANDS, _SEASON_COUNT, _MOST_TOKENS), "for each seat: tokens of each season"),
            Feature("multipliers", (MULTIPLIER_CARDS,), "the viewer's multiplier cards to choose from"),
            Feature("multipliers_gone", (MULTIPLIER_CARDS,), "the multiplier cards that are discarded"),
        ]

    def write(self, view: State, writer: BitWriter) -> None:
        assert isinstance(view, Position)
        writer.phase(view.first, _PHASES)
        writer.seats(view.waiting)
        writer.number(view.part, _GAME_BITS)
        writer.flag(view.extra)
        writer.flag(view.counted)
        writer.count(view.round, ROUNDS)
        writer.seat(view.keeper)
        left = view.queue
        for i in range(HANDS):
            if i < view.queued:
                writer.seat(left & 3)
            else:
                writer.seat(NONE)
            left >>= 2
        writer.one_hot(view.low, _CARD_COUNT)
        writer.one_hot(view.high, _CARD_COUNT)
        self._write_cards(view, writer)
        self._write_standing(view, writer)
        writer.bit_set(view.seats[writer.viewer].multipliers, MULTIPLIER_CARDS)
        writer.bit_set(view.discarded, MULTIPLIER_CARDS)

    def _write_cards(self, view: Position, writer: BitWriter) -> None:
        writer.bit_set(view.seats[writer.viewer].hand, _CARD_COUNT)
        for i in range(HANDS):
            writer.one_hot(view.seats[_seat(writer, i)].played, _CARD_COUNT)
        for i in range(HANDS):
            row = view.seats[_seat(writer, i)].row
            for place in range(view.round):
                writer.one_hot(card_at(row, place), _CARD_COUNT)
            writer.zeros((ROUNDS - view.round) * _CARD_COUNT)
        for i in range(HANDS):
            writer.count(view.seats[_seat(writer, i)].booze, TOO_MUCH_BOOZE)
        for i in range(HANDS):
            writer.bit_set(view.seats[_seat(writer, i)].void, _SEASON_COUNT)
        for i in range(HANDS):
            writer.count(view.seats[_seat(writer, i)].shown_booze, _MOST_BOOZE)
        for i in range(HANDS):
            writer.count(view.seats[_seat(writer, i)].shown_crows, _MOST_CROWS)

    def _write_standing(self, view: Position, writer: BitWriter) -> None:
        for i in range(HANDS):
            writer.number(view.seats[_seat(writer, i)].total, _POINT_BITS)
        for i in range(HANDS):
            writer.one_hot(view.seats[_seat(writer, i)].multiplier, MULTIPLIER_CARDS)
        for i in range(HANDS):
            player = view.seats[_seat(writer, i)]
            for season in range(_SEASON_COUNT):
                writer.count(player.tokens_of(season), _MOST_TOKENS)


def _seat(writer: BitWriter, distance: i64) -> i64:
    """Return the seat at this distance clockwise from the viewer; the dummy comes last."""
    if distance >= writer.players:
        return DUMMY_SEAT
    return writer.seat_at(distance)


OBSERVATION: Final = CatsObservation(version=1)
