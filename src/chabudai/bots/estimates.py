"""What the worlds that a judge has played out say of each choice."""

from collections.abc import Sequence
from math import erf, exp, sqrt
from typing import NamedTuple

from chabudai.bots.judge import Judge

_SURE = 1.96
"""A choice is clearly worse if it lies more than so many standard errors behind: 19 times of 20 that is no accident."""

_LEAST_ERROR = 1e-9
"""Choices that came to the same in all worlds share the chance to be best, and nothing is divided by 0."""

_GRID = [z / 8 for z in range(-32, 33)]
"""Where the normal distribution is added up, in standard deviations."""


class Estimate(NamedTuple):
    """What a choice is likely to bring. All but `error` is corrected for the worlds that it was not played out in."""

    choice: int
    worlds: int
    win: float
    error: float
    margin: float
    score: float
    best: float
    equal: bool


class _Lag(NamedTuple):
    """How far a choice lies behind the leading one in value (below 0), and the standard error of that."""

    mean: float
    error: float


def leading(judge: Judge, choices: Sequence[int]) -> list[int]:
    """The choices in the order of their worth so far; one that was played out in more worlds goes before others.

    Those of exactly the same worth stay in the order in which they are given.
    """
    return sorted(choices, key=lambda choice: (-len(judge.values[choice]), -_mean(judge.values[choice])))


def estimates(judge: Judge, choices: Sequence[int]) -> list[Estimate]:
    """What is known of each choice, the best first; equals stay in the order in which they are given.

    Choices are compared in the worlds that both were played out in: a world that is kind to all of them says nothing
    about any. So a choice that was given up early stands as far behind the best as it did in its own few worlds.
    """
    best = leading(judge, choices)[0]
    lags = [_lag(judge.values[choice], judge.values[best]) for choice in choices]
    found = [
        Estimate(
            choice=choice,
            worlds=len(judge.wins[choice]),
            win=min(1.0, max(0.0, _corrected(judge.wins, choice, best))),
            error=_error(judge.wins[choice]),
            margin=_corrected(judge.margins, choice, best),
            score=_corrected(judge.scores, choice, best),
            best=chance,
            equal=lag.mean + _SURE * lag.error >= 0.0,
        )
        for choice, lag, chance in zip(choices, lags, chances_to_be_best(lags), strict=True)
    ]
    behind = {choice: -lag.mean for choice, lag in zip(choices, lags, strict=True)}
    return sorted(found, key=lambda estimate: (estimate.choice != best, behind[estimate.choice]))


def chances_to_be_best(lags: Sequence[tuple[float, float]]) -> list[float]:
    """For each choice how likely it is the best of all, from its mean lag and the standard error of that.

    The leading choice, whose lag is (0, 0), is as uncertain as the surest of the others: half of the least variance of
    a difference is taken to be its own. Errors are taken to be normal and independent of each other.
    """
    least = min((error**2 for _, error in lags if error > 0.0), default=0.0)
    spreads = [sqrt(max(error**2 - least / 2, least / 2, _LEAST_ERROR**2)) for _, error in lags]
    shares = []
    for place, (mean, _) in enumerate(lags):
        others = [(lags[i][0], spreads[i]) for i in range(len(lags)) if i != place]
        total = 0.0
        for z in _GRID:
            share = exp(-z * z / 2)
            for other, spread in others:
                share *= _below(mean + z * spreads[place] - other, spread)
            total += share
        shares.append(total)
    return [share / sum(shares) for share in shares]


def _below(difference: float, spread: float) -> float:
    """How likely a normal error of this spread is below the difference."""
    return 0.5 * (1.0 + erf(difference / (spread * sqrt(2.0))))


def _lag(values: Sequence[float], best: Sequence[float]) -> _Lag:
    differences = [value - other for value, other in zip(values, best, strict=False)]
    return _Lag(_mean(differences), _error(differences))


def _corrected(numbers: Sequence[Sequence[float]], choice: int, best: int) -> float:
    shared = numbers[best][: len(numbers[choice])]
    return _mean(numbers[choice]) - _mean(shared) + _mean(numbers[best])


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _error(numbers: Sequence[float]) -> float:
    """The standard error of the mean of two numbers or more."""
    mean = _mean(numbers)
    return sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers))
