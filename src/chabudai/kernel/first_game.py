"""The guided first game that a game may offer: a fixed opening, and a lesson at each decision."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from chabudai.kernel.message import Message
from chabudai.kernel.state import State

OwnState_contra = TypeVar("OwnState_contra", bound=State, contravariant=True)

LEARNER = 0
"""The seat that a guided game is for."""


@dataclass(frozen=True)
class Lesson:
    """What to say at a decision: one or two sentences of the table `lesson`, and the chapter of the rules about it."""

    message: Message
    chapter: str


@dataclass(frozen=True, kw_only=True)
class FirstGame(Generic[OwnState_contra]):
    """A game for somebody who has never played it: the learner has seat 0, bots the others.

    `teach` is asked on the learner's view whenever the learner has to choose; it says what is being chosen and what
    matters now. `chance` fixes the opening, as `records.fixed_chance` reads it; what it leaves open comes from `seed`,
    from which the bots take theirs too, so that everybody begins the same game.
    """

    players: int
    teach: Callable[[OwnState_contra], Lesson]
    chance: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 1
