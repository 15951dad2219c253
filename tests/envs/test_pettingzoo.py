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

EXPECTED_WARNINGS = (
    "Observation (is not a NumPy array|space for each agent probably)|Action mask numpy array is all zeros"
)
"""Warnings that the suites give for every environment with masks; they exempt PettingZoo's own games by name."""


def draw_action(rng: Rng, mask: np.ndarray[Any, Any]) -> int:
    """Draw a legal action."""
    actions = np.flatnonzero(mask)
    return int(actions[rng.below(len(actions))])


def play(environment: AECGameEnv, rng: Rng, steps: int = 10**9) -> None:
    """Make this many random steps, or play to the end."""
    while environment.agents and steps > 0:
        seen, _, terminated, truncated, _ = environment.last()
        environment.step(None if terminated or truncated else draw_action(rng, seen["action_mask"]))
        steps -= 1


def all_seen(environment: AECGameEnv) -> list[object]:
    """Return everything that agents can see."""
    observed = [environment.observe(agent) for agent in environment.agents]
    seen: list[object] = [
        (observation["observation"].tobytes(), observation["action_mask"].tobytes()) for observation in observed
    ]
    infos = {agent: info["action_mask"].tobytes() for agent, info in environment.infos.items()}
    return [
        *seen,
        infos,
        environment.rewards,
        environment.terminations,
        environment.truncations,
        environment.agent_selection,
        environment.agents,
    ]


# ---- PettingZoo's suites ---------------------------------------------------------------------------------------------


@every_variant
def test_pettingzoo_s_suites_pass(game: Game, variant: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=EXPECTED_WARNINGS)
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
        environment, rng = parallel_env(game, **variant), Rng(5)
        log: list[object] = []
        seen, infos = environment.reset(seed=11)
        while environment.agents:
            log += [(agent, observation["observation"].tobytes()) for agent, observation in seen.items()]
            actions = {
                agent: draw_action(rng, observation["action_mask"])
                for agent, observation in seen.items()
                if observation["action_mask"].any()
            }
            seen, rewards, terminated, truncated, infos = environment.step(actions)
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
    first_observations = set()
    for seed in range(20):
        environment = env(game)
        environment.reset(seed=seed)
        first_observations.add(environment.last()[0]["observation"].tobytes())
    assert len(first_observations) > 1


def test_a_reset_without_a_seed_continues_the_random_numbers() -> None:
    def deals() -> list[bytes]:
        environment = env("kasane")
        environment.reset(seed=3)
        observations = []
        for _ in range(3):
            observations.append(environment.last()[0]["observation"].tobytes())
            environment.reset()
        return observations

    assert deals() == deals()
    assert len(set(deals())) == 3


@every_game
def test_an_agent_that_is_not_selected_has_a_mask_of_zeros(game: Game) -> None:
    environment, rng = env(game, **short(game)), Rng(1)
    environment.reset(seed=1)
    for _ in range(40):
        if environment.episode.ended:
            break
        for agent in environment.agents:
            mask = environment.observe(agent)["action_mask"]
            assert mask.any() == (agent == environment.agent_selection)
            assert np.array_equal(mask, environment.infos[agent]["action_mask"])
        seat = environment.agents.index(environment.agent_selection)
        allowed = np.flatnonzero(environment.last()[0]["action_mask"])
        assert allowed.tolist() == environment.episode.state.legal(seat)
        play(environment, rng, 1)


@pytest.mark.parametrize("game", [GAMES["thousand_cats"], POND], ids=lambda game: game.name)
def test_nobody_sees_an_unrevealed_choice(game: Game) -> None:
    environment, rng = env(game, **short(game)), Rng(2)
    environment.reset(seed=4)
    tried = 0
    while not environment.episode.ended:
        agent = environment.agent_selection
        if count(environment.episode.state.waiting) > 1:
            others_seen = set()
            for action in np.flatnonzero(environment.observe(agent)["action_mask"]):
                branch = environment.clone()
                branch.step(int(action))
                others_seen.add(
                    b"".join(
                        branch.observe(other)["observation"].tobytes() for other in environment.agents if other != agent
                    )
                )
            assert len(others_seen) == 1
            before = b"".join(
                environment.observe(other)["observation"].tobytes() for other in environment.agents if other != agent
            )
            assert others_seen == {before}, "not even that somebody has chosen"
            tried += 1
        play(environment, rng, 1)
    assert tried > 3


def test_spaces_are_the_same_objects_at_each_call() -> None:
    environment = env("only_one")
    assert environment.observation_space("player_0") is environment.observation_space("player_0")
    assert environment.action_space("player_1") is environment.action_space("player_1")


def test_writing_into_an_observation_changes_nothing() -> None:
    environment = env("kasane")
    environment.reset(seed=1)
    agent = environment.agent_selection
    before = all_seen(environment)
    for bits in environment.observe(agent).values():
        bits[:] = 1 - bits
    assert all_seen(environment) == before
    for info in environment.infos.values():
        with pytest.raises(ValueError, match="read-only"):
            info["action_mask"][:] = 1


# ---- Rewards and ends ------------------------------------------------------------------------------------------------


def total_rewards(environment: AECGameEnv, seed: int) -> dict[str, float]:
    """Return the total reward of each agent in a whole random game."""
    rng = Rng(seed)
    totals = dict.fromkeys(environment.possible_agents, 0.0)
    environment.reset(seed=seed)
    while environment.agents:
        agent = environment.agent_selection
        seen, reward, terminated, truncated, _ = environment.last()
        totals[agent] += reward
        environment.step(None if terminated or truncated else draw_action(rng, seen["action_mask"]))
    return totals


@every_game
def test_rewards_at_the_end_are_utilities(game: Game) -> None:
    environment = env(game, **short(game))
    totals = total_rewards(environment, 3)
    assert list(totals.values()) == [
        environment.episode.state.utility(seat) for seat in range(environment.episode.players)
    ]


@every_game
def test_rewards_by_parts_add_up_to_the_utility_minus_the_first_outlook(game: Game) -> None:
    environment = env(game, rewards="parts", **short(game))
    totals = total_rewards(environment, 3)
    start = environment.episode.setup.start()
    for seat, agent in enumerate(environment.possible_agents):
        assert totals[agent] == pytest.approx(environment.episode.state.utility(seat) - start.outlook(seat))


def test_rewards_by_parts_come_when_a_part_ends() -> None:
    environment, rng = env("ameno_kirifuda", rewards="parts"), Rng(1)
    environment.reset(seed=1)
    while environment.episode.state.part == 0:
        play(environment, rng, 1)
        if environment.episode.state.part == 0:
            assert not any(environment.rewards.values())
    assert any(environment.rewards.values())
    assert sum(environment.rewards.values()) == pytest.approx(0.0)


def test_a_game_that_is_too_long_is_truncated() -> None:
    environment, rng = env("thousand_cats", max_decisions=9), Rng(1)
    environment.reset(seed=1)
    play(environment, rng, 9)
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())
    assert not any(environment.rewards.values())
    play(environment, rng)
    assert environment.agents == []


def test_simultaneous_choices_are_completed_before_a_game_is_truncated() -> None:
    environment = parallel_env("thousand_cats", max_decisions=2)
    seen, _ = environment.reset(seed=0)
    actions = {agent: int(np.flatnonzero(observation["action_mask"])[0]) for agent, observation in seen.items()}
    assert len(actions) == 4
    _, rewards, terminated, truncated, _ = environment.step(actions)
    assert environment.episode.decisions == 4
    assert all(truncated.values())
    assert not any(terminated.values())
    assert not any(rewards.values())


def test_an_illegal_action_raises_with_the_reason_and_changes_nothing() -> None:
    environment = env("ameno_kirifuda")
    environment.reset(seed=2)
    before = all_seen(environment)
    with pytest.raises(IllegalMove, match=r"seat \d cannot play spring-1: "):
        environment.step(GAMES["ameno_kirifuda"].action("play spring-1"))
    for action in (999, -1, 2**80):
        with pytest.raises(IllegalMove, match=f"cannot choose action {action}"):
            environment.step(action)
    with pytest.raises(IllegalMove, match="an action must be an integer, not 'draft'"):
        environment.step("draft")  # type: ignore[arg-type]
    assert all_seen(environment) == before


def test_an_illegal_action_can_end_the_game_instead() -> None:
    environment = env("kasane", illegal="end", penalty=-2.0)
    environment.reset(seed=2)
    culprit = environment.agent_selection
    environment.step(999)
    assert environment.rewards == {agent: -2.0 if agent == culprit else 0.0 for agent in environment.agents}
    assert all(environment.terminations.values())


def test_if_one_simultaneous_choice_is_illegal_none_is_made() -> None:
    environment = parallel_env("thousand_cats")
    seen, _ = environment.reset(seed=0)
    assert sum(observation["action_mask"].any() for observation in seen.values()) == 4
    actions = {agent: int(np.flatnonzero(observation["action_mask"])[0]) for agent, observation in seen.items()}
    before = environment.episode.state.as_json()
    with pytest.raises(IllegalMove, match="seat 3 cannot"):
        environment.step({**actions, "player_3": 999})
    with pytest.raises(IllegalMove, match="player_2 must choose now: no action was given"):
        environment.step({agent: action for agent, action in actions.items() if agent != "player_2"})
    assert environment.episode.state.as_json() == before


def test_asking_before_reset_or_about_an_unknown_agent_is_refused() -> None:
    environment = env("kasane")
    with pytest.raises(ResetNeeded, match="call reset"):
        environment.last()
    environment.reset(seed=1)
    with pytest.raises(BadEnvSettings, match="there is no agent 'player_9'; the agents are: player_0, player_1"):
        environment.observe("player_9")


def test_a_step_before_reset_or_after_the_end_is_refused() -> None:
    environment = env("only_one", players=2)
    with pytest.raises(ResetNeeded, match="call reset"):
        environment.step(0)
    environment.reset(seed=1)
    play(environment, Rng(1))
    with pytest.raises(ResetNeeded, match="call reset"):
        environment.step(0)


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
    "copy_of", [copy.copy, copy.deepcopy, lambda environment: pickle.loads(pickle.dumps(environment)), AECGameEnv.clone]
)
@pytest.mark.parametrize("name", ["ameno_kirifuda", "fine_weather", "kasane", "only_one", "thousand_cats"])
def test_a_copy_in_mid_game_continues_the_same_and_independently(name: str, copy_of: Any) -> None:
    environment = env(name, **short(GAMES[name]))
    environment.reset(seed=5)
    play(environment, Rng(1), 30)
    before = all_seen(environment)
    twin = copy_of(environment)
    play(twin, Rng(2), 25)
    assert all_seen(environment) == before
    play(environment, Rng(2), 25)
    assert all_seen(environment) == all_seen(twin)


def test_a_parallel_copy_is_independent() -> None:
    environment = parallel_env("thousand_cats", target=20)
    environment.reset(seed=5)
    for twin in (
        copy.copy(environment),
        copy.deepcopy(environment),
        pickle.loads(pickle.dumps(environment)),
        environment.clone(),
    ):
        assert isinstance(twin, ParallelGameEnv)
        before = environment.episode.state.as_json()
        actions = {agent: environment.episode.state.legal(seat)[0] for seat, agent in enumerate(environment.agents)}
        twin.step(actions)
        assert environment.episode.state.as_json() == before
        assert twin.episode.state.as_json() != before


def test_pickling_a_game_that_is_not_installed_is_refused() -> None:
    with pytest.raises(ChabudaiError, match="not an installed game"):
        pickle.dumps(env(POND))


def test_a_game_can_start_at_a_position() -> None:
    environment = env("kasane")
    environment.reset(seed=1)
    play(environment, Rng(1), 20)
    started_there = env("kasane")
    started_there.reset(seed=7, options={"position": environment.episode.state})
    assert all_seen(started_there) == all_seen(environment)
    with pytest.raises(ChabudaiError, match="a whole position of the same setup"):
        env("kasane", players=3).reset(seed=7, options={"position": environment.episode.state})
    with pytest.raises(ChabudaiError, match="a whole position of the same setup"):
        env("kasane").reset(seed=7, options={"position": environment.episode.state.seen_by(0, recall=True)})
    before = all_seen(environment)
    with pytest.raises(ChabudaiError, match="a whole position of the same setup"):
        environment.reset(seed=7, options={"position": "the last one"})
    assert all_seen(environment) == before
