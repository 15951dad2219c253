"""`chabudai games`: lists the games and their options."""

import argparse

from rich.console import Console
from rich.padding import Padding

from chabudai.games.registry import games
from chabudai.kernel.options import option_text


def run(options: argparse.Namespace) -> int:
    """Print all games."""
    console = Console(highlight=False)
    for game in games().values():
        players = " or ".join(str(count) for count in game.players)
        console.print(f"[bold]{game.name}[/]: {game.title} {game.native_title}, {players} players")
        console.print(f"{game.credits}", style="dim")
        for option in game.options:
            values = f"{option.allowed()}; default {option_text(option.default)}"
            console.print(Padding(f"[bold]{option.name}[/] ({values}): {option.meaning}", (0, 0, 0, 2)))
    return 0
