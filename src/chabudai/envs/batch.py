"""Thousands of games at a time, as NumPy arrays."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chabudai.envs.features import unpacked
from chabudai.envs.fleet import Fleet
from chabudai.envs.scribe import Scribe
from chabudai.envs.terms import check_number
from chabudai.games.registry import game as named_game
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.setup import OptionValue
from chabudai.scene.game import Game


class Rows(NamedTuple):
    """What a step brought: a row for each seat that must choose now, game by game.

    `reward` is what each seat of the row's game got in the last step, counted from seat 0: the utility of a game that
    has just ended, else zeros. If it ended, or was cut short, the row is already of the next one.
    """

    game: NDArray[np.int64]
    seat: NDArray[np.int64]
    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]
    reward: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Batch:
    """Games of one setup played side by side; those that end begin anew by themselves.

    Where several seats choose at once each has a row of its own. A game is the same in a batch of any size: it has its
    own stream of random numbers.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        games: int = 1024,
        seed: int = 0,
        max_decisions: int = 10_000,
        **options: OptionValue,
    ) -> None:
        check_number("games", games)
        check_number("max_decisions", max_decisions)
        self.game = named_game(game) if isinstance(game, str) else game
        given: Mapping[str, OptionValue] = options
        self.setup = self.game.setup(self.game.players[-1] if players is None else players, given)
        self.games = games
        self.max_decisions = max_decisions
        self.observer = self.game.observer(self.setup)
        self._scribe = Scribe(self.observer, self.setup.players, len(self.game.actions))
        self.rows = self.reset(seed)

    def reset(self, seed: int) -> Rows:
        """Begin all games anew."""
        self._fleet = Fleet(self.setup.start(), self._scribe, self.games, seed, self.max_decisions)
        self.rows = self._read()
        return self.rows

    def step(self, actions: ArrayLike) -> Rows:
        """Make the choice of every row; an illegal one is refused, and nothing changes."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise IllegalMove(f"actions are whole numbers, not of the type {given.dtype}")
        self._fleet.step(given.astype("<i8", copy=False).tobytes())
        self.rows = self._read()
        return self.rows

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each row, each as likely as the others."""
        return np.frombuffer(self._fleet.random_actions(), "<i8")

    def _read(self) -> Rows:
        whose = np.frombuffer(self._fleet.whose(), "<i8").reshape(-1, 2)
        bits = unpacked(self._fleet.rows(), self._scribe.width)
        start = self._scribe.mask_at
        players = self.setup.players
        reward = np.zeros((self.games, players), np.float32)
        ends = np.zeros((self.games, 2), np.bool_)
        ended = self._fleet.ended()
        if ended:
            words = np.frombuffer(ended, "<i8").reshape(-1, 2 + players)
            reward[words[:, 0]] = np.frombuffer(ended, "<f8").reshape(-1, 2 + players)[:, 2:]
            ends[words[:, 0], words[:, 1]] = True
        game = whose[:, 0]
        return Rows(
            game,
            whose[:, 1],
            bits[:, : self.observer.size],
            bits[:, start : start + self._scribe.actions],
            reward[game],
            ends[game, 0],
            ends[game, 1],
        )
