"""A position of Ameno Kirifuda: what it is made of, who sees what of it, and what the hidden cards may be."""

from typing import Final

from mypy_extensions import i64

from chabudai.games.ameno_kirifuda.equipment import (
    HAND,
    OMEGUMI_CARDS,
    SPACES,
    SPRING_1,
    STONES,
    Equipment,
    Player,
    cards_of,
)
from chabudai.kernel.bits import below, bit, count, has, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE, State
from chabudai.kernel.tricks import hand_left, put_by_suit, void_shown
from chabudai.kernel.worlds import Worlds

NO_SPACES: Final[i64] = 1
_FULL: Final[i64] = 0x100000000000000


def with_space(spaces: i64, space: i64) -> i64:
    """Spaces chosen one after the other, and one more: four bits each after a leading 1. Beyond 15 none is noted."""
    return spaces * SPACES + space if spaces < _FULL else spaces


def chosen_spaces(spaces: i64) -> list[int]:
    """The spaces that `with_space` has put together, in order."""
    chosen: list[int] = []
    left = spaces
    while left != NO_SPACES:
        chosen.append(left % SPACES)
        left //= SPACES
    chosen.reverse()
    return chosen


class Position(State):
    """A position of Ameno Kirifuda; `part` counts the finished rounds."""

    def __init__(self, setup: Equipment) -> None:
        super().__init__(setup)
        self.rules: Equipment = setup
        self.seats: list[Player] = []
        for i in range(setup.players):
            player = Player()
            player.stones = setup.stones
            player.supply = STONES - setup.stones
            self.seats.append(player)
        self.unturned: i64 = below(OMEGUMI_CARDS)
        self.turned: i64 = 0
        self.face_up: i64 = 0
        self.undealt: i64 = setup.deck
        self.dealt: i64 = 0
        self.free: i64 = below(SPACES)
        self.opener: i64 = NONE
        self.leader: i64 = NONE
        self.drafts: i64 = 0
        self.trick: i64 = 0
        self.led: i64 = NONE
        self.best: i64 = NONE
        self.winner: i64 = NONE
        self.gone: i64 = 0
        self.pushed: i64 = NONE
        self.owed: i64 = 0
        self.spaces: i64 = NO_SPACES
        """The spaces chosen in this round for stones to lie on, move from, to or leave: as `with_space` writes them."""

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return (
            "seats", "unturned", "turned", "face_up", "undealt", "dealt", "free", "opener", "leader", "drafts", "trick",
            "led", "best", "winner", "gone", "pushed", "owed", "spaces",
        )  # fmt: skip

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Position)
        self.copy_base(other)
        self.rules = other.rules
        for i in range(self.rules.players):
            self.seats[i].copy_from(other.seats[i])
        self.unturned = other.unturned
        self.turned = other.turned
        self.face_up = other.face_up
        self.undealt = other.undealt
        self.dealt = other.dealt
        self.free = other.free
        self.opener = other.opener
        self.leader = other.leader
        self.drafts = other.drafts
        self.trick = other.trick
        self.led = other.led
        self.best = other.best
        self.winner = other.winner
        self.gone = other.gone
        self.pushed = other.pushed
        self.owed = other.owed
        self.spaces = other.spaces

    # ---- Hidden information ------------------------------------------------------------------------------------------

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat holds: known to all."""
        return hand_left(HAND, seat, self.dealt, self.trick, self.seats[seat].played)

    def blank(self) -> None:
        self.undealt = 0
        if not self.recall:
            self.unturned = 0  # which Omegumi cards are still to come tells which were discarded
            self.spaces = NO_SPACES
            if not self.over():
                self.gone = 0  # AK-26
        for seat in range(self.rules.players):
            player = self.seats[seat]
            if seat != self.viewer:
                player.hand = 0
            if not self.recall:
                player.past = 0
                player.before = 0
                player.void = void_shown(self.led, player.played >> 3) if player.played >= 0 else 0

    def worlds(self) -> Worlds:
        """Deal to the seats, then to a pile: the cards not dealt yet, or those played before, out of sight.

        The opener's own played cards are a pile apart: Spring 1 was dealt to the opener, so it lies in that hand or in
        that pile. Who did not follow lacks that season. Without recall there are also the Omegumi cards to come and
        those discarded.
        """
        players = self.rules.players
        unseen = self.rules.deck & ~self.gone
        turned: i64 = self.face_up
        room: list[int] = []
        for seat in range(players):
            player = self.seats[seat]
            unseen &= ~player.hand
            turned |= player.omegumi
            if player.played >= 0:
                unseen &= ~bit(player.played)
            room.append(0 if seat == self.viewer else self.hand_size(seat))
        out_of_sight = count(unseen) - sum(room)
        of_opener: i64 = out_of_sight // players if self.opener >= 0 else 0
        room.append(out_of_sight - of_opener)
        room.append(of_opener)
        hidden_omegumi = below(OMEGUMI_CARDS) & ~turned & ~self.unturned
        if not self.recall:
            room.append(OMEGUMI_CARDS - self.turned)
            room.append(count(hidden_omegumi) - (OMEGUMI_CARDS - self.turned))
        worlds = Worlds(room)
        if has(unseen, SPRING_1) and self.opener >= 0:
            in_hand = 0 if has(self.seats[self.opener].void, 0) else bit(self.opener)
            worlds.put([SPRING_1], in_hand | bit(players + 1))
            unseen &= ~bit(SPRING_1)
        voids: list[int] = [player.void for player in self.seats]
        put_by_suit(worlds, unseen, [cards_of(season) for season in range(4)], voids, bit(players) | bit(players + 1))
        if not self.recall:
            worlds.put([omegumi + 32 for omegumi in members(hidden_omegumi)], bit(players + 2) | bit(players + 3))
        return worlds

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        players = self.rules.players
        worlds.deal(rng)
        for seat in range(players):
            if seat != self.viewer:
                self.seats[seat].hand = worlds.held_mask(seat)
        if self.due >= 0:
            self.undealt = worlds.held_mask(players)
        elif not self.recall and not self.over():
            self.gone = worlds.held_mask(players) | worlds.held_mask(players + 1)
        if not self.recall:
            self.unturned = worlds.held_mask(players + 2) >> 32
