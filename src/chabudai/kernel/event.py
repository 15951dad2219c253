"""What a step did, in a form that logs, animations and tests can tell."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import has

EVERYBODY: Final[i64] = 0x3FFFFFFFFFFFFFFF
"""The audience of an event without secrets: every seat, and spectators too."""


@final
@mypyc_attr(acyclic=True)
class Event:
    """Something that happened: its name, its seat (-1 for none), what everybody sees of it, and what a few see.

    `values` are numbers from the vocabularies that the game declares for this name (`Game.events`). `secret` are
    further such numbers, seen only by the seats of `audience`; for everybody else the list is empty. Events are never
    changed.
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
        """The event as this seat sees it (a spectator is no seat, and sees no secret)."""
        if not self.secret or (viewer >= 0 and has(self.audience, viewer)):
            return self
        return Event(self.name, self.seat, self.values, [], self.audience)

    def as_json(self) -> list[object]:
        """The event as plain values."""
        return [self.name, self.seat, list(self.values), list(self.secret), self.audience]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash((self.name, self.seat, tuple(self.values), tuple(self.secret), self.audience))

    def __repr__(self) -> str:
        return f"Event({self.name!r}, {self.seat}, {self.values}, {self.secret}, {self.audience:#x})"

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.name, self.seat, self.values, self.secret, self.audience)
