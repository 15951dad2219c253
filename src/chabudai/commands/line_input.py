"""Reads what a person types."""

import sys


def read_line(prompt: str) -> str:
    """Read a line of input; a stream that was closed before the program started is at its end."""
    if sys.stdin is None or sys.stdout is None:
        raise EOFError
    typed = input(prompt)
    if not sys.stdin.isatty():
        print()  # nobody typed a line break that would end the line of the prompt
    return typed
