"""What a learner sees of Festival of Thousand Cats."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.thousand_cats.equipment import DUMMY_SEAT, HAND, MULTIPLIER_CARDS, SEATS, card_at
from chabudai.games.thousand_cats.position import (
    MULTIPLIER,
    NAME_START,
    PLAY,
    REDEAL,
    SWAP,
    TOKEN,
    TOKENS,
    Position,
)
from chabudai.games.thousand_cats.rules import TOO_MUCH_BOOZE
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.sheet import Sheet
from chabudai.kernel.state import NONE, State

_CARDS: Final[i64] = 38
_SEASONS: Final[i64] = 4
_BOOZE: Final[i64] = 2
_CROWS: Final[i64] = 4
_TOKENS: Final[i64] = 2
"""The most booze cards and crows that a hand can have, and tokens of a season that a player can."""
_PHASES: Final = bytes([REDEAL, PLAY, SWAP, NAME_START, MULTIPLIER, TOKENS, TOKEN])
_GAMES: Final[i64] = 7
"""The binary digits of the number of games."""
_POINTS: Final[i64] = 12
"""The binary digits of totals."""


@final
class CatsObservation(Observation):
    """The features of a position, as `features` lists them. With three players the dummy comes after the seats."""

    def features(self, setup: Setup) -> list[Feature]:
        seats: int = setup.players
        return [
            Feature("phase", (7,), "re-deal, play, swap a crow, name the start, multiplier, first tokens, a token"),
            Feature("waiting", (seats,), "the seats that choose now"),
            Feature("game", (_GAMES,), "finished games of the match, a number"),
            Feature("extra", (1,), "whether this game breaks a tie"),
            Feature("counted", (1,), "whether the game is scored and the next one not begun"),
            Feature("round", (HAND,), "finished rounds of this game"),
            Feature("keeper", (seats,), "who was asked about a re-deal, having three crows or more"),
            Feature("queue", (SEATS, seats), "who chooses one after the other, the next one first"),
            Feature("low", (_CARDS,), "the lower card of the face-up pair: by season and place, Yorozu 0 and 13"),
            Feature("high", (_CARDS,), "the higher card of the face-up pair"),
            Feature("hand", (_CARDS,), "the viewer's cards"),
            Feature("played", (SEATS, _CARDS), "for each seat: the card before it, if the viewer may see it"),
            Feature("rows", (SEATS, HAND, _CARDS), "for each seat: the card that it took in each round"),
            Feature("booze", (SEATS, TOO_MUCH_BOOZE), "for each seat: booze taken"),
            Feature("void", (SEATS, _SEASONS), "for each seat: the seasons that it has shown to lack"),
            Feature("shown_booze", (SEATS, _BOOZE), "for each seat: season cards with booze that it has shown"),
            Feature("shown_crows", (SEATS, _CROWS), "for each seat: crows that it has shown"),
            Feature("total", (SEATS, _POINTS), "for each seat: points of the finished games, a number"),
            Feature("multiplier", (SEATS, MULTIPLIER_CARDS), "for each seat: its multiplier card"),
            Feature("tokens", (SEATS, _SEASONS, _TOKENS), "for each seat: tokens of each season"),
            Feature("multipliers", (MULTIPLIER_CARDS,), "the viewer's multiplier cards to choose from"),
            Feature("multipliers_gone", (MULTIPLIER_CARDS,), "the multiplier cards that are discarded"),
        ]

    def write(self, view: State, sheet: Sheet) -> None:
        assert isinstance(view, Position)
        sheet.phase(view.first, _PHASES)
        sheet.seats(view.waiting)
        sheet.number(view.part, _GAMES)
        sheet.flag(view.extra)
        sheet.flag(view.counted)
        sheet.count(view.round, HAND)
        sheet.seat(view.keeper)
        left = view.queue
        for i in range(SEATS):
            if i < view.queued:
                sheet.seat(left & 3)
            else:
                sheet.seat(NONE)
            left >>= 2
        sheet.one_of(view.low, _CARDS)
        sheet.one_of(view.high, _CARDS)
        self._write_cards(view, sheet)
        self._write_standing(view, sheet)
        sheet.marks(view.seats[sheet.viewer].multipliers, MULTIPLIER_CARDS)
        sheet.marks(view.discarded, MULTIPLIER_CARDS)

    def _write_cards(self, view: Position, sheet: Sheet) -> None:
        sheet.marks(view.seats[sheet.viewer].hand, _CARDS)
        for i in range(SEATS):
            sheet.one_of(view.seats[_seat(sheet, i)].played, _CARDS)
        for i in range(SEATS):
            row = view.seats[_seat(sheet, i)].row
            for place in range(view.round):
                sheet.one_of(card_at(row, place), _CARDS)
            sheet.blanks((HAND - view.round) * _CARDS)
        for i in range(SEATS):
            sheet.count(view.seats[_seat(sheet, i)].booze, TOO_MUCH_BOOZE)
        for i in range(SEATS):
            sheet.marks(view.seats[_seat(sheet, i)].void, _SEASONS)
        for i in range(SEATS):
            sheet.count(view.seats[_seat(sheet, i)].shown_booze, _BOOZE)
        for i in range(SEATS):
            sheet.count(view.seats[_seat(sheet, i)].shown_crows, _CROWS)

    def _write_standing(self, view: Position, sheet: Sheet) -> None:
        for i in range(SEATS):
            sheet.number(view.seats[_seat(sheet, i)].total, _POINTS)
        for i in range(SEATS):
            sheet.one_of(view.seats[_seat(sheet, i)].multiplier, MULTIPLIER_CARDS)
        for i in range(SEATS):
            player = view.seats[_seat(sheet, i)]
            for season in range(_SEASONS):
                sheet.count(player.owned(season), _TOKENS)


def _seat(sheet: Sheet, distance: i64) -> i64:
    """The seat so many places after the viewer; the dummy comes last."""
    if distance >= sheet.players:
        return DUMMY_SEAT
    return sheet.at(distance)


OBSERVATION: Final = CatsObservation(version=1)
