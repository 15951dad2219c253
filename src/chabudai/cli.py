"""The `chabudai` command. Wrong input gets a one-line error and exit code 2."""

import gc
import io
import os
import sys
from collections.abc import Sequence

from chabudai.arguments import parser
from chabudai.kernel.errors import ChabudaiError

_GC_THRESHOLD = 50_000
"""New objects before a garbage collection. With Python's default of 700, a tenth of the time until the table is on the
screen is spent on scanning freshly imported modules, which contain no garbage."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return the exit code."""
    gc.set_threshold(_GC_THRESHOLD)
    _replace_unknown_characters()
    options = parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except ChabudaiError as error:
        print(f"chabudai: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of the output has closed it.
        _discard_output()
        return 0
    except OSError as error:
        # For example, a full disk.
        _discard_output()
        print(f"chabudai: {error.strerror or error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("chabudai: interrupted", file=sys.stderr)
        return 130


def _replace_unknown_characters() -> None:
    """Replace characters that the streams cannot encode or decode."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Send further output to nowhere, including what is flushed at exit."""
    if sys.stdout is not None:  # None if it was closed before the program started
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
