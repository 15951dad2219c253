"""The command line: `chabudai …`. Wrong input gets one line that says what is wrong and allowed, and exit code 2."""

import gc
import io
import os
import sys
from collections.abc import Sequence

from chabudai.arguments import parser
from chabudai.kernel.errors import ChabudaiError

_FRESH = 50_000
"""As many new objects are made before Python looks for garbage among them. Its own 700 would have it search what is
just being imported, in vain, for a tenth of the time until a table is on the screen."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    gc.set_threshold(_FRESH)
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
    if sys.stdout is not None:  # as where it was closed before the program began
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
