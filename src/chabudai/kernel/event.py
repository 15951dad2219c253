"""Events: what a step of a game did, for logs, animations and tests."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import has

EVERYBODY: Final[i64] = 0x3FFFFFFFFFFFFFFF
"""The audience of an event without secrets: all seats and spectators."""


@final
@mypyc_attr(acyclic=True)
class Event:
    """Something that happened: an event name, a seat (-1 for none), public values, and secret values.

    `values` are numbers from the vocabularies that the game declares for this event (`Game.events`). `secret` holds
    further numbers that only the seats in `audience` see; the list is empty for everybody else. Events are immutable.
    """

    def __init__(
        self, name: str, seat: i64, values: list[int], secret: list[int] | None = None, audience: i64 = EVERYBODY
    ) -> None:
        self.name: Final = name
        self.seat: Final[i64] = seat
        self.values: Final = values
        self.secret: Final[list[int]] = [] if secret is None else secret
        self.audience: Final[i64] = audience

    def seen_by(self, viewer: i64) -> "Event":
        """Return the event as this seat sees it. A spectator never sees secrets."""
        if not self.secret or (viewer >= 0 and has(self.audience, viewer)):
            return self
        return Event(self.name, self.seat, self.values, [], self.audience)

    def as_json(self) -> list[object]:
        """Return the event as plain values."""
        return [self.name, self.seat, list(self.values), list(self.secret), self.audience]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash((self.name, self.seat, tuple(self.values), tuple(self.secret), self.audience))

    def __repr__(self) -> str:
        return f"Event({self.name!r}, {self.seat}, {self.values}, {self.secret}, {self.audience:#x})"

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.name, self.seat, self.values, self.secret, self.audience)
