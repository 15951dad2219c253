"""The rules of play of Ameno Kirifuda. Clauses (AK-n) are in docs/rules/ameno_kirifuda.md."""

from typing import final

from mypy_extensions import i64

from chabudai.games.ameno_kirifuda.equipment import (
    BACHIATARI_STONES,
    HAND_SIZE,
    ROUNDS,
    SPACE_COUNT,
    SPRING_1,
    Equipment,
    cards_of,
    row,
)
from chabudai.games.ameno_kirifuda.phases import (
    DECK,
    DISCARD,
    DONE,
    DRAFT,
    MOVE_TO,
    OMEGUMI_DECK,
    PLACE,
    PLAY,
    PUSH,
    RETURN,
)
from chabudai.games.ameno_kirifuda.position import NO_SPACES, append_space
from chabudai.games.ameno_kirifuda.scoring import Scoring
from chabudai.kernel.bits import bit, has, members, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE
from chabudai.kernel.tricks import add_to_past, draw_hand, follow, next_seat, void_shown


@final
class AmenoSetup(Equipment):
    """The setup of Ameno Kirifuda."""

    def start(self) -> "Ameno":
        return Ameno(self)


@final
class Ameno(Scoring):
    """A state of Ameno Kirifuda: a position with the rules of play."""

    def __init__(self, setup: AmenoSetup) -> None:
        super().__init__(setup)
        self.due = OMEGUMI_DECK

    # ---- Chance ----------------------------------------------------------------------------------------------------

    def possible_outcomes(self) -> i64:
        return self.unturned if self.due == OMEGUMI_DECK else self.undealt

    def drawn(self) -> i64:
        return self.turned if self.due == OMEGUMI_DECK else self.dealt

    def undrawn(self, chance: i64) -> list[int]:
        return members(self.unturned) if chance == OMEGUMI_DECK else []

    def turn_up(self, outcome: i64) -> None:
        if self.due == OMEGUMI_DECK:
            self._turn_up_omegumi(outcome)
            if self.turned == self.equipment.omegumi_per_round * (self.part + 1):
                self._begin_deal()
        else:
            self._deal(outcome)
            if self.dealt == self.equipment.card_count:
                self._begin_round()

    def resolve(self, rng: Rng) -> None:
        if self.due == OMEGUMI_DECK:
            while self.turned < self.equipment.omegumi_per_round * (self.part + 1):
                self._turn_up_omegumi(rng.member(self.unturned))
            self._begin_deal()
        if self.due == DECK:
            undealt = self.undealt
            for seat in range(self.dealt // HAND_SIZE, self.equipment.players):
                hand = draw_hand(undealt, HAND_SIZE * (seat + 1) - self.dealt, rng)
                undealt &= ~hand
                self.seats[seat].hand |= hand
                self.dealt = HAND_SIZE * (seat + 1)
            self.undealt = undealt
            self._begin_round()

    def _turn_up_omegumi(self, omegumi: i64) -> None:
        self.unturned &= ~bit(omegumi)
        self.face_up |= bit(omegumi)
        self.turned += 1

    def _begin_deal(self) -> None:
        self.due = DECK
        if self.listening:
            self.tell(Event("turned_up", NONE, members(self.face_up)))

    def _deal(self, card: i64) -> None:
        self.undealt &= ~bit(card)
        self.seats[self.dealt // HAND_SIZE].hand |= bit(card)
        self.dealt += 1

    def _begin_round(self) -> None:
        """Let the holder of Spring 1 lead the first trick (AK-10), and start the draft (AK-11)."""
        self.due = NONE
        for seat in range(self.equipment.players):
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
        if phase == MOVE_TO:
            return self.free & row(self.overflow())
        return self.seats[seat].board

    def commit(self, seat: i64, action: i64) -> None:
        phase = self.first
        choice = action - phase
        if phase >= PLACE:
            self.spaces = append_space(self.spaces, choice)
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
            self.first = MOVE_TO
        elif phase == MOVE_TO:
            self._push(seat, choice)
        else:
            self._take_back(seat, choice)

    def _drafter(self) -> i64:
        """Return who drafts next: from the leader's left around to the leader, who takes two, and back (AK-11)."""
        players = self.equipment.players
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
        if self.drafts < self.equipment.omegumi_per_round:
            self.waiting = bit(self._drafter())
        else:
            self._ask_discards(0)

    def _ask_discards(self, after_leader: i64) -> None:
        """Ask the next seat that can discard, starting this many seats after the leader; else start the tricks."""
        players = self.equipment.players
        for i in range(after_leader, players):
            seat = (self.leader + i) % players
            player = self.seats[seat]
            if player.omegumi and player.supply:  # AK-12: no discard without a stone left in the supply
                self.first = DISCARD
                self.waiting = bit(seat)
                return
        for i in range(players):
            player = self.seats[i]
            player.before = player.board | shifted(player.stones, SPACE_COUNT)
        self.first = PLAY
        self.waiting = bit(self.leader)

    def _discard(self, seat: i64, omegumi: i64) -> None:
        players = self.equipment.players
        after_leader = (seat + players - self.leader) % players
        if omegumi == DONE - DISCARD:
            if self.listening:
                self.tell(Event("done", seat, []))
            self._ask_discards(after_leader + 1)
            return
        player = self.seats[seat]
        player.omegumi &= ~bit(omegumi)
        player.scored &= ~bit(omegumi)
        player.supply -= 1
        player.stones += 1
        if self.listening:
            self.tell(Event("discarded", seat, [omegumi]))
        self._ask_discards(after_leader)

    def _play(self, seat: i64, card: i64) -> None:
        player = self.seats[seat]
        player.hand &= ~bit(card)
        player.played = card
        player.past = add_to_past(player.past, self.trick, card)
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
        following = next_seat(seat, self.equipment.players)
        if following != self.leader:
            self.waiting = bit(following)
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        """Ask the winner where to place a stone (AK-22), which stone to push (AK-23), or which to take back (AK-24)."""
        winner = self.winner
        self.waiting = bit(winner)
        if self.listening:
            self.tell(Event("won", winner, [self.best]))
        if self.seats[winner].stones == 0:  # AK-24
            self.first = RETURN
            self.owed = BACHIATARI_STONES
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
        """Return the season that a stone pushed out of the full row moves to: the next with a free space (AK-23)."""
        season: i64 = ((self.best >> 3) + 1) & 3
        for i in range(2):
            if self.free & row(season) == 0:
                season = (season + 1) & 3
        return season

    def _push(self, seat: i64, space: i64) -> None:
        """Move the pushed stone to this space, and place a stone of the winner where it was (AK-23)."""
        vacated = self.pushed
        self.pushed = NONE
        for i in range(self.equipment.players):
            player = self.seats[i]
            if has(player.board, vacated):
                player.board ^= bit(vacated) | bit(space)
        self.free ^= bit(vacated) | bit(space)
        if self.listening:
            self.tell(Event("pushed", seat, [vacated, space]))
        self._place(seat, vacated)

    def _take_back(self, seat: i64, space: i64) -> None:
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
        """Clear the trick, and let its winner lead the next one or end the round."""
        players = self.equipment.players
        for i in range(players):
            player = self.seats[i]
            self.gone |= bit(player.played)
            player.played = NONE
        self.led = NONE
        self.best = NONE
        self.leader = self.winner
        self.winner = NONE
        self.trick += 1
        if self.trick < self.equipment.tricks:
            self.first = PLAY
            self.waiting = bit(self.leader)
        else:
            self._end_round()

    # ---- Rounds ------------------------------------------------------------------------------------------------------

    def _end_round(self) -> None:
        """Score the Omegumi cards whose conditions hold (AK-30), and begin the next round or end the game."""
        for i in range(self.equipment.players):
            player = self.seats[i]
            fulfilled = self.fulfilled(i)
            if self.listening:
                for omegumi in members(fulfilled & ~player.scored):
                    self.tell(Event("scored", i, [omegumi]))
            player.scored |= fulfilled
        self.part += 1
        self.waiting = 0
        if self.listening:
            self.tell(Event("round_over", NONE, [self.part]))
        if self.part < ROUNDS:
            self._prepare_round()

    def _prepare_round(self) -> None:
        """Collect the cards for a new deal; the board, the stones and the Omegumi cards stay (AK-31)."""
        for i in range(self.equipment.players):
            player = self.seats[i]
            player.hand = 0
            player.void = 0
            player.past = 0
            player.before = 0
        self.undealt = self.equipment.deck
        self.dealt = 0
        self.gone = 0
        self.trick = 0
        self.drafts = 0
        self.spaces = NO_SPACES
        self.opener = NONE
        self.leader = NONE
        self.due = OMEGUMI_DECK

    def lead(self) -> float:
        return 6.0  # points, for State.outlooks; not the lead of a trick
