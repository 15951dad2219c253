"""What people read about card data: titles of tables and columns, what is known, what is assumed, and why.

These texts come from the tables `card_table`, `card_column`, `column_note` and `provenance` of a game's text. A game of
another package may lack them; then the names in its data file are used.
"""

from typing import NamedTuple

from chabudai.kernel.card_data import CardTable
from chabudai.kernel.errors import BadTable
from chabudai.scene.words import Words


class Provenance(NamedTuple):
    """What people read about the values of a table."""

    title: str
    known: str
    assumed: str
    why: str


def provenance(table: CardTable, words: Words) -> Provenance:
    """Return what is known about a table, what is assumed, and why."""
    texts = words.tables.get("provenance", {})
    known = texts.get(f"{table.name} known", table.provenance)
    return Provenance(
        table_title(table, words), known, texts.get(f"{table.name} assumed", ""), texts.get(f"{table.name} why", "")
    )


def table_title(table: CardTable, words: Words) -> str:
    """Return the title of a table."""
    return words.tables.get("card_table", {}).get(table.name, table.name.replace("_", " ").capitalize())


def column_title(column: str, words: Words) -> str:
    """Return the title of a column."""
    return words.tables.get("card_column", {}).get(column, column)


def column_note(table: CardTable, words: Words) -> str:
    """Return how to fill in a row of a table; "" if the game does not say."""
    return words.tables.get("column_note", {}).get(table.name, "")


def refusal(error: BadTable, words: Words) -> str:
    """Return why card data was refused, in the language of the words; the error itself if it has no sentence."""
    reason = error.reason
    if reason is None or reason.id not in words.tables["card_data"]:
        return str(error)
    return words.say("card_data", reason)
