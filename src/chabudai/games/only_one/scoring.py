"""The scoring of Only One Collection: points and winners (OO-30 to OO-33), with familiars and teams (OO-50, OO-60)."""

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
from chabudai.games.only_one.position import Position
from chabudai.kernel.bits import bit, has, lowest
from chabudai.kernel.event import Event
from chabudai.kernel.state import NONE

SIXTEEN_POINTS: Final[i64] = 16
"""The score at which `sixteen` ends the scoring."""
WINDFALL_BONUS: Final[i64] = 3
"""The bonus points from one kind that trigger `windfall`."""
POWER_POINTS: Final[i64] = 2
"""The extra points of `encore` and `windfall`."""


@final
@mypyc_attr(acyclic=True)
class KindResult:
    """The scoring of one kind: its winner, and where the winner's points come from."""

    def __init__(self) -> None:
        self.kind: i64 = 0
        self.holder: i64 = NONE
        """The holder of the start token before this kind was scored."""
        self.winner: i64 = NONE
        self.number: i64 = 0
        """The number of cards of this kind that the winner has."""
        self.tied: i64 = 0
        """The bit mask of seats with that many cards, including the winner; 0 if nobody has a card."""
        self.discarded: i64 = 0
        """The bonus for the cards of this kind in the discard."""
        self.right: i64 = 0
        """The bonus for the right neighbor's cards of this kind."""
        self.encore: i64 = 0
        self.windfall: i64 = 0

    def reset(self, kind: i64, holder: i64) -> None:
        """Reset for the next kind."""
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
        """Return the winner's points from this kind."""
        return 1 + self.discarded + self.right + self.encore + self.windfall if self.winner >= 0 else 0


@final
@mypyc_attr(acyclic=True)
class ScoreTally:
    """A scoring in progress: each seat's points and potions, and the holder of the start token."""

    def __init__(self, equipment: Equipment, seats: list[Player], powers: bool, token: i64) -> None:
        self.equipment: Equipment = equipment
        self.seats: list[Player] = seats
        self.powers: bool = powers
        """Whether familiars have their powers yet: from the second round on (OO-50)."""
        self.token: i64 = token
        self.points: list[int] = []
        self.potions: list[int] = []
        self.sixteen: i64 = NONE
        """The seat whose power `sixteen` ended the scoring, or NONE."""
        for seat in range(equipment.players):
            self.points.append(0)
            self.potions.append(0)

    def sides(self, seat: i64) -> i64:
        """Return the bit mask of seats that share this seat's score, including itself (OO-60)."""
        return bit(seat) | bit(seat ^ 2) if self.equipment.teams else bit(seat)

    def count_up(self, discard: Cards, results: list[KindResult] | None) -> None:
        """Score special cards, then each kind in order, until `sixteen` ends the scoring.

        If `results` is given, append the result of each kind to it.
        """
        for seat in range(self.equipment.players):
            self.points[seat] = self.seats[seat].points + self.special_points(seat)
        self._check_sixteen()
        result = KindResult()
        for kind in range(EGG):
            if self.sixteen >= 0:
                return
            if self.equipment.plays_with(kind):
                result.reset(kind, self.token)
                self._score_kind(result, discard)
                if results is not None:
                    results.append(result)
                    result = KindResult()
                self._check_sixteen()

    def special_points(self, seat: i64) -> i64:
        """Count 1 point for each special card, and the icons of a familiar (OO-30, OO-50)."""
        player = self.seats[seat]
        points = player.cards.specials()
        return points + self.equipment.icons[player.familiar] if player.familiar >= 0 else points

    def _score_kind(self, result: KindResult, discard: Cards) -> None:
        """Give the potion to the seat with the most cards (OO-31).

        Of tied seats, the holder of the start token wins, or else the first one clockwise from the holder.
        """
        players = self.equipment.players
        kind = result.kind
        seat = self.token
        for i in range(players):
            number = self.seats[seat].cards.count_of(kind)
            if number > result.number:
                result.number = number
                result.winner = seat
                result.tied = 0
            if number == result.number:
                result.tied |= bit(seat)
            seat = seat + 1 if seat + 1 < players else 0
        winner = result.winner
        if winner < 0:
            result.tied = 0
            return
        right = winner - 1 if winner > 0 else players - 1  # OO-11
        result.right = self.seats[right].cards.count_of(kind)
        if players > 2:  # OO-40
            result.discarded = discard.count_of(kind)
        if self.has_power(winner, ENCORE) and self.token == winner:
            result.encore = POWER_POINTS
        if self.has_power(winner, WINDFALL) and result.discarded + result.right >= WINDFALL_BONUS:
            result.windfall = POWER_POINTS
        self.token = winner
        self.potions[winner] += 1
        self.points[winner] += result.points()

    def _check_sixteen(self) -> None:
        if self.equipment.familiars:
            for seat in range(self.equipment.players):
                if self.has_power(seat, SIXTEEN) and self._side_total(self.points, seat) >= SIXTEEN_POINTS:
                    self.sixteen = seat

    def has_power(self, seat: i64, power: i64) -> bool:
        """Check whether a seat has this power and it works already."""
        return self.powers and self.seats[seat].familiar == power

    def _side_total(self, numbers: list[int], seat: i64) -> i64:
        """Add up the numbers of a seat's side."""
        total: i64 = numbers[seat]
        return total + numbers[seat ^ 2] if self.equipment.teams else total

    def winners(self) -> i64:
        """Return the winners as a bit mask: by points, the crown, potions, then the start token (OO-32, OO-60)."""
        best = self.leaders(self.points, bit(self.equipment.players) - 1)
        for seat in range(self.equipment.players):
            if has(best, seat) and self.has_power(seat, CROWN):
                return self.sides(seat)
        best = self.leaders(self.potions, best)
        seat = self.token
        while not has(best, seat):
            seat = seat + 1 if seat + 1 < self.equipment.players else 0
        return self.sides(seat)

    def leaders(self, numbers: list[int], seats: i64) -> i64:
        """Return which of the seats have the highest total of their side, as a bit mask."""
        best: i64 = 0
        most: i64 = -1
        left = seats
        while left:
            seat = lowest(left)
            left &= left - 1
            total = self._side_total(numbers, seat)
            if total > most:
                most = total
                best = 0
            if total == most:
                best |= bit(seat)
        return best


class Scoring(Position):
    """A position with its points and winners: final, or as if the game ended now."""

    def score_game(self) -> None:
        """Score the finished game (OO-25, OO-30 to OO-32)."""
        results: list[KindResult] | None = [] if self.listening else None
        tally = self.tally(results)
        for seat in range(self.equipment.players):
            player = self.seats[seat]
            player.total = tally.points[seat]
            player.potions = tally.potions[seat]
        self.holder = tally.token
        if results is not None:
            self._tell_scoring(tally, results)

    def tally(self, results: list[KindResult] | None = None) -> ScoreTally:
        """Score what has been collected so far, with the start token where it is now.

        If `results` is given, append the result of each kind to it.
        """
        tally = ScoreTally(self.equipment, self.seats, self.part > 0, self.token if self.token >= 0 else 0)
        tally.count_up(self.discard, results)
        return tally

    def _tell_scoring(self, tally: ScoreTally, results: list[KindResult]) -> None:
        for seat in range(self.equipment.players):
            self.tell(Event("special_points", seat, [tally.special_points(seat)]))
        for result in results:
            if result.winner < 0:
                continue
            self.tell(Event("potion", result.winner, [result.kind, result.number]))
            if result.discarded:
                self.tell(Event("discard_bonus", result.winner, [result.kind, result.discarded]))
            if result.right:
                self.tell(Event("right_bonus", result.winner, [result.kind, result.right]))
            if result.encore:
                self.tell(Event("encore", result.winner, [result.encore]))
            if result.windfall:
                self.tell(Event("windfall", result.winner, [result.windfall]))
        if tally.sixteen >= 0:
            self.tell(Event("sixteen", tally.sixteen, []))

    def standing(self) -> ScoreTally:
        """Return the points, potions and start token: final or, before the end, as if the game ended now."""
        if not self.over():
            return self.tally()
        tally = ScoreTally(self.equipment, self.seats, True, self.holder)
        for seat in range(self.equipment.players):
            tally.points[seat] = self.seats[seat].total
            tally.potions[seat] = self.seats[seat].potions
        return tally

    def score(self, seat: i64) -> i64:
        return self.seats[seat].total if self.over() else self.tally().points[seat]

    def scores(self) -> list[int]:
        return self.standing().points

    def winners(self) -> i64:
        return self.standing().winners()

    def sides(self, seat: i64) -> i64:
        return bit(seat) | bit(seat ^ 2) if self.equipment.teams else bit(seat)  # OO-60

    def lead(self) -> float:
        return 5.0  # points, for State.outlooks
