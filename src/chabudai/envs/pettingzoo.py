"""PettingZoo environments of the games: `env` creates an AEC environment, `parallel_env` a Parallel one."""

from typing import Any

from chabudai.envs.aec import AECGameEnv
from chabudai.envs.env_settings import EnvSettings, Illegal, RenderMode, Rewards
from chabudai.envs.episode import Episode
from chabudai.envs.parallel import ParallelGameEnv
from chabudai.scene.game import Game


def env(
    game: str | Game,
    players: int | None = None,
    *,
    render_mode: RenderMode | None = None,
    rewards: Rewards = "end",
    max_decisions: int = 10_000,
    illegal: Illegal = "raise",
    penalty: float = -1.0,
    **options: Any,
) -> AECGameEnv:
    """Create an AEC environment of a game, given by name or declaration. Its agents act in turn.

    By default, the game has as many players as it allows. `EnvSettings` explains rewards and illegal actions. All
    further arguments are options of the game.
    """
    return AECGameEnv(
        Episode(game, players, options, EnvSettings(rewards, max_decisions, illegal, penalty)), render_mode
    )


def parallel_env(
    game: str | Game,
    players: int | None = None,
    *,
    render_mode: RenderMode | None = None,
    rewards: Rewards = "end",
    max_decisions: int = 10_000,
    illegal: Illegal = "raise",
    penalty: float = -1.0,
    **options: Any,
) -> ParallelGameEnv:
    """Create a Parallel environment, in which all agents that must choose act simultaneously. See `env`."""
    return ParallelGameEnv(
        Episode(game, players, options, EnvSettings(rewards, max_decisions, illegal, penalty)), render_mode
    )
