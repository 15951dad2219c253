"""Why something was not done, to be said in the language of whoever asked."""

from functools import cache

from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.game import Game
from chabudai.kernel.message import Message
from chabudai.scene.words import text_of, words
from chabudai.server.store import StaleOwner, StoreStopped


class Refused(ChabudaiError):
    """Something that cannot be done, by the id of a sentence in `server/text`; nothing has changed."""

    status: int
    """The HTTP status that goes with it."""

    def __init__(self, sentence: str, *, status: int = 409, **values: str | int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.values = values
        self.status = status

    def said(self, language: str) -> str:
        """The reason in a language."""
        return sentences(language)["refused"][self.sentence].format(**self.values)


class NotLegal(Refused):
    """A choice that the rules do not allow now."""

    def __init__(self, game: Game, reason: Message) -> None:
        super().__init__("not_legal")
        self.game = game
        self.reason = reason

    def said(self, language: str) -> str:
        """The reason in a language, as the game says it."""
        reason = words(self.game, language).say("reason", self.reason)
        return sentences(language)["refused"]["not_legal"].format(reason=reason)


def as_told(error: ChabudaiError) -> ChabudaiError:
    """An error as people are told of it: of a store that takes nothing now, only that one may try again."""
    return Refused("restarting", status=503) if isinstance(error, StoreStopped | StaleOwner) else error


def why(error: ChabudaiError, language: str) -> str:
    """What to tell somebody whose request met with this error."""
    return error.said(language) if isinstance(error, Refused) else str(error)


@cache
def sentences(language: str) -> dict[str, dict[str, str]]:
    """What the server says, by language."""
    return text_of("chabudai.server", language)
