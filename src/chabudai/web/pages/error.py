"""Kind words when something is not there, not allowed, or not possible any more."""

from typing import Literal

import msgspec

from chabudai.web.markup import escape
from chabudai.web.pages.document import Bar, Visitor, document, icon, switches

Kind = Literal["not_found", "closed", "full", "old_version", "not_yours", "refused", "too_many", "failed"]
"""What went wrong: the sentences for each are in the table `error` of the text."""


class ErrorPage(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong; `why` is the sentence of whoever refused it, `record` the game that can still be downloaded."""

    visitor: Visitor
    kind: Kind
    why: str = ""
    record: str = ""


def page(error: ErrorPage) -> str:
    """The page that says so, and leads on."""
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
    return document(visitor, Bar(say("error.title"), buttons=switches(visitor)), body, kind="error")
