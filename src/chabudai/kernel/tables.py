"""Card tables: printed data, with where each comes from, which a player who owns the game can correct with a file."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from chabudai.kernel.errors import BadTable
from chabudai.kernel.setup import Rows


@dataclass(frozen=True)
class Table:
    """A declared table: its rows and columns, its values, their bounds, and where they come from.

    The bounds go by column, the last one serving for all further columns.
    `assumed` is true for data that no source gives: shown as assumed wherever the rules are told.
    """

    name: str
    columns: tuple[str, ...]
    rows: Rows
    least: tuple[int, ...]
    most: tuple[int, ...]
    provenance: str
    assumed: bool

    def replaced(self, values: object) -> Rows:
        """The table with the given rows in place of its own; values may change, the shape never."""
        where = f"table {self.name}"
        if not isinstance(values, Mapping):
            raise BadTable(f"{where}: needs rows by name")
        rows = {name: list(row) for name, row in self.rows.items()}
        for name, row in values.items():
            if name not in rows:
                raise BadTable(f"{where} has no row {name!r}; its rows are: {', '.join(rows)}")
            rows[name] = self._row(f"{where}, row {name}", row, len(rows[name]))
        return rows

    def _row(self, where: str, row: object, length: int) -> list[int]:
        if not isinstance(row, list) or len(row) != length:
            numbers = "1 number" if length == 1 else f"{length} numbers"
            raise BadTable(f"{where}: needs a list of {numbers} ({', '.join(self.columns[:length])})")
        for column, value in enumerate(row):
            least = self.least[min(column, len(self.least) - 1)]
            most = self.most[min(column, len(self.most) - 1)]
            if type(value) is not int or not least <= value <= most:
                raise BadTable(f"{where}: {value!r} is not a whole number from {least} to {most}")
        return list(row)


def load_tables(path: Path) -> tuple[Table, ...]:
    """The tables of a game's own data file (TOML: for each table its columns, bounds, provenance and rows)."""
    with path.open("rb") as file:
        content = tomllib.load(file)
    return tuple(
        Table(
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
    """The tables of a file that overrides card data: TOML, or JSON if the name ends so; rows that differ suffice."""
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
        raise BadTable(f"{path}: needs tables by name")
    return tables


def complete(tables: tuple[Table, ...], given: Mapping[str, object]) -> dict[str, Rows]:
    """Every declared table whole, with the given rows in it."""
    for name in given:
        if all(table.name != name for table in tables):
            known = ", ".join(table.name for table in tables) or "none"
            raise BadTable(f"there is no table {name!r}; the tables are: {known}")
    return {table.name: table.replaced(given.get(table.name, {})) for table in tables}
