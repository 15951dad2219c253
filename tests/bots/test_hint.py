"""Hints: choices are compared in the same sampled worlds, based only on what the seat knows."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bots.toys import BEGIN, GUESSER, SET, SETTER, GuessSetup
from chabudai.bots.choice_playouts import ChoicePlayouts
from chabudai.bots.estimates import best_probabilities, compare_choices, estimate_choices
from chabudai.bots.hint import NothingToChoose, hint, view_seed
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.advice import Aspect
from chabudai.kernel.bits import count, has, lowest, members
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.walk import random_positions
from chabudai.scene.game import Game

ROOT = Path(__file__).parents[2]

every_game = pytest.mark.parametrize("game", games().values(), ids=games())


def choice_positions(game: Game, number: int, *, players: int | None = None) -> list[State]:
    """Return positions from a random game, spread over it, in which the lowest waiting seat has several choices."""
    setup = game.setup(players or game.players[-1])
    positions = [
        state.clone()
        for state in random_positions(setup, Rng(8))
        if state.waiting and count(state.choices(lowest(state.waiting))) > 1
    ]
    return [positions[index * (len(positions) - 1) // max(1, number - 1)] for index in range(number)]


@every_game
@pytest.mark.parametrize("recall", [True, False])
def test_a_hint_evaluates_every_legal_choice_and_puts_the_best_first(game: Game, recall: bool) -> None:
    for players in game.players:
        for state in choice_positions(game, 4, players=players):
            seat = lowest(state.waiting)
            full_hint = hint(game, state.seen_by(seat, recall), simulations=60)
            assert sorted(choice.action for choice in full_hint.choices) == state.legal(seat)
            first = full_hint.choices[0]
            assert first.equal
            assert first.worlds == max(choice.worlds for choice in full_hint.choices) >= 2
            assert sum(choice.best for choice in full_hint.choices) == pytest.approx(1.0)
            low, high = game.score_bounds(state.setup)
            for choice in full_hint.choices:
                assert choice.words == game.actions[choice.action]
                assert 0.0 <= choice.win <= 1.0
                assert choice.error >= 0.0
                assert low - (high - low) <= choice.score <= high + (high - low)
            assert full_hint.simulations == sum(choice.worlds for choice in full_hint.choices)


@every_game
def test_the_same_seed_and_number_of_playouts_give_the_same_hint(game: Game) -> None:
    (state,) = choice_positions(game, 1)
    view = state.seen_by(lowest(state.waiting), recall=True)
    once, again = (hint(game, view, seed=5, simulations=80, seconds=None) for _ in range(2))
    assert once == again
    assert hint(game, view, seed=6, simulations=80, seconds=None) != once


@every_game
def test_worlds_that_look_the_same_to_a_seat_give_the_same_hint(game: Game) -> None:
    for number, state in enumerate(choice_positions(game, 4)):
        for seat in members(state.waiting):
            view = state.seen_by(seat, recall=True)
            imagined = view.imagine(Rng(3, number))
            hints = [hint(game, world.seen_by(seat, recall=True), simulations=50) for world in (state, imagined)]
            assert hints[0] == hints[1]


@every_game
def test_a_hint_does_not_depend_on_whether_others_have_already_chosen(game: Game) -> None:
    simultaneous = [state for state in choice_positions(game, 12) if count(state.waiting) > 1]
    for state in simultaneous[:3]:
        seat = lowest(state.waiting)
        before = hint(game, state.seen_by(seat, recall=True), simulations=50)
        for other_seat in members(state.waiting & ~(1 << seat)):
            state.apply(other_seat, state.legal(other_seat)[-1])
        assert has(state.waiting, seat)
        assert hint(game, state.seen_by(seat, recall=True), simulations=50).choices == before.choices


def test_when_time_runs_out_a_hint_uses_the_playouts_so_far() -> None:
    game = find_game("thousand_cats")
    (state,) = choice_positions(game, 1)
    view = state.seen_by(lowest(state.waiting), recall=True)
    short_hint = hint(game, view, simulations=1_000_000, seconds=0.0)
    assert len(short_hint.choices) == len(state.legal(view.viewer))
    assert short_hint.simulations < 1000
    assert not short_hint.complete
    assert hint(game, view, simulations=60).complete


def test_only_a_seat_that_must_choose_gets_a_hint() -> None:
    game = find_game("ameno_kirifuda")
    (state,) = choice_positions(game, 1)
    idle = next(seat for seat in range(4) if not has(state.waiting, seat))
    with pytest.raises(NothingToChoose, match=f"seat {idle} has nothing to choose"):
        hint(game, state.seen_by(idle, recall=True))
    with pytest.raises(NothingToChoose, match="from a seat's view"):
        hint(game, state.seen_by(SPECTATOR, recall=True))
    with pytest.raises(NothingToChoose, match="from a seat's view"):
        hint(game, state)


def test_a_hint_says_whether_the_match_may_go_on_after_the_playouts() -> None:
    game = find_game("ameno_kirifuda")
    first, last = choice_positions(game, 2)
    hints = [hint(game, state.seen_by(lowest(state.waiting), recall=True), simulations=20) for state in (first, last)]
    assert [given.goes_on for given in hints] == [True, False]


def test_a_reason_comes_from_the_game_s_advice() -> None:
    game = find_game("ameno_kirifuda")
    (state,) = choice_positions(game, 1)
    view = state.seen_by(lowest(state.waiting), recall=True)
    order = [choice.action for choice in hint(game, view, simulations=20).choices]

    def advice(seen: State, seat: int, action: int) -> list[Aspect]:
        return [Aspect("why", -order.index(action), pro=Message("why", {"seat": seat, "action": action}))]

    *better, last = hint(replace(game, advice=advice), view, simulations=20).choices
    for choice, next_best in zip(better, order[1:], strict=True):
        assert choice.reason == Message("why", {"seat": view.viewer, "action": choice.action})
        assert choice.over == next_best
    assert last.reason is None
    without_advice = hint(replace(game, advice=None), view, simulations=20)
    assert {choice.reason for choice in without_advice.choices} == {None}


@every_game
def test_the_same_position_gives_the_same_hint(game: Game) -> None:
    for state in choice_positions(game, 3):
        view = state.seen_by(lowest(state.waiting), recall=True)
        restored = game.state_from_json(view.setup, view.as_json())
        assert hint(game, view, simulations=80) == hint(game, restored, simulations=80)
    seeds = {
        view_seed(game, state.seen_by(lowest(state.waiting), recall=True), 80) for state in choice_positions(game, 9)
    }
    assert len(seeds) > 6


def test_the_seed_of_a_view_is_the_same_in_every_process() -> None:
    script = (
        "from chabudai.bots.hint import view_seed; from chabudai.games.registry import game; "
        "from chabudai.kernel.rng import Rng; kasane = game('kasane'); state = kasane.setup(3).start(); "
        "state.resolve(Rng(5)); print(view_seed(kasane, state.seen_by(0, recall=True), 100))"
    )
    seeds = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(seeds) == 1


def test_a_hint_can_be_limited_to_some_choices() -> None:
    game = find_game("thousand_cats")
    (state,) = choice_positions(game, 1)
    view = state.seen_by(lowest(state.waiting), recall=True)
    pair = state.legal(view.viewer)[:2]
    assert sorted(choice.action for choice in hint(game, view, simulations=20, among=pair).choices) == pair


class PrefersHighNumbers(Knowledge):
    """Always guesses 0, and prefers high numbers."""

    def rollout(self, state: State, seat: int, rng: Rng) -> int:
        return 0

    def prior(self, state: State, seat: int, weights: list[float]) -> None:
        for choice in members(state.choices(seat)):
            weights[choice] = 1.0 + choice


def test_among_equal_choices_the_one_preferred_by_knowledge_comes_first() -> None:
    state = GuessSetup("hidden").start()
    state.apply(GUESSER, BEGIN)
    set_hint = hint(
        replace(find_game("kasane"), knowledge=PrefersHighNumbers(), advice=None),
        state.seen_by(SETTER, recall=True),
        simulations=30,
    )
    # 0 is always guessed, so 1 and 2 are equal. Knowledge cannot make 0 equal to them.
    assert [(choice.action - SET, choice.win) for choice in set_hint.choices] == [(2, 1.0), (1, 1.0), (0, 0.0)]


def playouts_with(values: dict[int, list[float]]) -> ChoicePlayouts:
    """Return playouts in which the choices have these results, for every statistic."""
    (state,) = choice_positions(find_game("kasane"), 1)
    playouts = ChoicePlayouts(state.seen_by(lowest(state.waiting), recall=True), Knowledge(), 0, 0)
    for choice, results in values.items():
        for statistic in (playouts.values, playouts.wins, playouts.margins, playouts.scores):
            statistic[choice] += results
    return playouts


def test_a_choice_dropped_early_is_compared_in_its_own_worlds() -> None:
    # Both choices did well in the first two worlds; choice 1 was worse by a tenth in both.
    playouts = playouts_with({0: [0.9, 0.8, 0.2, 0.1], 1: [0.8, 0.7]})
    best, dropped = estimate_choices(playouts, [1, 0])
    assert (best.choice, dropped.choice) == (0, 1)
    assert (best.win, dropped.win) == pytest.approx((0.5, 0.4))
    assert not dropped.as_good


def test_choices_whose_results_overlap_are_about_as_good() -> None:
    playouts = playouts_with({0: [0.1, 0.9, 0.5, 0.6], 1: [0.9, 0.1, 0.6, 0.4], 2: [0.0, 0.5, 0.1, 0.1]})
    assert [(estimated.choice, estimated.as_good) for estimated in estimate_choices(playouts, [0, 1, 2])] == [
        (0, True),
        (1, True),
        (2, False),
    ]


def test_no_choice_after_a_clearly_worse_one_is_about_as_good() -> None:
    # Choice 2 varies so much that its own worlds do not show it to be worse, but choice 1, before it, clearly is.
    playouts = playouts_with({0: [0.50, 0.52, 0.51, 0.50], 1: [0.48, 0.50, 0.49, 0.48], 2: [0.10, 0.95, 0.05, 0.85]})
    estimates = estimate_choices(playouts, [0, 1, 2])
    assert [(estimated.choice, estimated.as_good) for estimated in estimates] == [(0, True), (1, False), (2, False)]


def test_a_choice_that_seems_far_behind_is_not_about_as_good_however_uncertain() -> None:
    playouts = playouts_with({0: [1.0, 0.0, 1.0, 0.5], 1: [0.0, 1.0, 0.5, 0.5]})
    assert [estimated.as_good for estimated in estimate_choices(playouts, [0, 1])] == [True, False]


@pytest.mark.parametrize("win", [0.0, 1.0])
def test_points_decide_where_every_choice_wins_or_none_does(win: float) -> None:
    playouts = playouts_with({0: [win] * 3, 1: [win] * 3})
    playouts.margins[0][:] = [-9.0, -8.0, -9.0]
    playouts.margins[1][:] = [-4.0, -3.0, -4.0]
    ranking = compare_choices(playouts, [0, 1])
    assert ranking.points_decide
    assert [(estimated.choice, estimated.as_good) for estimated in ranking.estimates] == [(1, True), (0, False)]
    assert [estimated.margin for estimated in ranking.estimates] == pytest.approx([-11 / 3, -26 / 3])
    assert not compare_choices(playouts_with({0: [0.0] * 3, 1: [1.0] * 3}), [0, 1]).points_decide


def test_choices_are_identical_only_if_they_have_the_same_result_in_every_world() -> None:
    assert compare_choices(playouts_with({0: [0.5, 0.2] * 40, 1: [0.5, 0.2] * 30}), [0, 1]).identical
    assert not compare_choices(playouts_with({0: [0.5, 0.2] * 30, 1: [0.2, 0.5] * 30}), [0, 1]).identical
    assert not compare_choices(playouts_with({0: [0.5, 0.2] * 2, 1: [0.5, 0.2] * 2}), [0, 1]).identical  # too few
    points_differ = playouts_with({0: [1.0] * 60, 1: [1.0] * 60})
    points_differ.margins[1][0] = 2.0
    assert not compare_choices(points_differ, [0, 1]).identical


@pytest.mark.parametrize(
    ("differences", "probabilities"),
    [
        ([(0.0, 0.0)], [1.0]),
        ([(0.0, 0.0), (0.0, 0.0)], [0.5, 0.5]),
        ([(0.0, 0.0), (0.0, 0.1), (0.0, 0.1)], [1 / 3, 1 / 3, 1 / 3]),
        ([(0.0, 0.0), (-0.1, 0.1)], [0.841, 0.159]),
        ([(-0.5, 0.01), (0.0, 0.0)], [0.0, 1.0]),
    ],
)
def test_the_probability_of_being_best_follows_from_difference_and_error(
    differences: list[tuple[float, float]], probabilities: list[float]
) -> None:
    assert best_probabilities(differences) == pytest.approx(probabilities, abs=0.001)


def test_the_first_move_of_a_hint_wins_clearly_more_often_than_the_last() -> None:
    command = [sys.executable, str(ROOT / "tools" / "hint_check.py")]
    command += ["--positions", "60", "--worlds", "20", "--simulations", "200"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
