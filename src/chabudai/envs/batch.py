"""Thousands of games at a time, as NumPy arrays."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chabudai.envs.env_settings import check_number
from chabudai.envs.features import unpack_rows
from chabudai.envs.row_writer import RowWriter
from chabudai.envs.vector import GameVector
from chabudai.games.registry import game as find_game
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.setup import OptionValue
from chabudai.scene.game import Game


class Rows(NamedTuple):
    """The result of a step: one row for each seat that must choose now, game by game.

    `reward` holds the reward of every seat of the row's game for the last step: the utility of a game that has just
    ended, else zeros. If a game has ended or been truncated, its rows already belong to the next game.
    """

    game: NDArray[np.int64]
    seat: NDArray[np.int64]
    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]
    reward: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Batch:
    """Games of one setup, played side by side. A game that ends is restarted automatically.

    Seats that choose simultaneously have one row each. Each game has its own stream of random numbers, so what
    chance decides in it does not depend on the number of games.
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
        self.game = find_game(game) if isinstance(game, str) else game
        self.setup = self.game.setup(self.game.players[-1] if players is None else players, options)
        self.games = games
        self.max_decisions = max_decisions
        self.observer = self.game.observer(self.setup)
        self._row_writer = RowWriter(self.observer, self.setup.players, len(self.game.actions))
        self.rows = self.reset(seed)
        """The result of the last step, or of `reset`."""

    def reset(self, seed: int) -> Rows:
        """Restart all games with the random numbers of this seed."""
        self._vector = GameVector(self.setup.start(), self._row_writer, self.games, seed, self.max_decisions)
        self.rows = self._read_rows()
        return self.rows

    def step(self, actions: ArrayLike) -> Rows:
        """Make one choice for every row. If any is illegal, raise IllegalMove and change nothing."""
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu":
            raise IllegalMove(f"actions must be integers, not {numbers.dtype}")
        self._vector.step(numbers.astype("<i8", copy=False).tobytes())
        self.rows = self._read_rows()
        return self.rows

    def random_actions(self) -> NDArray[np.int64]:
        """Draw a legal action for each row, uniformly."""
        return np.frombuffer(self._vector.random_actions(), "<i8")

    def _read_rows(self) -> Rows:
        row_seats = np.frombuffer(self._vector.row_seats(), "<i8").reshape(-1, 2)
        bits = unpack_rows(self._vector.rows(), self._row_writer.width)
        start = self._row_writer.mask_start
        players = self.setup.players
        reward = np.zeros((self.games, players), np.float32)
        # Whether each game was terminated (column 0) or truncated (column 1).
        end_flags = np.zeros((self.games, 2), np.bool_)
        ended = self._vector.ended()
        if ended:
            integers = np.frombuffer(ended, "<i8").reshape(-1, 2 + players)
            reward[integers[:, 0]] = np.frombuffer(ended, "<f8").reshape(-1, 2 + players)[:, 2:]
            end_flags[integers[:, 0], integers[:, 1]] = True
        game = row_seats[:, 0]
        return Rows(
            game,
            row_seats[:, 1],
            bits[:, : self.observer.size],
            bits[:, start : start + self._row_writer.actions],
            reward[game],
            end_flags[game, 0],
            end_flags[game, 1],
        )
