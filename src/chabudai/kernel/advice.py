"""Advice: what speaks for or against a choice, always compared with another choice.

A game declares in what respects its choices differ (`Aspect`). Comparing two choices gives `Advice`. Hints and reviews
show only advice that agrees with their own estimates.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from chabudai.kernel.message import Message

Sign = Literal["for", "against"]


@dataclass(frozen=True)
class Aspect:
    """How good a choice is in one respect.

    Choices with an aspect of the same name can be compared: the one with the greater `worth` is better in this respect.
    `pro` speaks for the choice wherever it is better, `con` against it wherever it is worse; None if that is not worth
    mentioning. Each must be true of the choice itself, and never be both a pro and a con.
    """

    name: str
    worth: int
    pro: Message | None = None
    con: Message | None = None


@dataclass(frozen=True)
class Advice:
    """A reason for or against a choice, compared with the choice `other` (the number of an action)."""

    sign: Sign
    other: int
    message: Message


def compare(own: Sequence[Aspect], others: Sequence[Aspect], other: int) -> list[Advice]:
    """Return what speaks for and against a choice, compared with another; the most important first.

    `own` are the aspects of the choice, most important first, and `others` those of the other choice.
    """
    worths = {aspect.name: aspect.worth for aspect in others}
    advice: list[Advice] = []
    for aspect in own:
        if aspect.name in worths:
            if aspect.pro is not None and aspect.worth > worths[aspect.name]:
                advice.append(Advice("for", other, aspect.pro))
            elif aspect.con is not None and aspect.worth < worths[aspect.name]:
                advice.append(Advice("against", other, aspect.con))
    return advice
