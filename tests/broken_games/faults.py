"""What all broken copies have in common.

A game's classes are final, and so mypy is told not to complain that they are broken here.
"""

# mypy: disable-error-code="misc"

from typing import ClassVar

from example_game.rules import Pond, PondSetup


class BrokenPond(Pond):
    """A copy of the example game with a fault."""

    complaint: ClassVar[str]
    """A piece of the clause that the suite must find broken."""

    def __init_subclass__(cls, complaint: str) -> None:
        cls.complaint = complaint
        FAULTS[cls.__name__] = cls


class BrokenSetup(PondSetup):
    """Starts the copy that the option `fault` names."""

    def start(self) -> Pond:
        return FAULTS[str(self.options["fault"])](self)


FAULTS: dict[str, type[BrokenPond]] = {}
