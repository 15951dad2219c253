"""Why the server did not do something, besides the reasons that a table has."""

from typing import ClassVar

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.storage.store import StaleOwner, StoreStopped
from chabudai.session.refusal import Refused


class ServerRefused(Refused):
    """Something that the server does not do, by the id of a sentence in `server/text`."""

    package: ClassVar[str] = "chabudai.server"


def restarting() -> ServerRefused:
    """Nothing can be done at this table just now; trying again helps."""
    return ServerRefused("restarting", status=503)


def for_people(error: ChabudaiError) -> ChabudaiError:
    """An error as people should read it. That the store takes nothing now means only: try again."""
    return restarting() if isinstance(error, StoreStopped | StaleOwner) else error


def why(error: ChabudaiError, language: str) -> str:
    """What to say to somebody whose request met this error."""
    return error.said(language) if isinstance(error, Refused) else str(error)
