"""The rules of a game as they are told to people, with the card tables that are really played with.

A game's `text` folder holds `rules.en.md` and `rules.ja.md`: Markdown in chapters, each a heading of the second level
behind a comment with its id, which is the same in all languages:

    <!-- id: trick -->
    ## A trick

A line `{{table NAME}}` below the head of a Markdown table stands for the rows of that card table, so that they are
written nowhere else. `{{table NAME -1=·}}` shows the value -1 as a dot.
"""

import re
from importlib.resources import files
from typing import NamedTuple

from chabudai.kernel.errors import BadTable, ChabudaiError
from chabudai.kernel.setup import Rows, Setup
from chabudai.kernel.tables import Table
from chabudai.scene.game import Game
from chabudai.scene.words import Words, words

_CHAPTER = re.compile(r"^<!-- id: (\w+) -->\n## (.+)\n", re.MULTILINE)
_TABLE = re.compile(r"^\{\{table (\w+)((?: -?\d+=\S+)*)\}\}$", re.MULTILINE)


class UnknownRules(ChabudaiError):
    """A game that does not tell its rules."""


class UnknownChapter(ChabudaiError):
    """A chapter that the rules do not have."""


class Chapter(NamedTuple):
    """A chapter of the rules: its id, its title, and the Markdown below the title."""

    id: str
    title: str
    markdown: str


def rules_text(game: Game, language: str, setup: Setup | None = None) -> str:
    """The rules as Markdown; the tables are those of the setup, or else the game's own."""
    speech = words(game, language)
    file = files(game.package).joinpath("text", f"rules.{language}.md")
    if not file.is_file():
        raise UnknownRules(f"{game.name} does not tell its rules (text/rules.{language}.md is missing)")
    tables = {table.name: table for table in game.tables}

    def filled(place: re.Match[str]) -> str:
        name = place[1]
        if name not in tables:
            raise BadTable(f"the rules of {game.name} show a table {name!r}; the tables are: {', '.join(tables)}")
        shown_as = dict(value.split("=") for value in place[2].split())
        rows = tables[name].rows if setup is None else setup.tables[name]
        return _rows(tables[name], rows, shown_as, speech)

    return _TABLE.sub(filled, file.read_text(encoding="utf-8"))


def rules_chapters(game: Game, language: str, setup: Setup | None = None) -> list[Chapter]:
    """The chapters of the rules, in their order."""
    _, *parts = _CHAPTER.split(rules_text(game, language, setup))
    return [
        Chapter(chapter, title, markdown.strip())
        for chapter, title, markdown in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    ]


def rules_chapter(game: Game, language: str, name: str, setup: Setup | None = None) -> Chapter:
    """The chapter with this id or title."""
    chapters = rules_chapters(game, language, setup)
    for chapter in chapters:
        if name.casefold() in (chapter.id, chapter.title.casefold()):
            return chapter
    known = ", ".join(chapter.id for chapter in chapters)
    raise UnknownChapter(f"the rules have no chapter {name!r}; the chapters are: {known}")


def _rows(table: Table, rows: Rows, shown_as: dict[str, str], speech: Words) -> str:
    """The rows of a Markdown table, each with a sign if its values are assumed or changed, and what the signs mean."""
    lines = []
    signs = set()
    for name, row in rows.items():
        sign = "changed" if row != table.rows[name] else "assumed" if table.assumed else ""
        title = speech.name(name)
        if sign:
            signs.add(sign)
            title += f" {speech.sentence('rules', f'{sign}_sign')}"
        cells = [shown_as.get(str(value), str(value)) for value in row]
        cells += [""] * (len(table.columns) - len(cells))
        lines.append(f"| {' | '.join([title, *cells])} |")
    for sign in sorted(signs):
        lines += ["", f"{speech.sentence('rules', f'{sign}_sign')} {speech.text('rules', sign)}"]
    return "\n".join(lines)
