"""The rules of a game as plain lines: no markup, no tables, and drawings as they are."""

import re
from collections.abc import Iterator

from chabudai.kernel.setup import Setup
from chabudai.scene.game import Game
from chabudai.scene.rules_text import rules_chapter, rules_text
from chabudai.terminal.plain.plain_words import plain_words

_COMMENT = re.compile(r"^<!--.*?-->\n?", re.DOTALL | re.MULTILINE)
_MARKUP = re.compile(r"\*\*|`")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_STARTS = re.compile(r"\s*(?:[-*] |\d+\. |#)")
"""The beginning of a heading or of an entry in a list."""

_LAST_LATIN = 0x2FFF
"""Characters up to here belong to scripts with spaces between words."""

_RULER = re.compile(r"^\|(?:\s*:?-+:?\s*\|)+$")


def plain_rules_of(game: Game, language: str, chapter: str | None = None, setup: Setup | None = None) -> list[str]:
    """Return the rules, or one chapter (by id or title), as lines, with the setup's card tables."""
    if chapter is None:
        return list(plain_rules(rules_text(game, language, setup), language))
    _, title, markdown = rules_chapter(game, language, chapter, setup)
    return [title, *plain_rules(markdown, language)]


def plain_rules(markdown: str, language: str) -> Iterator[str]:
    """Yield the lines of a text in Markdown. A row of a table becomes "title: heading cell, …"."""
    for is_drawing, part in _parts(markdown):
        if is_drawing:
            yield from part.splitlines()
        elif part.startswith("|"):
            yield from _rows(part.splitlines(), language)
        else:
            yield _without_markup(part.lstrip("#").strip() if part.startswith("#") else part)


def _parts(markdown: str) -> Iterator[tuple[bool, str]]:
    """Yield each drawing, table, heading, list entry, paragraph and blank line, after whether it is a drawing."""
    for index, text in enumerate(re.split(r"^```.*\n", _COMMENT.sub("", markdown), flags=re.MULTILINE)):
        if index % 2:
            yield True, text
            continue
        for block in re.split(r"\n(?=\n)", text):
            if block.startswith("\n"):
                yield False, ""
            yield from ((False, part) for part in _joined(block.strip("\n")))


def _joined(block: str) -> list[str]:
    """Return the parts of a block with each paragraph on one line; the rows of a table stay together."""
    if not block:
        return []
    if block.startswith("|"):
        return [block]
    lines: list[str] = []
    for line in block.split("\n"):
        if lines and not _STARTS.match(line):
            space = "" if ord(lines[-1][-1]) > _LAST_LATIN else " "
            lines[-1] += f"{space}{line.strip()}"
        else:
            lines.append(line)
    return lines


def _rows(lines: list[str], language: str) -> Iterator[str]:
    heads = _cells(lines[0])
    if heads[0]:
        say = plain_words(language)
        yield say.sentence(say.listed(heads))
    for line in lines[1:]:
        if not _RULER.match(line):
            yield _row(heads, _cells(line), language)


def _row(heads: list[str], cells: list[str], language: str) -> str:
    say = plain_words(language)
    title, *values = cells
    named = [say.named(head, value) for head, value in zip(heads[1:], values, strict=False) if value]
    return say("plain.zone", title=title, text=say.listed(named)) if named else title


def _cells(line: str) -> list[str]:
    return [_without_markup(cell).strip() for cell in line.strip().strip("|").split("|")]


def _without_markup(text: str) -> str:
    return _MARKUP.sub("", _LINK.sub(r"\1", text))
