"""Docstrings for the manual, as extensions of Griffe: examples become code, and attributes get their types."""

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


class Attributes(griffe.Extension):
    """Gives attributes that are set to an argument of the constructor its type, where they name none themselves."""

    def on_class_members(self, *, cls: griffe.Class, **kwargs: Any) -> None:
        """Look through the attributes of a class."""
        constructor = cls.members.get("__init__")
        if not isinstance(constructor, griffe.Function):
            return
        types = {argument.name: argument.annotation for argument in constructor.parameters}
        for member in cls.members.values():
            if isinstance(member, griffe.Attribute) and str(member.annotation) in ("None", "Final"):
                member.annotation = types.get(str(member.value), member.annotation)


def fenced(text: str) -> str:
    """The text with its examples in fences."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}```\n", f"{text}\n").rstrip("\n")
