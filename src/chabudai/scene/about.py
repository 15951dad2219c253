"""What a game says of itself before anybody plays it: a line, its length, and its options in words.

A game says it in the tables `about`, `option`, `option_meaning` and `option_value` of its text. One that says nothing,
as may be in another package, is shown by its title, and its options by their names and the meanings they declare.
"""

from collections.abc import Iterable

from chabudai.kernel.options import Option, written
from chabudai.kernel.setup import OptionValue
from chabudai.scene.game import Game
from chabudai.scene.words import words


def line(game: Game, language: str) -> str:
    """What the game is about, in a line."""
    return _said(game, language, "about", "line", "")


def minutes(game: Game, language: str) -> str:
    """How many minutes a game takes, as "20–40"."""
    return _said(game, language, "about", "minutes", "")


def counts(game: Game) -> str:
    """How many can play it, as "2–4"."""
    few, many = min(game.players), max(game.players)
    return str(few) if few == many else f"{few}–{many}"


def option_title(game: Game, option: Option, language: str) -> str:
    """What an option is called."""
    return _said(game, language, "option", option.name, option.name.replace("_", " ").capitalize())


def option_meaning(game: Game, option: Option, language: str) -> str:
    """What an option is for, in a sentence."""
    return _said(game, language, "option_meaning", option.name, option.meaning)


def option_value(game: Game, option: Option, value: OptionValue, language: str) -> str:
    """What a value of an option is called."""
    return _said(game, language, "option_value", f"{option.name} {written(value)}", written(value))


def chapter(game: Game, verbs: Iterable[str]) -> str:
    """The id of the chapter of the rules on moves that begin with one of these words; "" if the game names none.

    A game says in the table `chapter` of its text which chapter is about which kind of move.
    """
    named = words(game).tables.get("chapter", {})
    return next((named[verb] for verb in verbs if verb in named), "")


def _said(game: Game, language: str, table: str, name: str, otherwise: str) -> str:
    return words(game, language).tables.get(table, {}).get(name, otherwise)
