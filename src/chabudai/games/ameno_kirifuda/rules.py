"""The rules of Ameno Kirifuda: clauses (AK-n) are those of docs/rules/ameno_kirifuda.md.

A phase is known by its first action.
"""

from typing import Final, final

from mypy_extensions import i64

from chabudai.games.ameno_kirifuda.equipment import (
    ANY,
    HAND,
    SPACES,
    SPRING_1,
    Equipment,
    cards_of,
    longest_line,
    row,
)
from chabudai.games.ameno_kirifuda.position import NO_SPACES, Position, with_space
from chabudai.kernel.bits import bit, count, has, lowest, members, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE
from chabudai.kernel.tricks import after, drawn_hand, follow, remembered, void_shown

ROUNDS: Final[i64] = 2
GIVEN_BACK: Final[i64] = 3
"""The stones that Bachiatari costs (AK-24)."""

# Chance events.
OMEGUMI: Final[i64] = 0
DECK: Final[i64] = 1

# The first action of each phase.
DRAFT: Final[i64] = 0
DISCARD: Final[i64] = 16
DONE: Final[i64] = 32
PLAY: Final[i64] = 33
PLACE: Final[i64] = 65
PUSH: Final[i64] = 81
TO: Final[i64] = 97
RETURN: Final[i64] = 113


@final
class AmenoSetup(Equipment):
    """The game made ready."""

    def start(self) -> "Ameno":
        return Ameno(self)


@final
class Ameno(Position):
    """A position that knows how to go on."""

    def __init__(self, setup: AmenoSetup) -> None:
        super().__init__(setup)
        self.due = OMEGUMI

    # ---- Chance ----------------------------------------------------------------------------------------------------

    def odds(self) -> i64:
        return self.unturned if self.due == OMEGUMI else self.undealt

    def drawn(self) -> i64:
        return self.turned if self.due == OMEGUMI else self.dealt

    def undrawn(self, event: i64) -> list[int]:
        return members(self.unturned) if event == OMEGUMI else []

    def turn_up(self, outcome: i64) -> None:
        if self.due == OMEGUMI:
            self._turn_up_omegumi(outcome)
            if self.turned == self.rules.turned_up * (self.part + 1):
                self._omegumi_lie_open()
        else:
            self._deal(outcome)
            if self.dealt == self.rules.cards:
                self._begin_round()

    def resolve(self, rng: Rng) -> None:
        if self.due == OMEGUMI:
            while self.turned < self.rules.turned_up * (self.part + 1):
                self._turn_up_omegumi(rng.member(self.unturned))
            self._omegumi_lie_open()
        if self.due == DECK:
            undealt = self.undealt
            for seat in range(self.dealt // HAND, self.rules.players):
                hand = drawn_hand(undealt, HAND * (seat + 1) - self.dealt, rng)
                undealt &= ~hand
                self.seats[seat].hand |= hand
                self.dealt = HAND * (seat + 1)
            self.undealt = undealt
            self._begin_round()

    def _turn_up_omegumi(self, omegumi: i64) -> None:
        self.unturned &= ~bit(omegumi)
        self.face_up |= bit(omegumi)
        self.turned += 1

    def _omegumi_lie_open(self) -> None:
        self.due = DECK
        if self.listening:
            self.tell(Event("turned_up", NONE, members(self.face_up)))

    def _deal(self, card: i64) -> None:
        self.undealt &= ~bit(card)
        self.seats[self.dealt // HAND].hand |= bit(card)
        self.dealt += 1

    def _begin_round(self) -> None:
        """All cards are dealt: the holder of Spring 1 leads (AK-10), after the draft (AK-11)."""
        self.due = NONE
        for seat in range(self.rules.players):
            player = self.seats[seat]
            if has(player.hand, SPRING_1):
                self.opener = seat
            if self.listening:
                self.tell(Event("dealt", seat, [], members(player.hand), bit(seat)))
        if self.listening:
            self.tell(Event("opens", self.opener, []))
        self.leader = self.opener
        self.first = DRAFT
        self.waiting = bit(self._drafter())

    # ---- Choices ---------------------------------------------------------------------------------------------------

    def choices(self, seat: i64) -> i64:
        phase = self.first
        if phase == PLAY:
            hand = self.seats[seat].hand
            return follow(hand, cards_of(self.led)) if self.led >= 0 else hand  # AK-20
        if phase == PLACE:
            return self.free & row(self.best >> 3)
        if phase == DRAFT:
            return self.face_up
        if phase == DISCARD:
            return self.seats[seat].omegumi | bit(DONE - DISCARD)
        if phase == PUSH:
            return row(self.best >> 3)
        if phase == TO:
            return self.free & row(self.overflow())
        return self.seats[seat].board

    def commit(self, seat: i64, action: i64) -> None:
        phase = self.first
        choice = action - phase
        if phase >= PLACE:
            self.spaces = with_space(self.spaces, choice)
        if phase == PLAY:
            self._play(seat, choice)
        elif phase == PLACE:
            self._place(seat, choice)
        elif phase == DRAFT:
            self._draft(seat, choice)
        elif phase == DISCARD:
            self._discard(seat, choice)
        elif phase == PUSH:
            self.pushed = choice
            self.first = TO
        elif phase == TO:
            self._push(seat, choice)
        else:
            self._give_back(seat, choice)

    def _drafter(self) -> i64:
        """Whose draft it is: from the leader's left round to the leader, who takes two, and back (AK-11)."""
        players = self.rules.players
        step = self.drafts
        if step >= players:
            step = 2 * players - 1 - step
        return (self.leader + 1 + step) % players

    def _draft(self, seat: i64, omegumi: i64) -> None:
        self.face_up &= ~bit(omegumi)
        self.seats[seat].omegumi |= bit(omegumi)
        self.drafts += 1
        if self.listening:
            self.tell(Event("drafted", seat, [omegumi]))
        if self.drafts < self.rules.turned_up:
            self.waiting = bit(self._drafter())
        else:
            self._ask_discards(0)

    def _ask_discards(self, after_leader: i64) -> None:
        """Ask the next seat that can discard, from so many seats after the leader on; then the first trick begins."""
        players = self.rules.players
        for i in range(after_leader, players):
            seat = (self.leader + i) % players
            player = self.seats[seat]
            if player.omegumi and player.supply:  # AK-12: no discard without a stone left in the supply
                self.first = DISCARD
                self.waiting = bit(seat)
                return
        for i in range(players):
            player = self.seats[i]
            player.before = player.board | shifted(player.stones, SPACES)
        self.first = PLAY
        self.waiting = bit(self.leader)

    def _discard(self, seat: i64, omegumi: i64) -> None:
        players = self.rules.players
        place = (seat + players - self.leader) % players
        if omegumi == DONE - DISCARD:
            if self.listening:
                self.tell(Event("done", seat, []))
            self._ask_discards(place + 1)
            return
        player = self.seats[seat]
        player.omegumi &= ~bit(omegumi)
        player.scored &= ~bit(omegumi)
        player.supply -= 1
        player.stones += 1
        if self.listening:
            self.tell(Event("discarded", seat, [omegumi]))
        self._ask_discards(place)

    def _play(self, seat: i64, card: i64) -> None:
        player = self.seats[seat]
        player.hand &= ~bit(card)
        player.played = card
        player.past = remembered(player.past, self.trick, card)
        season = card >> 3
        if self.listening:
            self.tell(Event("played", seat, [card]))
        if self.led < 0:
            self.led = season
            self.best = card
            self.winner = seat
        else:
            player.void |= void_shown(self.led, season)
            if season == self.best >> 3:
                if card > self.best:
                    self.best = card
                    self.winner = seat
            elif season == (self.led + 1) & 3:  # AK-21: the next season beats the led one
                self.best = card
                self.winner = seat
        following = after(seat, self.rules.players)
        if following != self.leader:
            self.waiting = bit(following)
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        winner = self.winner
        self.waiting = bit(winner)
        if self.listening:
            self.tell(Event("won", winner, [self.best]))
        if self.seats[winner].stones == 0:  # AK-24
            self.first = RETURN
            self.owed = GIVEN_BACK
            if self.listening:
                self.tell(Event("bachiatari", winner, []))
        elif self.free & row(self.best >> 3):
            self.first = PLACE
        else:
            self.first = PUSH  # AK-23

    def _place(self, seat: i64, space: i64) -> None:
        player = self.seats[seat]
        player.stones -= 1
        player.board |= bit(space)
        self.free &= ~bit(space)
        if self.listening:
            self.tell(Event("placed", seat, [space]))
        self._next_trick()

    def overflow(self) -> i64:
        """The season that takes a stone pushed out of the full row: the next that has a free space (AK-23)."""
        season: i64 = ((self.best >> 3) + 1) & 3
        for i in range(2):
            if self.free & row(season) == 0:
                season = (season + 1) & 3
        return season

    def _push(self, seat: i64, space: i64) -> None:
        left = self.pushed
        self.pushed = NONE
        for i in range(self.rules.players):
            owner = self.seats[i]
            if has(owner.board, left):
                owner.board ^= bit(left) | bit(space)
        self.free ^= bit(left) | bit(space)
        if self.listening:
            self.tell(Event("pushed", seat, [left, space]))
        self._place(seat, left)

    def _give_back(self, seat: i64, space: i64) -> None:
        player = self.seats[seat]
        player.board &= ~bit(space)
        player.stones += 1
        self.free |= bit(space)
        self.owed -= 1
        if self.listening:
            self.tell(Event("returned", seat, [space]))
        if self.owed == 0:
            self._next_trick()

    def _next_trick(self) -> None:
        players = self.rules.players
        for i in range(players):
            player = self.seats[i]
            self.gone |= bit(player.played)
            player.played = NONE
        self.led = NONE
        self.best = NONE
        self.leader = self.winner
        self.winner = NONE
        self.trick += 1
        if self.trick < self.rules.tricks:
            self.first = PLAY
            self.waiting = bit(self.leader)
        else:
            self._end_round()

    # ---- Scoring -----------------------------------------------------------------------------------------------------

    def _end_round(self) -> None:
        """Score the Omegumi cards whose conditions hold (AK-30); the next round keeps all but the hands (AK-31)."""
        for i in range(self.rules.players):
            player = self.seats[i]
            met = self.met(i)
            if self.listening:
                for omegumi in members(met & ~player.scored):
                    self.tell(Event("scored", i, [omegumi]))
            player.scored |= met
        self.part += 1
        self.waiting = 0
        if self.listening:
            self.tell(Event("round_over", NONE, [self.part]))
        if self.part < ROUNDS:
            self._prepare_round()

    def _prepare_round(self) -> None:
        for i in range(self.rules.players):
            player = self.seats[i]
            player.hand = 0
            player.void = 0
            player.past = 0
            player.before = 0
        self.undealt = self.rules.deck
        self.dealt = 0
        self.gone = 0
        self.trick = 0
        self.drafts = 0
        self.spaces = NO_SPACES
        self.opener = NONE
        self.leader = NONE
        self.due = OMEGUMI

    def met(self, seat: i64) -> i64:
        """The seat's Omegumi cards whose condition holds right now: exact numbers of its own stones (AK-4)."""
        player = self.seats[seat]
        needs = self.rules.needs
        met: i64 = 0
        left = player.omegumi
        while left:
            omegumi = lowest(left)
            left &= left - 1
            holds = True
            for season in range(4):
                need: i64 = needs[omegumi * 4 + season]
                if need != ANY and need != count(player.board & row(season)):
                    holds = False
            if holds:
                met |= bit(omegumi)
        return met

    def score(self, seat: i64) -> i64:
        """Stones on the board times their longest line, and the points of scored Omegumi cards (AK-32)."""
        player = self.seats[seat]
        return count(player.board) * longest_line(player.board) + self.omegumi_points(seat)

    def omegumi_points(self, seat: i64) -> i64:
        """The points of the seat's scored Omegumi cards."""
        points = self.rules.points
        total: i64 = 0
        left = self.seats[seat].scored
        while left:
            total += points[lowest(left)]
            left &= left - 1
        return total

    def lead(self) -> float:
        return 6.0
