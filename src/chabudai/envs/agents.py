"""The base class of both PettingZoo environments: agents, spaces, rendering, copies."""

from copy import copy
from typing import Any, Self

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from chabudai.envs.env_settings import RENDER_MODES, RenderMode, check_render_mode
from chabudai.envs.episode import Episode
from chabudai.envs.render import render
from chabudai.kernel.state import SPECTATOR

POSITION = "position"
"""The key of `options` in `reset` for a state to start at.

Other keys are ignored, because PettingZoo's own test passes one that has no meaning.
"""


def observation_space(episode: Episode) -> Dict:
    """Return the space of observations: the features of the game and an action mask, all zeros and ones."""
    return Dict(
        {
            "observation": Box(0, 1, (episode.size,), np.int8),
            "action_mask": Box(0, 1, (episode.actions,), np.int8),
        }
    )


class AgentEnv:
    """Base of both PettingZoo environments. Each seat is an agent: `player_0`, `player_1`, …"""

    def __init__(self, episode: Episode, render_mode: RenderMode | None) -> None:
        check_render_mode(render_mode)
        self.metadata: dict[str, Any] = {
            "name": f"chabudai_{episode.game.name}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.episode = episode
        self.possible_agents = [f"player_{seat}" for seat in range(episode.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(episode) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(episode.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the observation space of an agent: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the action space of an agent: always the same object."""
        return self.action_spaces[agent]

    def start_game(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Start a game from a seed; without one, the random numbers continue.

        `options["position"]` may be a whole position to start at.
        """
        self.episode.reset(seed, (options or {}).get(POSITION), listening=self.render_mode is not None)
        self.agents = list(self.possible_agents)

    def render(self) -> str | None:
        """Render the table as a spectator sees it: return it (`ansi`) or print it (`human`)."""
        return render(self.render_mode, self.episode.game, self.episode.state, SPECTATOR)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def clone(self) -> Self:
        """Return an independent copy in mid-game, for search. It shares the spaces and their random numbers."""
        clone = object.__new__(type(self))
        clone.__dict__.update({name: _copied(value) for name, value in self.__dict__.items()})
        clone.observation_spaces = self.observation_spaces
        clone.action_spaces = self.action_spaces
        return clone

    def __copy__(self) -> Self:
        return self.clone()


def _copied(value: object) -> object:
    """Return a copy of a value that may change during a game, and any other value itself."""
    if isinstance(value, Episode):
        return value.clone()
    return copy(value) if isinstance(value, (dict, list)) else value
