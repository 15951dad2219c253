"""One game of an environment: rules, settings, chance from a seed, and the observations of the seats."""

import secrets
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chabudai.envs.env_settings import EnvSettings
from chabudai.envs.move import try_move
from chabudai.envs.row_writer import RowWriter
from chabudai.games.registry import game as named_game
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
    """The game that an environment plays, repeatedly, and its current state.

    `rewards` are what the last choice earned each seat, or None if nothing. `state` is the true state: agents may only
    be shown the result of `observe`.
    """

    def __init__(
        self, game: str | Game, players: int | None, options: Mapping[str, Any], settings: EnvSettings
    ) -> None:
        self.game = named_game(game) if isinstance(game, str) else game
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
        """Each seat's value of the game when this part started; empty if rewards come only at the end."""

    def _prepare(self) -> None:
        """Derive what follows from the setup and is shared by all copies."""
        observer = self.game.observer(self.setup)
        self.actions = len(self.game.actions)
        self.size: int = observer.size
        self.layout = observer.layout
        self.features = observer.features
        self._row_writer = RowWriter(observer, self.players, self.actions)
        self._mask_start: int = self._row_writer.mask_start
        self.empty_mask: Bits = np.zeros(self.actions, np.int8)
        self.empty_mask.flags.writeable = False

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None, position: object = None, *, listening: bool = False) -> None:
        """Start a game: from a seed, or continuing the random numbers; or at a complete state of the same setup."""
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
            raise ChabudaiError("a game can only start at a complete state of the same setup")
        return position.clone()

    def act(self, seat: int, action: object, *, last: bool = True) -> None:
        """Make a choice for a seat that must choose. The settings say what happens if it is illegal.

        The game is not truncated unless this is the last choice of a step.
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
        """Make the choices of all seats that choose simultaneously; if illegal ones raise, make all choices or none."""
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
        values = self._values()
        if not self._part_start_values:
            return values
        before, self._part_start_values = self._part_start_values, values
        return [now - then for now, then in zip(values, before, strict=True)]

    def _values(self) -> list[float]:
        state = self.state
        value = state.utility if state.over() else state.outlook
        return [value(seat) for seat in range(self.players)]

    def _refuse(self, seat: int, action: int) -> None:
        if self.settings.illegal == "end":
            self.ended = True
            self.rewards = [self.settings.penalty if other == seat else 0.0 for other in range(self.players)]
            return
        reason = self.game.why_not(self.state, seat, action)
        tried = self.game.actions[action] if 0 <= action < self.actions else f"choose action {action}"
        why = "" if reason is None else f": {words(self.game).cite('reason', reason)}"
        raise IllegalMove(f"seat {seat} cannot {tried}{why}")

    # ---- Observing ---------------------------------------------------------------------------------------------------

    def observe(self, seat: int, *, acts: bool) -> Observation:
        """Return what a seat sees. Its mask is all zeros unless it acts."""
        # A bytearray makes the array writable, which learners may want.
        bits = np.frombuffer(
            bytearray(self._row_writer.unpacked_row(self.state, seat, acts and not self.ended)), np.int8
        )
        start = self._mask_start
        return {"observation": bits[: self.size], "action_mask": bits[start : start + self.actions]}

    # ---- Copying -----------------------------------------------------------------------------------------------------

    def clone(self) -> "Episode":
        """Return an independent copy that shares what never changes."""
        other = object.__new__(Episode)
        other.__dict__.update(self.__dict__)
        other.state = self.state.clone()
        other.rng = Rng(0)
        other.rng.copy_from(self.rng)
        return other

    def __getstate__(self) -> dict[str, Any]:
        if games().get(self.game.name) is not self.game:
            raise ChabudaiError(f"{self.game.name} is not an installed game, so its environment cannot be pickled")
        left_out = ("game", "rng", "features", "empty_mask", "_row_writer")
        saved = {name: value for name, value in self.__dict__.items() if name not in left_out}
        return {**saved, "game": self.game.name, "rng": (self.rng.a, self.rng.b, self.rng.c, self.rng.n)}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        stream = saved.pop("rng")
        self.__dict__.update(saved)
        self.game = named_game(saved["game"])
        self._prepare()
        self.rng = Rng(0)
        self.rng.a, self.rng.b, self.rng.c, self.rng.n = stream

    def __deepcopy__(self, memo: dict[int, object]) -> "Episode":
        return self.clone()


def _action_number(action: object) -> int:
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalMove(f"an action must be an integer, not {action!r}") from None
