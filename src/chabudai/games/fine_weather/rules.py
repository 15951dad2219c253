"""The rules of play of Wishing for Fine Weather!!. Clauses (FW-n) are in docs/rules/fine_weather.md."""

from typing import final

from mypy_extensions import i64

from chabudai.games.fine_weather.equipment import (
    ALL_CARDS,
    ALL_PLAIN,
    ALL_SNOW,
    ALL_THUNDER,
    SNOW,
    SUIT_COUNT,
    THUNDER_1,
    Equipment,
    cards_of,
    rank_of,
    suit_of,
)
from chabudai.games.fine_weather.phases import ANNOUNCE, DECK, PLAY, START, WISH
from chabudai.games.fine_weather.position import Position
from chabudai.games.fine_weather.scoring import round_points, suit_count, tally_of
from chabudai.kernel.bits import below, bit, has, members
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE
from chabudai.kernel.tricks import add_to_past, draw_hand, follow, next_seat, void_shown


@final
class WeatherSetup(Equipment):
    """The setup of Wishing for Fine Weather!!."""

    def start(self) -> "Weather":
        return Weather(self)


@final
class Weather(Position):
    """A state of Wishing for Fine Weather!!: a position with the rules of play."""

    def __init__(self, setup: WeatherSetup) -> None:
        super().__init__(setup)
        self.due = START

    # ---- Chance ----------------------------------------------------------------------------------------------------

    def possible_outcomes(self) -> i64:
        if self.due == START:
            return below(self.equipment.players)
        return self.undealt if self.dealt else ALL_CARDS

    def drawn(self) -> i64:
        return self.dealt if self.due == DECK else 0

    def undrawn(self, chance: i64) -> list[int]:
        return members(self.undealt) if chance == DECK else []

    def turn_up(self, outcome: i64) -> None:
        if self.due == START:
            self._start(outcome)
            return
        if self.dealt == 0:
            self._gather()
        self.undealt &= ~bit(outcome)
        self.seats[self.dealt // self.equipment.cards_per_hand].hand |= bit(outcome)
        self.dealt += 1
        if self.dealt == self.equipment.cards_per_hand * self.equipment.players:
            self._begin_round()

    def resolve(self, rng: Rng) -> None:
        if self.due == START:
            self._start(rng.below(self.equipment.players))
        if self.due == DECK:
            if self.dealt == 0:
                self._gather()
            size = self.equipment.cards_per_hand
            undealt = self.undealt
            for seat in range(self.dealt // size, self.equipment.players):
                hand = draw_hand(undealt, size * (seat + 1) - self.dealt, rng)
                undealt &= ~hand
                self.seats[seat].hand |= hand
                self.dealt = size * (seat + 1)
            self.undealt = undealt
            self._begin_round()

    def _start(self, seat: i64) -> None:
        """Let this seat open the first round, as chance decided (FW-11)."""
        self.due = DECK
        self._open(seat)

    def _open(self, seat: i64) -> None:
        """Let this seat lead the first trick of the round."""
        self.opener = seat
        if self.listening:
            self.tell(Event("opens", seat, []))

    def _gather(self) -> None:
        """Collect all cards for a new deal (FW-1), and clear the wishes."""
        for i in range(self.equipment.players):
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
        """Start the wishes after the deal (FW-12)."""
        self.due = NONE
        if self.listening:
            for seat in range(self.equipment.players):
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
            return self.allowed_wishes(seat)
        return below(self.equipment.wish_count)  # FW-40

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
        if self.first == WISH and self.equipment.hidden_wishes and seat != observer:
            return 0  # FW-40
        return choice

    def wisher(self) -> i64:
        """Return the seat that wishes next, or NONE if all have wished.

        Round 1 goes clockwise from the opener, later rounds from the highest total down (FW-12). Hidden wishes always
        go clockwise from the opener (FW-40).
        """
        players = self.equipment.players
        clockwise = self.part == 0 or self.equipment.hidden_wishes
        # FW-14: of equal totals, the first clockwise from this seat.
        seat = self.opener if clockwise else next_seat(self.previous, players)
        highest = NONE
        for i in range(players):
            if self.seats[seat].wish == NONE:
                if clockwise:
                    return seat
                if highest < 0 or self.seats[seat].points > self.seats[highest].points:
                    highest = seat
            seat = next_seat(seat, players)
        return highest

    def _wish(self, seat: i64, wish: i64) -> None:
        self.seats[seat].wish = wish
        if self.equipment.hidden_wishes:
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
        player.past = add_to_past(player.past, self.trick, card)
        suit = suit_of(card)
        if self.led < 0:
            self.led = suit
        else:
            player.void |= void_shown(self.led, suit)
        if self.listening:
            self.tell(Event("played", seat, [card]))
        following = next_seat(seat, self.equipment.players)
        if following != self.leader:
            self.waiting = bit(following)
        else:
            self._end_trick()

    # ---- Tricks ------------------------------------------------------------------------------------------------------

    def winning(self) -> i64:
        """Return the seat that is winning the trick (FW-21), or NONE before the first card."""
        if self.led < 0:
            return NONE
        played: i64 = 0
        for i in range(self.equipment.players):
            card = self.seats[i].played
            if card >= 0:
                played |= bit(card)
        candidates = played
        if played & ALL_THUNDER:
            candidates = played & ALL_SNOW
            if candidates == 0:
                candidates = played & ALL_THUNDER
        elif self.led != SNOW:
            candidates = played & cards_of(self.led)
        elif played & ALL_PLAIN:
            return self._highest_number()
        best = NONE
        winner = NONE
        for i in range(self.equipment.players):
            card = self.seats[i].played
            if card > best and has(candidates, card):
                best = card
                winner = i
        return winner

    def _highest_number(self) -> i64:
        """Return the seat with the highest Fine, Cloudy or Rainy card; on a tie, the one that played later (FW-21)."""
        players = self.equipment.players
        best: i64 = 0
        winner = NONE
        seat = self.leader
        for i in range(players):
            card = self.seats[seat].played
            if 0 <= card < THUNDER_1 and rank_of(card) >= best:
                best = rank_of(card)
                winner = seat
            seat = next_seat(seat, players)
        return winner

    def _end_trick(self) -> None:
        """Give the trick to its winner, who leads the next one (FW-22)."""
        winner = self.winning()
        if self.listening:
            played: list[int] = [self.seats[seat].played for seat in range(self.equipment.players)]
            self.tell(Event("won", winner, [played[winner], *played]))
        taken: i64 = 0
        for i in range(self.equipment.players):
            player = self.seats[i]
            taken |= bit(player.played)
            player.played = NONE
        self.seats[winner].won |= taken
        self.seats[winner].tricks += 1
        self.led = NONE
        self.leader = winner
        self.trick += 1
        self.waiting = bit(winner)
        if self.trick == self.equipment.cards_per_hand:
            self._end_round()

    # ---- Rounds ------------------------------------------------------------------------------------------------------

    def _end_round(self) -> None:
        """Score the round, then end the game or choose the next opener (FW-10, FW-11)."""
        for i in range(self.equipment.players):
            player = self.seats[i]
            tally = tally_of(player.won)
            points = round_points(player.wish, tally, player.tricks, self.equipment.card_points)
            player.points += points
            player.wished[self.part] = player.wish
            player.tallies[self.part] = tally
            if self.listening:
                counts: list[int] = [suit_count(tally, suit) for suit in range(SUIT_COUNT)]
                self.tell(Event("scored", i, [player.wish, *counts, points]))
        self.part += 1
        self.waiting = 0
        self.dealt = 0
        if self.listening:
            self.tell(Event("round_over", NONE, [self.part]))
        if self.part < self.equipment.rounds:
            self.due = DECK
            self.previous = self.opener
            self._open(self._next_opener())

    def _next_opener(self) -> i64:
        """Return who opens the next round: the seat with the lowest total, or the next one clockwise (FW-11, FW-14)."""
        players = self.equipment.players
        opener = next_seat(self.previous, players)
        if self.equipment.lead_rotates:
            return opener
        seat = opener
        for i in range(players):
            if self.seats[seat].points < self.seats[opener].points:
                opener = seat
            seat = next_seat(seat, players)
        return opener

    def score(self, seat: i64) -> i64:
        """Return the total of the scored rounds (FW-35)."""
        return self.seats[seat].points

    def lead(self) -> float:
        return 4.0  # points, for State.outlooks; not the lead of a trick
