"""Knowledge derived from a single judgement: how many points each choice is worth to the seat that makes it."""

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import bit, lowest
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

POINT: Final[i64] = 256
"""The worth of one point. Worths are fixed-point integers, which are faster than floats."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Judgement:
    """A seat's evaluation of its choices in one position, based only on what it knows."""

    def worth(self, choice: i64) -> i64:
        """Return what a choice (counted from `State.first`) is worth: POINT for each point. Only differences matter."""
        raise NotImplementedError(f"{type(self).__name__}.worth: return what a choice is worth in units of 1/POINT")


@mypyc_attr(allow_interpreted_subclasses=True)
class JudgementKnowledge(Knowledge):
    """Knowledge of a game that can judge every choice.

    The rollout policy adds up to `noise` points of random noise to each worth, so it often makes the best choice and
    sometimes one that is nearly as good. The prior is a softmax with this `temperature` in points. A choice that is
    worse than the best by `blunder` points or more is senseless.
    """

    def __init__(self, noise: float, temperature: float, blunder: float) -> None:
        self.noise: i64 = int(noise * float(POINT))
        self.temperature: float = temperature * float(POINT)
        self.blunder: i64 = int(blunder * float(POINT))

    def judge(self, state: State, seat: i64) -> Judgement:
        """Return the seat's judgement of its current choices."""
        raise NotImplementedError(f"{type(self).__name__}.judge: return the seat's judgement of its choices")

    def rollout(self, state: State, seat: i64, rng: Rng) -> i64:
        left = state.choices(seat)
        choice = lowest(left)
        left &= left - 1
        if left == 0:
            return choice
        judgement = self.judge(state, seat)
        best_choice = choice
        best_worth = judgement.worth(choice) + (rng.word() * self.noise >> 32)
        while left:
            choice = lowest(left)
            left &= left - 1
            worth = judgement.worth(choice) + (rng.word() * self.noise >> 32)
            if worth > best_worth:
                best_worth = worth
                best_choice = choice
        return best_choice

    def prior(self, state: State, seat: i64, weights: list[float]) -> None:
        judgement = self.judge(state, seat)
        left = state.choices(seat)
        while left:
            choice = lowest(left)
            left &= left - 1
            weights[choice] = exp(float(judgement.worth(choice)) / self.temperature)

    def senseless(self, state: State, seat: i64) -> i64:
        judgement = self.judge(state, seat)
        choices = state.choices(seat)
        best_worth = judgement.worth(lowest(choices))
        left = choices & (choices - 1)
        while left:
            best_worth = max(best_worth, judgement.worth(lowest(left)))
            left &= left - 1
        bad: i64 = 0
        left = choices
        while left:
            choice = lowest(left)
            left &= left - 1
            if judgement.worth(choice) <= best_worth - self.blunder:
                bad |= bit(choice)
        return bad
