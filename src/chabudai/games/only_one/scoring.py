"""How a game of Only One Collection is scored: OO-30 to OO-33, with familiars and teams."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.games.only_one.equipment import (
    CROWN,
    EGG,
    ENCORE,
    SIXTEEN,
    WINDFALL,
    Cards,
    Equipment,
    Player,
)
from chabudai.kernel.bits import bit, has, lowest
from chabudai.kernel.state import NONE

ENOUGH: Final[i64] = 16
"""The points at which `sixteen` ends the scoring."""
MANY: Final[i64] = 3
"""The bonus points for one kind that are a `windfall`."""
EXTRA: Final[i64] = 2
"""What `encore` and `windfall` add."""


@final
@mypyc_attr(acyclic=True)
class KindStep:
    """What became of one kind: who has most, and all that it brings."""

    def __init__(self) -> None:
        self.kind: i64 = 0
        self.holder: i64 = NONE
        """Who held the start token before."""
        self.winner: i64 = NONE
        self.number: i64 = 0
        """The cards of the winner, and of all who have as many."""
        self.tied: i64 = 0
        self.discarded: i64 = 0
        self.right: i64 = 0
        self.encore: i64 = 0
        self.windfall: i64 = 0

    def begin(self, kind: i64, holder: i64) -> None:
        """Take up the next kind."""
        self.kind = kind
        self.holder = holder
        self.winner = NONE
        self.number = 0
        self.tied = 0
        self.discarded = 0
        self.right = 0
        self.encore = 0
        self.windfall = 0

    def points(self) -> i64:
        """All points that the winner has from this kind."""
        return 1 + self.discarded + self.right + self.encore + self.windfall if self.winner >= 0 else 0


@final
@mypyc_attr(acyclic=True)
class Tally:
    """Points and potions of each seat, and who holds the start token, as the scoring goes on."""

    def __init__(self, rules: Equipment, seats: list[Player], powers: bool, token: i64) -> None:
        self.rules: Equipment = rules
        self.seats: list[Player] = seats
        self.powers: bool = powers
        """Whether the powers of familiars work: from the second round on (OO-50)."""
        self.token: i64 = token
        self.points: list[int] = []
        self.potions: list[int] = []
        self.sixteen: i64 = NONE
        """Whose score has ended the scoring."""
        for seat in range(rules.players):
            self.points.append(0)
            self.potions.append(0)

    def side(self, seat: i64) -> i64:
        """The seats whose points are added up with those of this one (OO-60)."""
        return bit(seat) | bit(seat ^ 2) if self.rules.teams else bit(seat)

    def count_up(self, discard: Cards, steps: list[KindStep] | None) -> None:
        """Score from the start: special cards, then kind after kind; the steps are kept if there is a list for them."""
        for seat in range(self.rules.players):
            self.points[seat] = self.seats[seat].points + self.special_points(seat)
        self._look_for_sixteen()
        step = KindStep()
        for kind in range(EGG):
            if self.sixteen >= 0:
                return
            if self.rules.plays_with(kind):
                step.begin(kind, self.token)
                self._score_kind(step, discard)
                if steps is not None:
                    steps.append(step)
                    step = KindStep()
                self._look_for_sixteen()

    def special_points(self, seat: i64) -> i64:
        """A point for each special card, and for the icons of a familiar (OO-30, OO-50)."""
        player = self.seats[seat]
        points = player.cards.specials()
        return points + self.rules.icons[player.familiar] if player.familiar >= 0 else points

    def _score_kind(self, step: KindStep, discard: Cards) -> None:
        """Most cards of a kind, or of those who have most the first from the token on, win its potion (OO-31)."""
        players = self.rules.players
        kind = step.kind
        seat = self.token
        for i in range(players):
            number = self.seats[seat].cards.number(kind)
            if number > step.number:
                step.number = number
                step.winner = seat
                step.tied = 0
            if number == step.number:
                step.tied |= bit(seat)
            seat = seat + 1 if seat + 1 < players else 0
        winner = step.winner
        if winner < 0:
            step.tied = 0
            return
        right = winner - 1 if winner > 0 else players - 1  # OO-11
        step.right = self.seats[right].cards.number(kind)
        if players > 2:  # OO-40
            step.discarded = discard.number(kind)
        if self.has_power(winner, ENCORE) and self.token == winner:
            step.encore = EXTRA
        if self.has_power(winner, WINDFALL) and step.discarded + step.right >= MANY:
            step.windfall = EXTRA
        self.token = winner
        self.potions[winner] += 1
        self.points[winner] += step.points()

    def _look_for_sixteen(self) -> None:
        if self.rules.familiars:
            for seat in range(self.rules.players):
                if self.has_power(seat, SIXTEEN) and self._together(self.points, seat) >= ENOUGH:
                    self.sixteen = seat

    def has_power(self, seat: i64, power: i64) -> bool:
        """Whether a power works for a seat."""
        return self.powers and self.seats[seat].familiar == power

    def _together(self, numbers: list[int], seat: i64) -> i64:
        """The numbers of a side added up."""
        total: i64 = numbers[seat]
        return total + numbers[seat ^ 2] if self.rules.teams else total

    def winners(self) -> i64:
        """Most points, then the crown, then most potions, then the nearest to the start token (OO-32, OO-60)."""
        best = self.ahead(self.points, bit(self.rules.players) - 1)
        for seat in range(self.rules.players):
            if has(best, seat) and self.has_power(seat, CROWN):
                return self.side(seat)
        best = self.ahead(self.potions, best)
        seat = self.token
        while not has(best, seat):
            seat = seat + 1 if seat + 1 < self.rules.players else 0
        return self.side(seat)

    def ahead(self, numbers: list[int], seats: i64) -> i64:
        """Those of the seats whose side has most."""
        best: i64 = 0
        most: i64 = -1
        left = seats
        while left:
            seat = lowest(left)
            left &= left - 1
            total = self._together(numbers, seat)
            if total > most:
                most = total
                best = 0
            if total == most:
                best |= bit(seat)
        return best
