"""`chabudai games`: lists the games and their options."""

import argparse

from rich.console import Console
from rich.padding import Padding

from chabudai.games.registry import games
from chabudai.kernel.options import option_text


def run(options: argparse.Namespace) -> int:
    """Print all games and their options."""
    console = Console(highlight=False)
    for game in games().values():
        *fewer, most = map(str, game.players)
        players = f"{', '.join(fewer)} or {most}" if fewer else most
        console.print(f"[bold]{game.name}[/]: {game.title} {game.native_title}, {players} players")
        console.print(f"{game.credits}", style="dim")
        for option in game.options:
            values = f"{option.allowed_text()}; default {option_text(option.default)}"
            console.print(Padding(f"[bold]{option.name}[/] ({values}): {option.meaning}", (0, 0, 0, 2)))
    return 0
