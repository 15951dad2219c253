"""Lets the operator in: the token is exchanged for a cookie, which is valid for an hour."""

import hashlib
import hmac

from starlette.requests import Request
from starlette.responses import Response

from chabudai.server.context import Context
from chabudai.server.http.request import is_secure
from chabudai.server.http.response import redirect
from chabudai.server.refusal import ServerRefused

COOKIE = "chabudai_admin"

_SECONDS = 3600
"""How long the cookie is valid."""


class AdminAccess:
    """Checks the operator's token and cookie.

    The cookie is never sent with a request from another site, so no page there can act for the operator. A new token
    makes it invalid.
    """

    def __init__(self, context: Context) -> None:
        self._context = context

    def enter(self, request: Request, token: str) -> Response:
        """Set the cookie and redirect to the page without the token; refuse if the token is wrong."""
        if not hmac.compare_digest(token.encode(), self._context.admin_token.encode()):
            raise ServerRefused("not_admin", status=403)
        until = int(self._context.clock.now()) + _SECONDS
        response = redirect(request, "/admin")
        response.set_cookie(
            COOKIE,
            self._context.signer.sign("admin", f"{until}.{self._token_hash()}"),
            max_age=_SECONDS,
            path="/admin",
            secure=is_secure(request),
            httponly=True,
            samesite="strict",
        )
        return response

    def check(self, request: Request) -> None:
        """Refuse unless the request has a valid cookie."""
        text = self._context.signer.verify("admin", request.cookies.get(COOKIE, ""))
        until, _, token_hash = (text or "").partition(".")
        if not until or int(until) < self._context.clock.now() or token_hash != self._token_hash():
            raise ServerRefused("not_admin", status=403)

    def _token_hash(self) -> str:
        return hashlib.sha256(self._context.admin_token.encode()).hexdigest()[:32]
