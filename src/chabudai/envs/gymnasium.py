"""The games for Gymnasium: the agent plays one seat, bots play the others.

Importing this module registers every installed game, as `chabudai/AmenoKirifuda-v0` and so on.
"""

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import Env, register, registry
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from chabudai.bots import registry as bot_registry
from chabudai.bots.bot import Bot
from chabudai.bots.searcher import Searcher
from chabudai.envs.agents import POSITION, observation_space
from chabudai.envs.env_settings import (
    RENDER_MODES,
    BadEnvSettings,
    EnvSettings,
    Illegal,
    RenderMode,
    Rewards,
    check_render_mode,
)
from chabudai.envs.episode import Episode, Observation
from chabudai.envs.render import render
from chabudai.games.registry import games
from chabudai.kernel.bits import has, lowest
from chabudai.kernel.rng import Rng
from chabudai.scene.game import Game

_SEAT_STREAM = 2**32
"""Random stream that draws the agent's seat; the bots use the streams from 1 on."""


class SeatEnv(Env[Any, Any]):
    """An environment in which the agent plays one seat and bots play the others.

    `seat` is the agent's seat; None draws one for each game. `opponents` names one bot for all other seats, or one for
    each, starting at the agent's left. By default an illegal action ends the game with a penalty, because Gymnasium's
    own checks ignore masks; `illegal="raise"` suits agents that respect them.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        seat: int | None = 0,
        opponents: str | Sequence[str] = "random",
        render_mode: RenderMode | None = None,
        rewards: Rewards = "end",
        max_decisions: int = 10_000,
        illegal: Illegal = "end",
        penalty: float = -1.0,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        self.episode = Episode(game, players, options, EnvSettings(rewards, max_decisions, illegal, penalty))
        opponent_count = self.episode.players - 1
        names = [opponents] * opponent_count if isinstance(opponents, str) else list(opponents)
        if not all(isinstance(name, str) for name in names):
            raise BadEnvSettings(
                f"opponents must be names of bots, as in {['random'] * opponent_count!r}, not {names!r}"
            )
        if len(names) != opponent_count:
            raise BadEnvSettings(f"opponents: {len(names)} bots are named, but {opponent_count} are needed")
        if seat is not None and seat not in range(opponent_count + 1):
            raise BadEnvSettings(f"seat must be None or from 0 to {opponent_count}, not {seat!r}")
        self.render_mode = render_mode
        self.observation_space = observation_space(self.episode)
        self.action_space = Discrete(self.episode.actions)
        self.seat = 0
        self._fixed_seat = seat
        self._seat_rng = Rng(0)
        self._names = names
        self._bot_rngs = [Rng(0) for _ in names]
        self._bots = [self._bot(number) for number in range(opponent_count)]

    def _bot(self, number: int) -> Bot:
        return bot_registry.bot(self._names[number], self.episode.game, self._bot_rngs[number])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game from a seed; without one, the random numbers continue.

        `options["position"]` may be a whole position to start at.
        """
        super().reset(seed=seed)
        if seed is None and not self.episode.seeded:
            seed = secrets.randbits(64)
        if seed is not None:
            self._seat_rng.copy_from(Rng(int(seed), _SEAT_STREAM))
            for number, rng in enumerate(self._bot_rngs):
                rng.copy_from(Rng(int(seed), number + 1))
        self.seat = self._seat_rng.below(self.episode.players) if self._fixed_seat is None else self._fixed_seat
        self.episode.reset(seed, (options or {}).get(POSITION), listening=self.render_mode is not None)
        self._let_others_play()
        return self._observe()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the agent's choice, then let the others play until the agent must choose again."""
        if self.episode.ended:
            raise ResetNeeded("the game has not started or is over: call reset")
        reward = self._act(self.seat, action) + self._let_others_play()
        observed, info = self._observe()
        truncated = self.episode.truncated
        return observed, reward, self.episode.ended and not truncated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as a boolean mask. sb3-contrib's learners call this method."""
        return self.episode.observe(self.seat, acts=True)["action_mask"].astype(bool)

    def _let_others_play(self) -> float:
        """Let the bots play until the agent must choose, and return the agent's reward."""
        episode = self.episode
        reward = 0.0
        while not episode.ended:
            if has(episode.state.waiting, self.seat):
                break
            seat = lowest(episode.state.waiting)
            bot = self._bots[(seat - self.seat - 1) % episode.players]
            reward += self._act(seat, bot.choose(episode.state.seen_by(seat, bot.recall)))
        return reward

    def _act(self, seat: int, action: int) -> float:
        self.episode.act(seat, action)
        rewards = self.episode.rewards
        return 0.0 if rewards is None else rewards[self.seat]

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        observed = self.episode.observe(self.seat, acts=True)
        if self.render_mode == "human":
            self.render()
        return observed, {"action_mask": observed["action_mask"], "seat": self.seat}

    def render(self) -> str | None:
        """Render the table as the agent sees it: return it (`ansi`) or print it (`human`)."""
        return render(self.render_mode, self.episode.game, self.episode.state, self.seat)

    # When the environment is pickled, a `Searcher` is left out, because its knowledge is part of the game, and a game
    # is pickled only by name (see `Episode`). It is created again from its name and random numbers. Other bots must
    # support pickling themselves.

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bots": [None if isinstance(bot, Searcher) else bot for bot in self._bots]}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self._bots = [self._bot(number) if bot is None else bot for number, bot in enumerate(saved["_bots"])]


def environment_id(game: Game) -> str:
    """Return the id under which a game is registered."""
    return f"chabudai/{''.join(word.capitalize() for word in game.name.split('_'))}-v0"


def _register_games() -> None:
    for game in games().values():
        if environment_id(game) not in registry:
            register(environment_id(game), entry_point=f"{__name__}:SeatEnv", kwargs={"game": game.name})


_register_games()
