"""One game of an environment: the rules, the terms, chance from a seed, and what the seats get to see."""

import secrets
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chabudai.envs.moving import move
from chabudai.envs.scribe import Scribe
from chabudai.envs.terms import Terms
from chabudai.games.registry import game as named_game
from chabudai.games.registry import games
from chabudai.kernel.errors import ChabudaiError, IllegalMove
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import WHOLE, State
from chabudai.scene.game import Game
from chabudai.scene.words import words

Bits = NDArray[np.int8]
Observed = dict[str, Bits]
"""What an agent gets: `observation` and `action_mask`, zeros and ones."""


class Episode:
    """The game that an environment plays, over and over, and how it has gone so far.

    `gains` are what the last choice brought to each seat, None if nothing. `state` is the truth: only `observed` may
    be shown to those who play.
    """

    def __init__(self, game: str | Game, players: int | None, options: Mapping[str, Any], terms: Terms) -> None:
        self.game = named_game(game) if isinstance(game, str) else game
        self.terms = terms
        self.setup: Setup = self.game.setup(self.game.players[-1] if players is None else players, options)
        self.players: int = self.setup.players
        self._begin()
        self.rng = Rng(0)
        self.seeded = False
        self.state: State = self.setup.start()
        self.decisions = 0
        self.ended = True
        self.cut_short = False
        self.gains: list[float] | None = None
        self._part = 0
        self._outlooks: list[float] = []
        """What the game was worth to each seat as this part began; empty if rewards come at the end alone."""

    def _begin(self) -> None:
        """What follows from the setup, and is the same for all copies."""
        observer = self.game.observer(self.setup)
        self.actions = len(self.game.actions)
        self.size: int = observer.size
        self.layout = observer.layout
        self.features = observer.features
        self._scribe = Scribe(observer, self.players, self.actions)
        self._mask_at: int = self._scribe.mask_at
        self.no_mask: Bits = np.zeros(self.actions, np.int8)
        self.no_mask.flags.writeable = False

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None, position: object = None, *, listening: bool = False) -> None:
        """Begin anew: from a seed, or where the random numbers stand; or at a whole position of the same setup."""
        beginning = self._beginning(position)
        if seed is not None or not self.seeded:
            self.rng = Rng(secrets.randbits(64) if seed is None else int(seed))
            self.seeded = True
        self.state = beginning
        self.state.listening = listening
        if self.state.due >= 0:
            self.state.resolve(self.rng)
        self.decisions = 0
        self.gains = None
        self.cut_short = False
        self.ended = self.state.over()
        self._part = self.state.part
        self._outlooks = self._standing() if self.terms.rewards == "parts" else []

    def _beginning(self, position: object) -> State:
        if position is None:
            return self.setup.start()
        if not isinstance(position, State) or position.setup != self.setup or position.viewer != WHOLE:
            raise ChabudaiError("a game can begin at a whole position of the same setup only")
        return position.clone()

    def act(self, seat: int, action: object, *, last: bool = True) -> None:
        """Make a choice for a seat that is waited for; what is not legal is dealt with as the terms say.

        Unless it is the last one of a step the game is not cut short after it.
        """
        number = _number(action)
        state = self.state
        if not 0 <= number < self.actions or not move(state, seat, number, self.rng):
            self._refuse(seat, number)
            return
        self.decisions += 1
        self.gains = None
        if state.waiting == 0:
            self.ended = True
            self.gains = self._gained()
            return
        if self._outlooks and state.part != self._part:
            self._part = state.part
            self.gains = self._gained()
        if last and self.decisions >= self.terms.max_decisions:
            self.ended = self.cut_short = True

    def act_together(self, choices: Sequence[tuple[int, object]]) -> None:
        """Make the choices of seats that choose at once: all of them, or none if one is illegal and that raises."""
        if self.terms.illegal == "raise":
            for seat, action in choices:
                number = _number(action)
                if not 0 <= number < self.actions or not self.state.is_legal(seat, number):
                    self._refuse(seat, number)
        for place, (seat, action) in enumerate(choices, 1):
            self.act(seat, action, last=place == len(choices))
            if self.ended:
                return

    def _gained(self) -> list[float]:
        standing = self._standing()
        if not self._outlooks:
            return standing
        before, self._outlooks = self._outlooks, standing
        return [now - then for now, then in zip(standing, before, strict=True)]

    def _standing(self) -> list[float]:
        state = self.state
        worth = state.utility if state.over() else state.outlook
        return [worth(seat) for seat in range(self.players)]

    def _refuse(self, seat: int, action: int) -> None:
        if self.terms.illegal == "end":
            self.ended = True
            self.gains = [self.terms.penalty if other == seat else 0.0 for other in range(self.players)]
            return
        reason = self.game.why_not(self.state, seat, action)
        tried = self.game.actions[action] if 0 <= action < self.actions else f"choose action {action}"
        why = "" if reason is None else f": {words(self.game).cite('reason', reason)}"
        raise IllegalMove(f"seat {seat} cannot {tried}{why}")

    # ---- Seeing ------------------------------------------------------------------------------------------------------

    def observed(self, seat: int, *, acts: bool) -> Observed:
        """What a seat sees; its mask is all zeros unless it acts."""
        # A bytearray, since an array of bytes could not be written to, and learners may want to.
        bits = np.frombuffer(bytearray(self._scribe.wide_row(self.state, seat, acts and not self.ended)), np.int8)
        start = self._mask_at
        return {"observation": bits[: self.size], "action_mask": bits[start : start + self.actions]}

    # ---- Copying -----------------------------------------------------------------------------------------------------

    def clone(self) -> "Episode":
        """An independent copy; what never changes is shared."""
        other = object.__new__(Episode)
        other.__dict__.update(self.__dict__)
        other.state = self.state.clone()
        other.rng = Rng(0)
        other.rng.copy_from(self.rng)
        return other

    def __getstate__(self) -> dict[str, Any]:
        if games().get(self.game.name) is not self.game:
            raise ChabudaiError(f"{self.game.name} is not an installed game: an environment of it cannot be pickled")
        left_out = ("game", "rng", "features", "no_mask", "_scribe")
        kept = {name: value for name, value in self.__dict__.items() if name not in left_out}
        return {**kept, "game": self.game.name, "rng": (self.rng.a, self.rng.b, self.rng.c, self.rng.n)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        stream = kept.pop("rng")
        self.__dict__.update(kept)
        self.game = named_game(kept["game"])
        self._begin()
        self.rng = Rng(0)
        self.rng.a, self.rng.b, self.rng.c, self.rng.n = stream

    def __deepcopy__(self, memo: dict[int, object]) -> "Episode":
        return self.clone()


def _number(action: object) -> int:
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalMove(f"an action is a whole number, not {action!r}") from None
