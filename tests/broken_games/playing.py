"""Faults in moves, chance and scores."""

# mypy: disable-error-code="misc"

from broken_games.faults import BrokenPond
from chabudai.kernel.bits import bit, has
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.rng import Rng
from example_game.rules import GO, POND


class AcceptsAnyPlace(BrokenPond, complaint="an illegal move is refused"):
    def apply(self, seat: int, action: int) -> None:
        if self.first == GO and self.waiting:
            self.step()
            self.commit(seat % 2, GO + action % 2)
        else:
            super().apply(seat, action)


class ChangesBeforeItRefuses(BrokenPond, complaint="a refused move changes nothing"):
    def apply(self, seat: int, action: int) -> None:
        self.taker = seat % 2
        super().apply(seat, action)


class RefusesWhatIsLegal(BrokenPond, complaint="a game goes on by any possible step"):
    def apply(self, seat: int, action: int) -> None:
        if self.first == GO and action == GO + POND:
            raise IllegalMove("nobody goes to the pond")
        super().apply(seat, action)


class RefusesWithAnErrorOfItsOwn(BrokenPond, complaint="an illegal move is refused"):
    def apply(self, seat: int, action: int) -> None:
        if not self.is_legal(seat, action):
            raise ValueError("no")
        super().apply(seat, action)


class AcceptsAnyOutcome(BrokenPond, complaint="an outcome that cannot come is refused"):
    def settle(self, outcome: int) -> None:
        self.step()
        self.turn_up(outcome if has(self.odds(), outcome % 3) else self.deck[0])


class HasNoChoice(BrokenPond, complaint="a seat has choices"):
    def choices(self, seat: int) -> int:
        return 0 if self.part == 1 and self.first == GO else super().choices(seat)


class WaitsWhileChanceIsDue(BrokenPond, complaint="exactly one of these"):
    def turn_up(self, outcome: int) -> None:
        super().turn_up(outcome)
        self.waiting |= bit(0)


class WeighsNothing(BrokenPond, complaint="each with a weight of 1 or more"):
    def weight(self, outcome: int) -> int:
        return self.deck.count(outcome) - 1


class NeverEnds(BrokenPond, complaint="a game comes to an end"):
    def commit(self, seat: int, action: int) -> None:
        if self.part == 0:
            super().commit(seat, action)


class ServesTheLastToChoose(BrokenPond, complaint="the order in which seats choose at once makes no difference"):
    def commit(self, seat: int, action: int) -> None:
        last = self.first == GO and self.waiting == bit(seat)
        super().commit(seat, action)
        if last:
            self.guests[seat].points += 1


class BindsTheOthers(BrokenPond, complaint="the order in which seats choose at once makes no difference"):
    def choices(self, seat: int) -> int:
        if self.first == GO and any(guest.place == POND for guest in self.guests):
            return bit(0)
        return super().choices(seat)


class ResolvesFromAnotherStream(BrokenPond, complaint="`resolve` draws the same"):
    def resolve(self, rng: Rng) -> None:
        rng.word()
        super().resolve(rng)


class ResolvesTooMuch(BrokenPond, complaint="`resolve` draws the same"):
    def resolve(self, rng: Rng) -> None:
        super().resolve(rng)
        rng.word()


class ResolvesTooLittle(BrokenPond, complaint="`resolve` draws the same"):
    def resolve(self, rng: Rng) -> None:
        self.turn_up(self.draw(rng))


class ScoresOutOfBounds(BrokenPond, complaint="final scores are within the declared bounds"):
    def score(self, seat: int) -> int:
        return super().score(seat) + (100 if self.over() else 0)


class CountsPartsDown(BrokenPond, complaint="`part` never decreases"):
    def commit(self, seat: int, action: int) -> None:
        super().commit(seat, action)
        if self.over():
            self.part = 0


class HasNoWinner(BrokenPond, complaint="somebody wins"):
    def winners(self) -> int:
        return 0


class DividesSides(BrokenPond, complaint="sides divide the seats"):
    def sides(self, seat: int) -> int:
        return bit(0) | bit(seat)


class HopesForTooMuch(BrokenPond, complaint="outlook is from 0 to 1"):
    def outlooks(self) -> list[float]:
        return [0.75] * self.setup.players


class KeepsWhatIsNoCard(BrokenPond, complaint="a record replayed gives the same position"):
    def undrawn(self, event: int) -> list[int]:
        return [99]
