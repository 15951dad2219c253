"""Knowledge from a judgement: better choices are made more often, and far worse ones are called senseless."""

from collections import Counter
from math import exp

import pytest

from chabudai.kernel.bits import has, members
from chabudai.kernel.judgement import POINT, Judgement, JudgementKnowledge
from chabudai.kernel.knowledge import CHOICES
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from example_game import GAME


class HigherIsBetter(Judgement):
    """A judgement that gives half a point for each step of the choice's number."""

    def worth(self, choice: int) -> int:
        return choice * POINT // 2


class Climbing(JudgementKnowledge):
    """Knowledge that prefers high numbers."""

    def judge(self, state: State, seat: int) -> Judgement:
        return HigherIsBetter()


KNOWLEDGE = Climbing(noise=1.25, temperature=1.0, blunder=1.5)


@pytest.fixture(name="state")
def position_with_choices() -> State:
    """Return a position in which seat 0 has at least four choices."""
    rng = Rng(1)
    state = GAME.setup(min(GAME.players)).start()
    while not (has(state.waiting, 0) and len(state.legal(0)) >= 4):
        if state.due >= 0:
            state.resolve(rng)
        else:
            seat = members(state.waiting)[0]
            state.apply(seat, state.legal(seat)[0])
    return state


def test_the_rollout_policy_mostly_makes_the_best_choice_and_never_a_far_worse_one(state: State) -> None:
    rng = Rng(2)
    chosen = Counter(KNOWLEDGE.rollout(state, 0, rng) for _ in range(2000))
    choices = members(state.choices(0))
    best = choices[-1]
    assert set(chosen) <= {choice for choice in choices if best - choice <= 2}
    assert chosen.most_common(1)[0][0] == best
    assert len(chosen) > 1


def test_the_prior_grows_by_e_for_each_temperature(state: State) -> None:
    weights = [0.0] * CHOICES
    KNOWLEDGE.prior(state, 0, weights)
    choices = members(state.choices(0))
    assert [place for place, weight in enumerate(weights) if weight] == choices
    assert weights[choices[-1]] / weights[choices[0]] == pytest.approx(exp((choices[-1] - choices[0]) / 2))


def test_a_choice_worse_than_the_best_by_a_blunder_is_senseless(state: State) -> None:
    choices = members(state.choices(0))
    assert members(KNOWLEDGE.senseless(state, 0)) == [choice for choice in choices if choices[-1] - choice >= 3]
