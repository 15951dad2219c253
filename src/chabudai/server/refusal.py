"""The server's own refusals, and the HTTP status of every refusal."""

import re
from typing import ClassVar

from chabudai.kernel.errors import ChabudaiError
from chabudai.scene.words import text_of
from chabudai.server.storage.store import StaleOwner, StoreClosed, StoreStopped
from chabudai.session.problems import problem_text
from chabudai.session.refusal import Refused

_SESSION_STATUS = {
    "bots_name": 400,
    "host_only": 403,
    "link_revoked": 410,
    "link_used": 410,
    "no_name": 400,
    "no_such_level": 400,
    "no_such_move": 404,
    "not_invited": 403,
    "not_seated": 403,
    "not_your_seat": 403,
    "removed": 403,
    "short_limit": 400,
    "short_takeover": 400,
}
"""The HTTP status of a session's refusals by message id, where it is not 409 (conflict)."""


class ServerRefused(Refused):
    """A request that the server refuses. The reason is a message in `server/text`."""

    package: ClassVar[str] = "chabudai.server"

    def __init__(self, message_id: str, *, status: int = 409, **values: str | int) -> None:
        super().__init__(message_id, **values)
        self.status = status
        """The HTTP status of the response."""

    def text(self, language: str) -> str:
        """Return the reason in a language. A wrong field is named as in the form, with what is allowed there."""
        if self.message_id != "bad_form":
            return super().text(language)
        sentences = text_of(self.package, language)
        detail = str(self.values.get("detail", ""))
        found = re.search(r"\$\.(\w+)", detail)
        field = found[1] if found else detail.split(".")[0]
        if field not in sentences["field"]:
            return sentences["refused"]["bad_request"]
        return sentences["refused"]["bad_form"].format(
            field=sentences["field"][field], allowed=sentences["allowed"][field]
        )


def restarting() -> ServerRefused:
    """Return the refusal for a table that is being restarted: the client should try again."""
    return ServerRefused("restarting", status=503)


def public_error(error: ChabudaiError) -> ChabudaiError:
    """Return the error to show to people: an error of the store becomes a refusal that says when to try again."""
    if isinstance(error, StoreClosed | StaleOwner):
        return restarting()
    return ServerRefused("cannot_save", status=503) if isinstance(error, StoreStopped) else error


def reason_text(error: ChabudaiError, language: str) -> str:
    """Return the reason to show to the person whose request failed."""
    return problem_text(error, language)


def http_status(error: ChabudaiError) -> int:
    """Return the HTTP status of the response to a request that failed with this error."""
    if isinstance(error, ServerRefused):
        return error.status
    return _SESSION_STATUS.get(error.message_id, 409) if isinstance(error, Refused) else 400
