"""The game that an environment plays: settings, current state, chance from a seed, rewards and observations."""

import secrets
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chabudai.envs.env_settings import EnvSettings
from chabudai.envs.move import try_move
from chabudai.envs.row_writer import RowWriter
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.errors import ChabudaiError, IllegalMove
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import WHOLE, State
from chabudai.scene.game import Game
from chabudai.scene.words import words

Bits = NDArray[np.int8]
Observation = dict[str, Bits]
"""What an agent receives: `observation` and `action_mask`, zeros and ones."""


class Episode:
    """The game behind an environment, and its current run. `reset` starts the next run in the same object.

    `rewards` holds each seat's reward for the last choice; None if it gave none. `state` is the true state: agents may
    receive only the result of `observe`.
    """

    def __init__(
        self, game: str | Game, players: int | None, options: Mapping[str, Any], settings: EnvSettings
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.settings = settings
        self.setup: Setup = self.game.setup(self.game.players[-1] if players is None else players, options)
        self.players: int = self.setup.players
        self._prepare()
        self.rng = Rng(0)
        self.seeded = False
        self.state: State = self.setup.start()
        self.decisions = 0
        self.ended = True
        self.truncated = False
        self.rewards: list[float] | None = None
        self._part = 0
        self._part_start_values: list[float] = []
        """What the game was worth to each seat when this part started; empty if rewards come only at the end."""

    def _prepare(self) -> None:
        """Set the attributes that follow from the setup. Copies share them."""
        observer = self.game.observer(self.setup)
        self.actions = len(self.game.actions)
        self.size: int = observer.size
        """Number of bits in an observation."""
        self.layout = observer.layout
        """A hash that identifies the features of the observations (`Observer.layout`)."""
        self.features = observer.features
        self._row_writer = RowWriter(observer, self.players, self.actions)
        self._mask_start: int = self._row_writer.mask_start
        self.empty_mask: Bits = np.zeros(self.actions, np.int8)
        self.empty_mask.flags.writeable = False

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None, position: object = None, *, listening: bool = False) -> None:
        """Start a game, at `position` (a whole position of the same setup) if given.

        Without a seed, the random numbers continue from the last game; the first game has a random seed.
        """
        initial_state = self._initial_state(position)
        if seed is not None or not self.seeded:
            self.rng = Rng(secrets.randbits(64) if seed is None else int(seed))
            self.seeded = True
        self.state = initial_state
        self.state.listening = listening
        if self.state.due >= 0:
            self.state.resolve(self.rng)
        self.decisions = 0
        self.rewards = None
        self.truncated = False
        self.ended = self.state.over()
        self._part = self.state.part
        self._part_start_values = self._values() if self.settings.rewards == "parts" else []

    def _initial_state(self, position: object) -> State:
        if position is None:
            return self.setup.start()
        if not isinstance(position, State) or position.setup != self.setup or position.viewer != WHOLE:
            raise ChabudaiError("a game can only start at a whole position of the same setup")
        return position.clone()

    def act(self, seat: int, action: object, *, last: bool = True) -> None:
        """Make a choice for a seat that must choose. The settings say what happens if it is illegal.

        `last` says whether this is the last choice of a step; only then can the game be truncated.
        """
        number = _action_number(action)
        state = self.state
        if not 0 <= number < self.actions or not try_move(state, seat, number, self.rng):
            self._refuse(seat, number)
            return
        self.decisions += 1
        self.rewards = None
        if state.waiting == 0:
            self.ended = True
            self.rewards = self._take_rewards()
            return
        if self._part_start_values and state.part != self._part:
            self._part = state.part
            self.rewards = self._take_rewards()
        if last and self.decisions >= self.settings.max_decisions:
            self.ended = self.truncated = True

    def act_all(self, choices: Sequence[tuple[int, object]]) -> None:
        """Make the choices of all seats that choose simultaneously.

        If illegal choices raise an error, nothing is done unless all are legal.
        """
        if self.settings.illegal == "raise":
            for seat, action in choices:
                number = _action_number(action)
                if not 0 <= number < self.actions or not self.state.is_legal(seat, number):
                    self._refuse(seat, number)
        for count, (seat, action) in enumerate(choices, 1):
            self.act(seat, action, last=count == len(choices))
            if self.ended:
                return

    def _take_rewards(self) -> list[float]:
        """Return the rewards that are due, and remember the current values for the next ones."""
        values = self._values()
        if not self._part_start_values:
            return values
        old_values, self._part_start_values = self._part_start_values, values
        return [value - old for value, old in zip(values, old_values, strict=True)]

    def _values(self) -> list[float]:
        """Return what the game is worth to each seat: its utility if the game is over, otherwise its outlook."""
        state = self.state
        value = state.utility if state.over() else state.outlook
        return [value(seat) for seat in range(self.players)]

    def _refuse(self, seat: int, action: int) -> None:
        """End the game with a penalty, or raise IllegalMove, as the settings say."""
        if self.settings.illegal == "end":
            self.ended = True
            self.rewards = [self.settings.penalty if other == seat else 0.0 for other in range(self.players)]
            return
        reason = self.game.why_not(self.state, seat, action)
        move = self.game.actions[action] if 0 <= action < self.actions else f"choose action {action}"
        reason_text = "" if reason is None else f": {words(self.game).cite('reason', reason)}"
        raise IllegalMove(f"seat {seat} cannot {move}{reason_text}")

    # ---- Observing ---------------------------------------------------------------------------------------------------

    def observe(self, seat: int, *, acts: bool) -> Observation:
        """Return what a seat sees. Its mask is all zeros unless `acts` is true and the seat must choose."""
        # A bytearray makes the array writable, because learners may change observations in place.
        bits = np.frombuffer(
            bytearray(self._row_writer.unpacked_row(self.state, seat, acts and not self.ended)), np.int8
        )
        start = self._mask_start
        return {"observation": bits[: self.size], "action_mask": bits[start : start + self.actions]}

    # ---- Copying -----------------------------------------------------------------------------------------------------

    def clone(self) -> "Episode":
        """Return an independent copy that shares what never changes."""
        clone = object.__new__(Episode)
        clone.__dict__.update(self.__dict__)
        clone.state = self.state.clone()
        clone.rng = Rng(0)
        clone.rng.copy_from(self.rng)
        return clone

    def __getstate__(self) -> dict[str, Any]:
        if games().get(self.game.name) is not self.game:
            raise ChabudaiError(f"{self.game.name} is not an installed game, so its environment cannot be pickled")
        left_out = ("game", "rng", "features", "empty_mask", "_row_writer")
        saved = {name: value for name, value in self.__dict__.items() if name not in left_out}
        return {**saved, "game": self.game.name, "rng": (self.rng.a, self.rng.b, self.rng.c, self.rng.n)}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        rng_state = saved.pop("rng")
        self.__dict__.update(saved)
        self.game = find_game(saved["game"])
        self._prepare()
        self.rng = Rng(0)
        self.rng.a, self.rng.b, self.rng.c, self.rng.n = rng_state

    def __deepcopy__(self, memo: dict[int, object]) -> "Episode":
        return self.clone()


def _action_number(action: object) -> int:
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalMove(f"an action must be an integer, not {action!r}") from None
