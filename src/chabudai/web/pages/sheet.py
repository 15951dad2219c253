"""Sheets: what a button opens over the page, and closes again, without a script."""

from chabudai.web.pages.document import icon
from chabudai.web.pages.words import PageWords


def sheet(name: str, heading: str, inner: str, say: PageWords) -> str:
    """A sheet with a heading. `name` is its id, by which buttons open it."""
    return (
        f'<div popover id="{name}" class="sheet" role="dialog" aria-label="{heading}">'
        f"{sheet_head(name, heading, say)}{inner}</div>"
    )


def sheet_head(name: str, heading: str, say: PageWords) -> str:
    """The heading of a sheet, and the button that closes it."""
    return (
        f'<div class="head"><h2>{heading}</h2><button type="button" class="btn ghost" popovertarget="{name}" '
        f'popovertargetaction="hide" aria-label="{say("site.close")}">{icon("close")}</button></div>'
    )


def opener(name: str, drawing: str, text: str) -> str:
    """A button of the bar that opens a sheet."""
    return (
        f'<button type="button" class="btn ghost" popovertarget="{name}" aria-label="{text}">{icon(drawing)}'
        f"<span>{text}</span></button>"
    )
