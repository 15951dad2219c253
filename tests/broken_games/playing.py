"""Faults in moves, chance and scores."""

# mypy: disable-error-code="misc"

from broken_games.faults import BrokenPond
from chabudai.kernel.bits import bit, has
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.rng import Rng
from example_game.phases import GO, TO_POND


class AcceptsAnyPlace(BrokenPond, clause="an illegal move must be refused"):
    def apply(self, seat: int, action: int) -> None:
        if self.first == GO and self.waiting:
            self.step()
            self.commit(seat % 2, GO + action % 2)
        else:
            super().apply(seat, action)


class ChangesBeforeItRefuses(BrokenPond, clause="a refused move must change nothing"):
    def apply(self, seat: int, action: int) -> None:
        self.taker = seat % 2
        super().apply(seat, action)


class RefusesALegalMove(BrokenPond, clause="a game must accept every step that it declares possible"):
    def apply(self, seat: int, action: int) -> None:
        if self.first == GO and action == GO + TO_POND:
            raise IllegalMove("nobody goes to the pond")
        super().apply(seat, action)


class RefusesWithAnotherError(BrokenPond, clause="an illegal move must be refused"):
    def apply(self, seat: int, action: int) -> None:
        if not self.is_legal(seat, action):
            raise ValueError("no")
        super().apply(seat, action)


class AcceptsAnyOutcome(BrokenPond, clause="an impossible outcome must be refused"):
    def settle(self, outcome: int) -> None:
        self.step()
        self.turn_up(outcome if has(self.possible_outcomes(), outcome % 3) else self.deck[0])


class HasNoChoice(BrokenPond, clause="a seat must have choices"):
    def choices(self, seat: int) -> int:
        return 0 if self.part == 1 and self.first == GO else super().choices(seat)


class WaitsWhileChanceIsDue(BrokenPond, clause="exactly one must hold"):
    def turn_up(self, outcome: int) -> None:
        super().turn_up(outcome)
        self.waiting |= bit(0)


class GivesOutcomesNoWeight(BrokenPond, clause="each with a weight of at least 1"):
    def weight(self, outcome: int) -> int:
        return self.deck.count(outcome) - 1


class NeverEnds(BrokenPond, clause="a game must end"):
    def commit(self, seat: int, action: int) -> None:
        if self.part == 0:
            super().commit(seat, action)


class RewardsTheLastToChoose(BrokenPond, clause="the order of simultaneous choices must not matter"):
    def commit(self, seat: int, action: int) -> None:
        last = self.first == GO and self.waiting == bit(seat)
        super().commit(seat, action)
        if last:
            self.seats[seat].points += 1


class RestrictsLaterChoices(BrokenPond, clause="the order of simultaneous choices must not matter"):
    def choices(self, seat: int) -> int:
        if self.first == GO and any(player.place == TO_POND for player in self.seats):
            return bit(0)
        return super().choices(seat)


class ResolvesFromAnotherStream(BrokenPond, clause="`resolve` must draw the same outcomes"):
    def resolve(self, rng: Rng) -> None:
        rng.word()
        super().resolve(rng)


class ResolvesTooMuch(BrokenPond, clause="`resolve` must draw the same outcomes"):
    def resolve(self, rng: Rng) -> None:
        super().resolve(rng)
        rng.word()


class ResolvesTooLittle(BrokenPond, clause="`resolve` must draw the same outcomes"):
    def resolve(self, rng: Rng) -> None:
        self.turn_up(self.draw(rng))


class ScoresOutOfBounds(BrokenPond, clause="final scores must be within the declared bounds"):
    def score(self, seat: int) -> int:
        return super().score(seat) + (100 if self.over() else 0)


class CountsPartsDown(BrokenPond, clause="`part` must never decrease"):
    def commit(self, seat: int, action: int) -> None:
        super().commit(seat, action)
        if self.over():
            self.part = 0


class HasNoWinner(BrokenPond, clause="at least one side must win"):
    def winners(self) -> int:
        return 0


class HasInconsistentSides(BrokenPond, clause="sides must partition the seats"):
    def sides(self, seat: int) -> int:
        return bit(0) | bit(seat)


class HasTooHighOutlooks(BrokenPond, clause="outlook must be from 0 to 1"):
    def outlooks(self) -> list[float]:
        return [0.75] * self.setup.players


class RecordsAnUnknownCard(BrokenPond, clause="replaying a record must give the same position"):
    def undrawn(self, chance: int) -> list[int]:
        return [99]
