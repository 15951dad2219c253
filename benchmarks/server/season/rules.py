"""The rules of Season."""

from benchmarks.server.season.equipment import (
    CARD_COUNT,
    CARDS_PER_SEASON,
    SEASON_COUNT,
    SEATS,
    TRICKS,
    Equipment,
    season_of,
)
from benchmarks.server.season.scoring import Scoring
from chabudai.kernel.bits import below, bit, count
from chabudai.kernel.event import Event
from chabudai.kernel.state import NONE


class SeasonSetup(Equipment):
    """The setup of a game, which creates its first state."""

    def start(self) -> "Season":
        return Season(self)


class Season(Scoring):
    """The state of a game: the deal, and the tricks."""

    def drawn(self) -> int:
        return CARD_COUNT - count(self.undealt)

    def possible_outcomes(self) -> int:
        return self.undealt

    def turn_up(self, outcome: int) -> None:
        self.hands[self.drawn() // TRICKS] |= bit(outcome)
        self.undealt &= ~bit(outcome)
        if not self.undealt:
            self.due = NONE
            self.waiting = bit(0)

    def choices(self, seat: int) -> int:
        following = self.hands[seat] & self._cards_of(self.led) if self.led >= 0 else 0
        return following or self.hands[seat]

    def _cards_of(self, season: int) -> int:
        return below(CARDS_PER_SEASON) << (CARDS_PER_SEASON * season)

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
        winner = max(range(SEATS), key=lambda player: self._strength(self.trick[player]))
        if self.listening:
            self.tell(Event("won", winner, [self.trick[winner]]))
        for card in self.trick:
            self.won[winner] |= bit(card)
        self.points[winner] += 1
        self.trick = [NONE] * SEATS
        self.led = NONE
        self.waiting = bit(winner) if any(self.hands) else 0

    def _strength(self, card: int) -> int:
        trump = (self.led + 1) % SEASON_COUNT
        season = season_of(card)
        return 100 + card if season == trump else card if season == self.led else -1
