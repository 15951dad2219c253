"""Dialogs that a button opens over the page and closes again, without a script (popovers)."""

from chabudai.web.pages.document import icon
from chabudai.web.pages.page_words import PageWords


def dialog(name: str, heading: str, inner: str, say: PageWords) -> str:
    """Draw a dialog with a heading. `name` is its id, by which buttons open it; `heading` and `inner` are HTML."""
    return (
        f'<div popover id="{name}" class="dialog" role="dialog" aria-label="{heading}">'
        f"{dialog_head(name, heading, say)}{inner}</div>"
    )


def dialog_head(name: str, heading: str, say: PageWords) -> str:
    """Draw the heading of a dialog, with the button that closes it."""
    return (
        f'<div class="head"><h2>{heading}</h2><button type="button" class="btn ghost" popovertarget="{name}" '
        f'popovertargetaction="hide" aria-label="{say("site.close")}">{icon("close")}</button></div>'
    )


def dialog_button(name: str, symbol: str, text: str) -> str:
    """Draw a button of the top bar that opens a dialog."""
    return (
        f'<button type="button" class="btn ghost" popovertarget="{name}" aria-label="{text}">{icon(symbol)}'
        f"<span>{text}</span></button>"
    )
