"""The games, one package each, and the registry that finds them and the games of other packages.

This package is callable: `chabudai.games()` returns all installed games by name. A function `chabudai.games` would not
work, because Python replaces it with this package as soon as a game is imported.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chabudai.scene.game import Game


class _CallablePackage(ModuleType):
    """A module that can be called like `chabudai.games.registry.games`."""

    def __call__(self) -> "dict[str, Game]":
        """Return all installed games by name."""
        from chabudai.games.registry import games

        return games()


sys.modules[__name__].__class__ = _CallablePackage
