"""The command line: `chabudai …`. Wrong input gets one line that says what is wrong and allowed, and exit code 2."""

import io
import os
import sys
from collections.abc import Sequence

from chabudai.arguments import parser
from chabudai.kernel.errors import ChabudaiError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    _replace_unknown_characters()
    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except ChabudaiError as error:
        print(f"chabudai: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        _write_no_more()
        return 0
    except OSError as error:
        # A full disk, for instance.
        _write_no_more()
        print(f"chabudai: {error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("chabudai: interrupted", file=sys.stderr)
        return 130


def _replace_unknown_characters() -> None:
    """Characters that a terminal does not know, and bytes that are none, become others in their place."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _write_no_more() -> None:
    """Nothing more can be written, not even what is left at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
