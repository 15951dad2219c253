"""The rules of Kasane no Irome: clauses (KI-n) are those of docs/rules/kasane.md."""

from typing import final

from mypy_extensions import i64

from chabudai.games.kasane.equipment import (
    ALL_TWELVE,
    BOX_KINDS,
    CARD,
    COLOURED,
    COLOURS,
    DIGIT,
    KINDS,
    PLUS_ONE,
    TURNS,
    Equipment,
    colours,
    counted,
    listed,
)
from chabudai.games.kasane.melds import BOX_MELDS
from chabudai.games.kasane.position import DECK, MELD, PASS, START, TAKE, Position
from chabudai.kernel.bits import below, bit, has, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE


@final
class KasaneSetup(Equipment):
    """The game made ready."""

    def start(self) -> "Kasane":
        return Kasane(self)


@final
class Kasane(Position):
    """A position that knows how to go on."""

    def __init__(self, setup: KasaneSetup) -> None:
        super().__init__(setup)
        self.due = START

    # ---- Chance ------------------------------------------------------------------------------------------------------

    def stock(self) -> i64:
        """What can come: the draw pile, and as the last round begins the discards too (KI-12)."""
        return self.pile + self.discards if self.dealt == 0 else self.pile

    def odds(self) -> i64:
        if self.due == START:
            return below(self.rules.players)
        stock = self.stock()
        kinds: i64 = 0
        for kind in range(KINDS):
            if (stock >> kind * DIGIT) & CARD:
                kinds |= bit(kind)
        return kinds

    def weight(self, outcome: i64) -> i64:
        return 1 if self.due == START else (self.stock() >> outcome * DIGIT) & CARD

    def drawn(self) -> i64:
        return 0 if self.due == START else self.dealt

    def undrawn(self, event: i64) -> list[int]:
        # Before the first card of the last round this is asked about the old pile, which the discards are not part of.
        cards: list[int] = []
        if event == DECK:
            for kind in range(KINDS):
                for i in range((self.pile >> kind * DIGIT) & CARD):
                    cards.append(kind)
        return cards

    def turn_up(self, outcome: i64) -> None:
        if self.due == START:
            self._choose_starter(outcome)
        else:
            self._gather()
            self._deal(outcome)
            if self.dealt % self.rules.dealt_a_round == 0:
                self._begin_round()

    def resolve(self, rng: Rng) -> None:
        if self.due == START:
            self._choose_starter(rng.below(self.rules.players))
        if self.due == DECK:
            self._gather()
            pile = self.pile
            left: i64 = 0
            for kind in range(KINDS):
                left += (pile >> kind * DIGIT) & CARD
            begun = self.dealt % self.rules.dealt_a_round
            self.dealt += self.rules.dealt_a_round - begun
            for place in range(begun, self.rules.dealt_a_round):
                n = rng.below(left)
                left -= 1
                shift: i64 = 0
                n -= pile & CARD
                while n >= 0:
                    shift += DIGIT
                    n -= (pile >> shift) & CARD
                pile -= bit(shift)
                row = self.rows[place // self.rules.row_length]
                row.cards = shifted(row.cards, DIGIT) | (shift // DIGIT + 1)
            self.pile = pile
            self._begin_round()

    def _choose_starter(self, seat: i64) -> None:
        self.starter = seat  # KI-13
        self.due = DECK

    def _gather(self) -> None:
        """Before the first card of a deck: the discards are part of it (KI-12)."""
        if self.dealt == 0:
            self.pile += self.discards
            self.discards = 0

    def _deal(self, outcome: i64) -> None:
        """Lay a card at the end of the row that is being dealt (KI-10)."""
        row = self.rows[(self.dealt % self.rules.dealt_a_round) // self.rules.row_length]
        row.cards = shifted(row.cards, DIGIT) | (outcome + 1)
        self.pile -= bit(outcome * DIGIT)
        self.dealt += 1

    def _begin_round(self) -> None:
        self.due = NONE
        self.turns = 0
        self.ends = below(self.rules.players)
        self.first = TAKE
        self.waiting = bit(self.starter)
        if self.listening:
            self.tell(Event("began", self.starter, [self.part + 1]))

    # ---- Choices -----------------------------------------------------------------------------------------------------

    def choices(self, seat: i64) -> i64:
        return self.ends if self.first == TAKE else self.offers

    def commit(self, seat: i64, action: i64) -> None:
        if self.first == TAKE:
            self._take(seat, action)
            return
        choice = action - MELD
        if choice == PASS:
            if self.listening:
                self.tell(Event("passed", seat, []))
        else:
            self._meld(seat, choice)
        self.taken = 0
        self.offers = 0
        self._end_turn(seat)

    def _take(self, seat: i64, place: i64) -> None:
        """Take the end card of a row (KI-20): a number goes on the hand, a "+1" on the field."""
        row = self.rows[place]
        card = row.cards & CARD
        row.cards >>= DIGIT
        if row.cards == 0:
            self.ends ^= bit(place)
        player = self.seats[seat]
        if self.listening:
            self.tell(Event("took", seat, [place, card - 1]))
        offers: i64 = 0
        if card == PLUS_ONE:
            player.field = shifted(player.field, DIGIT) | card
            player.laid += 1
            player.points += 1
            if self.listening:
                self.tell(Event("plus_one", seat, [1]))
            if self.rules.plus_one_meld:  # KI-41
                offers = self.offered(player.hand, player.field)
        else:
            player.hand = shifted(player.hand, DIGIT) | card
            player.held += 1
            offers = self.offered(player.hand, player.field)
        if offers:
            self.taken = card
            self.offers = offers
            self.first = MELD
        else:
            self._end_turn(seat)

    def _meld(self, seat: i64, choice: i64) -> None:
        """Lay the top cards of the hand on the field in their order, score a box and mark it (KI-21)."""
        player = self.seats[seat]
        box = choice
        cards: i64 = 0
        if choice >= BOX_KINDS:
            box -= BOX_KINDS
            cards = -1  # the first card lies in the field already
        cards += self.rules.lengths[box]
        points = self.worth(box)
        if has(self.twice_free, box):
            self.twice_free ^= bit(box)
        else:
            self.free ^= bit(box)
        if self.listening:
            self._tell_meld(seat, box, points, cards)
        digits = cards * DIGIT
        player.field = shifted(player.field, digits) | (player.hand & below(digits))
        player.hand >>= digits
        player.laid += cards
        player.held -= cards
        player.points += points

    def worth(self, box: i64) -> i64:
        """What a box of this kind scores now: the better one of two is used first (KI-2)."""
        return self.rules.worth[2 * box] if has(self.twice_free, box) else self.rules.worth[2 * box + 1]

    def _tell_meld(self, seat: i64, box: i64, points: i64, cards: i64) -> None:
        player = self.seats[seat]
        length: i64 = self.rules.lengths[box]
        told = [BOX_MELDS[box], length, points]
        if cards < length:
            self.tell(Event("melded_on", seat, [*told, (player.field & CARD) - 1]))
        else:
            self.tell(Event("melded", seat, told))
        self.tell(Event("laid", seat, [card - 1 for card in listed(player.hand & below(cards * DIGIT))]))

    def _end_turn(self, seat: i64) -> None:
        self.turns += 1
        if self.turns == TURNS:
            self._end_round()
            return
        following: i64 = seat + 1
        if following == self.rules.players:
            following = 0
        self.first = TAKE
        self.waiting = bit(following)

    def _end_round(self) -> None:
        """Prepare the next round, which the next player to the left starts (KI-11); after the last one all is over."""
        self.waiting = 0
        self.first = TAKE
        self.part += 1
        if self.listening:
            self.tell(Event("round_over", NONE, [self.part]))
        if self.part == self.rules.rounds:
            if self.listening:
                self._tell_bonus()
            return
        self._discard()
        self.starter = (self.starter + 1) % self.rules.players
        self.due = DECK
        if self.last_round():
            self.dealt = 0  # KI-12
            if self.listening:
                self.tell(Event("shuffled", NONE, []))

    def _discard(self) -> None:
        """Discard what is left of the rows, face down (KI-11)."""
        left: list[int] = []
        for i in range(self.rules.players):
            row = self.rows[i]
            if self.listening:
                left += [card - 1 for card in listed(row.cards)]
            self.discards += counted(row.cards)
            row.cards = 0
        self.ends = 0
        if self.listening:
            self.tell(Event("discarded", NONE, left))

    # ---- Scoring -----------------------------------------------------------------------------------------------------

    def _tell_bonus(self) -> None:
        for seat in range(self.rules.players):
            player = self.seats[seat]
            if player.laid >= COLOURED:
                self.tell(Event("coloured", seat, [colours(player.field), self.colour_points(seat)]))
            if player.laid == TURNS:
                self.tell(Event("all_twelve", seat, [ALL_TWELVE]))

    def colour_points(self, seat: i64) -> i64:
        """The points for the colours of a field of 8 cards or more (KI-30)."""
        player = self.seats[seat]
        return COLOURS[colours(player.field)] if player.laid >= COLOURED else 0

    def score(self, seat: i64) -> i64:
        """Melds and "+1" cards, the colours of the field (KI-30), and all twelve cards laid (KI-31)."""
        player = self.seats[seat]
        points = player.points + self.colour_points(seat)
        return points + ALL_TWELVE if player.laid == TURNS else points

    def winners(self) -> i64:
        """Most points; then more cards in the field; then shared (KI-32)."""
        best: i64 = NONE
        seats: i64 = 0
        for seat in range(self.rules.players):
            rank = self.score(seat) * 16 + self.seats[seat].laid
            if rank > best:
                best = rank
                seats = 0
            if rank == best:
                seats |= bit(seat)
        return seats

    def lead(self) -> float:
        return 5.0

    def parts_ahead(self) -> i64:
        # What is worth most at the end of a round is a hand that the points do not show yet.
        return 2
