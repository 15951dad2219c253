"""PettingZoo's own test suites on every game, and what they do not cover."""

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from chabudai.envs.aec import AECGameEnv
from chabudai.envs.env_settings import BadEnvSettings
from chabudai.envs.parallel import ParallelGameEnv
from chabudai.envs.pettingzoo import env, parallel_env
from chabudai.kernel.bits import count
from chabudai.kernel.errors import ChabudaiError, IllegalMove
from chabudai.kernel.rng import Rng
from chabudai.scene.game import Game
from envs.variants import GAMES, IDS, VARIANTS, short
from example_game import GAME as POND

every_variant = pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=IDS)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

CYCLES = 12
"""Cycles of the suites: a few dozen choices, or a whole short game."""

EXPECTED = "Observation (is not a NumPy array|space for each agent probably)|Action mask numpy array is all zeros"
"""Warnings that the suites give for every environment with masks; they exempt PettingZoo's own games by name."""


def legal(rng: Rng, mask: np.ndarray[Any, Any]) -> int:
    """Draw a legal action."""
    actions = np.flatnonzero(mask)
    return int(actions[rng.below(len(actions))])


def play(table: AECGameEnv, rng: Rng, steps: int = 10**9) -> None:
    """Make this many random steps, or play to the end."""
    while table.agents and steps > 0:
        seen, _, terminated, truncated, _ = table.last()
        table.step(None if terminated or truncated else legal(rng, seen["action_mask"]))
        steps -= 1


def all_seen(table: AECGameEnv) -> list[object]:
    """Return everything that agents can see."""
    observed = [table.observe(agent) for agent in table.agents]
    seen: list[object] = [(one["observation"].tobytes(), one["action_mask"].tobytes()) for one in observed]
    infos = {agent: info["action_mask"].tobytes() for agent, info in table.infos.items()}
    return [*seen, infos, table.rewards, table.terminations, table.truncations, table.agent_selection, table.agents]


# ---- PettingZoo's suites ---------------------------------------------------------------------------------------------


@every_variant
def test_pettingzoo_s_suites_pass(game: Game, variant: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=EXPECTED)
        api_test(env(game, **variant), CYCLES)
        seed_test(lambda: env(game, **variant), CYCLES)
        parallel_api_test(parallel_env(game, **variant), CYCLES)


@every_variant
def test_pettingzoo_s_render_suite_passes(
    game: Game, variant: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    render_test(lambda render_mode: env(game, render_mode=render_mode, **variant))
    assert game.title in capsys.readouterr().out


# ---- What the suites do not cover ------------------------------------------------------------------------------------


@every_variant
def test_the_same_seed_gives_the_same_parallel_game_to_the_end(game: Game, variant: dict[str, Any]) -> None:
    # parallel_seed_test checks a single step, with mostly illegal actions.
    def transcript() -> list[object]:
        table, rng = parallel_env(game, **variant), Rng(5)
        log: list[object] = []
        seen, infos = table.reset(seed=11)
        while table.agents:
            log += [(agent, one["observation"].tobytes()) for agent, one in seen.items()]
            actions = {agent: legal(rng, one["action_mask"]) for agent, one in seen.items() if one["action_mask"].any()}
            seen, rewards, terminated, truncated, infos = table.step(actions)
            log += [
                rewards,
                terminated,
                truncated,
                {agent: info["action_mask"].tobytes() for agent, info in infos.items()},
            ]
        return log

    assert transcript() == transcript()


@every_game
def test_other_seeds_give_other_games(game: Game) -> None:
    firsts = set()
    for seed in range(20):
        table = env(game)
        table.reset(seed=seed)
        firsts.add(table.last()[0]["observation"].tobytes())
    assert len(firsts) > 1


def test_a_reset_without_a_seed_continues_the_random_numbers() -> None:
    def deals() -> list[bytes]:
        table = env("kasane")
        table.reset(seed=3)
        observations = []
        for _ in range(3):
            observations.append(table.last()[0]["observation"].tobytes())
            table.reset()
        return observations

    assert deals() == deals()
    assert len(set(deals())) == 3


@every_game
def test_an_agent_that_is_not_selected_has_a_mask_of_zeros(game: Game) -> None:
    table, rng = env(game, **short(game)), Rng(1)
    table.reset(seed=1)
    for _ in range(40):
        if table.episode.ended:
            break
        for agent in table.agents:
            mask = table.observe(agent)["action_mask"]
            assert mask.any() == (agent == table.agent_selection)
            assert np.array_equal(mask, table.infos[agent]["action_mask"])
        seat = table.agents.index(table.agent_selection)
        allowed = np.flatnonzero(table.last()[0]["action_mask"])
        assert allowed.tolist() == table.episode.state.legal(seat)
        play(table, rng, 1)


@pytest.mark.parametrize("game", [GAMES["thousand_cats"], POND], ids=lambda game: game.name)
def test_nobody_sees_an_unrevealed_choice(game: Game) -> None:
    table, rng = env(game, **short(game)), Rng(2)
    table.reset(seed=4)
    tried = 0
    while not table.episode.ended:
        agent = table.agent_selection
        if count(table.episode.state.waiting) > 1:
            others_seen = set()
            for action in np.flatnonzero(table.observe(agent)["action_mask"]):
                branch = table.clone()
                branch.step(int(action))
                others_seen.add(
                    b"".join(branch.observe(other)["observation"].tobytes() for other in table.agents if other != agent)
                )
            assert len(others_seen) == 1
            before = b"".join(table.observe(other)["observation"].tobytes() for other in table.agents if other != agent)
            assert others_seen == {before}, "not even that somebody has chosen"
            tried += 1
        play(table, rng, 1)
    assert tried > 3


def test_spaces_are_the_same_objects_at_each_call() -> None:
    table = env("only_one")
    assert table.observation_space("player_0") is table.observation_space("player_0")
    assert table.action_space("player_1") is table.action_space("player_1")


def test_writing_into_an_observation_changes_nothing() -> None:
    table = env("kasane")
    table.reset(seed=1)
    agent = table.agent_selection
    before = all_seen(table)
    for bits in table.observe(agent).values():
        bits[:] = 1 - bits
    assert all_seen(table) == before
    for info in table.infos.values():
        with pytest.raises(ValueError, match="read-only"):
            info["action_mask"][:] = 1


# ---- Rewards and ends ------------------------------------------------------------------------------------------------


def total_rewards(table: AECGameEnv, seed: int) -> dict[str, float]:
    """Return the total reward of each agent in a whole random game."""
    rng = Rng(seed)
    totals = dict.fromkeys(table.possible_agents, 0.0)
    table.reset(seed=seed)
    while table.agents:
        agent = table.agent_selection
        seen, reward, terminated, truncated, _ = table.last()
        totals[agent] += reward
        table.step(None if terminated or truncated else legal(rng, seen["action_mask"]))
    return totals


@every_game
def test_rewards_at_the_end_are_utilities(game: Game) -> None:
    table = env(game, **short(game))
    totals = total_rewards(table, 3)
    assert list(totals.values()) == [table.episode.state.utility(seat) for seat in range(table.episode.players)]


@every_game
def test_rewards_by_parts_add_up_to_the_utility_minus_the_first_outlook(game: Game) -> None:
    table = env(game, rewards="parts", **short(game))
    totals = total_rewards(table, 3)
    start = table.episode.setup.start()
    for seat, agent in enumerate(table.possible_agents):
        assert totals[agent] == pytest.approx(table.episode.state.utility(seat) - start.outlook(seat))


def test_rewards_by_parts_come_when_a_part_ends() -> None:
    table, rng = env("ameno_kirifuda", rewards="parts"), Rng(1)
    table.reset(seed=1)
    while table.episode.state.part == 0:
        play(table, rng, 1)
        if table.episode.state.part == 0:
            assert not any(table.rewards.values())
    assert any(table.rewards.values())
    assert sum(table.rewards.values()) == pytest.approx(0.0)


def test_a_game_that_is_too_long_is_truncated() -> None:
    table, rng = env("thousand_cats", max_decisions=9), Rng(1)
    table.reset(seed=1)
    play(table, rng, 9)
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert not any(table.rewards.values())
    play(table, rng)
    assert table.agents == []


def test_simultaneous_choices_are_completed_before_a_game_is_truncated() -> None:
    table = parallel_env("thousand_cats", max_decisions=2)
    seen, _ = table.reset(seed=0)
    actions = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in seen.items()}
    assert len(actions) == 4
    _, rewards, terminated, truncated, _ = table.step(actions)
    assert table.episode.decisions == 4
    assert all(truncated.values())
    assert not any(terminated.values())
    assert not any(rewards.values())


def test_an_illegal_action_raises_with_the_reason_and_changes_nothing() -> None:
    table = env("ameno_kirifuda")
    table.reset(seed=2)
    before = all_seen(table)
    with pytest.raises(IllegalMove, match=r"seat \d cannot play spring-1: "):
        table.step(GAMES["ameno_kirifuda"].action("play spring-1"))
    for action in (999, -1, 2**80):
        with pytest.raises(IllegalMove, match=f"cannot choose action {action}"):
            table.step(action)
    with pytest.raises(IllegalMove, match="an action must be an integer, not 'draft'"):
        table.step("draft")  # type: ignore[arg-type]
    assert all_seen(table) == before


def test_an_illegal_action_can_end_the_game_instead() -> None:
    table = env("kasane", illegal="end", penalty=-2.0)
    table.reset(seed=2)
    culprit = table.agent_selection
    table.step(999)
    assert table.rewards == {agent: -2.0 if agent == culprit else 0.0 for agent in table.agents}
    assert all(table.terminations.values())


def test_if_one_simultaneous_choice_is_illegal_none_is_made() -> None:
    table = parallel_env("thousand_cats")
    seen, _ = table.reset(seed=0)
    assert sum(one["action_mask"].any() for one in seen.values()) == 4
    actions = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in seen.items()}
    before = table.episode.state.as_json()
    with pytest.raises(IllegalMove, match="seat 3 cannot"):
        table.step({**actions, "player_3": 999})
    with pytest.raises(IllegalMove, match="player_2 must choose now: no action was given"):
        table.step({agent: action for agent, action in actions.items() if agent != "player_2"})
    assert table.episode.state.as_json() == before


def test_misuse_is_reported_precisely() -> None:
    table = env("kasane")
    with pytest.raises(ResetNeeded, match="call reset"):
        table.last()
    table.reset(seed=1)
    with pytest.raises(BadEnvSettings, match="there is no agent 'player_9'; the agents are: player_0, player_1"):
        table.observe("player_9")


def test_a_step_before_reset_or_after_the_end_is_refused() -> None:
    table = env("only_one", players=2)
    with pytest.raises(ResetNeeded, match="call reset"):
        table.step(0)
    table.reset(seed=1)
    play(table, Rng(1))
    with pytest.raises(ResetNeeded, match="call reset"):
        table.step(0)


def test_invalid_settings_are_refused_by_name() -> None:
    with pytest.raises(BadEnvSettings, match="rewards must be end or parts, not 'points'"):
        env("kasane", rewards="points")  # type: ignore[arg-type]
    with pytest.raises(BadEnvSettings, match="max_decisions must be a positive integer, not '9'"):
        env("kasane", max_decisions="9")  # type: ignore[arg-type]
    with pytest.raises(BadEnvSettings, match="render_mode must be ansi or human, not 'rgb_array'"):
        env("kasane", render_mode="rgb_array")  # type: ignore[arg-type]
    with pytest.raises(ChabudaiError, match="open_hand"):
        env("kasane", open_hand=True)


# ---- Copies ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "copy_of", [copy.copy, copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table)), AECGameEnv.clone]
)
@pytest.mark.parametrize("name", ["ameno_kirifuda", "fine_weather", "kasane", "only_one", "thousand_cats"])
def test_a_copy_in_mid_game_continues_the_same_and_independently(name: str, copy_of: Any) -> None:
    table = env(name, **short(GAMES[name]))
    table.reset(seed=5)
    play(table, Rng(1), 30)
    before = all_seen(table)
    twin = copy_of(table)
    play(twin, Rng(2), 25)
    assert all_seen(table) == before
    play(table, Rng(2), 25)
    assert all_seen(table) == all_seen(twin)


def test_a_parallel_copy_is_independent() -> None:
    table = parallel_env("thousand_cats", target=20)
    table.reset(seed=5)
    for twin in (copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table)), table.clone()):
        assert isinstance(twin, ParallelGameEnv)
        before = table.episode.state.as_json()
        actions = {agent: table.episode.state.legal(seat)[0] for seat, agent in enumerate(table.agents)}
        twin.step(actions)
        assert table.episode.state.as_json() == before
        assert twin.episode.state.as_json() != before


def test_pickling_a_game_that_is_not_installed_is_refused() -> None:
    with pytest.raises(ChabudaiError, match="not an installed game"):
        pickle.dumps(env(POND))


def test_a_game_can_start_at_a_position() -> None:
    table = env("kasane")
    table.reset(seed=1)
    play(table, Rng(1), 20)
    other = env("kasane")
    other.reset(seed=7, options={"position": table.episode.state})
    assert all_seen(other) == all_seen(table)
    with pytest.raises(ChabudaiError, match="a complete state of the same setup"):
        env("kasane", players=3).reset(seed=7, options={"position": table.episode.state})
    with pytest.raises(ChabudaiError, match="a complete state of the same setup"):
        env("kasane").reset(seed=7, options={"position": table.episode.state.seen_by(0, recall=True)})
    before = all_seen(table)
    with pytest.raises(ChabudaiError, match="a complete state of the same setup"):
        table.reset(seed=7, options={"position": "the last one"})
    assert all_seen(table) == before
