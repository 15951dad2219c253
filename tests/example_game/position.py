"""A position of The Moon in the Pond: its fields, what each viewer sees of them, and which worlds fit a view."""

from chabudai.kernel.bits import below, bit, has, mask_of
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE, State
from chabudai.kernel.worlds import Worlds
from example_game.equipment import ALL_CARDS, FACE_DOWN, CardSlot, Equipment, Player, face_down
from example_game.phases import DEAL, DECK


class Position(State):
    """A position of The Moon in the Pond; `part` counts the finished nights. The deck and the pile are kept sorted."""

    def __init__(self, setup: Equipment) -> None:
        super().__init__(setup)
        self.equipment = setup
        self.seats = [Player() for _ in range(setup.players)]
        self.deck = list(ALL_CARDS)
        self.reflection = CardSlot()
        """The bottom card of the deck once a player has looked at it; `deck` then leaves it out."""
        self.pile: list[int] = []
        self.held_over: list[int] = []
        """The cards that players held when the deck was last shuffled.

        A viewer who remembers the pile knows these cards, but not who holds which. With eight cards, the deck is never
        shuffled twice while somebody holds cards, so one list is enough."""
        self.shuffles = 0
        self.turned = 0
        """The number of cards drawn since the last shuffle."""
        self.purpose = DEAL
        """What the requested card of the deck is for."""
        self.taker: int = 0
        """The seat that requested it; NONE if it is shown to everyone."""
        self.to_show = 0
        """How many more cards are shown to everyone this night."""
        self.due = DECK

    def slots(self) -> list[CardSlot]:
        """Return all card slots: those of the players and that of the reflection."""
        return [slot for player in self.seats for slot in (player.dealt, player.drawn)] + [self.reflection]

    def blank(self) -> None:
        self.deck = [face_down(kind) for kind in self.deck]
        for slot in self.slots():
            known_to = slot.seen if self.recall else slot.in_sight
            if self.viewer < 0 or not has(known_to, self.viewer):
                slot.kind = face_down(slot.kind)
        for seat, player in enumerate(self.seats):
            if seat != self.viewer:
                player.place = face_down(player.place)
                player.laid = face_down(player.laid)
        if not self.recall:  # EX-15
            self.pile = [face_down(kind) for kind in self.pile]
            self.held_over = []

    def worlds(self) -> Worlds:
        """Return a sampler whose holders are the face-down slots, then the deck, then the pile if it is forgotten.

        Cards held over from before the shuffle cannot be in the deck. A viewer without recall does not know which
        cards those are.
        """
        hidden = self._hidden_slots()
        held_over, others = list(self.held_over), list(ALL_CARDS)
        for kind in self.held_over + [kind for kind in self.pile if kind != FACE_DOWN]:
            others.remove(kind)
        for slot in self.slots():
            if slot.kind >= 0:
                (held_over if self.recall and slot.shuffles_before < self.shuffles else others).remove(slot.kind)
        old = mask_of([i for i, slot in enumerate(hidden) if self.recall and slot.shuffles_before < self.shuffles])
        worlds = Worlds([1] * len(hidden) + [len(self.deck), self.pile.count(FACE_DOWN)])
        worlds.put(held_over, old)
        worlds.put(others, below(len(hidden) + 2) & ~old)
        return worlds

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        worlds.deal(rng)
        hidden = self._hidden_slots()
        for holder, slot in enumerate(hidden):
            slot.kind = worlds.held(holder)[0]
        self.deck = sorted(worlds.held(len(hidden)))
        if not self.recall:
            self.pile = sorted(worlds.held(len(hidden) + 1))
            self.held_over = self.cards_held_over()
        for player in self.seats:
            if player.place == FACE_DOWN:
                player.place = rng.below(2)
            if player.laid == FACE_DOWN:
                player.laid = rng.member(mask_of([player.dealt.kind, player.drawn.kind]))

    def reopen(self) -> None:
        for seat, player in enumerate(self.seats):
            if player.place == FACE_DOWN:
                player.place = NONE
                self.waiting |= bit(seat)

    def cards_held_over(self) -> list[int]:
        """Return the known cards in slots that were drawn before the last shuffle."""
        return sorted(slot.kind for slot in self.slots() if slot.kind >= 0 and slot.shuffles_before < self.shuffles)

    def _hidden_slots(self) -> list[CardSlot]:
        return [slot for slot in self.slots() if slot.kind == FACE_DOWN]
