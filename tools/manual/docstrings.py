"""Docstrings for the manual: examples in them become blocks of code. An extension of Griffe."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"(?:^>>> .*\n(?:^(?!>>>).+\n)*)+", re.MULTILINE)


class Examples(griffe.Extension):
    """Fences the examples, which Markdown would take for quotations."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The text with its examples in fences."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}```\n", f"{text}\n").rstrip("\n")
