"""`chabudai join`: joins a table on a server."""

import argparse

from chabudai.commands.full_screen import require_terminal


def run(options: argparse.Namespace) -> int:
    """Follow the link, and open the table."""
    require_terminal("join")
    from chabudai.terminal.app.application import Chabudai
    from chabudai.terminal.app.invitation import follow_link
    from chabudai.terminal.app.remote_table import RemoteTable

    link = follow_link(options.url, options.name, options.lang)
    Chabudai(RemoteTable(link), language=options.lang, theme=options.theme).run()
    return 0
