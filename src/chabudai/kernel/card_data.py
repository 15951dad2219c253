"""Card data: tables of printed values with their provenance. Players who own the game can correct them with a file."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from chabudai.kernel.errors import BadTable
from chabudai.kernel.message import Message
from chabudai.kernel.setup import Rows

Certainty = Literal["known", "inferred", "assumed", "changed"]
"""Where the values of a row come from: a source, a conclusion from one, a guess, or the people at the table."""


@dataclass(frozen=True)
class CardTable:
    """A table of card data that a game declares: rows by name, their bounds, and where the values come from.

    `least` and `most` bound each column; their last entries apply to all further columns. `assumed` is true if
    no source gives these values; the rules that people read then mark every row. If it is false, `inferred` names the
    rows that no source gives directly.

    A row may be longer than declared, but only by all columns that are left: the others of `columns` and those of
    `more_columns`. `defaults` has the values of these columns, by row. A row that ends in its defaults is stored
    without them, so data written before a column existed stays the same.
    """

    name: str
    columns: tuple[str, ...]
    rows: Rows
    least: tuple[int, ...]
    most: tuple[int, ...]
    provenance: str
    assumed: bool
    inferred: frozenset[str] = frozenset()
    more_columns: tuple[str, ...] = ()
    defaults: Rows = field(default_factory=dict)

    @property
    def all_columns(self) -> tuple[str, ...]:
        """The columns that every row has, and those that a row may add."""
        return self.columns + self.more_columns

    def bounds(self, column: int) -> tuple[int, int]:
        """Return the least and the greatest value of a column."""
        return self.least[min(column, len(self.least) - 1)], self.most[min(column, len(self.most) - 1)]

    def full_row(self, name: str, row: list[int]) -> list[int]:
        """Return a row with the columns that it leaves out."""
        return row + self.defaults.get(name, [])[len(row) - len(self.rows[name]) :]

    def certainty(self, name: str, row: list[int]) -> Certainty:
        """Return where the values of this row come from."""
        if row != self.rows[name]:
            return "changed"
        if self.assumed:
            return "assumed"
        return "inferred" if name in self.inferred else "known"

    def replaced(self, values: object) -> Rows:
        """Return the rows with some of them replaced. Values may change; the shape may not."""
        where = f"table {self.name}"
        if not isinstance(values, Mapping):
            raise BadTable(f"{where}: needs a mapping from row names to lists of numbers")
        rows = {name: list(row) for name, row in self.rows.items()}
        for name, row in values.items():
            if name not in rows:
                raise BadTable(f"{where} has no row {name!r}; its rows are: {', '.join(rows)}")
            rows[name] = self._row(name, row)
        return rows

    def _row(self, name: str, row: object) -> list[int]:
        """Return a copy of a replacement row. Raise BadTable if its length or one of its values is wrong."""
        where = f"table {self.name}, row {name}"
        short, defaults = len(self.rows[name]), self.defaults.get(name, [])
        if not isinstance(row, list) or len(row) not in (short, short + len(defaults)):
            lists = " or ".join(self._numbers(length) for length in sorted({short, short + len(defaults)}))
            raise BadTable(f"{where}: needs a list of {lists}", self.name, name, Message("numbers", {"count": short}))
        for column, value in enumerate(row):
            least, most = self.bounds(column)
            if type(value) is not int or not least <= value <= most:
                reason = Message("range", {"least": least, "most": most})
                raise BadTable(
                    f"{where}: {value!r} is not a whole number from {least} to {most}", self.name, name, reason
                )
        return row[:short] if row[short:] == defaults else list(row)

    def _numbers(self, length: int) -> str:
        """Name the numbers of a row of this length."""
        return f"{'1 number' if length == 1 else f'{length} numbers'} ({', '.join(self.all_columns[:length])})"


def load_tables(path: Path) -> tuple[CardTable, ...]:
    """Load the tables of a game's own data file: TOML with columns, bounds, provenance and rows for each table.

    `defaults` is a list for all rows, or has one for each row.
    """
    with path.open("rb") as file:
        content = tomllib.load(file)
    return tuple(
        CardTable(
            name=name,
            columns=tuple(table["columns"]),
            rows=table["rows"],
            least=tuple(table["least"]),
            most=tuple(table["most"]),
            provenance=table["provenance"],
            assumed=table["assumed"],
            inferred=frozenset(table.get("inferred", ())),
            more_columns=tuple(table.get("more_columns", ())),
            defaults=_defaults(table),
        )
        for name, table in content.items()
    )


def _defaults(table: Mapping[str, Any]) -> Rows:
    defaults = table.get("defaults", {})
    return dict.fromkeys(table["rows"], defaults) if isinstance(defaults, list) else defaults


def read_data(path: Path) -> dict[str, object]:
    """Read a file that overrides card data: TOML, or JSON if it ends in `.json`. It needs only the rows that differ."""
    try:
        content = path.read_bytes().decode()
        tables = json.loads(content) if path.suffix == ".json" else tomllib.loads(content)
    except OSError as error:
        raise BadTable(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadTable(f"{path} is not a text file (UTF-8)") from error
    except (ValueError, RecursionError) as error:
        raise BadTable(f"{path}: {error}") from error
    if not isinstance(tables, dict):
        raise BadTable(f"{path}: needs a mapping from table names to tables")
    return tables


def complete_tables(tables: tuple[CardTable, ...], given: Mapping[str, object]) -> dict[str, Rows]:
    """Return the rows of every declared table. Rows that are given replace those that the table declares."""
    for name in given:
        if all(table.name != name for table in tables):
            known = ", ".join(table.name for table in tables) or "none"
            raise BadTable(f"there is no table {name!r}; the tables are: {known}")
    return {table.name: table.replaced(given.get(table.name, {})) for table in tables}
