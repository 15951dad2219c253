"""The `chabudai` command. Wrong input gets a one-line error and exit code 2."""

import gc
import io
import os
import sys
from collections.abc import Sequence

from chabudai.arguments import parser
from chabudai.kernel.errors import ChabudaiError
from chabudai.translation.catalog import translated
from chabudai.translation.user_language import language_of

_GC_THRESHOLD = 50_000
"""New objects before a garbage collection. With Python's default of 700, a tenth of the time until the table is on the
screen is spent on scanning freshly imported modules, which contain no garbage."""


SIGPIPE_CODE = 141
"""The exit code that shells report for a program that a closed pipe has ended: 128 + 13."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return the exit code."""
    gc.set_threshold(_GC_THRESHOLD)
    _replace_unknown_characters()
    language = language_of(sys.argv[1:] if arguments is None else arguments, os.environ)
    try:
        try:
            options = parser(language).parse_args(arguments)
            return int(options.run(options))
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # here, where a closed pipe is expected, not at exit
    except ChabudaiError as error:
        _complain(str(error), language)
        return 2
    except BrokenPipeError:
        # The reader of the output has closed it, as `head` does. Be as silent as a program that the signal ends.
        _discard_output()
        return SIGPIPE_CODE
    except OSError as error:
        # For example, a full disk.
        _discard_output()
        _complain(error.strerror or str(error), language)
        return 1
    except KeyboardInterrupt:
        _complain("interrupted", language)
        return 130


def _complain(message: str, language: str) -> None:
    """Print an error in the user's language."""
    print(f"chabudai: {translated(message, language)}", file=sys.stderr)


def _replace_unknown_characters() -> None:
    """Replace characters that the streams cannot encode or decode."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Send further output to nowhere, including what is flushed at exit."""
    if sys.stdout is not None:  # None if it was closed before the program started
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
