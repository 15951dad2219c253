"""Faults in copies of a state."""

# mypy: disable-error-code="misc"

from broken_games.faults import BrokenPond
from chabudai.kernel.state import State

NO_SIDE_EFFECTS = "a state must change only by its own steps"


class SharesTheDeck(BrokenPond, clause=NO_SIDE_EFFECTS):
    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        assert isinstance(other, SharesTheDeck)
        self.deck = other.deck


class SharesAPlayer(BrokenPond, clause=NO_SIDE_EFFECTS):
    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        assert isinstance(other, SharesAPlayer)
        self.seats[1] = other.seats[1]


class ChangesWhenScored(BrokenPond, clause=NO_SIDE_EFFECTS):
    def score(self, seat: int) -> int:
        self.to_show += 1
        return super().score(seat)


class ChangesWhenSeen(BrokenPond, clause=NO_SIDE_EFFECTS):
    def seen_by(self, seat: int, recall: bool) -> State:
        view = super().seen_by(seat, recall)
        self.held_over = [1]
        return view


class ForgetsToCopy(BrokenPond, clause="`copy_from` must make any state equal"):
    def copy_from(self, other: State) -> None:
        shuffles = self.shuffles
        super().copy_from(other)
        self.shuffles = shuffles


class AddsToTheCopy(BrokenPond, clause="`copy_from` must make any state equal"):
    def copy_from(self, other: State) -> None:
        pile = self.pile
        super().copy_from(other)
        self.pile = pile + self.pile


class ForgetsAField(BrokenPond, clause="`fields` must list every attribute"):
    def fields(self) -> tuple[str, ...]:
        return tuple(name for name in super().fields() if name != "shuffles")


class SetsAnAttributeLater(BrokenPond, clause="`fields` must list every attribute"):
    def commit(self, seat: int, action: int) -> None:
        self.latest = action
        super().commit(seat, action)
