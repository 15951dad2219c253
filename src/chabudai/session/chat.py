"""Lines of chat, and the quick reactions, which everybody reads in their own language."""

from typing import Literal, get_args

from chabudai.scene.words import text_of
from chabudai.session.log import Chatted
from chabudai.session.refusal import Refused

Reaction = Literal["hello", "nice", "thanks", "oops", "wait", "good_game"]
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)


def line_text(entry: Chatted, language: str) -> str:
    """Return what a line of chat says to somebody who reads this language."""
    return reaction_text(entry.reaction, language) if entry.reaction in REACTIONS else entry.text


def reaction_text(reaction: str, language: str) -> str:
    """Return a quick reaction in words."""
    return text_of(Refused.package, language)["reaction"][reaction]
