"""The rules of the skeleton's game, filled in: what `chabudai new-game demo` leaves to be written."""

from typing import Final, final

from chabudai.kernel.bits import below, bit, mask_of
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE, State
from chabudai.kernel.worlds import Worlds

CARDS: Final = 6
HAND: Final = 2
DECK: Final = 0
PLAY: Final = 0
FACE_DOWN: Final = -2


@final
class DemoSetup(Setup):
    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        super().__init__(players, options, tables, overridden)
        self.points: Final = [row[0] for row in tables["cards"].values()]

    def start(self) -> "DemoState":
        return DemoState(self)


@final
class DemoState(State):
    def __init__(self, setup: DemoSetup) -> None:
        super().__init__(setup)
        self.rules = setup
        self.deck = list(range(CARDS))
        self.hands: list[list[int]] = [[] for _ in range(setup.players)]
        self.played: list[int] = [NONE] * setup.players
        self.gone: list[int] = []
        self.points = [0] * setup.players
        self.first = PLAY
        self.due = DECK

    def drawn(self) -> int:
        return CARDS - len(self.deck)

    def undrawn(self, event: int) -> list[int]:
        return list(self.deck)

    def odds(self) -> int:
        return mask_of(self.deck)

    def turn_up(self, outcome: int) -> None:
        seat = self.drawn() // HAND
        self.deck.remove(outcome)
        self.hands[seat] = sorted([*self.hands[seat], outcome])
        if self.listening:
            self.tell(Event("dealt", seat, [], [outcome], bit(seat)))
        if self.drawn() == HAND * self.rules.players:
            self.due = NONE
            self.waiting = bit(0)

    def choices(self, seat: int) -> int:
        return mask_of(self.hands[seat])

    def commit(self, seat: int, action: int) -> None:
        self.hands[seat].remove(action)
        self.played[seat] = action
        if self.listening:
            self.tell(Event("played", seat, [action]))
        self.waiting = bit((seat + 1) % self.rules.players)
        if NONE not in self.played:
            self._end_round()

    def _end_round(self) -> None:
        best = max(self.played)
        winner = self.played.index(best)
        self.points[winner] += self.rules.points[best]
        if self.listening:
            self.tell(Event("scored", winner, [self.rules.points[best]]))
        self.gone = sorted(self.gone + self.played)
        self.played = [NONE] * self.rules.players
        if not any(self.hands):
            self.waiting = 0

    def score(self, seat: int) -> int:
        return self.points[seat]

    def blank(self) -> None:
        self.deck = [FACE_DOWN] * len(self.deck)
        for seat, hand in enumerate(self.hands):
            if seat != self.viewer:
                self.hands[seat] = [FACE_DOWN] * len(hand)

    def worlds(self) -> Worlds:
        seen = mask_of([card for cards in (*self.hands, self.played, self.gone) for card in cards if card >= 0])
        worlds = Worlds([hand.count(FACE_DOWN) for hand in self.hands] + [len(self.deck)])
        worlds.put([card for card in range(CARDS) if not seen >> card & 1], below(self.rules.players + 1))
        return worlds

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        worlds.deal(rng)
        for seat, hand in enumerate(self.hands):
            if FACE_DOWN in hand:
                self.hands[seat] = sorted(worlds.held(seat))
        self.deck = sorted(worlds.held(self.rules.players))
