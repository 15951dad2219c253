"""The rules of play of Kasane no Irome. Clauses (KI-n) are in docs/rules/kasane.md."""

from typing import final

from mypy_extensions import i64

from chabudai.games.kasane.equipment import (
    BOX_KINDS,
    CARD_BITS,
    CARD_MASK,
    KINDS,
    PLUS_ONE,
    TURNS_PER_ROUND,
    Equipment,
    card_counts,
    card_list,
)
from chabudai.games.kasane.melds import BOX_MELDS
from chabudai.games.kasane.phases import DECK, MELD, PASS, START, TAKE
from chabudai.games.kasane.scoring import Scoring
from chabudai.kernel.bits import below, bit, has, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE


@final
class KasaneSetup(Equipment):
    """The setup of Kasane no Irome."""

    def start(self) -> "Kasane":
        return Kasane(self)


@final
class Kasane(Scoring):
    """A state of Kasane no Irome: a position with the rules of play."""

    def __init__(self, setup: KasaneSetup) -> None:
        super().__init__(setup)
        self.due = START

    # ---- Chance ------------------------------------------------------------------------------------------------------

    def stock(self) -> i64:
        """Return the counts of the cards to deal from: the draw pile and, for the last round, the discards (KI-12)."""
        return self.pile + self.discards if self.dealt == 0 else self.pile

    def possible_outcomes(self) -> i64:
        if self.due == START:
            return below(self.equipment.players)
        stock = self.stock()
        kinds: i64 = 0
        for kind in range(KINDS):
            if (stock >> kind * CARD_BITS) & CARD_MASK:
                kinds |= bit(kind)
        return kinds

    def weight(self, outcome: i64) -> i64:
        return 1 if self.due == START else (self.stock() >> outcome * CARD_BITS) & CARD_MASK

    def drawn(self) -> i64:
        return 0 if self.due == START else self.dealt

    def undrawn(self, chance: i64) -> list[int]:
        # Before the first card of the last round, these are the cards of the old pile, without the discards.
        cards: list[int] = []
        if chance == DECK:
            for kind in range(KINDS):
                for i in range((self.pile >> kind * CARD_BITS) & CARD_MASK):
                    cards.append(kind)
        return cards

    def turn_up(self, outcome: i64) -> None:
        if self.due == START:
            self._choose_starter(outcome)
        else:
            self._gather()
            self._deal(outcome)
            if self.dealt % self.equipment.dealt_per_round == 0:
                self._begin_round()

    def resolve(self, rng: Rng) -> None:
        if self.due == START:
            self._choose_starter(rng.below(self.equipment.players))
        if self.due == DECK:
            self._gather()
            pile = self.pile
            left: i64 = 0
            for kind in range(KINDS):
                left += (pile >> kind * CARD_BITS) & CARD_MASK
            already_dealt = self.dealt % self.equipment.dealt_per_round
            self.dealt += self.equipment.dealt_per_round - already_dealt
            for place in range(already_dealt, self.equipment.dealt_per_round):
                n = rng.below(left)
                left -= 1
                shift: i64 = 0
                n -= pile & CARD_MASK
                while n >= 0:
                    shift += CARD_BITS
                    n -= (pile >> shift) & CARD_MASK
                pile -= bit(shift)
                row = self.rows[place // self.equipment.row_length]
                row.cards = shifted(row.cards, CARD_BITS) | (shift // CARD_BITS + 1)
            self.pile = pile
            self._begin_round()

    def _choose_starter(self, seat: i64) -> None:
        self.starter = seat  # KI-13
        self.due = DECK

    def _gather(self) -> None:
        """Shuffle the discards into the draw pile before its first card is dealt (KI-12)."""
        if self.dealt == 0:
            self.pile += self.discards
            self.discards = 0

    def _deal(self, outcome: i64) -> None:
        """Add a card to the end of the row being dealt (KI-10)."""
        row = self.rows[(self.dealt % self.equipment.dealt_per_round) // self.equipment.row_length]
        row.cards = shifted(row.cards, CARD_BITS) | (outcome + 1)
        self.pile -= bit(outcome * CARD_BITS)
        self.dealt += 1

    def _begin_round(self) -> None:
        self.due = NONE
        self.turns = 0
        self.ends = below(self.equipment.players)
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

    def _take(self, seat: i64, row_number: i64) -> None:
        """Take the end card of a row (KI-20): a number goes on top of the hand, a "+1" on top of the field."""
        row = self.rows[row_number]
        card = row.cards & CARD_MASK
        row.cards >>= CARD_BITS
        if row.cards == 0:
            self.ends ^= bit(row_number)
        player = self.seats[seat]
        if self.listening:
            self.tell(Event("took", seat, [row_number, card - 1]))
        offers: i64 = 0
        if card == PLUS_ONE:
            player.field = shifted(player.field, CARD_BITS) | card
            player.laid += 1
            player.points += 1
            if self.listening:
                self.tell(Event("plus_one", seat, [1]))
            if self.equipment.plus_one_meld:  # KI-41
                offers = self.meld_choices(player.hand, player.field)
        else:
            player.hand = shifted(player.hand, CARD_BITS) | card
            player.held += 1
            offers = self.meld_choices(player.hand, player.field)
        if offers:
            self.taken = card
            self.offers = offers
            self.first = MELD
        else:
            self._end_turn(seat)

    def _meld(self, seat: i64, choice: i64) -> None:
        """Lay the top cards of the hand on the field in order, score a box and mark it (KI-21)."""
        player = self.seats[seat]
        box = choice
        cards_laid: i64 = 0
        if choice >= BOX_KINDS:
            box -= BOX_KINDS
            cards_laid = -1  # the first card is already in the field
        cards_laid += self.equipment.meld_lengths[box]
        points = self.points_for(box)
        if has(self.twice_free, box):
            self.twice_free ^= bit(box)
        else:
            self.free ^= bit(box)
        if self.listening:
            self._tell_meld(seat, box, points, cards_laid)
        bits = cards_laid * CARD_BITS
        player.field = shifted(player.field, bits) | (player.hand & below(bits))
        player.hand >>= bits
        player.laid += cards_laid
        player.held -= cards_laid
        player.points += points

    def _tell_meld(self, seat: i64, box: i64, points: i64, cards_laid: i64) -> None:
        player = self.seats[seat]
        length: i64 = self.equipment.meld_lengths[box]
        values = [BOX_MELDS[box], length, points]
        if cards_laid < length:
            self.tell(Event("melded_on", seat, [*values, (player.field & CARD_MASK) - 1]))
        else:
            self.tell(Event("melded", seat, values))
        self.tell(Event("laid", seat, [card - 1 for card in card_list(player.hand & below(cards_laid * CARD_BITS))]))

    def _end_turn(self, seat: i64) -> None:
        self.turns += 1
        if self.turns == TURNS_PER_ROUND:
            self._end_round()
            return
        next_seat: i64 = seat + 1
        if next_seat == self.equipment.players:
            next_seat = 0
        self.first = TAKE
        self.waiting = bit(next_seat)

    def _end_round(self) -> None:
        """Prepare the next round, which the starter's left neighbor starts (KI-11), or end the game."""
        self.waiting = 0
        self.first = TAKE
        self.part += 1
        if self.listening:
            self.tell(Event("round_over", NONE, [self.part]))
        if self.part == self.equipment.rounds:
            if self.listening:
                self.tell_bonus()
            return
        self._discard()
        self.starter = (self.starter + 1) % self.equipment.players
        self.due = DECK
        if self.last_round():
            self.dealt = 0  # KI-12
            if self.listening:
                self.tell(Event("shuffled", NONE, []))

    def _discard(self) -> None:
        """Discard the cards left in the rows, face down (KI-11)."""
        left: list[int] = []
        for i in range(self.equipment.players):
            row = self.rows[i]
            if self.listening:
                left += [card - 1 for card in card_list(row.cards)]
            self.discards += card_counts(row.cards)
            row.cards = 0
        self.ends = 0
        if self.listening:
            self.tell(Event("discarded", NONE, left))

    # ---- Search ------------------------------------------------------------------------------------------------------

    def lead(self) -> float:
        return 5.0  # points, for State.outlooks

    def parts_ahead(self) -> i64:
        # The points at the end of a round do not show what the hands are worth.
        return 2
