"""Chooses the reasons that a hint shows: only those that speak for its own order of recommendation."""

from collections.abc import Sequence
from typing import NamedTuple

from chabudai.kernel.advice import Advice, Aspect, compare
from chabudai.kernel.message import Message


class Reason(NamedTuple):
    """What speaks for a choice, and the best choice (the number of an action) over which it does."""

    message: Message
    over: int


def reasons_for(
    ranked: Sequence[int], as_good: Sequence[bool], aspects: Sequence[Sequence[Aspect]]
) -> list[Reason | None]:
    """Return the reason to show for each of these choices (actions, best first), or None if there is none.

    `as_good` says which choices are about as good as the first, `aspects` what the game says about each.
    """
    return [_reason(index, ranked, as_good, aspects) for index in range(len(ranked))]


def _reason(
    index: int, ranked: Sequence[int], as_good: Sequence[bool], aspects: Sequence[Sequence[Aspect]]
) -> Reason | None:
    """Return the reason that speaks for a choice over most of those that are not clearly better.

    A reason that would also speak for it over a clearly better choice is no reason to follow the hint.
    """
    reasons: list[tuple[Message, list[int]]] = []
    misleading: list[Message] = []
    for other, action in enumerate(ranked):
        clearly_better = other < index and not as_good[index]
        for advice in compare(aspects[index], aspects[other], action):
            if advice.sign == "for" and clearly_better:
                misleading.append(advice.message)
            elif advice.sign == "for":
                _add(reasons, advice)
    reasons = [(message, over) for message, over in reasons if message not in misleading]
    if not reasons:
        return None
    # `max` returns the first of several: the game names the most important aspects first.
    message, over = max(reasons, key=lambda reason: len(reason[1]))
    return Reason(message, over[0])


def _add(reasons: list[tuple[Message, list[int]]], advice: Advice) -> None:
    """Add the choice that some advice compares with to those over which its message speaks."""
    for message, over in reasons:
        if message == advice.message:
            over.append(advice.other)
            return
    reasons.append((advice.message, [advice.other]))
