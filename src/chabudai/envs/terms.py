"""The terms that an environment is played on."""

from dataclasses import dataclass
from typing import Literal, get_args

from chabudai.kernel.errors import ChabudaiError

Rewards = Literal["end", "parts"]
Illegal = Literal["raise", "end"]
RenderMode = Literal["ansi", "human"]

RENDER_MODES: list[RenderMode] = ["ansi", "human"]


class BadTerms(ChabudaiError):
    """Terms that no environment is played on."""


@dataclass(frozen=True)
class Terms:
    """What an environment adds to the rules.

    `rewards`: at the `end` what the game was worth to a seat (`State.utility`), or after each of its `parts` how far
    its outlook has risen or fallen; these come to what the end was worth, less the outlook at the start.
    `max_decisions`: after so many choices the game is cut short, since some matches have no last part; choices made in
    one step are all made first. `illegal`: an illegal action raises IllegalMove and changes nothing, or it is the `end`
    of the game for all, with `penalty` as the reward of the seat that tried it.
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
    """Refuse what is no number of games or choices."""
    if not isinstance(number, int) or number < 1:
        raise BadTerms(f"{name} is a whole number from 1 on, not {number!r}")


def check_render_mode(mode: str | None) -> None:
    """Refuse a render mode that there is not."""
    if mode is not None:
        _check("render_mode", mode, tuple(RENDER_MODES))


def _check(name: str, value: object, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise BadTerms(f"{name} is {' or '.join(allowed)}, not {value!r}")
