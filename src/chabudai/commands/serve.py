"""`chabudai serve`: serves the tables to browsers."""

import argparse

from chabudai.server.serve import Wishes, serve


def run(options: argparse.Namespace) -> int:
    """Serve until it is ended."""
    serve(Wishes(options.host, options.port, options.db, options.data, options.open))
    return 0
