"""A position of Kasane no Irome: what it is made of, who sees what of it, and what the hidden cards may be."""

from typing import Final

from mypy_extensions import i64

from chabudai.games.kasane.equipment import (
    BOX_KINDS,
    CARD,
    DIGIT,
    KINDS,
    PLUS_ONE,
    Equipment,
    Player,
    Row,
    counted,
)
from chabudai.kernel.bits import below, bit, has, lowest, shifted
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE, State
from chabudai.kernel.worlds import Worlds

# Chance events.
START: Final[i64] = 0
DECK: Final[i64] = 1

# The first action of each phase; a phase is known by it.
TAKE: Final[i64] = 0
MELD: Final[i64] = 4
PASS: Final[i64] = 2 * BOX_KINDS
"""Counted from MELD: after the melds of the hand alone and those with the field's top card."""

# How to read the table of melds: as in melds.py, but as constants of compiled code.
_BROKEN: Final[i64] = 0
_BEGIN: Final[i64] = 1
_STRIDE: Final[i64] = 16


class Position(State):
    """A position of Kasane no Irome; `part` counts the finished rounds."""

    def __init__(self, setup: Equipment) -> None:
        super().__init__(setup)
        self.rules: Equipment = setup
        self.seats: list[Player] = []
        self.rows: list[Row] = []
        for i in range(setup.players):
            self.seats.append(Player())
            self.rows.append(Row())
        self.ends: i64 = 0
        """The rows that have a card left."""
        self.pile: i64 = setup.deck
        self.discards: i64 = 0
        self.dealt: i64 = 0
        """How many cards have come from the draw pile since it was shuffled."""
        self.free: i64 = setup.free
        """The kinds of box of which one is free, or two."""
        self.twice_free: i64 = setup.twice_free
        self.starter: i64 = NONE
        self.turns: i64 = 0
        """The turns of this round that are over."""
        self.taken: i64 = 0
        """The card that was just taken, while a meld may follow it: everybody sees it."""
        self.offers: i64 = 0
        """What the seat that may meld can choose."""

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return (
            "seats", "rows", "ends", "pile", "discards", "dealt", "free", "twice_free", "starter", "turns", "taken",
            "offers",
        )  # fmt: skip

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Position)
        self.copy_base(other)
        self.rules = other.rules
        for i in range(self.rules.players):
            self.seats[i].copy_from(other.seats[i])
            self.rows[i].cards = other.rows[i].cards
        self.ends = other.ends
        self.pile = other.pile
        self.discards = other.discards
        self.dealt = other.dealt
        self.free = other.free
        self.twice_free = other.twice_free
        self.starter = other.starter
        self.turns = other.turns
        self.taken = other.taken
        self.offers = other.offers

    def last_round(self) -> bool:
        """Whether the last round has come."""
        return self.part >= self.rules.rounds - 1

    def offered(self, hand: i64, field: i64) -> i64:
        """The choices for a meld with this hand and field, as a bit set: of boxes still free, and passing (KI-21).

        None if there is no meld, since then nothing is asked.
        """
        following = self.rules.following
        made = self.rules.made
        first: i64 = field & CARD  # the field's top card; a "+1", or none at all, breaks any meld
        melds: i64 = 0
        state: i64 = _BEGIN
        left = hand
        while left:
            state = following[state * _STRIDE + (left & CARD)]
            if state == _BROKEN:
                break
            begun: i64 = following[state * _STRIDE + first]
            melds |= made[state] | shifted(made[begun], BOX_KINDS)
            left >>= DIGIT
        melds &= self.free | shifted(self.free, BOX_KINDS)
        return melds | bit(PASS) if melds else 0

    # ---- Hidden information ----------------------------------------------------------------------------------------

    def hides(self, seat: i64) -> bool:
        """Whether the viewer does not know the hand of a seat: it saw every card of it taken, but may have forgotten.

        With the option `open_hands` hands lie in sight (KI-22).
        """
        return not self.recall and seat != self.viewer and not self.rules.open_hands

    def discarded(self) -> i64:
        """How many discards there are; for the last round they went into the new draw pile (KI-12)."""
        return 0 if self.last_round() and self.dealt > 0 else self.rules.players * self.part

    def blank(self) -> None:
        if self.recall:
            return  # every card was seen when it was dealt, and so it is known what is left of the deck
        self.pile = 0
        self.discards = 0
        for seat in range(self.rules.players):
            if self.hides(seat):
                self.seats[seat].hand = 0
                if has(self.waiting, seat):
                    self.offers = 0

    def worlds(self) -> Worlds:
        """Deal the cards out of sight to the hands, the discards and the draw pile; a "+1" is in no hand (KI-20).

        The card that the asked seat has just taken is known, and so is not dealt.
        """
        if self.recall:
            return Worlds([])
        players = self.rules.players
        unseen = self.rules.deck
        room: list[int] = []
        for seat in range(players):
            player = self.seats[seat]
            unseen -= counted(player.field) + counted(player.hand) + counted(self.rows[seat].cards)
            hidden: i64 = player.held if self.hides(seat) else 0
            if hidden > 0 and has(self.waiting, seat) and self._known_top():
                unseen -= counted(self.taken)
                hidden -= 1
            room.append(hidden)
        numbers: list[int] = []
        plus_ones: list[int] = []
        for kind in range(KINDS):
            cards = numbers if kind + 1 < PLUS_ONE else plus_ones
            for i in range((unseen >> kind * DIGIT) & CARD):
                cards.append(kind + 1)
        room.append(self.discarded())
        room.append(len(numbers) + len(plus_ones) - sum(room))
        worlds = Worlds(room)
        worlds.put(numbers, below(players + 2))
        worlds.put(plus_ones, bit(players) | bit(players + 1))
        return worlds

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        if self.recall:
            return
        players = self.rules.players
        worlds.deal(rng)
        places: list[list[int]] = []
        for holder in range(players + 2):
            places.append(worlds.held(holder))
        asked: i64 = NONE
        if self.taken:
            asked = lowest(self.waiting)
            if self.hides(asked):
                self._let_meld(asked, places, rng)
            else:
                asked = NONE
        for seat in range(players):
            if self.hides(seat):
                self.seats[seat].hand = _stacked(places[seat])
        if asked >= 0:
            player = self.seats[asked]
            if self._known_top():
                player.hand = shifted(player.hand, DIGIT) | self.taken
            self.offers = self.offered(player.hand, player.field)
        self.discards = _counts(places[players])
        self.pile = _counts(places[players + 1])

    def _known_top(self) -> bool:
        """Whether the card on top of the asked seat's hand is the one that it has just taken."""
        return 0 < self.taken < PLUS_ONE

    # ---- A hidden hand that allows a meld --------------------------------------------------------------------------

    def _let_meld(self, asked: i64, places: list[list[int]], rng: Rng) -> None:
        """Since the seat is asked, its hand allows a meld: bring cards to its top that do, as evenly as deals do.

        The cards are drawn one after the other, each kind as likely as deals with it there allow a meld. The card drawn
        changes places with the one that was dealt there, and so all other cards lie as evenly as before.
        """
        hand = places[asked]
        unfixed: i64 = 0
        for cards in places:
            for card in cards:
                if card < PLUS_ONE:
                    unfixed += bit((card - 1) * DIGIT)
        state: i64 = _BEGIN
        if self._known_top():
            state = self.rules.following[_BEGIN * _STRIDE + self.taken]
        place: i64 = 0
        while not self._melds(state, asked):
            shares: list[float] = []
            for number in range(1, PLUS_ONE):
                shares.append(self._chance(state, number, unfixed, len(hand) - place, asked))
            wanted = _drawn(shares, rng)
            _bring(places, asked, place, wanted, rng)
            unfixed -= bit((wanted - 1) * DIGIT)
            state = self.rules.following[state * _STRIDE + wanted]
            place += 1

    def _melds(self, state: i64, seat: i64) -> bool:
        """Whether the cards read so far, from the top of the seat's hand, make a meld that has a free box."""
        begun: i64 = self.rules.following[state * _STRIDE + (self.seats[seat].field & CARD)]
        melds: i64 = self.rules.made[state] | self.rules.made[begun]
        return melds & self.free != 0

    def _chance(self, state: i64, number: i64, unfixed: i64, room: i64, seat: i64) -> float:
        """How likely this number comes next in the hand, which has room for more cards, and a meld can be made then."""
        cards: i64 = (unfixed >> (number - 1) * DIGIT) & CARD
        if cards == 0 or room <= 0:
            return 0.0
        after: i64 = self.rules.following[state * _STRIDE + number]
        if after == _BROKEN:
            return 0.0
        total: i64 = 0
        for kind in range(KINDS - 1):
            total += (unfixed >> kind * DIGIT) & CARD
        share = float(cards) / float(total)
        if self._melds(after, seat):
            return share
        later = 0.0
        rest = unfixed - bit((number - 1) * DIGIT)
        for following in range(1, PLUS_ONE):
            later += self._chance(after, following, rest, room - 1, seat)
        return share * later


def _stacked(cards: list[int]) -> i64:
    """Cards as digits, the first on top."""
    digits: i64 = 0
    for card in reversed(cards):
        digits = shifted(digits, DIGIT) | card
    return digits


def _counts(cards: list[int]) -> i64:
    counts: i64 = 0
    for card in cards:
        counts += bit((card - 1) * DIGIT)
    return counts


def _drawn(shares: list[float], rng: Rng) -> i64:
    """A number from 1 on, as likely as its share."""
    left = rng.unit() * sum(shares)
    last: i64 = 0
    for i in range(len(shares)):
        if shares[i] > 0.0:
            last = i + 1
            left -= shares[i]
            if left < 0.0:
                break
    return last


def _bring(places: list[list[int]], seat: i64, place: i64, card: i64, rng: Rng) -> None:
    """Let a card of this kind, any of those not fixed yet, change places with the one at this place of a hand."""
    holders: list[int] = []
    indices: list[int] = []
    for holder in range(len(places)):
        for i in range(len(places[holder])):
            if places[holder][i] == card and (holder != seat or i >= place):
                holders.append(holder)
                indices.append(i)
    n = rng.below(len(holders))
    places[holders[n]][indices[n]] = places[seat][place]
    places[seat][place] = card
