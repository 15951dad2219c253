"""What every command needs that draws full screen only."""

import sys

from chabudai.kernel.errors import ChabudaiError


class NoTerminal(ChabudaiError):
    """A table that cannot be drawn here."""


def has_terminal() -> bool:
    """Whether somebody sits before this program, to be shown a table and to answer."""
    # A stream that was closed before the program began is None.
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def need_terminal(what: str) -> None:
    """Refuse to draw this where there is no terminal."""
    if not has_terminal():
        raise NoTerminal(f"{what} is drawn full screen, and needs a terminal")
