"""What PettingZoo's two forms of a game share: agents, spaces, drawing, copies."""

from copy import copy
from typing import Any, Self

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from chabudai.envs.drawing import render
from chabudai.envs.episode import Episode
from chabudai.envs.terms import RENDER_MODES, RenderMode, check_render_mode
from chabudai.kernel.state import SPECTATOR

POSITION = "position"
"""The key of `options` at `reset`. Others are ignored, since PettingZoo's own test passes one that means nothing."""


def observation_space(episode: Episode) -> Dict:
    """Zeros and ones: the features of the game, and an action mask."""
    return Dict(
        {
            "observation": Box(0, 1, (episode.size,), np.int8),
            "action_mask": Box(0, 1, (episode.actions,), np.int8),
        }
    )


class Agents:
    """The agents of a game, one for each seat: `player_0`, `player_1`, …"""

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
        """What an agent can see: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """What an agent can do: always the same object."""
        return self.action_spaces[agent]

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin a game: from a seed, or where the random numbers stand; or at `options["position"]`, a whole one."""
        self.episode.reset(seed, (options or {}).get(POSITION), listening=self.render_mode is not None)
        self.agents = list(self.possible_agents)

    def render(self) -> str | None:
        """The table as a spectator sees it: returned (`ansi`) or printed (`human`)."""
        return render(self.render_mode, self.episode.game, self.episode.state, SPECTATOR)

    def close(self) -> None:
        """There is nothing to close."""

    def clone(self) -> Self:
        """An independent copy in the middle of the game, for search; it shares the spaces and what they draw."""
        other = object.__new__(type(self))
        other.__dict__.update({name: _own(value) for name, value in self.__dict__.items()})
        other.observation_spaces = self.observation_spaces
        other.action_spaces = self.action_spaces
        return other

    def __copy__(self) -> Self:
        return self.clone()


def _own(value: object) -> object:
    """A copy of what changes as a game goes on."""
    if isinstance(value, Episode):
        return value.clone()
    return copy(value) if isinstance(value, (dict, list)) else value
