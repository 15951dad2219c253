"""What a position of Only One Collection is worth: the final scoring, and the same at any time as if it ended now."""

from mypy_extensions import i64

from chabudai.games.only_one.position import Position
from chabudai.games.only_one.scoring import KindStep, Tally
from chabudai.kernel.bits import bit
from chabudai.kernel.event import Event


class Reckoning(Position):
    """A position that can be counted up."""

    def count_up(self) -> None:
        """The 1 has been taken: the game is scored and over (OO-25, OO-30 to OO-32)."""
        steps: list[KindStep] | None = [] if self.listening else None
        tally = self.tally(steps)
        for seat in range(self.rules.players):
            player = self.seats[seat]
            player.total = tally.points[seat]
            player.potions = tally.potions[seat]
        self.holder = tally.token
        if steps is not None:
            self._tell_scoring(tally, steps)

    def tally(self, steps: list[KindStep] | None = None) -> Tally:
        """The scoring of what has been collected so far, from the start token's holder on."""
        tally = Tally(self.rules, self.seats, self.part > 0, self.token if self.token >= 0 else 0)
        tally.count_up(self.discard, steps)
        return tally

    def _tell_scoring(self, tally: Tally, steps: list[KindStep]) -> None:
        for seat in range(self.rules.players):
            self.tell(Event("special_points", seat, [tally.special_points(seat)]))
        for step in steps:
            if step.winner < 0:
                continue
            self.tell(Event("potion", step.winner, [step.kind, step.number]))
            if step.discarded:
                self.tell(Event("discard_bonus", step.winner, [step.kind, step.discarded]))
            if step.right:
                self.tell(Event("right_bonus", step.winner, [step.kind, step.right]))
            if step.encore:
                self.tell(Event("encore", step.winner, [step.encore]))
            if step.windfall:
                self.tell(Event("windfall", step.winner, [step.windfall]))
        if tally.sixteen >= 0:
            self.tell(Event("sixteen", tally.sixteen, []))

    def standing(self) -> Tally:
        """Points, potions and the start token: at the end the final ones, before that as if the game ended now."""
        if not self.over():
            return self.tally()
        tally = Tally(self.rules, self.seats, True, self.holder)
        for seat in range(self.rules.players):
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
        return bit(seat) | bit(seat ^ 2) if self.rules.teams else bit(seat)  # OO-60

    def lead(self) -> float:
        return 5.0
