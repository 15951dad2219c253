"""The page on which a player who owns a game corrects its card data for tables of their own."""

from collections.abc import Mapping

import msgspec

from chabudai.kernel.card_data import CardTable
from chabudai.kernel.setup import Rows
from chabudai.scene.card_data_form import data_file, field_name
from chabudai.scene.card_table_text import column_note, column_title, provenance
from chabudai.scene.game import Game
from chabudai.scene.words import Words, title, words
from chabudai.web.markup import escape
from chabudai.web.pages.document import TopBar, Visitor, document, visitor_controls
from chabudai.web.pages.pictures import palettes
from chabudai.web.urls import static_url


class CardDataPage(msgspec.Struct, frozen=True, kw_only=True):
    """The card data of a game to fill in: the fields as they were sent, and why some rows were refused.

    `data` is the checked data, ready to play with, once all fields are right.
    """

    visitor: Visitor
    game: Game
    fields: Mapping[str, object] = {}
    refused: Mapping[str, str] = {}
    data: dict[str, Rows] | None = None


def card_data_page(page: CardDataPage) -> str:
    """Draw the page."""
    visitor, game = page.visitor, page.game
    say = visitor.words
    game_words = words(game, visitor.language)
    tables = "".join(_table(table, page, game_words) for table in game.tables)
    general = page.refused.get("", "")
    form = (
        f'<form method="post" action="/data/{game.name}" id="card-data" data-game="{game.name}" '
        f'data-saved="{say("data.saved")}" data-none="{say("data.as_declared")}">'
        f'<p class="refused" role="alert" data-row=""{"" if general else " hidden"}>{escape(general)}</p>{tables}'
        f'<p class="go"><button class="btn main">{say("data.save")}</button>'
        f'<button type="button" class="btn" data-do="reset">{say("data.reset")}</button>'
        f'<button type="button" class="btn" data-do="download">{say("data.download")}</button>'
        f'<label class="btn">{say("data.open")}<input type="file" class="sr" data-do="open" accept=".toml"></label></p>'
        f'<p role="status" class="meaning" data-status></p></form>'
    )
    done = "" if page.data is None else _ready(page.data, page)
    game_title = escape(title(game, visitor.language))
    body = f'<main class="wrap card-data" data-game="{game.name}"><p>{say("data.intro")}</p>{done}{form}</main>'
    bar = TopBar(game_title, say("data.title"), visitor_controls(visitor))
    return document(
        visitor,
        bar,
        body,
        kind="data",
        styles=palettes([game]),
        scripts=[static_url("card_data.js")],
        title=f"{game_title} · {say('data.title')}",
    )


def _ready(data: dict[str, Rows], page: CardDataPage) -> str:
    """Draw what a browser without scripts gets: the file to keep, and a button that plays with it."""
    say = page.visitor.words
    encoded = escape(msgspec.json.encode(data).decode())
    return (
        f'<form method="post" action="/tables" class="go"><input type="hidden" name="game" value="{page.game.name}">'
        f'<input type="hidden" name="data" value="{encoded}">'
        f'<button class="btn main">{say("data.play")}</button></form>'
        f"<pre><code>{escape(data_file(data))}</code></pre>"
    )


def _table(table: CardTable, page: CardDataPage, game_words: Words) -> str:
    say = page.visitor.words
    facts = provenance(table, game_words)
    head = "".join(f'<th scope="col">{escape(column_title(column, game_words))}</th>' for column in table.all_columns)
    rows = "".join(_row(table, name, page, game_words) for name in table.rows)
    known = "".join(
        f"<dt>{say(f'data.{part}')}</dt><dd>{escape(text)}</dd>"
        for part, text in (("known", facts.known), ("assumed", facts.assumed), ("why", facts.why))
        if text
    )
    return (
        f'<section><h2>{escape(facts.title)}</h2><p class="meaning">{escape(column_note(table, game_words))}</p>'
        f"<details><summary>{say('data.values')}</summary><dl>{known}</dl></details>{_refusal(table.name, page)}"
        f'<div class="scroll" tabindex="0"><table><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table>'
        f"</div></section>"
    )


def _row(table: CardTable, name: str, page: CardDataPage, game_words: Words) -> str:
    row = table.full_row(name, table.rows[name])
    row_title = game_words.name(name)
    # A row with fewer values than columns leaves out the middle ones only if it has no defaults.
    cells = "".join(_cell(table, name, n, value, row_title, page, game_words) for n, value in enumerate(row))
    key = f"{table.name} {name}"
    certainty = table.certainty(name, table.rows[name])
    sign = "" if certainty == "known" else f" {escape(game_words.sentence('rules', f'{certainty}_sign'))}"
    missing = "<td></td>" * (len(table.all_columns) - len(row))
    return (
        f'<tr data-key="{escape(key)}"><th scope="row">{escape(row_title)}{sign}{_refusal(key, page)}</th>'
        f"{cells}{missing}</tr>"
    )


def _cell(
    table: CardTable, name: str, column: int, value: int, row_title: str, page: CardDataPage, game_words: Words
) -> str:
    least, most = table.bounds(column)
    field = escape(field_name(table, name, column))
    shown = escape(str(page.fields.get(field_name(table, name, column), value)))
    label = escape(f"{row_title}, {column_title(table.all_columns[column], game_words)}")
    return (
        f'<td><input type="number" name="{field}" value="{shown}" data-own="{value}" min="{least}" max="{most}" '
        f'step="1" inputmode="numeric" aria-label="{label}"></td>'
    )


def _refusal(key: str, page: CardDataPage) -> str:
    """Draw the place for the reason why a row, or a table, is refused."""
    why = page.refused.get(key, "")
    return f'<span class="refused" role="alert" data-row="{escape(key)}"{"" if why else " hidden"}>{escape(why)}</span>'
