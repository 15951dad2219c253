"""Why something was not done, in the language of the person who asked."""

from functools import cache
from typing import ClassVar

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.message import Message
from chabudai.scene.game import Game
from chabudai.scene.words import text_of, words


class Refused(ChabudaiError):
    """Something that cannot be done, by the id of a sentence in the package's texts. Nothing has changed."""

    package: ClassVar[str] = "chabudai.session"
    """The package whose `text` folder has the sentence."""

    def __init__(self, sentence: str, *, status: int = 409, **values: str | int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.values = values
        self.status = status
        """The HTTP status that a server answers with."""

    def said(self, language: str) -> str:
        """The reason in a language."""
        return sentences(self.package, language)["refused"][self.sentence].format(**self.values)


class NotLegal(Refused):
    """A choice that the rules do not allow now."""

    def __init__(self, game: Game, reason: Message) -> None:
        super().__init__("not_legal")
        self.game = game
        self.reason = reason

    def said(self, language: str) -> str:
        """The reason in a language, as the game puts it."""
        reason = words(self.game, language).say("reason", self.reason)
        return sentences(self.package, language)["refused"]["not_legal"].format(reason=reason)


@cache
def sentences(package: str, language: str) -> dict[str, dict[str, str]]:
    """The texts of a package, by language."""
    return text_of(package, language)
