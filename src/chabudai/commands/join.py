"""`chabudai join`: sits down at a table on a server."""

import argparse

from chabudai.commands.full_screen import need_terminal


def run(options: argparse.Namespace) -> int:
    """Follow the link, and open the table."""
    need_terminal("a table on a server")
    from chabudai.terminal.app.application import Chabudai
    from chabudai.terminal.app.invitation import follow
    from chabudai.terminal.app.remote_table import RemoteTable

    seat = follow(options.url, options.name, options.lang)
    Chabudai(RemoteTable(seat), language=options.lang, theme=options.theme).run()
    return 0
