"""Refusals: errors that give the reason in the language of the person whose request was refused."""

from typing import ClassVar

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.message import Message
from chabudai.scene.game import Game
from chabudai.scene.words import text_of, words


class Refused(ChabudaiError):
    """A request that cannot be carried out and has changed nothing. The reason is a message in the package's texts."""

    package: ClassVar[str] = "chabudai.session"
    """The package whose `text` folder holds the message."""

    def __init__(self, message_id: str, **values: str | int) -> None:
        super().__init__(message_id)
        self.message_id = message_id
        self.values = values

    def text(self, language: str) -> str:
        """Return the reason in a language."""
        return text_of(self.package, language)["refused"][self.message_id].format(**self.values)


class IllegalChoice(Refused):
    """A choice that the rules do not allow in this position."""

    def __init__(self, game: Game, reason: Message) -> None:
        super().__init__("not_legal")
        self.game = game
        self.reason = reason

    def text(self, language: str) -> str:
        """Return the game's reason in a language."""
        reason = words(self.game, language).say("reason", self.reason)
        return text_of(self.package, language)["refused"]["not_legal"].format(reason=reason)
