"""The games for PettingZoo: `env` makes the AEC form of a game, `parallel_env` the Parallel form."""

from typing import Any

from chabudai.envs.episode import Episode
from chabudai.envs.terms import Illegal, RenderMode, Rewards, Terms
from chabudai.envs.together import TogetherEnv
from chabudai.envs.turns import TurnsEnv
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
) -> TurnsEnv:
    """A game, by name or declaration, whose agents act in turn.

    Without `players` as many as can play. `Terms` tells about rewards and illegal actions; all further arguments are
    options of the game.
    """
    return TurnsEnv(Episode(game, players, options, Terms(rewards, max_decisions, illegal, penalty)), render_mode)


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
) -> TogetherEnv:
    """A game, made as by `env`, in which all agents that are waited for act at once."""
    return TogetherEnv(Episode(game, players, options, Terms(rewards, max_decisions, illegal, penalty)), render_mode)
