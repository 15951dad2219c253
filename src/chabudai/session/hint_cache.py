"""Remembers the hints of a table: the same view gets the same hint, without searching again."""

from collections import OrderedDict

from chabudai.bots.hint import SIMULATIONS, Hint, view_seed
from chabudai.kernel.state import State
from chabudai.scene.game import Game

_KEPT = 16
"""Hints kept for a table: those of the last positions, which an undo or another device may show again."""


class HintCache:
    """The latest hints of a table, by the view that they were made from."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._hints: OrderedDict[int, Hint] = OrderedDict()

    def get(self, view: State) -> Hint | None:
        """Return the hint for a view, if it is known."""
        return self._hints.get(self._key(view))

    def add(self, view: State, hint: Hint) -> Hint:
        """Remember and return a hint, unless time ran out when it was made."""
        if hint.complete:
            self._hints[self._key(view)] = hint
            if len(self._hints) > _KEPT:
                self._hints.popitem(last=False)
        return hint

    def _key(self, view: State) -> int:
        # The seed of a hint is a hash of everything that it depends on.
        return view_seed(self._game, view, SIMULATIONS)
