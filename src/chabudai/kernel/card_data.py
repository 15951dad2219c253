"""Card data: tables of printed values with their provenance. Players who own the game can correct them with a file."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from chabudai.kernel.errors import BadTable
from chabudai.kernel.setup import Rows


@dataclass(frozen=True)
class CardTable:
    """A table of card data that a game declares: rows by name, their bounds, and where the values come from.

    `least` and `most` bound each column; their last entries apply to all further columns. `assumed` is true if
    no source gives these values; the rules that people read then mark every row.
    """

    name: str
    columns: tuple[str, ...]
    rows: Rows
    least: tuple[int, ...]
    most: tuple[int, ...]
    provenance: str
    assumed: bool

    def replaced(self, values: object) -> Rows:
        """Return the rows with some of them replaced. Values may change; the shape may not."""
        where = f"table {self.name}"
        if not isinstance(values, Mapping):
            raise BadTable(f"{where}: needs a mapping from row names to lists of numbers")
        rows = {name: list(row) for name, row in self.rows.items()}
        for name, row in values.items():
            if name not in rows:
                raise BadTable(f"{where} has no row {name!r}; its rows are: {', '.join(rows)}")
            rows[name] = self._row(f"{where}, row {name}", row, len(rows[name]))
        return rows

    def _row(self, where: str, row: object, length: int) -> list[int]:
        """Return a copy of a replacement row. Raise BadTable if its length or one of its values is wrong."""
        if not isinstance(row, list) or len(row) != length:
            numbers = "1 number" if length == 1 else f"{length} numbers"
            raise BadTable(f"{where}: needs a list of {numbers} ({', '.join(self.columns[:length])})")
        for column, value in enumerate(row):
            least = self.least[min(column, len(self.least) - 1)]
            most = self.most[min(column, len(self.most) - 1)]
            if type(value) is not int or not least <= value <= most:
                raise BadTable(f"{where}: {value!r} is not a whole number from {least} to {most}")
        return list(row)


def load_tables(path: Path) -> tuple[CardTable, ...]:
    """Load the tables of a game's own data file: TOML with columns, bounds, provenance and rows for each table."""
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
        )
        for name, table in content.items()
    )


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
