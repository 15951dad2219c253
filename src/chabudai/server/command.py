"""The arguments of `chabudai serve`."""

import argparse
from pathlib import Path

HOST = "127.0.0.1"
PORT = 8000


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What can be said on the command line."""
    command.add_argument("--host", metavar="ADDRESS", help=f"where to listen ({HOST}, and the local network if asked)")
    command.add_argument(
        "--port", type=_port, metavar="N", help=f"at which port (if none is given {PORT}, or the next free one)"
    )
    command.add_argument("--db", type=Path, metavar="FILE", help="the SQLite file that tables are kept in")
    command.add_argument("--open", action="store_true", help="open the page in the browser")
    command.add_argument("--data", type=Path, metavar="FILE", help="card data that override the games' own")
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    # The web server is fetched only by who serves: every other command starts without it.
    from chabudai.server.serve import Wishes, serve

    serve(Wishes(options.host, options.port, options.db, options.data, options.open))
    return 0


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a whole number from 0 to 65535")
    return int(text)
