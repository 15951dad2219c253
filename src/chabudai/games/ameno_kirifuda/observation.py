"""What a learner sees of Ameno Kirifuda."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.ameno_kirifuda.equipment import OMEGUMI_CARDS, SPACES, STONES
from chabudai.games.ameno_kirifuda.position import NO_SPACES, Position
from chabudai.games.ameno_kirifuda.rules import DISCARD, DRAFT, GIVEN_BACK, PLACE, PLAY, PUSH, RETURN, ROUNDS, TO
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.sheet import Sheet
from chabudai.kernel.state import State
from chabudai.kernel.tricks import PAST_DIGIT

_CARDS: Final[i64] = 32
_SEASONS: Final[i64] = 4
_TRICKS: Final[i64] = 8
_PHASES: Final = bytes([DRAFT, DISCARD, PLAY, PLACE, PUSH, TO, RETURN])
_CHOSEN: Final[i64] = 15
"""The chosen spaces that a position remembers."""


@final
class AmenoObservation(Observation):
    """The features of a position, as `features` lists them."""

    def features(self, setup: Setup) -> list[Feature]:
        seats: int = setup.players
        return [
            Feature("phase", (7,), "draft, discard, play a card, place a stone, push one, to where, give one back"),
            Feature("waiting", (seats,), "the seats that choose now"),
            Feature("round", (ROUNDS,), "finished rounds"),
            Feature("drafts", (2 * seats,), "Omegumi cards drafted in this round"),
            Feature("trick", (_TRICKS,), "finished tricks of this round"),
            Feature("opener", (seats,), "who holds, or held, Spring 1"),
            Feature("leader", (seats,), "who leads this trick"),
            Feature("winner", (seats,), "whose card is best so far"),
            Feature("led", (_SEASONS,), "the led season"),
            Feature("hand", (_CARDS,), "the viewer's cards, by season and rank"),
            Feature("played", (seats, _CARDS), "for each seat: its card in this trick"),
            Feature("past", (seats, _TRICKS, _CARDS), "for each seat: the card it played in each trick of the round"),
            Feature("void", (seats, _SEASONS), "for each seat: the seasons that it has shown to lack"),
            Feature("board", (seats, SPACES), "for each seat: the spaces of its stones, by season and column"),
            Feature(
                "stones", (seats, STONES), "for each seat: stones at hand; of its seven the others lie in the supply"
            ),
            Feature("omegumi", (seats, OMEGUMI_CARDS), "for each seat: its Omegumi cards"),
            Feature("scored", (seats, OMEGUMI_CARDS), "for each seat: those that have scored"),
            Feature("face_up", (OMEGUMI_CARDS,), "the Omegumi cards that can be drafted"),
            Feature("to_come", (OMEGUMI_CARDS,), "the Omegumi cards that have not been turned up"),
            Feature("pushed", (SPACES,), "the space whose stone is being pushed away"),
            Feature("owed", (GIVEN_BACK,), "stones still to be given back"),
            Feature("spaces", (_CHOSEN, SPACES), "the spaces chosen in this round, the latest first"),
        ]

    def write(self, view: State, sheet: Sheet) -> None:
        assert isinstance(view, Position)
        players = view.rules.players
        sheet.phase(view.first, _PHASES)
        sheet.seats(view.waiting)
        sheet.count(view.part, ROUNDS)
        sheet.count(view.drafts, 2 * players)
        sheet.count(view.trick, _TRICKS)
        sheet.seat(view.opener)
        sheet.seat(view.leader)
        sheet.seat(view.winner)
        sheet.one_of(view.led, _SEASONS)
        self._write_cards(view, sheet)
        self._write_stones(view, sheet)
        sheet.marks(view.face_up, OMEGUMI_CARDS)
        sheet.marks(view.unturned, OMEGUMI_CARDS)
        sheet.one_of(view.pushed, SPACES)
        sheet.count(view.owed, GIVEN_BACK)
        left = view.spaces
        for i in range(_CHOSEN):
            if left == NO_SPACES:
                sheet.blanks((_CHOSEN - i) * SPACES)
                break
            sheet.one_of(left % SPACES, SPACES)
            left //= SPACES

    def _write_cards(self, view: Position, sheet: Sheet) -> None:
        players = view.rules.players
        sheet.marks(view.seats[sheet.viewer].hand, _CARDS)
        for i in range(players):
            sheet.one_of(view.seats[sheet.at(i)].played, _CARDS)
        for i in range(players):
            sheet.digits(view.seats[sheet.at(i)].past, PAST_DIGIT, _TRICKS, _CARDS)
        for i in range(players):
            sheet.marks(view.seats[sheet.at(i)].void, _SEASONS)

    def _write_stones(self, view: Position, sheet: Sheet) -> None:
        players = view.rules.players
        for i in range(players):
            sheet.marks(view.seats[sheet.at(i)].board, SPACES)
        for i in range(players):
            sheet.count(view.seats[sheet.at(i)].stones, STONES)
        for i in range(players):
            sheet.marks(view.seats[sheet.at(i)].omegumi, OMEGUMI_CARDS)
        for i in range(players):
            sheet.marks(view.seats[sheet.at(i)].scored, OMEGUMI_CARDS)


OBSERVATION: Final = AmenoObservation(version=1)
