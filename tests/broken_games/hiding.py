"""Faults in views: leaks."""

# mypy: disable-error-code="misc"

from broken_games.faults import BrokenPond
from chabudai.kernel.state import SPECTATOR
from example_game.rules import GO


class ShowsDealtCards(BrokenPond, complaint="what an event keeps secret from a viewer, its views do not show"):
    def blank(self) -> None:
        kinds = [guest.dealt.kind for guest in self.guests]
        super().blank()
        for guest, kind in zip(self.guests, kinds, strict=True):
            guest.dealt.kind = kind


class ShowsLaidCardsToSeat1(BrokenPond, complaint="imagination draws all possible worlds and no others"):
    def blank(self) -> None:
        kinds = [guest.laid for guest in self.guests]
        super().blank()
        for guest, kind in zip(self.guests, kinds, strict=True):
            guest.laid = kind if self.viewer == 1 else guest.laid


class ShowsPlacesTooEarly(BrokenPond, complaint="hidden from those who have yet to choose"):
    def blank(self) -> None:
        places = [guest.place for guest in self.guests]
        super().blank()
        for guest, place in zip(self.guests, places, strict=True):
            guest.place = place


class ShowsTheDeck(BrokenPond, complaint="an imagined world looks to the viewer as the true one does"):
    def blank(self) -> None:
        deck = list(self.deck)
        super().blank()
        self.deck = deck


class ShowsSpectatorsMore(BrokenPond, complaint="what a spectator sees everybody sees"):
    def blank(self) -> None:
        kind = self.guests[0].drawn.kind
        super().blank()
        if self.viewer == SPECTATOR:
            self.guests[0].drawn.kind = kind


class ShowsTheForgetfulMore(BrokenPond, complaint="a view can be blanked again, and further"):
    def blank(self) -> None:
        kind = self.reflection.kind
        super().blank()
        if not self.recall:
            self.reflection.kind = kind


class OffersByTheDeck(BrokenPond, complaint="legal actions depend only on what the seat knows"):
    def choices(self, seat: int) -> int:
        return 1 if self.first == GO and self.deck[-1:] == [2] else super().choices(seat)


class GlimpsesTheLaidCard(BrokenPond, complaint="only what the observer can tell apart"):
    def glimpse(self, observer: int, seat: int, choice: int) -> int:
        return choice


class OpensTheDeckToSearch(BrokenPond, complaint="only what the observer can tell apart"):
    def chance_open(self, observer: int) -> bool:
        return True


class KeepsTheQuickToTheirChoice(BrokenPond, complaint="`reopen` takes a view back"):
    def reopen(self) -> None:
        pass
