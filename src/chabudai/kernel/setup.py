"""What does not change in a game: players, options, card tables."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from chabudai.kernel.state import State

OptionValue = bool | int | str
Rows = dict[str, list[int]]
"""A card table: a row of whole numbers for each name."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Setup:
    """A game made ready: frozen, and shared by all states of it.

    Made by `Game.setup`, which checks players, options and tables; a game's own class turns them into what its rules
    look up fast. `tables` holds every table whole; `overridden` names those that did not come from the game's own file.
    """

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        self.players: Final[i64] = players
        self.options: Final = options
        self.tables: Final = tables
        self.overridden: Final = overridden
        # Kept, as whatever is remembered of a game is remembered by its setup.
        self._hash: Final[int] = hash((type(self).__name__, players, tuple(options.items()), overridden))

    def start(self) -> "State":
        """The state before anything has happened."""
        raise NotImplementedError(f"{type(self).__name__}.start: make and return the first state of the game")

    def overriding(self) -> dict[str, Rows]:
        """The tables that did not come from the game's own file: the `data` of a record."""
        return {name: self.tables[name] for name in self.overridden}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and type(self) is type(other) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return self._hash

    def _facts(self) -> tuple[object, ...]:
        return self.players, self.options, self.tables, self.overridden

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.players, self.options, self.tables, self.overridden)
