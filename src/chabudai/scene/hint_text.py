"""The sentences around a hint, which are the same in the browser and in the terminal."""

from typing import Literal, Protocol

from chabudai.scene.words import Words

Column = Literal["wins", "margin"]


class HintSummary(Protocol):
    """What a hint says about all choices together: see `chabudai.bots.hint.Hint`."""

    @property
    def points_decide(self) -> bool: ...
    @property
    def identical(self) -> bool: ...
    @property
    def complete(self) -> bool: ...
    @property
    def simulations(self) -> int: ...


def hint_verdict(words: Words, hint: HintSummary, equal: int, choices: int) -> list[str]:
    """Return the sentences that say how the choices compare, where `equal` of them are about as good as the best."""
    if hint.identical:
        return [words.text("hint", "identical")]
    sentences = [words.text("hint", "undecided" if equal == choices > 1 else "legend")]
    if hint.points_decide:
        sentences.append(words.text("hint", "points_decide"))
    return sentences


def hint_footer(words: Words, hint: HintSummary) -> list[str]:
    """Return the sentences that say where the numbers come from."""
    sentences = [words.text("hint", "footer", simulations=hint.simulations)]
    return sentences if hint.complete else [*sentences, words.text("hint", "cut_short")]


def rank_sign(rank: int, *, equal: bool, identical: bool) -> str:
    """Return the sign before a choice of a hint: a star for the best, none at all if there is nothing to choose."""
    if identical:
        return ""
    return "★" if rank == 0 else "≈" if equal else ""


def hint_columns(hint: HintSummary) -> tuple[Column, Column]:
    """Return the columns of estimates; what decides the order comes first."""
    return ("margin", "wins") if hint.points_decide else ("wins", "margin")


def win_percent(win: float) -> str:
    """Return a share of wins in percent. Only what has been lost or won in every playout is 0 % or 100 %."""
    if 0.0 < win < 0.005:
        return "<1 %"
    if 0.995 < win < 1.0:
        return ">99 %"
    return f"{100 * win:.0f} %"
