"""A position of Only One Collection: what it is made of, who sees what of it, and what the hidden cards may be."""

from typing import Final

from mypy_extensions import i64

from chabudai.games.only_one.equipment import CARDS, FORESIGHT, ONE, POWERS, Cards, Column, Equipment, Player
from chabudai.kernel.bits import below, bit
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE, State
from chabudai.kernel.worlds import Worlds

FACE_DOWN: Final[i64] = -2
"""On a view: a card lies here that the viewer does not know."""

# Chance events.
START: Final[i64] = 0
DECK: Final[i64] = 1
FAMILIARS: Final[i64] = 2

# What the next card of the deck is wanted for.
HEAD: Final[i64] = 0
EXPLORE: Final[i64] = 1
LOOK: Final[i64] = 2


class Position(State):
    """A position of Only One Collection; `part` counts the finished rounds.

    The deck has no order; the 1 is not in it, since all know its place. Cards that were looked at lie in `top`, in
    order. Whether the two that went back are alike is known to all, because only different ones are put in order: so
    once the first of them has come, all know something of the second, and `twins` and `came` are kept for that.
    """

    def __init__(self, setup: Equipment) -> None:
        super().__init__(setup)
        self.rules: Equipment = setup
        self.seats: list[Player] = []
        for i in range(setup.players):
            self.seats.append(Player())
        self.columns: list[Column] = []
        for i in range(setup.columns):
            self.columns.append(Column())
        self.lying: i64 = 0
        """The columns that are there, and those of them that are full: bit sets, because every turn asks for them."""
        self.full: i64 = 0
        self.deck: Cards = Cards()
        self.deck.kinds = setup.kinds
        self.deck.special = setup.special
        self.discard: Cards = Cards()
        self.turned: i64 = 0
        """How many cards have left the unordered deck."""
        self.top: list[int] = []  # shared by copies: replaced, never changed
        self.twins: bool = False
        self.came: i64 = NONE
        self.picked: i64 = NONE
        """The place of the card picked of three, while the other two are put in order."""
        self.wanted: i64 = HEAD
        self.card: i64 = NONE
        """The card that is turned up, and not yet added to a column."""
        self.broken: i64 = NONE
        """The column that is bust, while its player chooses the card to keep."""
        self.revealed: bool = False
        """Whether the 1 has appeared (OO-25)."""
        self.token: i64 = NONE
        """Who holds the start token; at the end, who held it when the scoring began."""
        self.turn: i64 = NONE
        self.in_round: i64 = 0
        self.holder: i64 = NONE
        """Who holds the start token after the scoring."""

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return (
            "seats", "columns", "lying", "full", "deck", "discard", "turned", "top", "twins", "came", "picked",
            "wanted", "card", "broken", "revealed", "token", "turn", "in_round", "holder",
        )  # fmt: skip

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Position)
        self.copy_base(other)
        self.rules = other.rules
        for i in range(self.rules.players):
            self.seats[i].copy_from(other.seats[i])
        for i in range(self.rules.columns):
            self.columns[i].copy_from(other.columns[i])
        self.lying = other.lying
        self.full = other.full
        self.deck.copy_from(other.deck)
        self.discard.copy_from(other.discard)
        self.turned = other.turned
        self.top = other.top
        self.twins = other.twins
        self.came = other.came
        self.picked = other.picked
        self.wanted = other.wanted
        self.card = other.card
        self.broken = other.broken
        self.revealed = other.revealed
        self.token = other.token
        self.turn = other.turn
        self.in_round = other.in_round
        self.holder = other.holder

    # ---- What all can see --------------------------------------------------------------------------------------------

    def deck_size(self) -> i64:
        """How many cards the deck has (OO-10), those that are being looked at among them."""
        return self.rules.cards - self.turned + len(self.top)

    def above_the_one(self) -> i64:
        """How many cards lie on the 1, whose back tells where it is (OO-10, OO-52); NONE once it has left the deck."""
        for place in range(len(self.top)):
            if self.top[place] == ONE:
                return place
        if self.turned > self.rules.before_the_one:
            return NONE
        return self.rules.before_the_one - self.turned + len(self.top)

    def discard_size(self) -> i64:
        """How many cards the discard has."""
        return self.turned - len(self.in_sight())

    def in_sight(self) -> list[int]:
        """All cards that lie face up, and those of `top`."""
        cards = list(self.top)
        for seat in range(self.rules.players):
            cards += self.seats[seat].cards.listed()
        for column in range(self.rules.columns):
            cards += self.columns[column].listed()
        if self.card >= 0:
            cards.append(self.card)
        return cards

    # ---- What chance may bring ---------------------------------------------------------------------------------------

    def odds(self) -> i64:
        if self.due == DECK:
            return self._next_cards()
        if self.due == START:
            return below(self.rules.players)
        return self.familiars_left()

    def _next_cards(self) -> i64:
        if self.turned == self.rules.before_the_one:
            return bit(ONE)  # OO-10
        cards: i64 = 0
        for card in range(CARDS):
            if self.deck.copies(card):
                cards |= bit(card)
        return cards

    def familiars_left(self) -> i64:
        """The powers on both sides of the cards that lie in no column yet (OO-50)."""
        powers = below(POWERS)
        for column in range(self.rules.columns):
            familiar = self.columns[column].familiar
            if familiar >= 0:
                sides: i64 = self.rules.both_sides[familiar]
                powers &= ~sides
        return powers

    def weight(self, outcome: i64) -> i64:
        return self.deck.copies(outcome) if self.due == DECK and outcome != ONE else 1

    def drawn(self) -> i64:
        if self.due == DECK:
            return self.turned
        placed: i64 = 0
        if self.due == FAMILIARS:
            for column in range(self.rules.columns):
                if self.columns[column].familiar >= 0:
                    placed += 1
        return placed

    def undrawn(self, event: i64) -> list[int]:
        return self.deck.listed() if event == DECK else []

    # ---- Hidden information ------------------------------------------------------------------------------------------

    def blank(self) -> None:
        shown: list[int] = []
        for place in range(len(self.top)):
            card = self.top[place]
            if card == FACE_DOWN or card == ONE or self._is_known():  # noqa: SIM109 (a tuple is slow when compiled)
                shown.append(card)
            else:
                shown.append(FACE_DOWN)
                self.deck.add(card)
        self.top = shown
        if not self.recall:
            self.deck.clear()
            self.twins = False
            self.came = NONE
            if not self._discard_lies_open():
                self.discard.clear()

    def _is_known(self) -> bool:
        """Whether the viewer knows the cards that were looked at (OO-51): without recall only while looking."""
        if self.recall and self.twins and self.came >= 0:
            return True
        looker = self.viewer >= 0 and self.seats[self.viewer].familiar == FORESIGHT
        return looker and (self.recall or self.wanted == LOOK)

    def _discard_lies_open(self) -> bool:
        """At the end the discard is laid out by kind, where it brings points (OO-31, OO-40)."""
        return self.over() and self.rules.players > 2

    def worlds(self) -> Worlds:
        """Nothing needs to be counted beforehand: `fill` draws the hidden cards one by one, all places being open."""
        return Worlds([])

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        """Draw the cards of `top` that the viewer does not know; without recall also which cards are in the discard."""
        discards: i64 = 0
        if not self.recall:
            self._gather_unseen()
            if not self._discard_lies_open():
                discards = self.discard_size()
        hidden = self.top.count(FACE_DOWN)
        if hidden:
            drawn = self._draw_pair(rng) if hidden == 2 and self._is_known_pair() else self._draw_any(hidden, rng)
            self.top = [drawn.pop() if card == FACE_DOWN else card for card in self.top]
        if not self.recall:
            for i in range(discards):
                self.discard.add(self._draw(rng))
            if self.wanted != LOOK and len(self.top) == 2:
                self.twins = self.top[0] == self.top[1]

    def _gather_unseen(self) -> None:
        """Put all cards that are out of sight into the deck, those of the discard too."""
        self.deck.kinds = self.rules.kinds
        self.deck.special = self.rules.special
        for card in self.in_sight() + self.discard.listed():
            if card > ONE:
                self.deck.take(card)

    def _is_known_pair(self) -> bool:
        """Whether all know of the two hidden cards if they are alike: while they are put in order, or from memory."""
        return self.picked >= 0 or (self.recall and self.wanted != LOOK)

    def _draw_any(self, hidden: i64, rng: Rng) -> list[int]:
        """Cards that nothing is known of, but that the one left of a pair is not like the one that came."""
        kept_out = self.deck.copies(self.came) if self.came >= 0 else 0
        for i in range(kept_out):
            self.deck.take(self.came)
        drawn: list[int] = []
        for i in range(hidden):
            drawn.append(self._draw(rng))
        for i in range(kept_out):
            self.deck.add(self.came)
        return drawn

    def _draw_pair(self, rng: Rng) -> list[int]:
        """Two cards that are alike or that are not, each such pair of single cards as likely as the others."""
        size = self.deck.size()
        ways: list[int] = []
        total: i64 = 0
        for card in range(CARDS):
            copies = self.deck.copies(card)
            ways.append(copies * (copies - 1 if self.twins else size - copies))
            total += ways[card]
        left = rng.below(total)
        first: i64 = 0
        while left >= ways[first]:
            left -= ways[first]
            first += 1
        self.deck.take(first)
        if self.twins:
            self.deck.take(first)
            return [first, first]
        self.came = first
        second = self._draw_any(1, rng)[0]
        self.came = NONE
        return [first, second]

    def _draw(self, rng: Rng) -> i64:
        card = self.deck.at(rng.below(self.deck.size()))
        self.deck.take(card)
        return card
