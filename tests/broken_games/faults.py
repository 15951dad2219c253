"""The base of all broken copies of the example game.

The classes of a game are final, so mypy must be told that they may be subclassed here.
"""

# mypy: disable-error-code="misc"

from typing import ClassVar

from example_game.rules import Pond, PondSetup


class BrokenPond(Pond):
    """A copy of the example game with a fault."""

    clause: ClassVar[str]
    """A part of the clause that the suite must report as broken."""

    def __init_subclass__(cls, clause: str) -> None:
        cls.clause = clause
        FAULTS[cls.__name__] = cls


class BrokenSetup(PondSetup):
    """A setup that starts the copy that the option `fault` names."""

    def start(self) -> Pond:
        return FAULTS[str(self.options["fault"])](self)


FAULTS: dict[str, type[BrokenPond]] = {}
"""All broken copies by name. Each registers itself when its module is imported."""
