"""What choices in Ameno Kirifuda are worth to a seat, from what it knows.

The weights were found by letting seats that differ in one of them play thousands of games against each other.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.ameno_kirifuda.equipment import ANY, cards_of, lengthening, longest_line, row
from chabudai.games.ameno_kirifuda.rules import DISCARD, DONE, DRAFT, PLACE, PUSH, ROUNDS, TO, Ameno
from chabudai.kernel.bits import bit, count, has, lowest, shifted
from chabudai.kernel.judging import POINT, Judgement
from chabudai.kernel.state import NONE
from chabudai.kernel.tricks import after

SURE: Final[i64] = 256
"""Chances are counted in 256ths."""

# ---- Cards -----------------------------------------------------------------------------------------------------------

WIN: Final[i64] = 256
"""A trick won, whatever the stone does: it is kept from the others, and the lead comes with it."""
LAST: Final[i64] = 512
"""The last stone in hand: the next trick won would be a Bachiatari."""
BACHIATARI: Final[i64] = 192
"""Each point that the stones on the board make before a Bachiatari."""
PROMISE: Final[i64] = 128
"""Each point of an Omegumi card that one more stone brings nearer, shared among the stones that it lacks."""
SPENT: Final[i64] = 48
"""Each rank of a card that might win another trick."""


def _misses(players: int) -> bytes:
    """For each number of unseen cards: the chance that one other seat has none of them."""
    others = players - 1
    return bytes([255 * (others - 1) ** n // others**n for n in range(33)])


_MISSES_OF_3: Final = _misses(3)
_MISSES_OF_4: Final = _misses(4)


@final
@mypyc_attr(acyclic=True)
class CardsJudged(Judgement):
    """What each card of a hand is worth now: the trick, if it wins, against what the card may win later.

    Cards are judged season by season, so what a season's cards have in common is reckoned once for them all.
    """

    def __init__(self, state: Ameno, seat: i64) -> None:
        self.state: Ameno = state
        self.seat: i64 = seat
        player = state.seats[seat]
        self.in_hand: i64 = player.stones
        self.stones: i64 = count(player.board)
        self.line: i64 = longest_line(player.board)
        self.longer: i64 = lengthening(player.board, self.line)
        """The spaces that would make the line longer."""
        unseen = state.rules.deck & ~state.gone & ~player.hand
        for i in range(state.rules.players):
            card = state.seats[i].played
            if card >= 0:
                unseen &= ~bit(card)
        self.unseen: i64 = unseen
        """The cards that the others may hold, as far as the seat knows."""
        self.season: i64 = NONE
        self.win: i64 = 0
        """What winning with a card of this season is worth."""
        self.trump: bool = False
        self.unable: i64 = 0
        """How likely one of the others cannot follow."""
        self.no_trump: i64 = 0
        """How likely one of the others has no trump."""
        self.unknown: i64 = 0
        self.ruffing: i64 = 0
        self.tame: i64 = 0
        """How many are still to play of whom nothing is known, who cannot follow, and who have no trump."""

    def worth(self, choice: i64) -> i64:
        spent: i64 = (choice & 7) * SPENT
        if self.in_hand == 0:
            spent = -spent  # without a stone, high cards are a danger
        if not self.beats(choice):
            return -spent
        if choice >> 3 != self.season:
            self.turn_to(choice >> 3)
        return (self.win_chance(choice) * self.win >> 8) - spent

    def beats(self, card: i64) -> bool:
        """Whether a card would win the trick as it lies now (AK-21)."""
        best = self.state.best
        if best < 0:
            return True
        if card >> 3 == best >> 3:
            return card > best
        return card >> 3 == (self.state.led + 1) & 3

    def turn_to(self, season: i64) -> None:
        """Reckon what all cards of a season have in common."""
        state = self.state
        self.season = season
        self.win = self.win_worth(season)
        led = state.led
        if led < 0:
            led = season
        trump = (led + 1) & 3
        self.trump = season == trump
        players = state.rules.players
        misses = _MISSES_OF_4 if players == 4 else _MISSES_OF_3
        self.unable = misses[count(self.unseen & cards_of(led))]
        self.no_trump = misses[count(self.unseen & cards_of(trump))]
        self.unknown = 0
        self.ruffing = 0
        self.tame = 0
        other = after(self.seat, players)
        while other != state.leader:
            lacks = state.seats[other].void
            if lacks == 0:
                self.unknown += 1
            elif has(lacks, trump):
                if not has(lacks, led):
                    self.tame += 1
            elif has(lacks, led):
                self.ruffing += 1
            else:
                self.unknown += 1
            other = after(other, players)

    def win_chance(self, card: i64) -> i64:
        """The chance that a card of the season turned to wins, if those who follow beat it whenever they can."""
        if self.unknown + self.ruffing + self.tame == 0:
            return SURE
        misses = _MISSES_OF_4 if self.state.rules.players == 4 else _MISSES_OF_3
        no_higher: i64 = misses[count((self.unseen & cards_of(self.season)) >> (card + 1))]
        against_ruffing = self.no_trump
        against_tame = no_higher
        against_unknown = no_higher - self.unable + (self.unable * self.no_trump >> 8)
        if self.trump:
            against_ruffing = no_higher
            against_tame = SURE
            against_unknown = SURE - (self.unable * (SURE - no_higher) >> 8)
        chance: i64 = SURE
        for i in range(self.unknown):
            chance = chance * against_unknown >> 8
        for i in range(self.ruffing):
            chance = chance * against_ruffing >> 8
        for i in range(self.tame):
            chance = chance * against_tame >> 8
        return chance

    def win_worth(self, season: i64) -> i64:
        """What winning the trick with a card of this season is worth."""
        if self.in_hand == 0:
            return -self.stones * self.line * BACHIATARI
        worth: i64 = WIN + self.line * POINT + promised(self.state, self.seat, season)
        if self.lengthens(season):
            worth += (self.stones + 1) * POINT
        if self.in_hand == 1:
            worth -= LAST
        return worth

    def lengthens(self, season: i64) -> bool:
        """Whether a stone in this season can make the line longer."""
        room = self.state.free & row(season)
        if room == 0:
            room = row(season)  # a stone is pushed out of any space (AK-23)
        return room & self.longer != 0


def promised(state: Ameno, seat: i64, season: i64) -> i64:
    """What one more stone in this season is worth to a seat by its Omegumi cards that are not scored yet."""
    player = state.seats[seat]
    left = player.omegumi & ~player.scored
    if left == 0:
        return 0
    lying = count(player.board & row(season))
    worth: i64 = 0
    while left:
        omegumi = lowest(left)
        left &= left - 1
        need: i64 = state.rules.needs[omegumi * 4 + season]
        points: i64 = state.rules.points[omegumi]
        if need == lying:
            worth -= points * PROMISE
        elif need != ANY and need > lying:
            worth += points * PROMISE // (need - lying)
    return worth


# ---- Stones ----------------------------------------------------------------------------------------------------------

OPEN: Final[i64] = 64
"""A line of four in which no other seat has a stone, times the square of the own stones in it."""
BLOCK: Final[i64] = 32
"""A line of four of another seat alone, which a stone closes, times the square of the stones in it."""
MOVED: Final[i64] = 512
"""An own stone that has to leave its place."""
HARM: Final[i64] = 128
"""Each point that another seat loses."""

_ROW: Final[i64] = 0xF
_COLUMN: Final[i64] = 0x1111
_FALLING: Final[i64] = 0x8421
_RISING: Final[i64] = 0x1248


@final
@mypyc_attr(acyclic=True)
class StonesJudged(Judgement):
    """What spaces are worth: for a stone to lie on, to be pushed from or to, or to be taken back from."""

    def __init__(self, state: Ameno, seat: i64) -> None:
        self.state: Ameno = state
        self.seat: i64 = seat

    def worth(self, choice: i64) -> i64:
        phase = self.state.first
        if phase == PLACE:
            return self.placed(choice, self.state.free)
        if phase == PUSH:
            return self.pushed(choice)
        if phase == TO:
            return self.set_down(choice)
        return self.taken_back(choice)

    def placed(self, space: i64, free: i64) -> i64:
        """The points of the seat's stones with one on this space, and the lines that it opens or closes."""
        board = self.state.seats[self.seat].board & ~bit(space)
        worth = (count(board) + 1) * longest_line(board | bit(space)) * POINT
        worth += self.in_line(board, free, shifted(_ROW, space & 12))
        worth += self.in_line(board, free, shifted(_COLUMN, space & 3))
        if has(_FALLING, space):
            worth += self.in_line(board, free, _FALLING)
        if has(_RISING, space):
            worth += self.in_line(board, free, _RISING)
        return worth

    def in_line(self, board: i64, free: i64, line: i64) -> i64:
        """What one more stone is worth in a line of four that has room for it."""
        taken = line & ~free
        mine = line & board
        if taken == mine:
            stones = count(mine) + 1
            return stones * stones * OPEN
        if mine == 0:
            for i in range(self.state.rules.players):
                if line & self.state.seats[i].board == taken:
                    stones = count(taken)
                    return stones * stones * BLOCK
        return 0

    def pushed(self, space: i64) -> i64:
        """What it is worth to take the place of the stone on this space, which moves to a later season."""
        left = bit(space)
        worth = self.placed(space, self.state.free | left)
        owner = self.owner(space)
        if owner == self.seat:
            return worth - MOVED
        board = self.state.seats[owner].board
        return worth + count(board) * (longest_line(board) - longest_line(board ^ left)) * HARM

    def set_down(self, space: i64) -> i64:
        """What it is worth that the pushed stone goes to this space; the seat's own stone takes the place it left."""
        left = bit(self.state.pushed)
        owner = self.owner(self.state.pushed)
        board = self.state.seats[owner].board
        moved = board ^ left | bit(space)
        if owner == self.seat:
            return (count(board) + 1) * longest_line(moved | left) * POINT
        return -count(board) * longest_line(moved) * HARM

    def taken_back(self, space: i64) -> i64:
        """What the stones that stay are worth, and the better for it the less the one on this space did."""
        board = self.state.seats[self.seat].board ^ bit(space)
        return count(board) * longest_line(board) * POINT - self.placed(space, self.state.free | bit(space)) // 4

    def owner(self, space: i64) -> i64:
        """Whose stone lies on a space that is not free."""
        owner: i64 = 0
        while not has(self.state.seats[owner].board, space):
            owner += 1
        return owner


# ---- Omegumi cards ---------------------------------------------------------------------------------------------------

STONE: Final[i64] = 1280
"""One more stone in hand."""
WINS: Final[i64] = 2
"""The tricks that a seat is sure to win in a round; a stone beyond these is worth half as much, the next a quarter."""

_STRONG: Final[i64] = 0xF0F0F0F0
"""The cards from 5 to 8."""


@final
@mypyc_attr(acyclic=True)
class OmegumiJudged(Judgement):
    """What Omegumi cards are worth: to be drafted, or to be given up for a stone."""

    def __init__(self, state: Ameno, seat: i64) -> None:
        self.state: Ameno = state
        self.seat: i64 = seat

    def worth(self, choice: i64) -> i64:
        if self.state.first == DRAFT:
            return self.kept(choice)
        if choice == DONE - DISCARD:
            return 0
        return self.stone() - self.kept(choice)

    def kept(self, omegumi: i64) -> i64:
        """What a card is worth by how far the stones are from what it asks for, and the hand from winning them."""
        player = self.state.seats[self.seat]
        points: i64 = self.state.rules.points[omegumi]
        worth: i64 = points * POINT
        if has(player.scored, omegumi):
            return worth
        for season in range(4):
            need: i64 = self.state.rules.needs[omegumi * 4 + season]
            if need != ANY:
                lacking = need - count(player.board & row(season))
                if lacking < 0:
                    worth = worth >> 3
                elif lacking == 0:
                    worth = worth * 3 >> 2
                elif count(player.hand & cards_of(season) & _STRONG) >= lacking:
                    worth = worth * 3 >> (1 + lacking)
                else:
                    worth = worth >> (1 + lacking)
        return worth

    def stone(self) -> i64:
        """What one more stone in hand is worth, before the first trick of a round."""
        beyond = self.state.seats[self.seat].stones - WINS * (ROUNDS - self.state.part)
        if beyond > 1:
            return STONE >> 2
        if beyond > 0:
            return STONE >> 1
        return STONE
