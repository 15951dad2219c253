"""What a game says about itself before anybody plays it: a tagline, how long it takes, and its options in words.

These texts come from the tables `about`, `option`, `option_meaning` and `option_value` of the game's text. A game may
lack these tables, for example if it is from another package. Then the names, meanings and values of the declared
options are used, and the other texts are empty.
"""

from collections.abc import Iterable

from chabudai.kernel.chance import OpeningChoice, Word
from chabudai.kernel.options import Option, option_text
from chabudai.kernel.setup import OptionValue
from chabudai.scene.game import Game
from chabudai.scene.words import words


def tagline(game: Game, language: str) -> str:
    """Return what the game is about, in one line."""
    return _text(game, language, "about", "line", "")


def minutes(game: Game, language: str) -> str:
    """Return how many minutes a game takes, such as "20–40"."""
    return _text(game, language, "about", "minutes", "")


def player_counts(game: Game) -> str:
    """Return how many people can play, such as "2–4"."""
    least, most = min(game.players), max(game.players)
    return str(least) if least == most else f"{least}–{most}"


def option_title(game: Game, option: Option, language: str) -> str:
    """Return the title of an option."""
    return _text(game, language, "option", option.name, option.name.replace("_", " ").capitalize())


def option_meaning(game: Game, option: Option, language: str) -> str:
    """Return what an option does, in one sentence."""
    return _text(game, language, "option_meaning", option.name, option.meaning)


def option_value(game: Game, option: Option, value: OptionValue, language: str) -> str:
    """Return the name of an option's value."""
    return _text(game, language, "option_value", f"{option.name} {option_text(value)}", option_text(value))


def opening_title(game: Game, choice: OpeningChoice, place: int, language: str) -> str:
    """Return the title of what players may decide before the game, such as who starts; `place` counts from 0."""
    sentence = _text(game, language, "opening", choice.chance, choice.chance.capitalize())
    return sentence.format(place="ABCDEFGH"[place])


def opening_outcomes(game: Game, choice: OpeningChoice) -> tuple[Word, ...]:
    """Return what can be decided, in words of the record; seats are numbers."""
    return next(chance.outcomes for chance in game.chances if chance.name == choice.chance)


def chapter_for_moves(game: Game, verbs: Iterable[str]) -> str:
    """Return the id of the rules chapter about moves that begin with one of these verbs; "" if there is none.

    The table `chapter` of a game's text maps verbs to chapters.
    """
    chapters = words(game).tables.get("chapter", {})
    return next((chapters[verb] for verb in verbs if verb in chapters), "")


def _text(game: Game, language: str, table: str, name: str, default: str) -> str:
    return words(game, language).tables.get(table, {}).get(name, default)
