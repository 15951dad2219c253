"""The rules of play of The Moon in the Pond.

EX-1   Two or four players. With four, players who sit opposite each other are partners and win together.
EX-2   There are eight cards: four clouds (0 points), two half moons (2 points each), two full moons (3 points each).
EX-3   A game lasts two nights. Seat 0 starts the first night, seat 1 the second.
EX-4   At the start of a night, deal one card to each player, in seat order.
EX-5   All players simultaneously choose to stay on the veranda or go to the pond, then reveal their choices.
EX-6   If you are alone at the pond, you see the reflection: look at the bottom card of the deck, then put it back.
EX-7   If several players are at the pond, show everyone that many cards from the top of the deck. They go to the pile.
EX-8   The pile stays face down. If you need a card and the deck is empty, shuffle the pile to make a new deck.
EX-9   In turn, draw the top card, lay one of your two cards face down, and name a kind, truthfully or not.
EX-10  After the last turn, reveal all cards of the night and put them on the pile.
EX-11  A laid card scores its points if nobody else laid a card of the same kind.
EX-12  A false name costs 1 point (option `lie`).
EX-13  The side with the most points wins. Tied sides share the win.
EX-14  With the option `whisper`, partners may look at each other's dealt card.
EX-15  Nobody may look at the pile or the reflection again.
"""

from typing import final

from chabudai.kernel.bits import below, bit, count, lowest, mask_of
from chabudai.kernel.event import Event
from chabudai.kernel.state import NONE
from example_game.equipment import KINDS, NIGHTS, CardSlot, Equipment
from example_game.phases import DEAL, DECK, DRAW, GO, LAY, LOOK, SHOW, TO_POND
from example_game.scoring import Scoring


@final
class PondSetup(Equipment):
    """The setup of The Moon in the Pond."""

    def start(self) -> "Pond":
        return Pond(self)


@final
class Pond(Scoring):
    """A state of The Moon in the Pond: a position with the rules of play."""

    # ---- Chance ----------------------------------------------------------------------------------------------------

    def possible_outcomes(self) -> int:
        return mask_of(self.deck)

    def weight(self, outcome: int) -> int:
        return self.deck.count(outcome)

    def drawn(self) -> int:
        return self.turned

    def undrawn(self, chance: int) -> list[int]:
        # Before the first card of a new deck, the question is about the old deck, which is empty (EX-8).
        return list(self.deck) if self.turned else []

    def turn_up(self, outcome: int) -> None:
        self.due = NONE
        self.turned += 1
        self.deck.remove(outcome)
        self._receive(outcome, seen=0)

    def _request(self, purpose: int, taker: int) -> None:
        """Request a card of the deck. Chance decides which, unless it is the reflection, which is already known."""
        self.purpose, self.taker = purpose, taker
        bottom = self.reflection
        if not self.deck and bottom.kind < 0:
            self._shuffle()
        if bottom.kind >= 0 and (purpose == LOOK or not self.deck):
            self.reflection = CardSlot()
            self._receive(bottom.kind, bottom.seen)
        else:
            self.due = DECK

    def _shuffle(self) -> None:
        """Turn the pile into the deck (EX-8)."""
        self.deck, self.pile = self.pile, []
        self.shuffles += 1
        self.held_over = self.cards_held_over()
        self.turned = 0
        if self.listening:
            self.tell(Event("shuffled", NONE, []))

    def _receive(self, kind: int, seen: int) -> None:
        """Use the requested card, which the seats in `seen` already know."""
        seat = self.taker
        if self.purpose == SHOW:
            self.pile = sorted([*self.pile, kind])
            self.to_show -= 1
            if self.listening:
                self.tell(Event("shown", NONE, [kind]))
            self._show_or_draw()
        elif self.purpose == LOOK:
            self._put(self.reflection, "looked", kind, seen | bit(seat), in_sight=0)
            self._show_or_draw()
        elif self.purpose == DEAL:
            in_sight = self.sides(seat) if self.equipment.whisper else bit(seat)  # EX-14
            self._put(self.seats[seat].dealt, "dealt", kind, seen | in_sight, in_sight)
            if seat + 1 < self.equipment.players:
                self._request(DEAL, seat + 1)
            else:
                self.first = GO
                self.waiting = below(self.equipment.players)
        else:
            self._put(self.seats[seat].drawn, "drew", kind, seen | bit(seat), bit(seat))
            self.first = LAY
            self.waiting = bit(seat)

    def _put(self, slot: CardSlot, event: str, kind: int, seen: int, in_sight: int) -> None:
        slot.kind, slot.seen, slot.in_sight, slot.shuffles_before = kind, seen, in_sight, self.shuffles
        if self.listening:
            self.tell(Event(event, self.taker, [], [kind], in_sight or bit(self.taker)))

    # ---- Choices ---------------------------------------------------------------------------------------------------

    def choices(self, seat: int) -> int:
        if self.first == GO:
            return below(2)
        cards = (self.seats[seat].dealt, self.seats[seat].drawn)
        return mask_of([card.kind * KINDS + name for card in cards for name in range(KINDS)])

    def commit(self, seat: int, action: int) -> None:
        self.waiting &= ~bit(seat)
        player = self.seats[seat]
        if self.first == GO:
            player.place = action - GO
            if self.waiting == 0:
                self._reveal_places()
            return
        player.laid, player.named = divmod(action - LAY, KINDS)
        if self.listening:
            self.tell(Event("laid", seat, [player.named], [player.laid], bit(seat)))
        next_seat = (seat + 1) % self.equipment.players
        if next_seat != self.part:
            self._request(DRAW, next_seat)
        else:
            self._end_night()

    def glimpse(self, observer: int, seat: int, choice: int) -> int:
        return choice if self.first == GO or seat == observer else choice % KINDS  # EX-9

    def _reveal_places(self) -> None:
        """Reveal who is at the pond, and show cards accordingly (EX-5)."""
        at_pond = mask_of([seat for seat, player in enumerate(self.seats) if player.place == TO_POND])
        for seat, player in enumerate(self.seats):
            if self.listening:
                self.tell(Event("went", seat, [player.place]))
            player.place = NONE
        if count(at_pond) == 1:
            self._request(LOOK, lowest(at_pond))  # EX-6
        else:
            self.to_show = count(at_pond)  # EX-7
            self._show_or_draw()

    def _show_or_draw(self) -> None:
        if self.to_show:
            self._request(SHOW, NONE)
        else:
            self._request(DRAW, self.part)  # EX-3: seat n starts night n

    def _end_night(self) -> None:
        points = [self.night_points(seat) for seat in range(self.equipment.players)]
        for seat, player in enumerate(self.seats):
            player.points += points[seat]
            cards = [player.dealt.kind, player.drawn.kind]
            self.pile = sorted(self.pile + cards)  # EX-10
            if self.listening:
                self.tell(Event("revealed", seat, [player.laid, sum(cards) - player.laid]))
                self.tell(Event("scored", seat, [points[seat]]))
            player.dealt, player.drawn, player.laid, player.named = CardSlot(), CardSlot(), NONE, NONE
        self.held_over = []
        self.part += 1
        if self.part < NIGHTS:
            self._request(DEAL, 0)
