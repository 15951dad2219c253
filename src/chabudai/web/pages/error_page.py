"""The page for errors: something was not found, not allowed, or is no longer possible."""

from typing import Literal

import msgspec

from chabudai.web.markup import escape
from chabudai.web.pages.document import TopBar, Visitor, document, icon, visitor_controls

ErrorKind = Literal["not_found", "closed", "full", "old_version", "not_yours", "refused", "too_many", "failed"]
"""Kinds of errors. The table `error` of the texts has the sentences for each."""


class ErrorPage(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong; `why` is the reason given, `record` the id of a game that can still be downloaded."""

    visitor: Visitor
    kind: ErrorKind
    why: str = ""
    record: str = ""


def error_page(error: ErrorPage) -> str:
    """Draw the page of an error, with a link to the lobby."""
    visitor = error.visitor
    say = visitor.words
    why = f'<p class="refused">{escape(error.why)}</p>' if error.why else ""
    download = (
        f'<a class="btn" href="/record/{escape(error.record)}.json" download>{icon("download")}'
        f"{say('replay.download')}</a>"
        if error.record
        else ""
    )
    body = (
        f'<main class="wrap narrow"><section class="panel sorry"><h2>{say(f"error.{error.kind}")}</h2>'
        f"<p>{say(f'error.{error.kind}_then')}</p>{why}"
        f'<p class="go">{download}<a class="btn main" href="/">{icon("home")}{say("site.to_lobby")}</a></p>'
        f"</section></main>"
    )
    return document(visitor, TopBar(say("error.title"), buttons=visitor_controls(visitor)), body, kind="error")
