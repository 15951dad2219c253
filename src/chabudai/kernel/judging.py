"""Knowledge that comes from one judgement: how many points a choice is worth to the seat that makes it."""

from math import exp
from typing import Final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import bit, lowest
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

POINT: Final[i64] = 256
"""Worth is counted in fractions of a point, as whole numbers, which are quicker than others."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Judgement:
    """What a seat thinks of its choices at one moment, from what it knows."""

    def worth(self, choice: i64) -> i64:
        """What a choice, counted from `State.first`, is worth, in parts of a POINT: only differences matter."""
        raise NotImplementedError(f"{type(self).__name__}.worth: return what a choice is worth, in parts of a POINT")


@mypyc_attr(allow_interpreted_subclasses=True)
class Judging(Knowledge):
    """Knowledge of a game that can judge every choice.

    In playouts the judgement wavers by up to `whim` points, so that good choices are made often and near ones too. As a
    prior, a choice that is worth `temper` points more is e times as likely. A choice that is worse than the best by
    `folly` points or more is senseless.
    """

    def __init__(self, whim: float, temper: float, folly: float) -> None:
        self.whim: i64 = int(whim * float(POINT))
        self.temper: float = temper * float(POINT)
        self.folly: i64 = int(folly * float(POINT))

    def judge(self, state: State, seat: i64) -> Judgement:
        """The seat's judgement of its choices now."""
        raise NotImplementedError(f"{type(self).__name__}.judge: return the seat's judgement of its choices")

    def rollout(self, state: State, seat: i64, rng: Rng) -> i64:
        left = state.choices(seat)
        choice = lowest(left)
        left &= left - 1
        if left == 0:
            return choice
        judgement = self.judge(state, seat)
        best = choice
        most = judgement.worth(choice) + (rng.word() * self.whim >> 32)
        while left:
            choice = lowest(left)
            left &= left - 1
            worth = judgement.worth(choice) + (rng.word() * self.whim >> 32)
            if worth > most:
                most = worth
                best = choice
        return best

    def prior(self, state: State, seat: i64, weights: list[float]) -> None:
        judgement = self.judge(state, seat)
        left = state.choices(seat)
        while left:
            choice = lowest(left)
            left &= left - 1
            weights[choice] = exp(float(judgement.worth(choice)) / self.temper)

    def senseless(self, state: State, seat: i64) -> i64:
        judgement = self.judge(state, seat)
        choices = state.choices(seat)
        most = judgement.worth(lowest(choices))
        left = choices & (choices - 1)
        while left:
            most = max(most, judgement.worth(lowest(left)))
            left &= left - 1
        bad: i64 = 0
        left = choices
        while left:
            choice = lowest(left)
            left &= left - 1
            if judgement.worth(choice) <= most - self.folly:
                bad |= bit(choice)
        return bad
