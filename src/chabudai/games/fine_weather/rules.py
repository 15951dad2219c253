"""The rules of Wishing for Fine Weather!!: clauses (FW-n) are those of docs/rules/fine_weather.md.

A phase is known by its first action.
"""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.fine_weather.equipment import (
    ALL_CARDS,
    ALL_SKY,
    ALL_SNOW,
    ALL_THUNDER,
    SNOW,
    SUITS,
    THUNDER_1,
    Equipment,
    cards_of,
    rank_of,
    suit_of,
)
from chabudai.games.fine_weather.position import Position
from chabudai.games.fine_weather.scoring import points, tallied, tally
from chabudai.kernel.bits import below, bit, has, members
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE
from chabudai.kernel.tricks import after, drawn_hand, follow, remembered, void_shown

# Chance events.
START: Final[i64] = 0
DECK: Final[i64] = 1

# The first action of each phase.
WISH: Final[i64] = 0
ANNOUNCE: Final[i64] = 8
PLAY: Final[i64] = 16


@final
class WeatherSetup(Equipment):
    """The game made ready."""

    def start(self) -> "Weather":
        return Weather(self)


@final
class Weather(Position):
    """A position that knows how to go on."""

    def __init__(self, setup: WeatherSetup) -> None:
        super().__init__(setup)
        self.due = START

    # ---- Chance ----------------------------------------------------------------------------------------------------

    def odds(self) -> i64:
        if self.due == START:
            return below(self.rules.players)
        return self.undealt if self.dealt else ALL_CARDS

    def drawn(self) -> i64:
        return self.dealt if self.due == DECK else 0

    def undrawn(self, event: i64) -> list[int]:
        return members(self.undealt) if event == DECK else []

    def turn_up(self, outcome: i64) -> None:
        if self.due == START:
            self._start(outcome)
            return
        if self.dealt == 0:
            self._gather()
        self.undealt &= ~bit(outcome)
        self.seats[self.dealt // self.rules.hand].hand |= bit(outcome)
        self.dealt += 1
        if self.dealt == self.rules.hand * self.rules.players:
            self._begin_round()

    def resolve(self, rng: Rng) -> None:
        if self.due == START:
            self._start(rng.below(self.rules.players))
        if self.due == DECK:
            if self.dealt == 0:
                self._gather()
            size = self.rules.hand
            undealt = self.undealt
            for seat in range(self.dealt // size, self.rules.players):
                hand = drawn_hand(undealt, size * (seat + 1) - self.dealt, rng)
                undealt &= ~hand
                self.seats[seat].hand |= hand
                self.dealt = size * (seat + 1)
            self.undealt = undealt
            self._begin_round()

    def _start(self, seat: i64) -> None:
        """Chance says who leads first in the first round (FW-11)."""
        self.due = DECK
        self._open(seat)

    def _open(self, seat: i64) -> None:
        self.opener = seat
        if self.listening:
            self.tell(Event("opens", seat, []))

    def _gather(self) -> None:
        """All cards of the round before come together and are shuffled (FW-1)."""
        for i in range(self.rules.players):
            player = self.seats[i]
            player.void = 0
            player.past = 0
            player.won = 0
            player.tricks = 0
            player.wish = NONE
            player.announced = NONE
        self.undealt = ALL_CARDS
        self.trick = 0

    def _begin_round(self) -> None:
        """All hands are dealt: wishes come before the first card (FW-12)."""
        self.due = NONE
        if self.listening:
            for seat in range(self.rules.players):
                self.tell(Event("dealt", seat, [], members(self.seats[seat].hand), bit(seat)))
        self.leader = self.opener
        self.first = WISH
        self.waiting = bit(self.wisher())

    # ---- Choices ---------------------------------------------------------------------------------------------------

    def choices(self, seat: i64) -> i64:
        phase = self.first
        if phase == PLAY:
            hand = self.seats[seat].hand
            return follow(hand, cards_of(self.led)) if self.led >= 0 else hand  # FW-20
        if phase == WISH:
            return self.allowed(seat)
        return below(self.rules.wishes)  # FW-40

    def commit(self, seat: i64, action: i64) -> None:
        phase = self.first
        choice = action - phase
        if phase == PLAY:
            self._play(seat, choice)
        elif phase == WISH:
            self._wish(seat, choice)
        else:
            self._announce(seat, choice)

    def glimpse(self, observer: i64, seat: i64, choice: i64) -> i64:
        if self.first == WISH and self.rules.hidden and seat != observer:
            return 0  # FW-40
        return choice

    def wisher(self) -> i64:
        """Whose wish it is: in round 1 clockwise from the leader, later from the highest total down (FW-12).

        Hidden wishes are always made clockwise from the leader (FW-40). Nobody's when all have wished.
        """
        players = self.rules.players
        clockwise = self.part == 0 or self.rules.hidden
        # FW-14: of equal totals the first one from here on.
        seat = self.opener if clockwise else after(self.previous, players)
        chosen = NONE
        for i in range(players):
            if self.seats[seat].wish == NONE:
                if clockwise:
                    return seat
                if chosen < 0 or self.seats[seat].points > self.seats[chosen].points:
                    chosen = seat
            seat = after(seat, players)
        return chosen

    def _wish(self, seat: i64, wish: i64) -> None:
        self.seats[seat].wish = wish
        if self.rules.hidden:
            if self.listening:
                self.tell(Event("chose", seat, [], [wish], bit(seat)))
            self.first = ANNOUNCE
            return
        if self.listening:
            self.tell(Event("wished", seat, [wish]))
        self._next_wish()

    def _announce(self, seat: i64, wish: i64) -> None:
        self.seats[seat].announced = wish
        if self.listening:
            self.tell(Event("announced", seat, [wish]))
        self._next_wish()

    def _next_wish(self) -> None:
        wisher = self.wisher()
        if wisher >= 0:
            self.first = WISH
            self.waiting = bit(wisher)
        else:
            self.first = PLAY
            self.waiting = bit(self.leader)

    def _play(self, seat: i64, card: i64) -> None:
        player = self.seats[seat]
        player.hand &= ~bit(card)
        player.played = card
        player.past = remembered(player.past, self.trick, card)
        suit = suit_of(card)
        if self.led < 0:
            self.led = suit
        else:
            player.void |= void_shown(self.led, suit)
        if self.listening:
            self.tell(Event("played", seat, [card]))
        following = after(seat, self.rules.players)
        if following != self.leader:
            self.waiting = bit(following)
        else:
            self._end_trick()

    # ---- Tricks ------------------------------------------------------------------------------------------------------

    def winning(self) -> i64:
        """The seat whose card wins the trick as it lies now; nobody's if no card lies there (FW-21)."""
        if self.led < 0:
            return NONE
        fallen: i64 = 0
        for i in range(self.rules.players):
            card = self.seats[i].played
            if card >= 0:
                fallen |= bit(card)
        able = fallen
        if fallen & ALL_THUNDER:
            able = fallen & ALL_SNOW
            if able == 0:
                able = fallen & ALL_THUNDER
        elif self.led != SNOW:
            able = fallen & cards_of(self.led)
        elif fallen & ALL_SKY:
            return self._highest_number()
        best = NONE
        winner = NONE
        for i in range(self.rules.players):
            card = self.seats[i].played
            if card > best and has(able, card):
                best = card
                winner = i
        return winner

    def _highest_number(self) -> i64:
        """Where Snow was led, the seat with the highest number among other weather; the later one on a tie (FW-21)."""
        players = self.rules.players
        best: i64 = 0
        winner = NONE
        seat = self.leader
        for i in range(players):
            card = self.seats[seat].played
            if 0 <= card < THUNDER_1 and rank_of(card) >= best:
                best = rank_of(card)
                winner = seat
            seat = after(seat, players)
        return winner

    def _end_trick(self) -> None:
        """The winner takes the cards face down and leads (FW-22)."""
        winner = self.winning()
        if self.listening:
            played: list[int] = [self.seats[seat].played for seat in range(self.rules.players)]
            self.tell(Event("won", winner, [played[winner], *played]))
        taken: i64 = 0
        for i in range(self.rules.players):
            player = self.seats[i]
            taken |= bit(player.played)
            player.played = NONE
        self.seats[winner].won |= taken
        self.seats[winner].tricks += 1
        self.led = NONE
        self.leader = winner
        self.trick += 1
        self.waiting = bit(winner)
        if self.trick == self.rules.hand:
            self._end_round()

    # ---- Rounds ------------------------------------------------------------------------------------------------------

    def _end_round(self) -> None:
        """Wishes are shown, won cards are counted, and the next round's leader is known (FW-10, FW-11)."""
        for i in range(self.rules.players):
            player = self.seats[i]
            won = tally(player.won)
            scored = points(player.wish, won, player.tricks, self.rules.worth)
            player.points += scored
            player.wished[self.part] = player.wish
            player.tallies[self.part] = won
            if self.listening:
                counts: list[int] = [tallied(won, suit) for suit in range(SUITS)]
                self.tell(Event("scored", i, [player.wish, *counts, scored]))
        self.part += 1
        self.waiting = 0
        self.dealt = 0
        if self.listening:
            self.tell(Event("round_over", NONE, [self.part]))
        if self.part < self.rules.rounds:
            self.due = DECK
            self.previous = self.opener
            self._open(self._next_opener())

    def _next_opener(self) -> i64:
        """Who leads first in the next round: the lowest total, or each in turn (FW-11, FW-14)."""
        players = self.rules.players
        lowest = after(self.previous, players)
        if self.rules.rotate:
            return lowest
        seat = lowest
        for i in range(players):
            if self.seats[seat].points < self.seats[lowest].points:
                lowest = seat
            seat = after(seat, players)
        return lowest

    def score(self, seat: i64) -> i64:
        """The points of the rounds scored so far (FW-35)."""
        return self.seats[seat].points

    def lead(self) -> float:
        return 4.0
