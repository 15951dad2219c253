"""Griffe extensions for the API reference; mkdocs.yml loads them.

Examples become code blocks, and attributes get their types.
"""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"(?:^>>> .*\n(?:^(?!>>>).+\n)*)+", re.MULTILINE)


class Examples(griffe.Extension):
    """Puts examples into code fences; Markdown would read them as quotations."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)


class Attributes(griffe.Extension):
    """Gives an attribute without a type the type of the constructor argument that it is set to."""

    def on_class_members(self, *, cls: griffe.Class, **kwargs: Any) -> None:
        """Add the missing types to the attributes of a class."""
        constructor = cls.members.get("__init__")
        if not isinstance(constructor, griffe.Function):
            return
        types = {argument.name: argument.annotation for argument in constructor.parameters}
        for member in cls.members.values():
            if isinstance(member, griffe.Attribute) and str(member.annotation) in ("None", "Final"):
                member.annotation = types.get(str(member.value), member.annotation)


def fenced(text: str) -> str:
    """Put the examples in a text into code fences."""
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}```\n", f"{text}\n").rstrip("\n")
