"""The games, a package each, and the registry that finds them and those of other packages.

The package can be called: `chabudai.games()` returns all installed games by name. Python puts an imported package into
its parent under its own name, so a function `chabudai.games` would disappear as soon as a game is imported.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chabudai.scene.game import Game


class _CallablePackage(ModuleType):
    """The package as a module that is also the function `chabudai.games.registry.games`."""

    def __call__(self) -> "dict[str, Game]":
        """All installed games by name."""
        from chabudai.games.registry import games

        return games()


sys.modules[__name__].__class__ = _CallablePackage
