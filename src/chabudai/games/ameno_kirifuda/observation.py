"""The observation of Ameno Kirifuda for learning agents."""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.ameno_kirifuda.equipment import BACHIATARI_STONES, OMEGUMI_COUNT, ROUNDS, SPACE_COUNT, STONES
from chabudai.games.ameno_kirifuda.phases import DISCARD, DRAFT, MOVE_TO, PLACE, PLAY, PUSH, RETURN
from chabudai.games.ameno_kirifuda.position import NO_SPACES, Position
from chabudai.kernel.bit_writer import BitWriter
from chabudai.kernel.observation import Feature, Observation
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.kernel.tricks import PAST_BITS

_CARD_COUNT: Final[i64] = 32
_SEASON_COUNT: Final[i64] = 4
_MOST_TRICKS: Final[i64] = 8
_PHASES: Final = bytes([DRAFT, DISCARD, PLAY, PLACE, PUSH, MOVE_TO, RETURN])
_SPACES_KEPT: Final[i64] = 15
"""The length of the feature `spaces`; a position remembers one space fewer, so the last entry is always zero."""


@final
class AmenoObservation(Observation):
    """Writes the features of a view, in the order of `features`."""

    def features(self, setup: Setup) -> list[Feature]:
        seats: int = setup.players
        return [
            Feature("phase", (7,), "draft, discard, play, place, push, move the pushed stone, take a stone back"),
            Feature("waiting", (seats,), "the seats to move"),
            Feature("round", (ROUNDS,), "finished rounds"),
            Feature("drafts", (2 * seats,), "Omegumi cards drafted in this round"),
            Feature("trick", (_MOST_TRICKS,), "finished tricks of this round"),
            Feature("opener", (seats,), "the seat dealt Spring 1"),
            Feature("leader", (seats,), "the seat that leads this trick"),
            Feature("winner", (seats,), "the seat whose card is winning"),
            Feature("led", (_SEASON_COUNT,), "the led season"),
            Feature("hand", (_CARD_COUNT,), "the viewer's cards, by season and rank"),
            Feature("played", (seats, _CARD_COUNT), "for each seat: its card in this trick"),
            Feature(
                "past",
                (seats, _MOST_TRICKS, _CARD_COUNT),
                "for each seat: the card it played in each trick of the round",
            ),
            Feature("void", (seats, _SEASON_COUNT), "for each seat: the seasons that it has shown it lacks"),
            Feature("board", (seats, SPACE_COUNT), "for each seat: the spaces with its stones, by season and column"),
            Feature(
                "stones", (seats, STONES), "for each seat: stones in hand; the rest are on the board or in its supply"
            ),
            Feature("omegumi", (seats, OMEGUMI_COUNT), "for each seat: its Omegumi cards"),
            Feature("scored", (seats, OMEGUMI_COUNT), "for each seat: its scored Omegumi cards"),
            Feature("face_up", (OMEGUMI_COUNT,), "the Omegumi cards that can be drafted"),
            Feature("to_come", (OMEGUMI_COUNT,), "the Omegumi cards not yet turned up"),
            Feature("pushed", (SPACE_COUNT,), "the space whose stone is being pushed out"),
            Feature("owed", (BACHIATARI_STONES,), "stones still to take back"),
            Feature("spaces", (_SPACES_KEPT, SPACE_COUNT), "the first 14 spaces chosen in the round, latest first"),
        ]

    def write(self, view: State, writer: BitWriter) -> None:
        assert isinstance(view, Position)
        players = view.equipment.players
        writer.phase(view.first, _PHASES)
        writer.seats(view.waiting)
        writer.count(view.part, ROUNDS)
        writer.count(view.drafts, 2 * players)
        writer.count(view.trick, _MOST_TRICKS)
        writer.seat(view.opener)
        writer.seat(view.leader)
        writer.seat(view.winner)
        writer.one_hot(view.led, _SEASON_COUNT)
        self._write_cards(view, writer)
        self._write_stones(view, writer)
        writer.bit_set(view.face_up, OMEGUMI_COUNT)
        writer.bit_set(view.unturned, OMEGUMI_COUNT)
        writer.one_hot(view.pushed, SPACE_COUNT)
        writer.count(view.owed, BACHIATARI_STONES)
        left = view.spaces
        for i in range(_SPACES_KEPT):
            if left == NO_SPACES:
                writer.zeros((_SPACES_KEPT - i) * SPACE_COUNT)
                break
            writer.one_hot(left % SPACE_COUNT, SPACE_COUNT)
            left //= SPACE_COUNT

    def _write_cards(self, view: Position, writer: BitWriter) -> None:
        players = view.equipment.players
        writer.bit_set(view.seats[writer.viewer].hand, _CARD_COUNT)
        for i in range(players):
            writer.one_hot(view.seats[writer.seat_at(i)].played, _CARD_COUNT)
        for i in range(players):
            writer.digits(view.seats[writer.seat_at(i)].past, PAST_BITS, _MOST_TRICKS, _CARD_COUNT)
        for i in range(players):
            writer.bit_set(view.seats[writer.seat_at(i)].void, _SEASON_COUNT)

    def _write_stones(self, view: Position, writer: BitWriter) -> None:
        players = view.equipment.players
        for i in range(players):
            writer.bit_set(view.seats[writer.seat_at(i)].board, SPACE_COUNT)
        for i in range(players):
            writer.count(view.seats[writer.seat_at(i)].stones, STONES)
        for i in range(players):
            writer.bit_set(view.seats[writer.seat_at(i)].omegumi, OMEGUMI_COUNT)
        for i in range(players):
            writer.bit_set(view.seats[writer.seat_at(i)].scored, OMEGUMI_COUNT)


OBSERVATION: Final = AmenoObservation(version=1)
