"""Checks for commands that need a terminal."""

import sys

from chabudai.kernel.errors import ChabudaiError


class NoTerminal(ChabudaiError):
    """The command needs a terminal, and there is none."""


def has_terminal() -> bool:
    """Check whether input and output are a terminal."""
    # A stream that was closed before the program started is None.
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def require_terminal(command: str) -> None:
    """Raise an error that names the command if there is no terminal."""
    if not has_terminal():
        raise NoTerminal(f"{command} is full screen and needs a terminal")
