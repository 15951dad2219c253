"""Docstrings for the manual, as extensions of Griffe: examples become code, attributes of no interest are left out."""

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
    """Leaves out attributes that have neither a docstring nor a type: there is nothing to tell about them."""

    def on_class_members(self, *, cls: griffe.Class, **kwargs: Any) -> None:
        """Remove them from a class."""
        for name, member in list(cls.members.items()):
            if isinstance(member, griffe.Attribute) and member.docstring is None and member.annotation is None:
                cls.del_member(name)


def fenced(text: str) -> str:
    """The text with its examples in fences."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}```\n", f"{text}\n").rstrip("\n")
