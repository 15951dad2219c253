"""The games as PettingZoo's AEC environments: agents act one after the other."""

from typing import Any

from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from chabudai.envs.agents import Agents
from chabudai.envs.episode import Episode, Observed
from chabudai.envs.terms import BadTerms, RenderMode
from chabudai.kernel.bits import lowest

_NOBODY = -1


class TurnsEnv(Agents, AECEnv):  # type: ignore[misc]
    """A game whose agents act in turn. Of those who choose at once the lowest seat is asked first, and nobody sees it.

    An agent that is not asked has an empty mask. The game ends for all at the same time.
    """

    def __init__(self, episode: Episode, render_mode: RenderMode | None = None) -> None:
        super().__init__(episode, render_mode)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._not_asked = {"action_mask": episode.no_mask}
        self._asked = _NOBODY
        self._seen: Observed | None = None
        """What the agent that is asked sees, once somebody has looked."""
        self._infos: dict[str, dict[str, Any]] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: from a seed, or where the random numbers stand; or at `options["position"]`, a whole one."""
        self.begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._infos = dict.fromkeys(self.agents, self._not_asked)
        self._rewarded = False
        self._go_on()

    def step(self, action: int | None) -> None:
        """The choice of the agent that is asked; None for one whose game is over."""
        if not self.agents:
            raise ResetNeeded("the game has not begun, or is over: call reset")
        agent = self.agent_selection
        episode = self.episode
        if episode.ended:
            self._leave(agent, action)
            return
        episode.act(self._asked, action)
        self._cumulative_rewards[agent] = 0.0
        self._infos[agent] = self._not_asked
        if self._rewarded:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._rewarded = False
        if episode.gains is not None:
            self._rewarded = True
            self.rewards = dict(zip(self.agents, episode.gains, strict=True))
            self._accumulate_rewards()
        self._go_on()

    def _go_on(self) -> None:
        """Ask the next agent, or end the game for all."""
        episode = self.episode
        self._seen = None
        if episode.ended:
            self._asked = _NOBODY
            self.agent_selection = self.agents[0]
            over = dict.fromkeys(self.agents, True)
            if episode.cut_short:
                self.truncations = over
            else:
                self.terminations = over
        else:
            self._asked = seat = lowest(episode.state.waiting)
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def _leave(self, agent: str, action: int | None) -> None:
        """An agent whose game is over leaves."""
        if action is not None:
            raise ValueError("the game is over: the only action is None")
        self.agents.remove(agent)
        for told in (self.terminations, self.truncations, self._cumulative_rewards, self._infos):
            del told[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What PettingZoo tells of the agent that is asked."""
        if not self.agents:
            raise ResetNeeded("the game has not begun, or is over: call reset")
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def observe(self, agent: str) -> Observed:
        """What an agent sees now."""
        if agent not in self._seats:
            raise BadTerms(f"there is no agent {agent!r}; the agents are: {', '.join(self._seats)}")
        seat = self._seats[agent]
        if seat != self._asked:
            return self.episode.observed(seat, acts=False)
        return {name: bits.copy() for name, bits in self._look().items()}

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The action masks of all agents, to be read only."""
        if self._asked != _NOBODY:
            self._infos[self.agent_selection] = {"action_mask": self._look()["action_mask"]}
        return self._infos

    def _look(self) -> Observed:
        """What the agent that is asked sees: made when somebody looks, since it costs more than the step itself."""
        if self._seen is None:
            self._seen = self.episode.observed(self._asked, acts=True)
            self._seen["action_mask"].flags.writeable = False
        return self._seen
