"""The rules of The Moon in the Pond.

EX-1   Two or four play. Of four, those who sit opposite are partners and win together.
EX-2   There are eight cards: four clouds (no points), two half moons (2 points each), two full moons (3 points each).
EX-3   Two nights are played. On the first night seat 0 goes first, on the second seat 1.
EX-4   A night begins with one card dealt to each, in the order of seats.
EX-5   Then all choose at once to stay on the veranda or to go to the pond; it is shown when all have chosen.
EX-6   Whoever is alone at the pond sees the reflection: looks at the bottom card of the deck and puts it back there.
EX-7   When several are at the pond, as many cards are shown to all from the top of the deck and go on the pile.
EX-8   The pile lies face down. When a card is wanted and the deck has run out, the pile is shuffled and is the deck.
EX-9   Then each in turn draws the top card, lays one of the two cards face down and names its kind, truly or not.
EX-10  After the last turn all cards of the night are shown to all and go on the pile.
EX-11  A card that was laid scores its points if no other of its kind was laid.
EX-12  A false name costs one point (option `lie`).
EX-13  The side with most points together wins; sides with equally many share the win.
EX-14  With the option `whisper` partners may look at each other's dealt card.
EX-15  The pile and the reflection may not be looked at again later.
"""

from typing import Final, final

from chabudai.kernel.bits import below, bit, count, has, lowest, mask_of
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE, State
from chabudai.kernel.worlds import Worlds
from example_game.equipment import ALL_CARDS, FACE_DOWN, KINDS, Card, Guest, face_down

NIGHTS: Final = 2

# The only chance event.
DECK: Final = 0

# The first action of each phase: where to go (veranda, pond), then what to lay under which name (kind × KINDS + name).
GO: Final = 0
LAY: Final = 2
POND: Final = 1

# What a card of the deck is wanted for.
DEAL, LOOK, SHOW, DRAW = range(4)


@final
class PondSetup(Setup):
    """What does not change in a game, in the form in which the rules look it up."""

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        super().__init__(players, options, tables, overridden)
        self.points: Final = [row[0] for row in tables["moons"].values()]
        self.lie: Final = int(options["lie"])
        self.whisper: Final = bool(options["whisper"])

    def start(self) -> "Pond":
        return Pond(self)


@final
class Pond(State):
    """A position of The Moon in the Pond; `part` counts the finished nights. Decks and piles are kept sorted."""

    def __init__(self, setup: PondSetup) -> None:
        super().__init__(setup)
        self.rules = setup
        self.guests = [Guest() for _ in range(setup.players)]
        self.deck = list(ALL_CARDS)
        self.reflection = Card()
        """The bottom card of the deck once somebody has looked at it; it is not in `deck` then."""
        self.pile: list[int] = []
        self.held_over: list[int] = []
        """The cards that were in hands when the deck was shuffled: who saw the pile knows these, but not who has which.

        Eight cards never run out twice in a night while somebody holds cards from before, so this is one deck's."""
        self.shuffles = 0
        self.turned = 0
        self.wanted = DEAL
        self.taker: int = 0
        self.to_show = 0
        self.due = DECK

    # ---- Chance ----------------------------------------------------------------------------------------------------

    def odds(self) -> int:
        return mask_of(self.deck)

    def weight(self, outcome: int) -> int:
        return self.deck.count(outcome)

    def drawn(self) -> int:
        return self.turned

    def undrawn(self, event: int) -> list[int]:
        # Before the first card of a new deck this is asked about the old one, and that has run out (EX-8).
        return list(self.deck) if self.turned else []

    def turn_up(self, outcome: int) -> None:
        self.due = NONE
        self.turned += 1
        self.deck.remove(outcome)
        self._receive(outcome, seen=0)

    def _want(self, purpose: int, taker: int) -> None:
        """A card is wanted: chance must say which, unless it is the reflection and was looked at before."""
        self.wanted, self.taker = purpose, taker
        looked_at = self.reflection
        if not self.deck and looked_at.kind < 0:
            self._shuffle()
        if looked_at.kind >= 0 and (purpose == LOOK or not self.deck):
            self.reflection = Card()
            self._receive(looked_at.kind, looked_at.seen)
        else:
            self.due = DECK

    def _shuffle(self) -> None:
        """The pile becomes the deck (EX-8)."""
        self.deck, self.pile = self.pile, []
        self.shuffles += 1
        self.held_over = self._held_over()
        self.turned = 0
        if self.listening:
            self.tell(Event("shuffled", NONE, []))

    def _receive(self, kind: int, seen: int) -> None:
        """The wanted card comes; these seats have seen it before."""
        seat = self.taker
        if self.wanted == SHOW:
            self.pile = sorted([*self.pile, kind])
            self.to_show -= 1
            if self.listening:
                self.tell(Event("shown", NONE, [kind]))
            self._show_or_draw()
        elif self.wanted == LOOK:
            self._put(self.reflection, "looked", kind, seen | bit(seat), in_sight=0)
            self._show_or_draw()
        elif self.wanted == DEAL:
            in_sight = self.sides(seat) if self.rules.whisper else bit(seat)  # EX-14
            self._put(self.guests[seat].dealt, "dealt", kind, seen | in_sight, in_sight)
            if seat + 1 < self.rules.players:
                self._want(DEAL, seat + 1)
            else:
                self.first = GO
                self.waiting = below(self.rules.players)
        else:
            self._put(self.guests[seat].drawn, "drew", kind, seen | bit(seat), bit(seat))
            self.first = LAY
            self.waiting = bit(seat)

    def _put(self, card: Card, event: str, kind: int, seen: int, in_sight: int) -> None:
        card.kind, card.seen, card.in_sight, card.deck = kind, seen, in_sight, self.shuffles
        if self.listening:
            self.tell(Event(event, self.taker, [], [kind], in_sight or bit(self.taker)))

    # ---- Choices ---------------------------------------------------------------------------------------------------

    def choices(self, seat: int) -> int:
        if self.first == GO:
            return below(2)
        cards = (self.guests[seat].dealt, self.guests[seat].drawn)
        return mask_of([card.kind * KINDS + name for card in cards for name in range(KINDS)])

    def commit(self, seat: int, action: int) -> None:
        self.waiting &= ~bit(seat)
        guest = self.guests[seat]
        if self.first == GO:
            guest.place = action - GO
            if self.waiting == 0:
                self._arrive()
            return
        guest.laid, guest.named = divmod(action - LAY, KINDS)
        if self.listening:
            self.tell(Event("laid", seat, [guest.named], [guest.laid], bit(seat)))
        following = (seat + 1) % self.rules.players
        if following != self.part:
            self._want(DRAW, following)
        else:
            self._end_night()

    def _arrive(self) -> None:
        """All have chosen where to go (EX-5)."""
        pond = mask_of([seat for seat, guest in enumerate(self.guests) if guest.place == POND])
        for seat, guest in enumerate(self.guests):
            if self.listening:
                self.tell(Event("went", seat, [guest.place]))
            guest.place = NONE
        if count(pond) == 1:
            self._want(LOOK, lowest(pond))  # EX-6
        else:
            self.to_show = count(pond)  # EX-7
            self._show_or_draw()

    def _show_or_draw(self) -> None:
        if self.to_show:
            self._want(SHOW, NONE)
        else:
            self._want(DRAW, self.part)  # EX-3: the first player of night n is seat n

    # ---- Scoring ---------------------------------------------------------------------------------------------------

    def _end_night(self) -> None:
        laid = [guest.laid for guest in self.guests]
        for seat, guest in enumerate(self.guests):
            points = self.rules.points[guest.laid] if laid.count(guest.laid) == 1 else 0  # EX-11
            if guest.named != guest.laid:
                points -= self.rules.lie  # EX-12
            guest.points += points
            cards = [guest.dealt.kind, guest.drawn.kind]
            self.pile = sorted(self.pile + cards)  # EX-10
            if self.listening:
                self.tell(Event("revealed", seat, [guest.laid, sum(cards) - guest.laid]))
                self.tell(Event("scored", seat, [points]))
            guest.dealt, guest.drawn, guest.laid, guest.named = Card(), Card(), NONE, NONE
        self.held_over = []
        self.part += 1
        if self.part < NIGHTS:
            self._want(DEAL, 0)

    def score(self, seat: int) -> int:
        return self.guests[seat].points

    def sides(self, seat: int) -> int:
        return bit(seat) | bit((seat + 2) % 4) if self.rules.players == 4 else bit(seat)  # EX-1

    def lead(self) -> float:
        return 3.0

    # ---- Hidden information ----------------------------------------------------------------------------------------

    def cards(self) -> list[Card]:
        """All places for a single card."""
        return [card for guest in self.guests for card in (guest.dealt, guest.drawn)] + [self.reflection]

    def blank(self) -> None:
        self.deck = [face_down(kind) for kind in self.deck]
        for card in self.cards():
            known_to = card.seen if self.recall else card.in_sight
            if self.viewer < 0 or not has(known_to, self.viewer):
                card.kind = face_down(card.kind)
        for seat, guest in enumerate(self.guests):
            if seat != self.viewer:
                guest.place = face_down(guest.place)
                guest.laid = face_down(guest.laid)
        if not self.recall:  # EX-15
            self.pile = [face_down(kind) for kind in self.pile]
            self.held_over = []

    def worlds(self) -> Worlds:
        """A holder for each single card that lies face down, then the deck, then the pile if its cards are forgotten.

        Cards held over and cards of the deck cannot have changed places; without memory they cannot be told apart.
        """
        hidden = self._hidden()
        held_over, others = list(self.held_over), list(ALL_CARDS)
        for kind in self.held_over + [kind for kind in self.pile if kind != FACE_DOWN]:
            others.remove(kind)
        for card in self.cards():
            if card.kind >= 0:
                (held_over if self.recall and card.deck < self.shuffles else others).remove(card.kind)
        old = mask_of([i for i, card in enumerate(hidden) if self.recall and card.deck < self.shuffles])
        worlds = Worlds([1] * len(hidden) + [len(self.deck), self.pile.count(FACE_DOWN)])
        worlds.put(held_over, old)
        worlds.put(others, below(len(hidden) + 2) & ~old)
        return worlds

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        worlds.deal(rng)
        hidden = self._hidden()
        for holder, card in enumerate(hidden):
            card.kind = worlds.held(holder)[0]
        self.deck = sorted(worlds.held(len(hidden)))
        if not self.recall:
            self.pile = sorted(worlds.held(len(hidden) + 1))
            self.held_over = self._held_over()
        for guest in self.guests:
            if guest.place == FACE_DOWN:
                guest.place = rng.below(2)
            if guest.laid == FACE_DOWN:
                guest.laid = rng.member(mask_of([guest.dealt.kind, guest.drawn.kind]))

    def glimpse(self, observer: int, seat: int, choice: int) -> int:
        return choice if self.first == GO or seat == observer else choice % KINDS  # EX-9

    def reopen(self) -> None:
        for seat, guest in enumerate(self.guests):
            if guest.place == FACE_DOWN:
                guest.place = NONE
                self.waiting |= bit(seat)

    def _hidden(self) -> list[Card]:
        return [card for card in self.cards() if card.kind == FACE_DOWN]

    def _held_over(self) -> list[int]:
        return sorted(card.kind for card in self.cards() if card.kind >= 0 and card.deck < self.shuffles)
