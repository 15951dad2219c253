"""The games as PettingZoo AEC environments: agents act one after another."""

from typing import Any

from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from chabudai.envs.agents import AgentEnv
from chabudai.envs.env_settings import BadEnvSettings, RenderMode
from chabudai.envs.episode import Episode, Observation
from chabudai.kernel.bits import lowest

_NO_SEAT = -1


class AECGameEnv(AgentEnv, AECEnv):  # type: ignore[misc]
    """An environment whose agents act one after another.

    If seats choose simultaneously, the lowest seat acts first, and no observation shows that it has chosen. An agent
    that is not selected has a mask of zeros. The game ends for all agents at the same time.
    """

    def __init__(self, episode: Episode, render_mode: RenderMode | None = None) -> None:
        super().__init__(episode, render_mode)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._not_selected = {"action_mask": episode.empty_mask}
        self._selected = _NO_SEAT
        self._observation: Observation | None = None
        """What the selected agent sees; None until somebody asks for it."""
        self._infos: dict[str, dict[str, Any]] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game from a seed; without one, the random numbers continue.

        `options["position"]` may be a whole position to start at.
        """
        self.start_game(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._infos = dict.fromkeys(self.agents, self._not_selected)
        self._rewarded = False  # whether the last step gave rewards
        self._select_next()

    def step(self, action: int | None) -> None:
        """Make the choice of the selected agent. When the game is over, the only action is None: the agent leaves."""
        if not self.agents:
            raise ResetNeeded("the game has not started or is over: call reset")
        agent = self.agent_selection
        episode = self.episode
        if episode.ended:
            self._remove_agent(agent, action)
            return
        episode.act(self._selected, action)
        self._cumulative_rewards[agent] = 0.0
        self._infos[agent] = self._not_selected
        if self._rewarded:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._rewarded = False
        if episode.rewards is not None:
            self._rewarded = True
            self.rewards = dict(zip(self.agents, episode.rewards, strict=True))
            self._accumulate_rewards()
        self._select_next()

    def _select_next(self) -> None:
        """Select the next agent, or end the game for all."""
        episode = self.episode
        self._observation = None
        if episode.ended:
            self._selected = _NO_SEAT
            self.agent_selection = self.agents[0]
            all_ended = dict.fromkeys(self.agents, True)
            if episode.truncated:
                self.truncations = all_ended
            else:
                self.terminations = all_ended
        else:
            self._selected = seat = lowest(episode.state.waiting)
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def _remove_agent(self, agent: str, action: int | None) -> None:
        """Remove an agent whose game is over."""
        if action is not None:
            raise ValueError("the game is over: the only action is None")
        self.agents.remove(agent)
        for per_agent in (self.terminations, self.truncations, self._cumulative_rewards, self._infos):
            del per_agent[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, cumulative reward, termination, truncation and info of the selected agent."""
        if not self.agents:
            raise ResetNeeded("the game has not started or is over: call reset")
        result: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return result

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now."""
        if agent not in self._seats:
            raise BadEnvSettings(f"there is no agent {agent!r}; the agents are: {', '.join(self._seats)}")
        seat = self._seats[agent]
        if seat != self._selected:
            return self.episode.observe(seat, acts=False)
        return {name: bits.copy() for name, bits in self._observe_selected().items()}

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The info of each agent: its action mask, read-only."""
        if self._selected != _NO_SEAT:
            self._infos[self.agent_selection] = {"action_mask": self._observe_selected()["action_mask"]}
        return self._infos

    def _observe_selected(self) -> Observation:
        """Observe for the selected agent, on demand: an observation costs more than the step itself."""
        if self._observation is None:
            self._observation = self.episode.observe(self._selected, acts=True)
            self._observation["action_mask"].flags.writeable = False
        return self._observation
