"""Faults in events."""

# mypy: disable-error-code="misc"

from broken_games.faults import BrokenPond
from chabudai.kernel.bits import bit
from chabudai.kernel.event import Event
from chabudai.kernel.state import NONE

EVENT_LEAK = "an event must show a viewer nothing that its view"


class TellsTheDealtCard(BrokenPond, clause=EVENT_LEAK):
    def tell(self, event: Event) -> None:
        super().tell(Event("dealt", event.seat, event.secret) if event.name == "dealt" else event)


class TellsTheLaidCardToSeat1(BrokenPond, clause=EVENT_LEAK):
    def tell(self, event: Event) -> None:
        audience = event.audience | bit(1) if event.name == "laid" else event.audience
        super().tell(Event(event.name, event.seat, event.values, event.secret, audience))


class TellsACardOfTheDeck(BrokenPond, clause=EVENT_LEAK):
    def tell(self, event: Event) -> None:
        super().tell(Event("shown", NONE, self.deck[-1:]) if event.name == "went" else event)


class TellsAnUndeclaredEvent(BrokenPond, clause="every event must be declared"):
    def tell(self, event: Event) -> None:
        super().tell(Event("whispered", event.seat, []) if event.name == "went" else event)


class TellsAValueWithoutAWord(BrokenPond, clause="must have words"):
    def tell(self, event: Event) -> None:
        super().tell(Event("went", event.seat, [NONE]) if event.name == "went" else event)


class TellsWithoutListening(BrokenPond, clause="must have no events unless it is `listening`"):
    def commit(self, seat: int, action: int) -> None:
        super().commit(seat, action)
        self.tell(Event("shuffled", NONE, []))


class PlaysDifferentlyWhenListening(BrokenPond, clause="`listening` must not affect the position"):
    def commit(self, seat: int, action: int) -> None:
        super().commit(seat, action)
        self.to_show += self.listening
