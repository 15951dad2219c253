"""How good a choice in Ameno Kirifuda is for a seat, given what it knows.

Worths are in units of 1/POINT of a point. The weights were tuned one at a time, over thousands of games between seats
that differed in that weight.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.ameno_kirifuda.equipment import ANY, ROUNDS, cards_of, row
from chabudai.games.ameno_kirifuda.phases import DISCARD, DONE, DRAFT, MOVE_TO, PLACE, PUSH
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.scoring import lengthening_spaces, longest_line
from chabudai.kernel.bits import bit, count, has, lowest, shifted
from chabudai.kernel.judgement import POINT, Judgement
from chabudai.kernel.state import NONE
from chabudai.kernel.tricks import next_seat

CERTAIN: Final[i64] = 256
"""Probability 1: probabilities are in 256ths."""

# ---- Cards -----------------------------------------------------------------------------------------------------------

WIN: Final[i64] = 256
"""For winning a trick at all: it denies the others a stone and gains the lead."""
LAST_STONE: Final[i64] = 512
"""Cost of placing the last stone in hand: the next trick won would be a Bachiatari."""
BACHIATARI: Final[i64] = 192
"""Cost of a Bachiatari for each point that the stones on the board make."""
PROGRESS: Final[i64] = 128
"""For each point of an Omegumi card that a stone helps to meet, divided by the stones it still needs in that season.

If the season already has exactly as many stones as the card requires (AK-4), one more costs the full amount.
"""
RANK_SPENT: Final[i64] = 48
"""Cost of playing a card, for each rank above 1: a higher card is more likely to win a later trick."""


def _misses(players: int) -> bytes:
    """Return the probability that a given other seat holds none of n unseen cards, for each n.

    Probability 1 is 255 here, because an entry is a byte.
    """
    others = players - 1
    return bytes([255 * (others - 1) ** n // others**n for n in range(33)])


_MISSES_OF_3: Final = _misses(3)
_MISSES_OF_4: Final = _misses(4)


@final
@mypyc_attr(acyclic=True)
class CardJudgement(Judgement):
    """Judges cards: the trick that a card may win now, against what the card may win later.

    Cards are judged season by season, so that what a season's cards have in common is computed once.
    """

    def __init__(self, state: Ameno, seat: i64) -> None:
        self.state: Ameno = state
        self.seat: i64 = seat
        player = state.seats[seat]
        self.in_hand: i64 = player.stones
        """The number of the seat's stones in hand."""
        self.on_board: i64 = count(player.board)
        """The number of the seat's stones on the board."""
        self.line: i64 = longest_line(player.board)
        """The length of the seat's longest line."""
        self.longer: i64 = lengthening_spaces(player.board, self.line)
        """The spaces that would extend the line."""
        unseen = state.equipment.deck & ~state.gone & ~player.hand
        for i in range(state.equipment.players):
            card = state.seats[i].played
            if card >= 0:
                unseen &= ~bit(card)
        self.unseen: i64 = unseen
        """The cards that the other seats may hold, as far as the seat knows."""
        self.season: i64 = NONE
        """The season last passed to `select_season`; the fields below belong to it."""
        self.win: i64 = 0
        """The value of winning with a card of the season."""
        self.trump: bool = False
        """Whether the season is trump."""
        self.unable: i64 = 0
        """The probability that another seat cannot follow."""
        self.no_trump: i64 = 0
        """The probability that another seat has no trump."""
        self.unknown: i64 = 0
        """The number of seats still to play that have shown no void in the led season or in trump."""
        self.ruffing: i64 = 0
        """The number of seats still to play that cannot follow but may hold trump."""
        self.trumpless: i64 = 0
        """The number of seats still to play that lack trump but may follow."""

    def worth(self, choice: i64) -> i64:
        spent: i64 = (choice & 7) * RANK_SPENT
        if self.in_hand == 0:
            spent = -spent  # without a stone, high cards are a danger
        if not self.beats(choice):
            return -spent
        if choice >> 3 != self.season:
            self.select_season(choice >> 3)
        return (self.win_probability(choice) * self.win >> 8) - spent

    def beats(self, card: i64) -> bool:
        """Check whether a card beats the cards played so far (AK-21)."""
        best = self.state.best
        if best < 0:
            return True
        if card >> 3 == best >> 3:
            return card > best
        return card >> 3 == (self.state.led + 1) & 3

    def select_season(self, season: i64) -> None:
        """Compute what all cards of a season have in common."""
        state = self.state
        self.season = season
        self.win = self.win_worth(season)
        led = state.led
        if led < 0:
            led = season
        trump = (led + 1) & 3
        self.trump = season == trump
        players = state.equipment.players
        misses = _MISSES_OF_4 if players == 4 else _MISSES_OF_3
        self.unable = misses[count(self.unseen & cards_of(led))]
        self.no_trump = misses[count(self.unseen & cards_of(trump))]
        self.unknown = 0
        self.ruffing = 0
        self.trumpless = 0
        later_seat = next_seat(self.seat, players)
        while later_seat != state.leader:
            lacks = state.seats[later_seat].void
            if lacks == 0:
                self.unknown += 1
            elif has(lacks, trump):
                if not has(lacks, led):
                    self.trumpless += 1
            elif has(lacks, led):
                self.ruffing += 1
            else:
                self.unknown += 1
            later_seat = next_seat(later_seat, players)

    def win_probability(self, card: i64) -> i64:
        """Return the probability that a card of the selected season wins if later seats beat it when they can."""
        if self.unknown + self.ruffing + self.trumpless == 0:
            return CERTAIN
        misses = _MISSES_OF_4 if self.state.equipment.players == 4 else _MISSES_OF_3
        no_higher: i64 = misses[count((self.unseen & cards_of(self.season)) >> (card + 1))]
        against_ruffing = self.no_trump
        against_trumpless = no_higher
        against_unknown = no_higher - self.unable + (self.unable * self.no_trump >> 8)
        if self.trump:
            against_ruffing = no_higher
            against_trumpless = CERTAIN
            against_unknown = CERTAIN - (self.unable * (CERTAIN - no_higher) >> 8)
        probability: i64 = CERTAIN
        for i in range(self.unknown):
            probability = probability * against_unknown >> 8
        for i in range(self.ruffing):
            probability = probability * against_ruffing >> 8
        for i in range(self.trumpless):
            probability = probability * against_trumpless >> 8
        return probability

    def win_worth(self, season: i64) -> i64:
        """Return the value of winning the trick with a card of this season."""
        if self.in_hand == 0:
            return -self.on_board * self.line * BACHIATARI
        worth: i64 = WIN + self.line * POINT + progress_worth(self.state, self.seat, season)
        if self.lengthens(season):
            worth += (self.on_board + 1) * POINT
        if self.in_hand == 1:
            worth -= LAST_STONE
        return worth

    def lengthens(self, season: i64) -> bool:
        """Check whether a stone in this season can extend the line."""
        room = self.state.free & row(season)
        if room == 0:
            room = row(season)  # a stone can be pushed out of any space (AK-23)
        return room & self.longer != 0


def progress_worth(state: Ameno, seat: i64, season: i64) -> i64:
    """Return what one more stone in this season is worth to a seat for its unscored Omegumi cards."""
    player = state.seats[seat]
    left = player.omegumi & ~player.scored
    if left == 0:
        return 0
    present = count(player.board & row(season))
    worth: i64 = 0
    while left:
        omegumi = lowest(left)
        left &= left - 1
        need: i64 = state.equipment.needs[omegumi * 4 + season]
        points: i64 = state.equipment.points[omegumi]
        if need == present:
            worth -= points * PROGRESS
        elif need != ANY and need > present:
            worth += points * PROGRESS // (need - present)
    return worth


# ---- Stones ----------------------------------------------------------------------------------------------------------

OPEN: Final[i64] = 64
"""For a line of four without other seats' stones, times the square of the seat's stones in it with the new one."""
BLOCK: Final[i64] = 32
"""For blocking a line of four that holds one other seat's stones only, times the square of their number."""
OWN_STONE_PUSHED: Final[i64] = 512
"""Cost of pushing out a stone of the seat's own."""
HARM: Final[i64] = 128
"""For each point of another seat's stones: the gain if a push takes it away, the cost if it remains."""

_ROW: Final[i64] = 0xF
_COLUMN: Final[i64] = 0x1111
_FALLING: Final[i64] = 0x8421
_RISING: Final[i64] = 0x1248


@final
@mypyc_attr(acyclic=True)
class StoneJudgement(Judgement):
    """Judges the spaces for placing, pushing, moving or taking back a stone."""

    def __init__(self, state: Ameno, seat: i64) -> None:
        self.state: Ameno = state
        self.seat: i64 = seat

    def worth(self, choice: i64) -> i64:
        phase = self.state.first
        if phase == PLACE:
            return self.place_worth(choice, self.state.free)
        if phase == PUSH:
            return self.push_worth(choice)
        if phase == MOVE_TO:
            return self.move_worth(choice)
        return self.take_back_worth(choice)

    def place_worth(self, space: i64, free: i64) -> i64:
        """Return the points with a stone on this space, plus the value of the lines it builds or blocks."""
        board = self.state.seats[self.seat].board & ~bit(space)
        worth = (count(board) + 1) * longest_line(board | bit(space)) * POINT
        worth += self.line_worth(board, free, shifted(_ROW, space & 12))
        worth += self.line_worth(board, free, shifted(_COLUMN, space & 3))
        if has(_FALLING, space):
            worth += self.line_worth(board, free, _FALLING)
        if has(_RISING, space):
            worth += self.line_worth(board, free, _RISING)
        return worth

    def line_worth(self, board: i64, free: i64, line: i64) -> i64:
        """Return the value of one more stone in a line of four that has room for it."""
        taken = line & ~free
        mine = line & board
        if taken == mine:
            stones = count(mine) + 1
            return stones * stones * OPEN
        if mine == 0:
            for i in range(self.state.equipment.players):
                if line & self.state.seats[i].board == taken:
                    stones = count(taken)
                    return stones * stones * BLOCK
        return 0

    def push_worth(self, space: i64) -> i64:
        """Return the value of pushing out the stone on this space and taking its place."""
        vacated = bit(space)
        worth = self.place_worth(space, self.state.free | vacated)
        owner = self.owner(space)
        if owner == self.seat:
            return worth - OWN_STONE_PUSHED
        board = self.state.seats[owner].board
        return worth + count(board) * (longest_line(board) - longest_line(board ^ vacated)) * HARM

    def move_worth(self, space: i64) -> i64:
        """Return the value of moving the pushed stone to this space; the seat's new stone takes the vacated one."""
        vacated = bit(self.state.pushed)
        owner = self.owner(self.state.pushed)
        board = self.state.seats[owner].board
        moved = board ^ vacated | bit(space)
        if owner == self.seat:
            return (count(board) + 1) * longest_line(moved | vacated) * POINT
        return -count(board) * longest_line(moved) * HARM

    def take_back_worth(self, space: i64) -> i64:
        """Return the points of the stones that stay, less a quarter of what a stone on this space is worth."""
        board = self.state.seats[self.seat].board ^ bit(space)
        return count(board) * longest_line(board) * POINT - self.place_worth(space, self.state.free | bit(space)) // 4

    def owner(self, space: i64) -> i64:
        """Return the owner of the stone on a space."""
        owner: i64 = 0
        while not has(self.state.seats[owner].board, space):
            owner += 1
        return owner


# ---- Omegumi cards ---------------------------------------------------------------------------------------------------

STONE: Final[i64] = 1280
"""For one more stone in hand."""
EXPECTED_WINS: Final[i64] = 2
"""The tricks that a seat can expect to win in a round.

Up to one stone more than the tricks expected in the remaining rounds, a stone is worth STONE; the next is worth half of
that, any further one a quarter.
"""

_STRONG: Final[i64] = 0xF0F0F0F0
"""The cards 5 to 8 of every season."""


@final
@mypyc_attr(acyclic=True)
class OmegumiJudgement(Judgement):
    """Judges Omegumi cards to draft, or to discard for a stone."""

    def __init__(self, state: Ameno, seat: i64) -> None:
        self.state: Ameno = state
        self.seat: i64 = seat

    def worth(self, choice: i64) -> i64:
        if self.state.first == DRAFT:
            return self.keep_worth(choice)
        if choice == DONE - DISCARD:
            return 0
        return self.stone_worth() - self.keep_worth(choice)

    def keep_worth(self, omegumi: i64) -> i64:
        """Return the value of keeping a card, from the stones it still needs and the strength of the hand."""
        player = self.state.seats[self.seat]
        points: i64 = self.state.equipment.points[omegumi]
        worth: i64 = points * POINT
        if has(player.scored, omegumi):
            return worth
        for season in range(4):
            need: i64 = self.state.equipment.needs[omegumi * 4 + season]
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

    def stone_worth(self) -> i64:
        """Return the value of one more stone in hand before the first trick of a round."""
        beyond = self.state.seats[self.seat].stones - EXPECTED_WINS * (ROUNDS - self.state.part)
        if beyond > 1:
            return STONE >> 2
        if beyond > 0:
            return STONE >> 1
        return STONE
