"""Cleans names and other text that people write for others to see."""

import unicodedata
from functools import cache

from chabudai.games.registry import games
from chabudai.scene.words import LANGUAGES, words
from chabudai.session.refusal import Refused

MAX_NAME_LENGTH = 24
"""Characters."""

_JOINER = "\N{ZERO WIDTH JOINER}"
_EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"

_BLANKS = (
    "\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}"
    "\N{BRAILLE PATTERN BLANK}\N{MUSICAL SYMBOL NULL NOTEHEAD}"
)
"""Characters that count as letters or symbols but show nothing."""

_MAX_MARKS = 2
"""Combining marks on one letter. Thai and Hebrew need two."""

_STACKING_CLASS = 200
"""Marks of this combining class and above pile up above or below a letter; one on a letter is enough."""


def clean_name(name: str) -> str:
    """Clean a name for display; return an empty string if it has no visible letter or digit."""
    cleaned = clean_text(name, MAX_NAME_LENGTH)
    return cleaned if any(unicodedata.category(character)[0] in "LN" for character in cleaned) else ""


def check_name(name: str) -> str:
    """Return a name, cleaned for display; refuse one that shows no letter or is the name of a bot."""
    cleaned = clean_name(name)
    if not cleaned:
        raise Refused("no_name")
    if is_bot_name(cleaned):
        raise Refused("bots_name", name=cleaned)
    return cleaned


def is_bot_name(name: str) -> bool:
    """Check whether a name is that of a bot, in any game and language."""
    return _folded(name) in _bot_names()


def clean_text(text: str, length: int) -> str:
    """Replace each run of spaces, control characters and direction marks with one space, then truncate.

    Letters keep only as many combining marks as some language needs.
    """
    text = unicodedata.normalize("NFC", text)
    visible = "".join(
        character if _joins(text, index) or _is_visible(character) else " " for index, character in enumerate(text)
    )
    return " ".join(_without_stacked_marks(visible).split())[:length].strip().strip(_JOINER)


def _is_visible(character: str) -> bool:
    return unicodedata.category(character)[0] not in "CZ" and character not in _BLANKS


def _without_stacked_marks(text: str) -> str:
    kept: list[str] = []
    marks = stacked = 0
    for character in text:
        category = unicodedata.category(character)
        if category not in ("Mn", "Me"):
            marks = stacked = 0
        elif not kept or kept[-1] == " ":
            continue  # a mark needs a letter
        else:
            stacks = unicodedata.combining(character) >= _STACKING_CLASS or category == "Me"
            marks, stacked = marks + 1, stacked + stacks
            if marks > _MAX_MARKS or (stacks and stacked > 1):
                continue
        kept.append(character)
    return "".join(kept)


def _joins(text: str, index: int) -> bool:
    """Check whether this character joins two emoji into one, such as a family."""
    neighbors = (text[index - 1 : index], text[index + 1 : index + 2])
    return text[index] == _JOINER and all(
        unicodedata.category(neighbor) in ("So", "Sk") or neighbor == _EMOJI_STYLE for neighbor in neighbors if neighbor
    )


@cache
def _bot_names() -> frozenset[str]:
    """Return the names of all bots, in all games and languages."""
    names: set[str] = set()
    for game in games().values():
        for language in LANGUAGES:
            try:
                game_words = words(game, language)
            except FileNotFoundError:
                # A game of another package may lack a language; people must be able to give their names all the same.
                continue
            names |= {_folded(game_words.name(f"bot{seat}")) for seat in range(max(game.players))}
    return frozenset(names)


def _folded(name: str) -> str:
    """Return the letters and digits of a name, in a form that is the same for each case and width."""
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    return "".join(character for character in decomposed if unicodedata.category(character)[0] in "LN")
