"""The measurement of strength: its plan, its goals, and its page."""

from itertools import pairwise

import pytest

from chabudai.arena.estimate import Estimate
from chabudai.arena.results import PairResult
from chabudai.bots.levels import LEVELS
from tools.strength.bouts import Bout, CalibratedPair
from tools.strength.page import page
from tools.strength.plan import PlanGame, PlanPair, read_plan

KASANE = PlanGame("kasane", 4, 0.6)


def pair_result(mean: float, low: float, high: float, fair: float = 0.25) -> PairResult:
    return PairResult("a", "b", (1, 3), 100, 400, fair, Estimate(mean, low, high), Estimate(1.0, 0.0, 2.0))


def test_every_game_of_the_plan_can_be_set_up() -> None:
    plan = read_plan()
    assert all(game.deals >= 100 for game in plan.games)
    assert {game.setup.players for game in plan.games} == {2, 4}
    assert len({game.name for game in plan.games}) == len(plan.games)
    assert len({pair.name for pair in plan.pairs}) == len(plan.pairs)


def test_all_levels_meet_their_neighbors() -> None:
    levels = list(LEVELS)
    names = {pair.name for pair in read_plan().pairs}
    assert {f"{better}-{worse}" for worse, better in pairwise(levels)} <= names


@pytest.mark.parametrize(
    ("goal", "result", "met"),
    [
        ("clear", pair_result(0.4, 0.26, 0.54), True),
        ("clear", pair_result(0.4, 0.24, 0.56), False),
        ("not below", pair_result(0.25, 0.221, 0.28), True),
        ("not below", pair_result(0.25, 0.219, 0.28), False),
        ("not below", pair_result(0.5, 0.43, 0.57, fair=0.5), False),
        ("random", pair_result(0.61, 0.5, 0.7), True),
        ("random", pair_result(0.59, 0.5, 0.7), False),
    ],
)
def test_a_goal_is_met_or_missed(goal: str, result: PairResult, met: bool) -> None:
    judged = PlanPair("a", "b", goal=goal).judge_goal(result, KASANE)  # type: ignore[arg-type]
    assert judged is not None
    assert judged.met is met


def test_reduced_bots_have_a_fraction_of_their_simulations() -> None:
    pair = PlanPair("expert", "random", reduce=5)
    assert pair.reduced("expert", KASANE) == f"expert@{LEVELS['expert'].simulations // 5}"
    assert pair.reduced("random", KASANE) == "random"


def test_in_a_short_game_simulations_are_divided_by_less() -> None:
    quick = PlanGame("only_one", 2, 0.95, reduce_at_most=5)
    assert PlanPair("expert", "club", reduce=10).reduced("club", quick) == f"club@{LEVELS['club'].simulations // 5}"
    assert PlanPair("expert", "club", reduce=10).remark(quick) == "1/5 of the simulations"
    assert PlanPair("casual", "novice", reduce=2).remark(quick) == "1/2 of the simulations"


def test_the_page_shows_which_goals_are_met_and_which_pairs_are_not_played_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bout, "deals", lambda bout: [])
    plan = read_plan()
    bout = Bout(
        plan, KASANE, PlanPair("a", "b", goal="clear"), CalibratedPair("a", "b", (0.001, 0.002), 1.0), stale=True
    )
    result = PairResult("a", "b", (1, 3), 7, 28, 0.25, Estimate(0.4, 0.3, 0.5), Estimate(1.0, 0.0, 2.0))
    lines = page([(bout, None), (bout, result)]).splitlines()
    assert "| a | 3 × b | not played yet |  |  |  |  |" in lines
    (line,) = [line for line in lines if "**0.400**" in line]
    assert "**met**: clearly above 0.25; 7 deals so far; from an earlier build" in line


def test_the_page_shows_the_command_that_plays_its_first_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bout, "deals", lambda bout: [])
    plan = read_plan()
    bouts = [
        Bout(plan, KASANE, PlanPair("a", "b"), CalibratedPair(name, "b@5", (0.001, 0.002), 1.0), stale=False)
        for name in "ac"
    ]
    *_, last = page([(bout, None) for bout in bouts]).splitlines()
    assert last.startswith("`chabudai arena kasane --players 4 --bots a,b@5 --format one --deals 100 ")
