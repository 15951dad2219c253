"""The games as PettingZoo's Parallel environments: all who are waited for act at once."""

from typing import Any

from gymnasium.error import ResetNeeded
from pettingzoo import ParallelEnv

from chabudai.envs.agents import Agents
from chabudai.envs.episode import Observed
from chabudai.kernel.bits import members
from chabudai.kernel.errors import IllegalMove

Infos = dict[str, dict[str, Any]]


class TogetherEnv(Agents, ParallelEnv):  # type: ignore[misc]
    """A game in which all agents that are waited for act at once; where turns are taken this is one alone.

    The other agents have an empty mask, and what they do is not looked at.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], Infos]:
        """Begin a game: from a seed, or where the random numbers stand; or at `options["position"]`, a whole one."""
        self.begin(seed, options)
        return self._shown()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """The choices of all who are waited for. Where one is illegal, and that raises, none of them is made."""
        if not self.agents:
            raise ResetNeeded("the game has not begun, or is over: call reset")
        episode, agents = self.episode, self.agents
        asked = members(episode.state.waiting)
        missing = [agents[seat] for seat in asked if agents[seat] not in actions]
        if missing:
            raise IllegalMove(f"{', '.join(missing)} must choose now: no action was given")
        episode.act_together([(seat, actions[agents[seat]]) for seat in asked])
        gains = episode.gains or [0.0] * episode.players
        terminated = dict.fromkeys(agents, episode.ended and not episode.cut_short)
        truncated = dict.fromkeys(agents, episode.cut_short)
        observed, infos = self._shown()
        if episode.ended:
            self.agents = []
        return observed, dict(zip(agents, gains, strict=True)), terminated, truncated, infos

    def _shown(self) -> tuple[dict[str, Observed], Infos]:
        observed = {agent: self.episode.observed(seat, acts=True) for seat, agent in enumerate(self.agents)}
        if self.render_mode == "human":
            self.render()
        return observed, {agent: {"action_mask": seen["action_mask"]} for agent, seen in observed.items()}
