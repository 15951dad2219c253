"""Reasons in hints: each is compared with another choice, and none goes against the order of the hint."""

import pytest

from chabudai.bots.reasons import Reason, reasons_for
from chabudai.games.registry import games
from chabudai.kernel.advice import Advice, Aspect, compare
from chabudai.kernel.message import Message
from chabudai.scene.game import Game
from tools import reason_check

every_game = pytest.mark.parametrize("game", games().values(), ids=games())

STRONG, WEAK, SAFE = Message("strong"), Message("weak"), Message("safe")

SURE = [Aspect("win", 3, pro=STRONG)]
POOR = [Aspect("win", 1, con=WEAK)]
CALM = [Aspect("risk", 0, pro=SAFE), Aspect("win", 2)]
WILD = [Aspect("risk", -9)]


@every_game
def test_no_reason_goes_against_the_order_of_its_hint(game: Game) -> None:
    # `make hint-reasons` checks 2,000 positions of each game.
    shown, problems = reason_check.check(game, 40, 60)
    assert problems == []
    assert shown > 20


def test_choices_are_compared_in_the_respects_that_both_have() -> None:
    assert compare(SURE, POOR, 7) == [Advice("for", 7, STRONG)]
    assert compare(POOR, SURE, 7) == [Advice("against", 7, WEAK)]
    assert compare(CALM, WILD, 7) == [Advice("for", 7, SAFE)]
    assert compare(WILD, CALM, 7) == []
    assert compare(SURE, WILD, 7) == []
    assert compare(SURE, SURE, 7) == []


def test_a_reason_is_shown_only_for_a_choice_over_one_that_is_not_better() -> None:
    assert reasons_for([4, 9], [True, False], [SURE, POOR]) == [Reason(STRONG, 9), None]
    # The hint knows better than the reason: it is not shown.
    assert reasons_for([9, 4], [True, False], [POOR, SURE]) == [None, None]
    assert reasons_for([9, 4], [True, True], [POOR, SURE]) == [None, Reason(STRONG, 9)]


def test_a_reason_that_would_also_speak_against_a_better_choice_is_not_shown() -> None:
    best, middle, last = [Aspect("win", 1)], SURE, POOR
    assert reasons_for([1, 2, 3], [True, False, False], [best, middle, last]) == [None, None, None]


def test_of_several_reasons_the_one_that_holds_over_most_choices_is_shown() -> None:
    first = [*SURE, Aspect("risk", 0, pro=SAFE)]
    assert reasons_for([1, 2, 3], [True] * 3, [first, [*POOR, *WILD], WILD])[0] == Reason(SAFE, 2)
    assert reasons_for([1, 2], [True] * 2, [first, [*POOR, *WILD]])[0] == Reason(STRONG, 2)
