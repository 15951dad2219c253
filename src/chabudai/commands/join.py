"""`chabudai join`: sits down at a table on a server."""

import argparse
import sys

from chabudai.kernel.errors import ChabudaiError


class NoTerminal(ChabudaiError):
    """A table that cannot be drawn here."""


def run(options: argparse.Namespace) -> int:
    """Follow the link, and open the table."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise NoTerminal("a table on a server is drawn full screen, and needs a terminal")
    from chabudai.terminal.app.application import Chabudai
    from chabudai.terminal.app.invitation import follow
    from chabudai.terminal.app.there import There

    seat = follow(options.url, options.name, options.lang)
    Chabudai(There(seat), language=options.lang, theme=options.theme).run()
    return 0
