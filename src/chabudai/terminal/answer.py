"""Understands what a person types at the table: a number, a choice in words, or a command."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chabudai.scene.vocabulary import Choice

COMMANDS = ("help", "?", "hint", "facts", "log", "rules", "undo", "forced", "save", "quit")


@dataclass(frozen=True)
class Command:
    """A command, and what was typed after it."""

    name: str
    rest: str = ""


@dataclass(frozen=True)
class Unclear:
    """Words that fit several choices, or none."""

    typed: str
    fitting: list[Choice]


Answer = Command | Choice | Unclear


def understand(typed: str, choices: Sequence[Choice]) -> Answer:
    """What was meant. Choices are numbered from 1 as they are shown: those that are allowed, in their order."""
    text = typed.strip()
    if text.startswith("?"):
        return Command("?", text[1:].strip())
    name, _, rest = text.partition(" ")
    if name.casefold() in COMMANDS:
        return Command(name.casefold(), rest.strip())
    allowed = [choice for choice in choices if choice.why is None]
    if text.isdecimal():
        # A number always means the number shown, never the rank of some card.
        number = int(text) if len(text) < 10 else 0
        return allowed[number - 1] if 1 <= number <= len(allowed) else Unclear(text, [])
    return find(text, choices)


def find(text: str, choices: Sequence[Choice]) -> Choice | Unclear:
    """The one choice that these words mean: by all its words, else by some of them, allowed ones before others."""
    wanted = _plain(text)
    if not wanted:
        return Unclear(text, [])
    fits: Callable[[Choice], bool]
    for fits in (
        lambda choice: wanted in (_plain(choice.words), _plain(choice.text), _plain(choice.target)),
        lambda choice: set(wanted.split()) <= set(f"{_plain(choice.words)} {_plain(choice.text)}".split()),
        lambda choice: wanted in f"{_plain(choice.words)} {_plain(choice.text)}",
    ):
        fitting = [choice for choice in choices if fits(choice)]
        for some in ([choice for choice in fitting if choice.why is None], fitting):
            if len(some) == 1:
                return some[0]
        if fitting:
            return Unclear(text, fitting)
    return Unclear(text, [])


def _plain(text: str) -> str:
    return " ".join(re.sub(r"(?<=\w)-(?=\w)", " ", text.casefold()).split())
