"""`chabudai games`: lists the games and their options."""

import argparse
import re

from rich.text import Text

from chabudai.commands.output import Output
from chabudai.games.registry import games
from chabudai.kernel.options import Option, option_text
from chabudai.scene.game import Game
from chabudai.scene.game_info import option_meaning, option_title
from chabudai.terminal.line_breaks import break_lines
from chabudai.terminal.plain.plain_words import PlainWords, plain_words
from chabudai.translation.catalog import translated


def run(options: argparse.Namespace) -> int:
    """Print all games and their options."""
    console = Output()
    say = plain_words(options.lang)
    for game in games().values():
        console.print(Text.assemble((game.name, "bold"), f": {_game_line(game, say)}"))
        makers = say.listed([translated(part, options.lang) for part in re.split("[,;] ", game.credits)])
        console.print(Text(makers, "dim"))
        for option in game.options:
            text = Text(_option_line(game, option, say))
            text.stylize("bold", 0, len(option.name))
            for line in break_lines(text, console.width - 2).split("\n"):
                console.print(Text.assemble("  ", line))
    return 0


def _game_line(game: Game, say: PlainWords) -> str:
    *fewer, most = map(str, game.players)
    players = say("games.or").join([say("plain.part_comma").join(fewer), most] if fewer else [most])
    names = game.native_title if say.language == "ja" else f"{game.title} {game.native_title}"
    return say.listed([names, say("games.players", players=players)])


def _option_line(game: Game, option: Option, say: PlainWords) -> str:
    """Return an option with its name, which the command line uses, its title, its meaning and its values."""
    if option.range is None:
        values = say("games.or").join(map(option_text, option.values))
    else:
        values = say("games.range", least=option.range[0], most=option.range[1])
    return say(
        "games.option",
        name=option.name,
        title=option_title(game, option, say.language),
        meaning=option_meaning(game, option, say.language).rstrip(".。"),
        values=values,
        default=option_text(option.default),
    )
