"""The rules of Season."""

from typing import Final

from chabudai.kernel.bits import below, bit, count, has
from chabudai.kernel.event import Event
from chabudai.kernel.message import Message
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import NONE, State

SEASONS = ("spring", "summer", "fall", "winter")
CARDS = tuple(f"{season}-{value}" for season in SEASONS for value in range(1, 9))
ACTIONS = tuple(f"play {card}" for card in CARDS)
SEATS: Final = 4
TRICKS: Final = 8


def season_of(card: int) -> int:
    """The season of a card."""
    return card >> 3


class SeasonSetup(Setup):
    """The game made ready."""

    def start(self) -> "Season":
        return Season(self)


class Season(State):
    """A position; hands, and the cards that seats have won, are bit sets."""

    def __init__(self, setup: SeasonSetup) -> None:
        super().__init__(setup)
        self.undealt = below(len(CARDS))
        self.hands = [0] * SEATS
        self.trick = [NONE] * SEATS
        self.won = [0] * SEATS
        self.points = [0] * SEATS
        self.led = NONE
        self.due = 0

    def drawn(self) -> int:
        return len(CARDS) - count(self.undealt)

    def odds(self) -> int:
        return self.undealt

    def turn_up(self, outcome: int) -> None:
        self.hands[self.drawn() // TRICKS] |= bit(outcome)
        self.undealt &= ~bit(outcome)
        if not self.undealt:
            self.due = NONE
            self.waiting = bit(0)

    def choices(self, seat: int) -> int:
        following = self.hands[seat] & self._season(self.led) if self.led >= 0 else 0
        return following or self.hands[seat]

    def _season(self, season: int) -> int:
        return below(8) << (8 * season)

    def commit(self, seat: int, action: int) -> None:
        self.hands[seat] &= ~bit(action)
        self.trick[seat] = action
        if self.led < 0:
            self.led = season_of(action)
        if self.listening:
            self.tell(Event("played", seat, [action]))
        if NONE in self.trick:
            self.waiting = bit((seat + 1) % SEATS)
            return
        winner = max(range(SEATS), key=lambda other: self._strength(self.trick[other]))
        if self.listening:
            self.tell(Event("won", winner, [self.trick[winner]]))
        for card in self.trick:
            self.won[winner] |= bit(card)
        self.points[winner] += 1
        self.trick = [NONE] * SEATS
        self.led = NONE
        self.waiting = bit(winner) if any(self.hands) else 0

    def _strength(self, card: int) -> int:
        trump = (self.led + 1) % len(SEASONS)
        season = season_of(card)
        return 100 + card if season == trump else card if season == self.led else -1

    def score(self, seat: int) -> int:
        return self.points[seat]

    def hand_size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return TRICKS - sum(self.points) - (self.trick[seat] >= 0)

    def blank(self) -> None:
        self.undealt = 0
        self.hands = [hand if seat == self.viewer else 0 for seat, hand in enumerate(self.hands)]


def reason(view: Season, seat: int, action: int) -> Message:
    """Why a card cannot be played."""
    return Message("follow" if has(view.hands[seat], action) else "not_in_hand", {"card": CARDS[action]})
