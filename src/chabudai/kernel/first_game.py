"""The guided first game that a game may declare: a fixed opening, and a lesson at each decision."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from chabudai.kernel.message import Message
from chabudai.kernel.state import State

OwnState_contra = TypeVar("OwnState_contra", bound=State, contravariant=True)

LEARNER = 0
"""The learner's seat in a guided game."""


@dataclass(frozen=True)
class Lesson:
    """What the guided game says at a decision: a message from the text table `lesson`.

    `chapter` is the id of the chapter of the rules that the lesson is about.
    """

    message: Message
    chapter: str


@dataclass(frozen=True, kw_only=True)
class FirstGame(Generic[OwnState_contra]):
    """A guided game for a new player, who has seat 0; bots have the other seats.

    `teach` takes the learner's view whenever the learner must choose, and explains the choice and what matters now.
    `chance` fixes the opening in the notation of `records.fixed_chance`, and `options` sets options of the game.
    Everything else, including the bots, is seeded with `seed`, so that every learner starts the same game.
    """

    players: int
    teach: Callable[[OwnState_contra], Lesson]
    chance: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 1
