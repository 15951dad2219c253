"""Refusals of the server, in addition to those of a session."""

from typing import ClassVar

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.storage.store import StaleOwner, StoreStopped
from chabudai.session.refusal import Refused


class ServerRefused(Refused):
    """A request that the server refuses. The reason is a message in `server/text`."""

    package: ClassVar[str] = "chabudai.server"


def restarting() -> ServerRefused:
    """Make the refusal for a table that is being restarted; the client should try again."""
    return ServerRefused("restarting", status=503)


def public_error(error: ChabudaiError) -> ChabudaiError:
    """Return an error as people should see it: errors of the store only mean that they should try again."""
    return restarting() if isinstance(error, StoreStopped | StaleOwner) else error


def reason_text(error: ChabudaiError, language: str) -> str:
    """Return the reason to show to the person whose request failed."""
    return error.text(language) if isinstance(error, Refused) else str(error)
