"""Estimates of what each choice is worth, from the playouts of `ChoicePlayouts`."""

from collections.abc import Sequence
from math import erf, exp, sqrt
from typing import NamedTuple

from chabudai.bots.choice_playouts import ChoicePlayouts

_CONFIDENT = 1.96
"""A choice is clearly worse if it is more than this many standard errors behind (a two-sided 95 % interval)."""

_MOST_BEHIND = 0.03
"""A choice that seems to be further behind than this is not called about as good, however uncertain that is."""

_MOST_POINTS_BEHIND = 1.0
"""The same in points, where points decide."""

_DECIDED = 0.02
"""A game is as good as decided if, whatever is chosen, the share of wins is this close to 0, or to 1."""

_ENOUGH_WORLDS = 50
"""Choices with the same result in fewer worlds than this may still differ."""

_MIN_ERROR = 1e-9
"""Smallest standard error. It avoids division by zero for choices with the same result in every world."""

_GRID = [z / 8 for z in range(-32, 33)]
"""Points at which the normal distribution is integrated, in standard deviations."""


class ChoiceEstimate(NamedTuple):
    """The expected result of a choice. `win`, `margin` and `score` are corrected for worlds that it was not played in.

    `error` is the standard error of `win` in the worlds that it was played in. `best_probability` is the probability
    that no other choice is better. `as_good` is true for the leading choice and for those that follow it without being
    clearly worse; no choice after one that is not as good is as good.
    """

    choice: int
    worlds: int
    win: float
    error: float
    margin: float
    score: float
    best_probability: float
    as_good: bool


class Ranking(NamedTuple):
    """The estimates of all choices, best first."""

    estimates: list[ChoiceEstimate]
    points_decide: bool
    """Whether the game is as good as decided, so that the choices are ranked by the margin in points."""
    identical: bool
    """Whether all choices have the same result in every world."""


class _Difference(NamedTuple):
    """The mean difference in value from the leading choice (negative if worse), and its standard error."""

    mean: float
    error: float


def rank_choices(playouts: ChoicePlayouts, choices: Sequence[int]) -> list[int]:
    """Sort the choices, best first. A choice that was played in more worlds precedes one played in fewer.

    The sort is stable: choices with equal values keep their order.
    """
    return _ranked(_deciding_results(playouts, choices), choices)


def estimate_choices(playouts: ChoicePlayouts, choices: Sequence[int]) -> list[ChoiceEstimate]:
    """Estimate each choice, best first; choices with equal values keep their order."""
    return compare_choices(playouts, choices).estimates


def compare_choices(playouts: ChoicePlayouts, choices: Sequence[int]) -> Ranking:
    """Estimate and rank the choices; choices with equal values keep their order.

    Two choices are compared only in worlds where both were played, because a world that favors all choices says
    nothing about any of them. A choice that was dropped early keeps the difference it had in its own few worlds.
    """
    points_decide = _is_decided(playouts, choices)
    results = _deciding_results(playouts, choices)
    most_behind = _MOST_POINTS_BEHIND if points_decide else _MOST_BEHIND
    leader = _ranked(results, choices)[0]
    # A choice that was dropped cannot be called better than the leading one, whatever its few worlds say.
    differences = {choice: _difference(results[choice], results[leader]) for choice in choices}
    differences = {choice: behind._replace(mean=min(0.0, behind.mean)) for choice, behind in differences.items()}
    ordered = sorted(choices, key=lambda choice: (choice != leader, -differences[choice].mean))
    probabilities = best_probabilities([differences[choice] for choice in ordered])
    estimates: list[ChoiceEstimate] = []
    as_good = True
    for choice, probability in zip(ordered, probabilities, strict=True):
        difference = differences[choice]
        as_good = as_good and difference.mean + _CONFIDENT * difference.error >= 0.0
        as_good = as_good and difference.mean >= -most_behind
        estimates.append(
            ChoiceEstimate(
                choice=choice,
                worlds=len(playouts.wins[choice]),
                win=min(1.0, max(0.0, _extrapolated(playouts.wins, choice, leader))),
                error=_error(playouts.wins[choice]),
                margin=(
                    _mean(playouts.margins[leader]) + difference.mean
                    if points_decide
                    else _extrapolated(playouts.margins, choice, leader)
                ),
                score=_extrapolated(playouts.scores, choice, leader),
                best_probability=probability,
                as_good=as_good,
            )
        )
    return Ranking(estimates, points_decide, _are_identical(playouts, choices))


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


def _deciding_results(playouts: ChoicePlayouts, choices: Sequence[int]) -> Sequence[Sequence[float]]:
    """Return the results that rank the choices.

    Values are wins and, to a lesser degree, the lead. Once wins are settled, only points are left.
    """
    return playouts.margins if _is_decided(playouts, choices) else playouts.values


def _ranked(results: Sequence[Sequence[float]], choices: Sequence[int]) -> list[int]:
    """Sort the choices by number of worlds and then by mean result; stable."""
    return sorted(choices, key=lambda choice: (-len(results[choice]), -_mean(results[choice])))


def _is_decided(playouts: ChoicePlayouts, choices: Sequence[int]) -> bool:
    """Check whether every choice nearly always wins, or every choice nearly never does."""
    wins = [_mean(playouts.wins[choice]) for choice in choices]
    return max(wins) <= _DECIDED or min(wins) >= 1.0 - _DECIDED


def _are_identical(playouts: ChoicePlayouts, choices: Sequence[int]) -> bool:
    """Check whether any two choices have the same wins and margins in all worlds that both were played in."""
    first, *others = sorted(choices, key=lambda choice: -len(playouts.wins[choice]))
    if min(len(playouts.wins[choice]) for choice in choices) < _ENOUGH_WORLDS:
        return False
    return all(
        results[choice] == results[first][: len(results[choice])]
        for choice in others
        for results in (playouts.wins, playouts.margins)
    )


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
