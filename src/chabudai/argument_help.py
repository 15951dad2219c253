"""Formats the help of a command in the user's language."""

import argparse
from collections.abc import Iterable

from chabudai.translation.catalog import translated
from chabudai.translation.line_breaks import broken, display_width


class HelpFormatter(argparse.HelpFormatter):
    """Translates the words of argparse and of the commands, and breaks lines by the width that a terminal shows."""

    def __init__(self, prog: str, *, language: str) -> None:
        super().__init__(prog)
        self._language = language

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Add the usage after its translated heading."""
        super().add_usage(usage, actions, groups, translated("usage: ", self._language) if prefix is None else prefix)

    def start_section(self, heading: str | None) -> None:
        """Begin a section under its translated heading."""
        super().start_section(None if heading is None else translated(heading, self._language))

    def add_text(self, text: str | None) -> None:
        """Add a paragraph in the user's language."""
        super().add_text(None if text is None else translated(text, self._language))

    def _expand_help(self, action: argparse.Action) -> str:
        return translated(super()._expand_help(action), self._language)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return broken(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = [part for line in text.split("\n") for part in broken(line, width - display_width(indent))]
        return "\n".join(f"{indent}{line}" for line in lines)
