"""Estimates of what each choice is worth, from the playouts of `ChoicePlayouts`."""

from collections.abc import Sequence
from math import erf, exp, sqrt
from typing import NamedTuple

from chabudai.bots.choice_playouts import ChoicePlayouts

_CONFIDENT = 1.96
"""A choice is clearly worse if it is more than this many standard errors behind (a two-sided 95 % interval)."""

_MIN_ERROR = 1e-9
"""Smallest standard error. It avoids division by zero for choices with the same result in every world."""

_GRID = [z / 8 for z in range(-32, 33)]
"""Points at which the normal distribution is integrated, in standard deviations."""


class ChoiceEstimate(NamedTuple):
    """The expected result of a choice. `win`, `margin` and `score` are corrected for worlds that it was not played in.

    `error` is the standard error of `win` in the worlds that it was played in. `best_probability` is the probability
    that no other choice is better. `as_good` is true unless the choice is clearly worse than the leading one.
    """

    choice: int
    worlds: int
    win: float
    error: float
    margin: float
    score: float
    best_probability: float
    as_good: bool


class _Difference(NamedTuple):
    """The mean difference in value from the leading choice (negative if worse), and its standard error."""

    mean: float
    error: float


def rank_choices(playouts: ChoicePlayouts, choices: Sequence[int]) -> list[int]:
    """Sort the choices, best first. A choice that was played in more worlds precedes one played in fewer.

    The sort is stable: choices with equal values keep their order.
    """
    return sorted(choices, key=lambda choice: (-len(playouts.values[choice]), -_mean(playouts.values[choice])))


def estimate_choices(playouts: ChoicePlayouts, choices: Sequence[int]) -> list[ChoiceEstimate]:
    """Estimate each choice, best first; choices with equal values keep their order.

    Two choices are compared only in worlds where both were played, because a world that favors all choices says
    nothing about any of them. A choice that was dropped early keeps the difference it had in its own few worlds.
    """
    leader = rank_choices(playouts, choices)[0]
    differences = [_difference(playouts.values[choice], playouts.values[leader]) for choice in choices]
    estimates = [
        ChoiceEstimate(
            choice=choice,
            worlds=len(playouts.wins[choice]),
            win=min(1.0, max(0.0, _extrapolated(playouts.wins, choice, leader))),
            error=_error(playouts.wins[choice]),
            margin=_extrapolated(playouts.margins, choice, leader),
            score=_extrapolated(playouts.scores, choice, leader),
            best_probability=probability,
            as_good=difference.mean + _CONFIDENT * difference.error >= 0.0,
        )
        for choice, difference, probability in zip(choices, differences, best_probabilities(differences), strict=True)
    ]
    behind = {choice: -difference.mean for choice, difference in zip(choices, differences, strict=True)}
    return sorted(estimates, key=lambda estimate: (estimate.choice != leader, behind[estimate.choice]))


def best_probabilities(differences: Sequence[tuple[float, float]]) -> list[float]:
    """Return for each choice the probability that it is the best.

    `differences` has for each choice the mean difference in value from the leading choice and its standard error; for
    the leading choice itself (0, 0). The variance of the leading choice is assumed to be half of the smallest variance
    of a difference. Errors are assumed to be normal and independent.
    """
    smallest = min((error**2 for _, error in differences if error > 0.0), default=0.0)
    deviations = [sqrt(max(error**2 - smallest / 2, smallest / 2, _MIN_ERROR**2)) for _, error in differences]
    weights = []
    for index, (mean, _) in enumerate(differences):
        others = [(differences[i][0], deviations[i]) for i in range(len(differences)) if i != index]
        total = 0.0
        for z in _GRID:
            density = exp(-z * z / 2)
            for other_mean, deviation in others:
                density *= _below(mean + z * deviations[index] - other_mean, deviation)
            total += density
        weights.append(total)
    return [weight / sum(weights) for weight in weights]


def _below(limit: float, deviation: float) -> float:
    """Return the probability that a normal error with this standard deviation is below the limit."""
    return 0.5 * (1.0 + erf(limit / (deviation * sqrt(2.0))))


def _difference(values: Sequence[float], leader_values: Sequence[float]) -> _Difference:
    """Compare a choice with the leading one in the worlds that both were played in."""
    differences = [value - leading for value, leading in zip(values, leader_values, strict=False)]
    return _Difference(_mean(differences), _error(differences))


def _extrapolated(results: Sequence[Sequence[float]], choice: int, leader: int) -> float:
    """Return the mean result of the leading choice in all worlds, plus the difference in the worlds of this choice."""
    shared = results[leader][: len(results[choice])]
    return _mean(results[choice]) - _mean(shared) + _mean(results[leader])


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _error(numbers: Sequence[float]) -> float:
    """Return the standard error of the mean of at least two numbers."""
    mean = _mean(numbers)
    return sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers))
