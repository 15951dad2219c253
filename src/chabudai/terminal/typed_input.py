"""Parses what a player types: a number, a choice in words, or a command."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chabudai.scene.vocabulary import Choice

COMMANDS = ("help", "hint", "table", "facts", "log", "rules", "undo", "forced", "save", "quit")

_LETTERS = {command[0]: command for command in ("hint", "table", "facts", "log", "rules", "undo", "save", "quit")}
_LETTERS["m"] = "forced"
"""The same letters as the keys of the full-screen table."""

_WITH_TEXT = ("r", "s")
"""The letters that a text may follow; after any other letter, it begins a choice in words."""


@dataclass(frozen=True)
class TypedCommand:
    """A command, and the text after it."""

    name: str
    rest: str = ""


@dataclass(frozen=True)
class UnclearInput:
    """Input that fits several choices, or none."""

    typed: str
    fitting: list[Choice]


ParsedInput = TypedCommand | Choice | UnclearInput


def parse_input(typed: str, choices: Sequence[Choice]) -> ParsedInput:
    """Parse a line. Numbers count the legal choices from 1, as shown on the table.

    Full-width letters, digits and question marks, which a Japanese keyboard may type, count as ordinary ones.
    """
    text = typed.strip()
    wide_first, _, rest = text.replace("\u3000", " ").partition(" ")
    name = unicodedata.normalize("NFKC", wide_first).casefold()
    if name.startswith("?"):
        return TypedCommand("?", f"{name[1:]} {rest}".strip())
    if name in COMMANDS:
        return TypedCommand(name, rest.strip())
    if name in _LETTERS and (not rest.strip() or name in _WITH_TEXT):
        return TypedCommand(_LETTERS[name], rest.strip())
    text = name if not rest.strip() and name.isdecimal() else text
    allowed = [choice for choice in choices if choice.why is None]
    if text.isdecimal():
        # A number is always a choice's number, never the rank of a card.
        number = int(text) if len(text) < 10 else 0
        return allowed[number - 1] if 1 <= number <= len(allowed) else UnclearInput(text, [])
    return find_by_words(text, choices)


def find_by_words(text: str, choices: Sequence[Choice]) -> Choice | UnclearInput:
    """Find the choice that these words mean.

    Try an exact match first, then choices that contain all the words, then those that contain the text. If several
    match, but only one of them is legal, that one is meant.
    """
    wanted = _normalized(text)
    if not wanted:
        return UnclearInput(text, [])
    fits: Callable[[Choice], bool]
    for fits in (
        lambda choice: wanted in (_normalized(choice.words), _normalized(choice.text), _normalized(choice.target)),
        lambda choice: set(wanted.split()) <= set(f"{_normalized(choice.words)} {_normalized(choice.text)}".split()),
        lambda choice: wanted in f"{_normalized(choice.words)} {_normalized(choice.text)}",
    ):
        fitting = [choice for choice in choices if fits(choice)]
        for candidates in ([choice for choice in fitting if choice.why is None], fitting):
            if len(candidates) == 1:
                return candidates[0]
        if fitting:
            return UnclearInput(text, fitting)
    return UnclearInput(text, [])


def _normalized(text: str) -> str:
    """Return a text in lower case, with single spaces, and with a space for each hyphen inside a word."""
    return " ".join(re.sub(r"(?<=\w)-(?=\w)", " ", unicodedata.normalize("NFKC", text).casefold()).split())
