"""The games as PettingZoo Parallel environments: all agents that must choose act simultaneously."""

from typing import Any

from gymnasium.error import ResetNeeded
from pettingzoo import ParallelEnv

from chabudai.envs.agents import AgentEnv
from chabudai.envs.episode import Observation
from chabudai.kernel.bits import members
from chabudai.kernel.errors import IllegalMove

Infos = dict[str, dict[str, Any]]


class ParallelGameEnv(AgentEnv, ParallelEnv):  # type: ignore[misc]
    """An environment in which all agents that must choose act simultaneously: only one agent while seats take turns.

    The other agents have a mask of zeros, and their actions are ignored.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Start a game from a seed; without one, the random numbers continue.

        `options["position"]` may be a whole position to start at.
        """
        self.start_game(seed, options)
        return self._observe_all()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Make the choices of all agents that must choose. If one is illegal and raises an error, none is made."""
        if not self.agents:
            raise ResetNeeded("the game has not started or is over: call reset")
        episode, agents = self.episode, self.agents
        waiting = members(episode.state.waiting)
        missing = [agents[seat] for seat in waiting if agents[seat] not in actions]
        if missing:
            raise IllegalMove(f"{', '.join(missing)} must choose now: no action was given")
        episode.act_all([(seat, actions[agents[seat]]) for seat in waiting])
        rewards = episode.rewards or [0.0] * episode.players
        terminated = dict.fromkeys(agents, episode.ended and not episode.truncated)
        truncated = dict.fromkeys(agents, episode.truncated)
        observed, infos = self._observe_all()
        if episode.ended:
            self.agents = []
        return observed, dict(zip(agents, rewards, strict=True)), terminated, truncated, infos

    def _observe_all(self) -> tuple[dict[str, Observation], Infos]:
        observed = {agent: self.episode.observe(seat, acts=True) for seat, agent in enumerate(self.agents)}
        if self.render_mode == "human":
            self.render()
        return observed, {agent: {"action_mask": seen["action_mask"]} for agent, seen in observed.items()}
