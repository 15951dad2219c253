"""The games for Gymnasium: one seat against bots."""

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from chabudai.bots.registry import UnknownBot
from chabudai.envs.env_settings import BadEnvSettings
from chabudai.envs.gymnasium import SeatEnv, environment_id
from chabudai.games.registry import games
from chabudai.kernel.bits import members
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.rng import Rng
from chabudai.scene.game import Game
from envs.variants import GAMES, IDS, VARIANTS, short
from example_game import GAME as POND


def play_game(environment: SeatEnv, rng: Rng, seed: int | None) -> tuple[float, list[bytes]]:
    """Play a whole game at random; return its reward and all observations."""
    seen, _ = environment.reset(seed=seed)
    log, total, over = [seen["observation"].tobytes()], 0.0, environment.episode.ended
    while not over:
        actions = np.flatnonzero(seen["action_mask"])
        seen, reward, terminated, truncated, _ = environment.step(int(actions[rng.below(len(actions))]))
        log.append(seen["observation"].tobytes())
        total += reward
        over = terminated or truncated
    return total, log


@pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=IDS)
def test_gymnasium_s_checks_pass(game: Game, variant: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if game is POND:
            warnings.filterwarnings("ignore", message=".*not having a spec")
            check_env(SeatEnv(game, **variant))
        else:
            check_env(gymnasium.make(environment_id(game), **variant).unwrapped)


def test_every_installed_game_is_registered() -> None:
    assert environment_id(GAMES["ameno_kirifuda"]) == "chabudai/AmenoKirifuda-v0"
    for game in games().values():
        assert environment_id(game) in gymnasium.registry
    environment = gymnasium.make("chabudai.envs.gymnasium:chabudai/OnlyOne-v0", players=3, familiars=True)
    assert environment.unwrapped.episode.setup.options["familiars"] is True  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_same_seed_gives_the_same_game_and_other_seeds_others(game: Game) -> None:
    environment = SeatEnv(game, seat=None, **short(game))
    first = play_game(environment, Rng(1), seed=6)
    second = play_game(environment, Rng(2), seed=None)
    again = SeatEnv(game, seat=None, **short(game))
    assert play_game(again, Rng(1), seed=6) == first
    assert play_game(again, Rng(2), seed=None) == second
    assert first != second


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_agent_s_reward_is_the_utility_of_its_seat(game: Game) -> None:
    for seat in range(game.players[-1]):
        environment = SeatEnv(game, seat=seat, **short(game))
        total, _ = play_game(environment, Rng(3), seed=seat)
        assert total == environment.episode.state.utility(seat)


def test_rewards_by_parts_include_parts_that_end_while_others_play() -> None:
    environment = SeatEnv("ameno_kirifuda", seat=2, rewards="parts")
    total, _ = play_game(environment, Rng(3), seed=1)
    assert total == pytest.approx(environment.episode.state.utility(2) - 0.25)


def test_the_agent_acts_only_when_it_must_choose() -> None:
    environment = SeatEnv("thousand_cats", seat=1, target=20)
    rng = Rng(4)
    seen, info = environment.reset(seed=3)
    while not environment.episode.ended:
        assert seen["action_mask"].any()
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        assert np.array_equal(environment.action_masks(), seen["action_mask"].astype(bool))
        assert np.flatnonzero(seen["action_mask"]).tolist() == environment.episode.state.legal(1)
        actions = np.flatnonzero(seen["action_mask"])
        seen, _, _, _, info = environment.step(int(actions[rng.below(len(actions))]))
    assert not seen["action_mask"].any()


def test_seats_can_be_drawn() -> None:
    environment = SeatEnv("kasane", seat=None)
    seats = {environment.reset(seed=seed)[1]["seat"] for seed in range(40)}
    assert seats == {0, 1, 2, 3}


def test_every_opponent_can_be_a_different_bot() -> None:
    environment = SeatEnv("kasane", players=3, opponents=["novice@2", "random"], max_decisions=30)
    _, log = play_game(environment, Rng(1), seed=1)
    assert len(log) > 5
    assert (
        play_game(SeatEnv("kasane", players=3, opponents=["novice@2", "random"], max_decisions=30), Rng(1), seed=1)[1]
        == log
    )


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda environment: pickle.loads(pickle.dumps(environment))])
def test_a_copy_plays_on_like_the_original(copied: Callable[[SeatEnv], SeatEnv]) -> None:
    environment = SeatEnv("kasane", players=3, opponents=["novice@5", "random"], seat=None, max_decisions=60)
    environment.reset(seed=1)
    environment.step(environment.episode.state.legal(environment.seat)[0])
    twin = copied(environment)
    assert twin._bots[0].knowledge is environment._bots[0].knowledge  # type: ignore[attr-defined]
    games = []
    for played in (twin, environment):
        log = []
        while not played.episode.ended:
            log.append(played.step(played.episode.state.legal(played.seat)[-1])[0]["observation"].tobytes())
        games.append((log, play_game(played, Rng(1), seed=None), play_game(played, Rng(1), seed=2)))
    assert len(games[0][0]) > 3
    assert games[0] == games[1]


def test_an_illegal_action_ends_the_game_unless_it_should_raise() -> None:
    environment = SeatEnv("ameno_kirifuda")
    environment.reset(seed=1)
    _, reward, terminated, truncated, _ = environment.step(0 if environment.episode.state.first else 128)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    with pytest.raises(ResetNeeded, match="call reset"):
        environment.step(0)
    strict = SeatEnv("ameno_kirifuda", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match="seat 0 cannot"):
        strict.step(128)


def test_a_game_that_is_too_long_is_truncated() -> None:
    environment = SeatEnv("thousand_cats", max_decisions=9)
    total, _ = play_game(environment, Rng(1), seed=1)
    assert environment.episode.truncated
    assert total == 0.0


def test_the_agent_s_own_hand_is_rendered() -> None:
    environment = SeatEnv("fine_weather", render_mode="ansi", seat=1)
    environment.reset(seed=1)
    text = environment.render()
    assert text is not None
    hand = environment.episode.state.seats[1].hand  # type: ignore[attr-defined]
    cards = [GAMES["fine_weather"].vocabulary["card"][card] for card in members(hand)]
    suits, ranks = zip(*(str(card).split("-") for card in cards), strict=True)
    assert " ".join(f"│{suit.capitalize():7}│" for suit in suits) in text
    assert " ".join(f"│{rank:7}│" for rank in ranks) in text
    assert text.count(f"Hand {len(cards)} ▮") == 3, "the others show the backs of theirs"


def test_invalid_opponents_and_seats_are_refused() -> None:
    with pytest.raises(BadEnvSettings, match="opponents must be names of bots, as in"):
        SeatEnv("ameno_kirifuda", opponents=[1, 2, 3])  # type: ignore[list-item]
    with pytest.raises(BadEnvSettings, match="opponents: 2 bots are named, but 3 are needed"):
        SeatEnv("kasane", opponents=["random", "random"])
    with pytest.raises(BadEnvSettings, match="seat must be None or from 0 to 3, not 4"):
        SeatEnv("kasane", seat=4)
    with pytest.raises(BadEnvSettings, match="seat must be None or from 0 to 3, not '1'"):
        SeatEnv("kasane", seat="1")  # type: ignore[arg-type]
    with pytest.raises(UnknownBot, match="there is no bot 'champion'"):
        SeatEnv("kasane", opponents="champion")
