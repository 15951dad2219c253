"""Faults that reveal secrets: in views, in legal actions, and in what search sees."""

# mypy: disable-error-code="misc"

from broken_games.faults import BrokenPond
from chabudai.kernel.state import SPECTATOR
from example_game.phases import GO


class ShowsDealtCards(BrokenPond, clause="what an event hides from a viewer, its views must hide too"):
    def blank(self) -> None:
        kinds = [player.dealt.kind for player in self.seats]
        super().blank()
        for player, kind in zip(self.seats, kinds, strict=True):
            player.dealt.kind = kind


class ShowsLaidCardsToSeat1(BrokenPond, clause="must draw every possible world, and no others"):
    def blank(self) -> None:
        kinds = [player.laid for player in self.seats]
        super().blank()
        for player, kind in zip(self.seats, kinds, strict=True):
            player.laid = kind if self.viewer == 1 else player.laid


class ShowsPlacesTooEarly(BrokenPond, clause="hidden from seats that have not chosen yet"):
    def blank(self) -> None:
        places = [player.place for player in self.seats]
        super().blank()
        for player, place in zip(self.seats, places, strict=True):
            player.place = place


class ShowsTheDeck(BrokenPond, clause="an imagined world must look to the viewer exactly like the true one"):
    def blank(self) -> None:
        deck = list(self.deck)
        super().blank()
        self.deck = deck


class ShowsSpectatorsMore(BrokenPond, clause="a view must contain everything that a spectator sees"):
    def blank(self) -> None:
        kind = self.seats[0].drawn.kind
        super().blank()
        if self.viewer == SPECTATOR:
            self.seats[0].drawn.kind = kind


class ShowsMoreWithoutRecall(BrokenPond, clause="blanking a view again"):
    def blank(self) -> None:
        kind = self.reflection.kind
        super().blank()
        if not self.recall:
            self.reflection.kind = kind


class OffersChoicesByTheDeck(BrokenPond, clause="legal actions must depend only on what the seat knows"):
    def choices(self, seat: int) -> int:
        return 1 if self.first == GO and self.deck[-1:] == [2] else super().choices(seat)


class GlimpsesTheLaidCard(BrokenPond, clause="must not distinguish what the observer cannot distinguish"):
    def glimpse(self, observer: int, seat: int, choice: int) -> int:
        return choice


class OpensTheDeckToSearch(BrokenPond, clause="must not distinguish what the observer cannot distinguish"):
    def chance_open(self, observer: int) -> bool:
        return True


class ReopensNothing(BrokenPond, clause="`reopen` must take a view back"):
    def reopen(self) -> None:
        pass
