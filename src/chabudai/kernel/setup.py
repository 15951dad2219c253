"""The setup of a game: what stays the same during play, such as player count, options and card data."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from chabudai.kernel.state import State

OptionValue = bool | int | str
Rows = dict[str, list[int]]
"""The rows of a card table: a list of whole numbers for each name."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Setup:
    """A game with its player count, options and card data; frozen, and shared by all its states.

    `Game.setup` makes it from checked values. A game's subclass turns them into whatever its rules can look up fast.
    `tables` has the rows of every card table; `overridden` names the tables that differ from the game's own data file.
    """

    def __init__(
        self, players: int, options: dict[str, OptionValue], tables: dict[str, Rows], overridden: tuple[str, ...]
    ) -> None:
        self.players: Final[i64] = players
        self.options: Final = options
        self.tables: Final = tables
        self.overridden: Final = overridden
        # Computed once: setups are cache keys.
        self._hash: Final[int] = hash((type(self).__name__, players, tuple(options.items()), overridden))

    def start(self) -> "State":
        """Return the initial state, before anything has happened."""
        raise NotImplementedError(f"{type(self).__name__}.start: return the initial state of the game")

    def overridden_tables(self) -> dict[str, Rows]:
        """Return the tables that differ from the game's own data file: the `data` of a record."""
        return {name: self.tables[name] for name in self.overridden}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return self._hash

    def _values(self) -> tuple[object, ...]:
        return self.players, self.options, self.tables, self.overridden

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.players, self.options, self.tables, self.overridden)
