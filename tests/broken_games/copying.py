"""Faults in copies of a state."""

# mypy: disable-error-code="misc"

from broken_games.faults import BrokenPond
from chabudai.kernel.state import State

ALONE = "a state changes by steps of its own alone"


class SharesTheDeck(BrokenPond, complaint=ALONE):
    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        assert isinstance(other, SharesTheDeck)
        self.deck = other.deck


class SharesAGuest(BrokenPond, complaint=ALONE):
    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        assert isinstance(other, SharesAGuest)
        self.guests[1] = other.guests[1]


class CountsWhatIsAsked(BrokenPond, complaint=ALONE):
    def score(self, seat: int) -> int:
        self.to_show += 1
        return super().score(seat)


class BlanksTheOriginal(BrokenPond, complaint=ALONE):
    def seen_by(self, seat: int, recall: bool) -> State:
        view = super().seen_by(seat, recall)
        self.held_over = [1]
        return view


class ForgetsToCopy(BrokenPond, complaint="`copy_from` makes a used state equal to another"):
    def copy_from(self, other: State) -> None:
        shuffles = self.shuffles
        super().copy_from(other)
        self.shuffles = shuffles


class AddsToTheCopy(BrokenPond, complaint="`copy_from` makes a used state equal to another"):
    def copy_from(self, other: State) -> None:
        pile = self.pile
        super().copy_from(other)
        self.pile = pile + self.pile


class ForgetsAField(BrokenPond, complaint="`fields` names every attribute"):
    def fields(self) -> tuple[str, ...]:
        return tuple(name for name in super().fields() if name != "shuffles")


class SetsAnAttributeLater(BrokenPond, complaint="`fields` names every attribute"):
    def commit(self, seat: int, action: int) -> None:
        self.latest = action
        super().commit(seat, action)
