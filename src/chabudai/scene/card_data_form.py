"""Card data as people fill it in: fields by table and row, the reasons against wrong rows, and the data as a file."""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field

from chabudai.kernel.card_data import CardTable, complete_tables
from chabudai.kernel.errors import BadTable
from chabudai.kernel.setup import Rows
from chabudai.scene.card_table_text import refusal
from chabudai.scene.game import Game
from chabudai.scene.words import Words

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_MOST_DIGITS = 6


@dataclass
class FilledIn:
    """What somebody filled in: the rows that differ from the game's own, or the reasons why some were refused.

    `refused` is by table and row, as "TABLE ROW"; without a row, the reason concerns the whole table.
    """

    data: dict[str, Rows] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)


def field_name(table: CardTable, row: str, column: int) -> str:
    """Return the name of a field."""
    return f"{table.name} {row} {column}"


def check_fields(game: Game, fields: Mapping[str, object], words: Words) -> FilledIn:
    """Check the fields of a form as `--data FILE` is checked, row by row. A field that is missing keeps its value."""
    filled = FilledIn()
    for table in game.tables:
        for name, row in table.rows.items():
            own = table.full_row(name, row)
            values = [_number(fields.get(field_name(table, name, n)), value) for n, value in enumerate(own)]
            try:
                replaced = table.replaced({name: values})[name]
            except BadTable as error:
                filled.refused[f"{table.name} {name}"] = refusal(error, words)
                continue
            if replaced != row:
                filled.data.setdefault(table.name, {})[name] = replaced
    if not filled.refused:
        _check_game(game, filled, words)
    return filled


def check_file(game: Game, text: str, words: Words) -> FilledIn:
    """Check a file such as `--data FILE` reads."""
    filled = FilledIn()
    try:
        given = tomllib.loads(text)
        tables = complete_tables(game.tables, given)
    except (ValueError, RecursionError) as error:
        filled.refused[""] = str(error)
        return filled
    except BadTable as error:
        filled.refused[f"{error.table} {error.row}".strip()] = refusal(error, words)
        return filled
    for table in game.tables:
        changed = {name: row for name, row in tables[table.name].items() if row != table.rows[name]}
        if changed:
            filled.data[table.name] = changed
    _check_game(game, filled, words)
    return filled


def data_file(data: Mapping[str, Rows]) -> str:
    """Return card data as the text of a file for `--data FILE`."""
    lines = []
    for table, rows in data.items():
        lines += [f"[{_key(table)}]", *(f"{_key(name)} = {json.dumps(row)}" for name, row in rows.items()), ""]
    return "\n".join(lines)


def _check_game(game: Game, filled: FilledIn, words: Words) -> None:
    """Check that the game can be played with this data at every player count."""
    try:
        for players in game.players:
            game.setup(players, data=filled.data)
    except BadTable as error:
        filled.refused[f"{error.table} {error.row}".strip()] = refusal(error, words)


def _number(text: object, default: int) -> object:
    """Return a field as a number if it is one; the tables refuse anything else."""
    if text is None:
        return default
    value = str(text).strip().replace("−", "-")
    return int(value) if re.fullmatch(rf"-?\d{{1,{_MOST_DIGITS}}}", value) else value


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else json.dumps(name)
