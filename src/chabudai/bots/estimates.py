"""Estimates of what each choice is worth, from the playouts of `ChoicePlayouts`."""

from collections.abc import Sequence
from math import erf, exp, sqrt
from typing import NamedTuple

from chabudai.bots.choice_playouts import ChoicePlayouts

_CONFIDENT = 1.96
"""A choice is clearly worse if it is more than this many standard errors behind (95 % confidence)."""

_LEAST_ERROR = 1e-9
"""Smallest standard error. It avoids division by zero for choices with the same result in every world."""

_GRID = [z / 8 for z in range(-32, 33)]
"""Points at which the normal distribution is integrated, in standard deviations."""


class ChoiceEstimate(NamedTuple):
    """The expected result of a choice. All values except `error` are corrected for worlds that it was not played in."""

    choice: int
    worlds: int
    win: float
    error: float
    margin: float
    score: float
    best: float
    equal: bool


class _Lag(NamedTuple):
    """The mean difference in value to the leading choice (negative if behind), and its standard error."""

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
    best = rank_choices(playouts, choices)[0]
    lags = [_lag(playouts.values[choice], playouts.values[best]) for choice in choices]
    found = [
        ChoiceEstimate(
            choice=choice,
            worlds=len(playouts.wins[choice]),
            win=min(1.0, max(0.0, _extrapolated(playouts.wins, choice, best))),
            error=_error(playouts.wins[choice]),
            margin=_extrapolated(playouts.margins, choice, best),
            score=_extrapolated(playouts.scores, choice, best),
            best=chance,
            equal=lag.mean + _CONFIDENT * lag.error >= 0.0,
        )
        for choice, lag, chance in zip(choices, lags, best_probabilities(lags), strict=True)
    ]
    behind = {choice: -lag.mean for choice, lag in zip(choices, lags, strict=True)}
    return sorted(found, key=lambda estimate: (estimate.choice != best, behind[estimate.choice]))


def best_probabilities(lags: Sequence[tuple[float, float]]) -> list[float]:
    """Return for each choice the probability that it is the best, from its mean lag and standard error.

    The lag of the leading choice is (0, 0). Its own variance is assumed to be half of the smallest variance of a
    difference. Errors are assumed to be normal and independent.
    """
    least = min((error**2 for _, error in lags if error > 0.0), default=0.0)
    spreads = [sqrt(max(error**2 - least / 2, least / 2, _LEAST_ERROR**2)) for _, error in lags]
    shares = []
    for index, (mean, _) in enumerate(lags):
        others = [(lags[i][0], spreads[i]) for i in range(len(lags)) if i != index]
        total = 0.0
        for z in _GRID:
            share = exp(-z * z / 2)
            for other, spread in others:
                share *= _below(mean + z * spreads[index] - other, spread)
            total += share
        shares.append(total)
    return [share / sum(shares) for share in shares]


def _below(difference: float, spread: float) -> float:
    """Return the probability that a normal error with this standard deviation is below the difference."""
    return 0.5 * (1.0 + erf(difference / (spread * sqrt(2.0))))


def _lag(values: Sequence[float], best: Sequence[float]) -> _Lag:
    differences = [value - other for value, other in zip(values, best, strict=False)]
    return _Lag(_mean(differences), _error(differences))


def _extrapolated(numbers: Sequence[Sequence[float]], choice: int, best: int) -> float:
    shared = numbers[best][: len(numbers[choice])]
    return _mean(numbers[choice]) - _mean(shared) + _mean(numbers[best])


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _error(numbers: Sequence[float]) -> float:
    """Return the standard error of the mean of at least two numbers."""
    mean = _mean(numbers)
    return sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers))
