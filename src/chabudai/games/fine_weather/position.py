"""A position of Wishing for Fine Weather!!: what it is made of, who sees what of it, and what may be hidden."""

from typing import Final

from mypy_extensions import i64

from chabudai.games.fine_weather.equipment import ALL_CARDS, SUITS, THUNDER, VERY, Equipment, Player, cards_of, suit_of
from chabudai.kernel.bits import below, bit, count
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE, State
from chabudai.kernel.tricks import hand_left, put_by_suit, void_shown
from chabudai.kernel.worlds import Worlds

SECRET: Final[i64] = -2
"""On a view: a wish was made, but the viewer does not know which."""


class Position(State):
    """A position of Wishing for Fine Weather!!; `part` counts the finished rounds.

    When a round is scored its cards lie open, until the first card of the next round is dealt.
    """

    def __init__(self, setup: Equipment) -> None:
        super().__init__(setup)
        self.rules: Equipment = setup
        self.seats: list[Player] = []
        for i in range(setup.players):
            self.seats.append(Player())
        self.undealt: i64 = 0
        """The cards still to be dealt; then those set aside; nothing before the first deal."""
        self.dealt: i64 = 0
        self.opener: i64 = NONE
        self.previous: i64 = NONE
        """The opener of the round before."""
        self.leader: i64 = NONE
        self.led: i64 = NONE
        self.trick: i64 = 0

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return ("seats", "undealt", "dealt", "opener", "previous", "leader", "led", "trick")

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Position)
        self.copy_base(other)
        self.rules = other.rules
        for i in range(self.rules.players):
            self.seats[i].copy_from(other.seats[i])
        self.undealt = other.undealt
        self.dealt = other.dealt
        self.opener = other.opener
        self.previous = other.previous
        self.leader = other.leader
        self.led = other.led
        self.trick = other.trick

    # ---- Hidden information ------------------------------------------------------------------------------------------

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat holds: known to all."""
        return hand_left(self.rules.hand, seat, self.dealt, self.trick, self.seats[seat].played)

    def allowed(self, seat: i64) -> i64:
        """The wishes that a seat may truly make in this round: known to all, since past wishes were shown (FW-13)."""
        basic = below(SUITS)
        if self.rules.wishes == SUITS or self.part == 0:
            return basic
        wished = self.seats[seat].wished
        last: i64 = wished[self.part - 1]
        if last >= THUNDER:
            return basic
        for i in range(self.part):
            if wished[i] >= VERY:
                return basic
        return basic | bit(last + VERY)

    def blank(self) -> None:
        if not self.recall:
            for seat in range(self.rules.players):
                self.seats[seat].past = 0
        if self.dealt == 0:
            return  # between rounds all cards lie open, and so do the wishes
        self.undealt = 0
        for seat in range(self.rules.players):
            player = self.seats[seat]
            if seat != self.viewer:
                player.hand = 0
                if self.rules.hidden and player.wish >= 0:
                    player.wish = SECRET
            if not self.recall:
                player.won = 0  # FW-22
                player.void = void_shown(self.led, suit_of(player.played)) if player.played >= 0 else 0

    def worlds(self) -> Worlds:
        """Deal to the seats, then to what is not dealt or set aside; without recall also to what each seat has won.

        Who did not follow lacks that suit.
        """
        players = self.rules.players
        unseen: i64 = ALL_CARDS if self.dealt else 0
        room: list[int] = []
        voids: list[int] = []
        for seat in range(players):
            player = self.seats[seat]
            unseen &= ~player.hand & ~player.won
            if player.played >= 0:
                unseen &= ~bit(player.played)
            room.append(0 if seat == self.viewer else self.hand_size(seat))
            voids.append(player.void)
        for seat in range(players):
            room.append(0 if self.recall else self.seats[seat].tricks * players)
        if self.dealt == 0:
            room = [0] * len(room)
        room.append(count(unseen) - sum(room))
        worlds = Worlds(room)
        suits: list[int] = [cards_of(suit) for suit in range(SUITS)]
        put_by_suit(worlds, unseen, suits, voids, below(2 * players + 1) & ~below(players))
        return worlds

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        if self.dealt == 0:
            return
        players = self.rules.players
        worlds.deal(rng)
        for seat in range(players):
            player = self.seats[seat]
            if seat != self.viewer:
                player.hand = worlds.held_mask(seat)
            if not self.recall:
                player.won = worlds.held_mask(players + seat)
            if player.wish == SECRET:
                player.wish = rng.member(self.allowed(seat))
        self.undealt = worlds.held_mask(2 * players)
