"""The rules of Ameno Kirifuda. Clauses (AK-n) are those of docs/rules/ameno_kirifuda.md.

Cards are numbered season × 8 + rank - 1, spaces season × 4 + column, Omegumi cards season × 4 + (1, 2, 3 or 0 stones
asked for, in that order). A phase is known by its first action.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import below, bit, count, has, lowest, member, members, shifted
from chabudai.kernel.event import Event
from chabudai.kernel.piece import Piece
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.kernel.state import NONE, State
from chabudai.kernel.worlds import Worlds

ROUNDS: Final[i64] = 2
HAND: Final[i64] = 8
OMEGUMI_CARDS: Final[i64] = 16
SPACES: Final[i64] = 16
STONES: Final[i64] = 7
GIVEN_BACK: Final[i64] = 3

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
ACTIONS: Final[i64] = 129

SPRING_1: Final[i64] = 0
ANY: Final[i64] = 255
"""In a condition of an Omegumi card: any number of stones."""

_SEASON: Final[i64] = 0xFF
_ROW: Final[i64] = 0xF
_BOARD: Final[i64] = 0xFFFF
_NOT_FIRST_COLUMN: Final[i64] = 0xEEEE
_NOT_LAST_COLUMN: Final[i64] = 0x7777


@final
class AmenoSetup(Setup):
    """Cards, stones and tricks for so many players (AK-1, AK-3, AK-25), and the Omegumi cards (AK-4)."""

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        super().__init__(players, options, tables, overridden)
        ranks: i64 = 8
        stones: i64 = 3
        tricks: i64 = 8
        if players == 3:
            ranks = 6
            stones = 4
            if options["tricks_3p"] == 6:
                tricks = 6
        season = below(ranks)
        self.deck: Final[i64] = season | shifted(season, 8) | shifted(season, 16) | shifted(season, 24)
        self.cards: Final[i64] = 4 * ranks
        self.stones: Final[i64] = stones
        self.tricks: Final[i64] = tricks
        self.turned_up: Final[i64] = 2 * self.players
        rows = list(tables["omegumi"].values())
        self.needs: Final = bytes([ANY if need < 0 else need for row in rows for need in row[:4]])
        self.points: Final = bytes([row[4] for row in rows])

    def start(self) -> "Ameno":
        return Ameno(self)


@final
@mypyc_attr(acyclic=True)
class Player(Piece):
    """What belongs to a seat: cards, stones, Omegumi cards, and what is known of its hand."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.played: i64 = NONE
        self.void: i64 = 0
        self.stones: i64 = 0
        self.supply: i64 = 0
        self.board: i64 = 0
        self.omegumi: i64 = 0
        self.scored: i64 = 0

    def fields(self) -> tuple[str, ...]:
        return ("hand", "played", "void", "stones", "supply", "board", "omegumi", "scored")

    def copy_from(self, other: "Player") -> None:
        """Become a copy of the other."""
        self.hand = other.hand
        self.played = other.played
        self.void = other.void
        self.stones = other.stones
        self.supply = other.supply
        self.board = other.board
        self.omegumi = other.omegumi
        self.scored = other.scored


@final
class Ameno(State):
    """A position of Ameno Kirifuda; `part` counts the finished rounds."""

    def __init__(self, setup: AmenoSetup) -> None:
        super().__init__(setup)
        self.rules: AmenoSetup = setup
        self.seats: list[Player] = []
        for i in range(setup.players):
            player = Player()
            player.stones = setup.stones
            player.supply = STONES - setup.stones
            self.seats.append(player)
        self.unturned: i64 = below(OMEGUMI_CARDS)
        self.turned: i64 = 0
        self.face_up: i64 = 0
        self.undealt: i64 = setup.deck
        self.dealt: i64 = 0
        self.free: i64 = below(SPACES)
        self.opener: i64 = NONE
        self.leader: i64 = NONE
        self.drafts: i64 = 0
        self.trick: i64 = 0
        self.led: i64 = NONE
        self.best: i64 = NONE
        self.winner: i64 = NONE
        self.gone: i64 = 0
        self.pushed: i64 = NONE
        self.owed: i64 = 0
        self.due = OMEGUMI

    def fields(self) -> tuple[str, ...]:
        return (
            "seats", "unturned", "turned", "face_up", "undealt", "dealt", "free", "opener", "leader", "drafts",
            "trick", "led", "best", "winner", "gone", "pushed", "owed",
        )  # fmt: skip

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Ameno)
        self.copy_base(other)
        self.rules = other.rules
        for seat in range(self.rules.players):
            self.seats[seat].copy_from(other.seats[seat])
        self.unturned = other.unturned
        self.turned = other.turned
        self.face_up = other.face_up
        self.undealt = other.undealt
        self.dealt = other.dealt
        self.free = other.free
        self.opener = other.opener
        self.leader = other.leader
        self.drafts = other.drafts
        self.trick = other.trick
        self.led = other.led
        self.best = other.best
        self.winner = other.winner
        self.gone = other.gone
        self.pushed = other.pushed
        self.owed = other.owed

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
                player = self.seats[seat]
                hand = player.hand
                left = self.rules.cards - self.dealt
                for i in range(HAND * (seat + 1) - self.dealt):
                    card = bit(member(undealt, rng.below(left - i)))
                    undealt ^= card
                    hand |= card
                player.hand = hand
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
            if self.led < 0:
                return hand
            follow = hand & shifted(_SEASON, self.led * 8)  # AK-20
            return follow if follow else hand
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
        season = card >> 3
        if self.listening:
            self.tell(Event("played", seat, [card]))
        if self.led < 0:
            self.led = season
            self.best = card
            self.winner = seat
        else:
            if season != self.led:
                player.void |= bit(self.led)
            if season == self.best >> 3:
                if card > self.best:
                    self.best = card
                    self.winner = seat
            elif season == (self.led + 1) & 3:  # AK-21: the next season beats the led one
                self.best = card
                self.winner = seat
        following: i64 = seat + 1
        if following == self.rules.players:
            following = 0
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
        while self.free & row(season) == 0:
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
        """Score the Omegumi cards whose conditions hold (AK-30); then the next round, which keeps all but the cards (AK-31)."""
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
        self.undealt = self.rules.deck
        self.dealt = 0
        self.gone = 0
        self.trick = 0
        self.drafts = 0
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

    # ---- Hidden information ------------------------------------------------------------------------------------------

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat holds: known to all."""
        size = self.dealt - HAND * seat
        size = HAND if size > HAND else size
        if size <= 0:
            return 0
        size -= self.trick
        return size if self.seats[seat].played < 0 else size - 1

    def blank(self) -> None:
        self.undealt = 0
        if not self.recall:
            self.unturned = 0  # which Omegumi cards are still to come tells which were discarded
            if not self.over():
                self.gone = 0  # AK-26
        for seat in range(self.rules.players):
            player = self.seats[seat]
            if seat != self.viewer:
                player.hand = 0
            if not self.recall:
                player.void = 0
                if player.played >= 0 and player.played >> 3 != self.led:
                    player.void = bit(self.led)

    def worlds(self) -> Worlds:
        """Hands by seat; then the undealt cards, or those played before if they cannot be looked at; then, likewise, Omegumi
        cards to come and those discarded. Who did not follow lacks that season; Spring 1 was dealt to the opener."""
        players = self.rules.players
        unseen = self.rules.deck & ~self.gone
        turned: i64 = self.face_up
        room: list[int] = []
        for seat in range(players):
            player = self.seats[seat]
            unseen &= ~player.hand
            turned |= player.omegumi
            if player.played >= 0:
                unseen &= ~bit(player.played)
            room.append(0 if seat == self.viewer else self.hand_size(seat))
        room.append(count(unseen) - sum(room))
        hidden_omegumi = below(OMEGUMI_CARDS) & ~turned & ~self.unturned
        if not self.recall:
            room.append(OMEGUMI_CARDS - self.turned)
            room.append(count(hidden_omegumi) - (OMEGUMI_CARDS - self.turned))
        worlds = Worlds(room)
        pile = bit(players)
        if has(unseen, SPRING_1) and self.opener >= 0:
            worlds.put([SPRING_1], bit(self.opener) | pile)
            unseen &= ~bit(SPRING_1)
        for season in range(4):
            holders: i64 = pile
            for seat in range(players):
                if not has(self.seats[seat].void, season):
                    holders |= bit(seat)
            worlds.put(members(unseen & shifted(_SEASON, season * 8)), holders)
        if not self.recall:
            worlds.put([omegumi + 32 for omegumi in members(hidden_omegumi)], shifted(pile, 1) | shifted(pile, 2))
        return worlds

    def fill(self, worlds: Worlds, rng: Rng) -> None:
        players = self.rules.players
        worlds.deal(rng)
        for seat in range(players):
            if seat != self.viewer:
                self.seats[seat].hand = worlds.held_mask(seat)
        if self.due >= 0:
            self.undealt = worlds.held_mask(players)
        elif not self.recall and not self.over():
            self.gone = worlds.held_mask(players)
        if not self.recall:
            self.unturned = worlds.held_mask(players + 1) >> 32


def row(season: i64) -> i64:
    """The four spaces of a season (AK-2)."""
    return shifted(_ROW, season * 4)


def longest_line(board: i64) -> i64:
    """The longest unbroken line of stones in a row, a column or a diagonal of the board (AK-32)."""
    longest = _run(board, 1, _NOT_LAST_COLUMN)
    longest = max(longest, _run(board, 4, _BOARD))
    longest = max(longest, _run(board, 5, _NOT_LAST_COLUMN))
    return max(longest, _run(board, 3, _NOT_FIRST_COLUMN))


def _run(board: i64, step: i64, onward: i64) -> i64:
    """The longest line whose spaces are `step` apart; `onward` are the spaces that such a step may start from."""
    length: i64 = 0
    ends = board
    while ends:
        length += 1
        ends = shifted(ends & onward, step) & board
    return length
