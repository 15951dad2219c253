"""Settings of an environment: rewards, truncation, illegal actions."""

from dataclasses import dataclass
from typing import Literal, get_args

from chabudai.kernel.errors import ChabudaiError

Rewards = Literal["end", "parts"]
Illegal = Literal["raise", "end"]
RenderMode = Literal["ansi", "human"]

RENDER_MODES: list[RenderMode] = ["ansi", "human"]


class BadEnvSettings(ChabudaiError):
    """The settings of an environment are invalid."""


@dataclass(frozen=True)
class EnvSettings:
    """The settings that an environment adds to the rules.

    `rewards`: `end` gives each seat the utility of the finished game (`State.utility`); `parts` gives it the change of
    its outlook after each part, which adds up to the utility minus the outlook at the start. `max_decisions`: a game is
    truncated after this many choices, because some matches have no fixed number of parts; simultaneous choices are
    completed first. `illegal`: with `raise`, an illegal action raises IllegalMove and changes nothing; with `end`, it
    ends the game for all, with `penalty` as the reward of the seat that tried it.
    """

    rewards: Rewards = "end"
    max_decisions: int = 10_000
    illegal: Illegal = "raise"
    penalty: float = -1.0

    def __post_init__(self) -> None:
        _check("rewards", self.rewards, get_args(Rewards))
        _check("illegal", self.illegal, get_args(Illegal))
        check_number("max_decisions", self.max_decisions)


def check_number(name: str, number: object) -> None:
    """Check that a setting is a positive integer."""
    if not isinstance(number, int) or number < 1:
        raise BadEnvSettings(f"{name} must be a positive integer, not {number!r}")


def check_render_mode(mode: str | None) -> None:
    """Check that a render mode is known; None renders nothing."""
    if mode is not None:
        _check("render_mode", mode, tuple(RENDER_MODES))


def _check(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise BadEnvSettings(f"{name} must be {' or '.join(allowed)}, not {value!r}")
