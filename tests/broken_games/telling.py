"""Faults in events."""

# mypy: disable-error-code="misc"

from broken_games.faults import BrokenPond
from chabudai.kernel.bits import bit
from chabudai.kernel.event import Event
from chabudai.kernel.state import NONE

SHOWN = "an event shows a viewer nothing that its view"


class TellsTheDealtCard(BrokenPond, complaint=SHOWN):
    def tell(self, event: Event) -> None:
        super().tell(Event("dealt", event.seat, event.secret) if event.name == "dealt" else event)


class TellsTheLaidCardToSeat1(BrokenPond, complaint=SHOWN):
    def tell(self, event: Event) -> None:
        audience = event.audience | bit(1) if event.name == "laid" else event.audience
        super().tell(Event(event.name, event.seat, event.values, event.secret, audience))


class TellsACardOfTheDeck(BrokenPond, complaint=SHOWN):
    def tell(self, event: Event) -> None:
        super().tell(Event("shown", NONE, self.deck[-1:]) if event.name == "went" else event)


class TellsAnUndeclaredEvent(BrokenPond, complaint="every event is declared"):
    def tell(self, event: Event) -> None:
        super().tell(Event("whispered", event.seat, []) if event.name == "went" else event)


class TellsWhatHasNoWord(BrokenPond, complaint="can be told in words"):
    def tell(self, event: Event) -> None:
        super().tell(Event("went", event.seat, [NONE]) if event.name == "went" else event)


class TellsThoughNobodyListens(BrokenPond, complaint="when nobody listens there are no events"):
    def commit(self, seat: int, action: int) -> None:
        super().commit(seat, action)
        self.tell(Event("shuffled", NONE, []))


class PlaysByWhoListens(BrokenPond, complaint="whether anybody listens"):
    def commit(self, seat: int, action: int) -> None:
        super().commit(seat, action)
        self.to_show += self.listening
