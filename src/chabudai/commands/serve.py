"""`chabudai serve`: runs the server."""

import argparse

from chabudai.server.serve import ServeOptions, serve


def run(options: argparse.Namespace) -> int:
    """Serve until stopped."""
    serve(
        ServeOptions(
            options.host,
            options.port,
            options.db,
            options.data,
            options.open,
            options.limits,
            options.proxy,
            options.lang,
        )
    )
    return 0
