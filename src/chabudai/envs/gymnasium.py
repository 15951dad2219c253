"""The games for Gymnasium: one seat is the agent's, bots play the others.

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
from chabudai.envs.drawing import render
from chabudai.envs.episode import Episode, Observed
from chabudai.envs.terms import RENDER_MODES, BadTerms, Illegal, RenderMode, Rewards, Terms, check_render_mode
from chabudai.games.registry import games
from chabudai.kernel.bits import has, lowest
from chabudai.kernel.rng import Rng
from chabudai.scene.game import Game

_SEAT_STREAM = 2**32
"""The stream of random numbers that draws the agent's seat; those of the bots come after the game's."""


class SeatEnv(Env[Any, Any]):
    """A game in which the agent has one seat, and bots have the others.

    `seat` is the agent's; None draws one for each game. `opponents` names a bot for all other seats, or one for each of
    them, from the agent's left on. An illegal action ends the game with a penalty, since Gymnasium's own checks do not
    look at masks; `illegal="raise"` is for those who do.
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
        self.episode = Episode(game, players, options, Terms(rewards, max_decisions, illegal, penalty))
        others = self.episode.players - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if not all(isinstance(name, str) for name in names):
            raise BadTerms(f"opponents are named, as in {['random'] * others!r}, not {names!r}")
        if len(names) != others:
            raise BadTerms(f"opponents: {others} bots are needed, not {len(names)}")
        if seat is not None and seat not in range(others + 1):
            raise BadTerms(f"seat is None or from 0 to {others}, not {seat!r}")
        self.render_mode = render_mode
        self.observation_space = observation_space(self.episode)
        self.action_space = Discrete(self.episode.actions)
        self.seat = 0
        self._wanted_seat = seat
        self._draws = Rng(0)
        self._names = names
        self._luck = [Rng(0) for _ in names]
        self._bots = [self._bot(number) for number in range(others)]

    def _bot(self, number: int) -> Bot:
        return bot_registry.bot(self._names[number], self.episode.game, self._luck[number])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin a game: from a seed, or where the random numbers stand; or at `options["position"]`, a whole one."""
        super().reset(seed=seed)
        if seed is None and not self.episode.seeded:
            seed = secrets.randbits(64)
        if seed is not None:
            self._draws.copy_from(Rng(int(seed), _SEAT_STREAM))
            for number, luck in enumerate(self._luck):
                luck.copy_from(Rng(int(seed), number + 1))
        self.seat = self._draws.below(self.episode.players) if self._wanted_seat is None else self._wanted_seat
        self.episode.reset(seed, (options or {}).get(POSITION), listening=self.render_mode is not None)
        self._let_others_play()
        return self._shown()

    def step(self, action: int) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """The agent's choice; then the others play until it is asked again."""
        if self.episode.ended:
            raise ResetNeeded("the game has not begun, or is over: call reset")
        reward = self._act(self.seat, action) + self._let_others_play()
        observed, info = self._shown()
        cut_short = self.episode.cut_short
        return observed, reward, self.episode.ended and not cut_short, cut_short, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib's learners ask for them."""
        return self.episode.observed(self.seat, acts=True)["action_mask"].astype(bool)

    def _let_others_play(self) -> float:
        """Let the bots play until the agent is asked; returns what that brings the agent."""
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
        gains = self.episode.gains
        return 0.0 if gains is None else gains[self.seat]

    def _shown(self) -> tuple[Observed, dict[str, Any]]:
        observed = self.episode.observed(self.seat, acts=True)
        if self.render_mode == "human":
            self.render()
        return observed, {"action_mask": observed["action_mask"], "seat": self.seat}

    def render(self) -> str | None:
        """The table as the agent sees it: returned (`ansi`) or printed (`human`)."""
        return render(self.render_mode, self.episode.game, self.episode.state, self.seat)

    # Our searching bots are nothing but their names and their luck, and the knowledge that they go by is the game's own
    # and not copied. What other bots have in mind is theirs to copy.

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bots": [None if isinstance(bot, Searcher) else bot for bot in self._bots]}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._bots = [self._bot(number) if bot is None else bot for number, bot in enumerate(kept["_bots"])]


def environment_id(game: Game) -> str:
    """The id that a game is registered by."""
    return f"chabudai/{''.join(word.capitalize() for word in game.name.split('_'))}-v0"


def _register_games() -> None:
    for game in games().values():
        if environment_id(game) not in registry:
            register(environment_id(game), entry_point=f"{__name__}:SeatEnv", kwargs={"game": game.name})


_register_games()
