"""The rules of a game for people to read, with the card data that is actually in play.

A game's `text` folder has `rules.en.md` and `rules.ja.md`. A chapter starts with a second-level heading, below a
comment with the chapter's id, which is the same in all languages:

    <!-- id: trick -->
    ## A trick

A line `{{table NAME}}` below the header of a Markdown table is replaced by the rows of that card table, so that the
values are written in one place only. `{{table NAME -1=·}}` shows the value -1 as a dot. `{{value NAME}}` is replaced by
a value that the game derives from its card data (`Game.rules_values`).

The chapter with the id `spoilers` gives away how to play well: readers see it only if they ask for it.
"""

import re
from importlib.resources import files
from typing import NamedTuple

from chabudai.kernel.card_data import CardTable
from chabudai.kernel.errors import BadTable, ChabudaiError
from chabudai.kernel.setup import Rows, Setup
from chabudai.scene.card_table_text import column_title
from chabudai.scene.game import Game
from chabudai.scene.words import Verbatim, Words, words

_CHAPTER = re.compile(r"^<!-- id: (\w+) -->\n## (.+)\n", re.MULTILINE)
_VALUE = re.compile(r"\{\{value ([^}]+)\}\}")
AID = "aid"
"""The id of the chapter that sums up phases and scoring: a player aid."""
SPOILERS = "spoilers"
"""The id of the chapter that readers see only if they ask for it."""
_SPOILERS = re.compile(rf"(^<!-- id: {SPOILERS} -->\n## .+\n).*?(?=^<!-- id: )", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"^\{\{table (\w+)((?: -?\d+=\S+)*)\}\}$", re.MULTILINE)


class MissingRules(ChabudaiError):
    """The game has no rules text in this language."""


class UnknownChapter(ChabudaiError):
    """The rules have no such chapter."""


class Chapter(NamedTuple):
    """A chapter of the rules: its id, its title, and its Markdown without the title."""

    id: str
    title: str
    markdown: str


def rules_text(game: Game, language: str, setup: Setup | None = None, *, spoilers: bool = True) -> str:
    """Return the rules as Markdown, with the card data of the setup, or the game's own.

    Without `spoilers`, the chapter that gives away how to play well says how to read it instead.
    """
    game_words = words(game, language, setup)
    file = files(game.package).joinpath("text", f"rules.{language}.md")
    if not file.is_file():
        raise MissingRules(f"{game.name} has no rules text in {language!r} (text/rules.{language}.md is missing)")
    tables = {table.name: table for table in game.tables}

    def fill(placeholder: re.Match[str]) -> str:
        name = placeholder[1]
        if name not in tables:
            raise BadTable(f"the rules of {game.name} show table {name!r}, but its tables are: {', '.join(tables)}")
        shown_as = dict(value.split("=") for value in placeholder[2].split())
        rows = tables[name].rows if setup is None else setup.tables[name]
        return _rows(tables[name], rows, shown_as, game_words)

    source = file.read_text(encoding="utf-8")
    if not spoilers:
        hidden = game_words.text("rules", "spoilers", game=Verbatim(game.name))
        source = _SPOILERS.sub(lambda chapter: f"{chapter[1]}\n{hidden}\n\n", source)
    text = _TABLE.sub(fill, source)
    if game.rules_values is None:
        return text
    values = game.rules_values(setup or game.setup(max(game.players)), game_words)
    return _VALUE.sub(lambda placeholder: values[placeholder[1]], text)


def rules_chapters(game: Game, language: str, setup: Setup | None = None) -> list[Chapter]:
    """Return the chapters of the rules in order."""
    _, *parts = _CHAPTER.split(rules_text(game, language, setup))
    return [
        Chapter(chapter, title, markdown.strip())
        for chapter, title, markdown in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def rules_chapter(game: Game, language: str, name: str, setup: Setup | None = None) -> Chapter:
    """Return the chapter with this id or title."""
    chapters = rules_chapters(game, language, setup)
    for chapter in chapters:
        if name.casefold() in (chapter.id, chapter.title.casefold()):
            return chapter
    known = ", ".join(chapter.id for chapter in chapters)
    raise UnknownChapter(f"the rules have no chapter {name!r}; the chapters are: {known}")


def _rows(table: CardTable, rows: Rows, shown_as: dict[str, str], game_words: Words) -> str:
    """Return the rows of a Markdown table.

    The title of a row with assumed or changed values has a footnote mark, and the footnotes are below the table.
    """
    lines = []
    footnotes = set()
    for name, row in rows.items():
        status = table.certainty(name, row)
        title = game_words.name(name)
        if status != "known":
            footnotes.add(status)
            title += f" {game_words.sentence('rules', f'{status}_sign')}"
        cells = [shown_as.get(str(value), str(value)) for value in row[: len(table.columns)]]
        cells += [""] * (len(table.columns) - len(cells))
        if len(row) > len(table.columns):
            defaults = table.full_row(name, table.rows[name])
            more = [
                f"{column_title(column, game_words)}: {value}"
                for column, value, default in list(zip(table.all_columns, row, defaults, strict=True))[
                    len(table.columns) :
                ]
                if value != default
            ]
            title += f" ({game_words.list([Verbatim(text) for text in more]).text})" if more else ""
        lines.append(f"| {' | '.join([title, *cells])} |")
    for status in sorted(footnotes):
        lines += ["", f"{game_words.sentence('rules', f'{status}_sign')} {game_words.text('rules', status)}"]
    return "\n".join(lines)
