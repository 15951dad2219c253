"""What the page of a table shows of the people there: the chat beside the table, and the place where it waits for more.

Attributes say what they do, as in the dialogs of a table: `data-react` is a quick reaction, and `data-share` a button
that shares the link of its section.
"""

from chabudai.session.chat import REACTIONS, reaction_text
from chabudai.web.markup import escape
from chabudai.web.pages.document import icon
from chabudai.web.pages.page_words import PageWords


def chat_button(say: PageWords) -> str:
    """Draw the button of the top bar that opens and closes the chat."""
    return (
        f'<button type="button" class="btn ghost" id="chat-button" aria-expanded="false" aria-controls="chat" '
        f'aria-label="{say("chat.title")}">{icon("chat")}<span>{say("chat.title")}</span></button>'
    )


def chat_panel(say: PageWords) -> str:
    """Draw the chat. It is a panel beside the table, and on a small screen a sheet above the hand."""
    reactions = "".join(
        f'<button type="button" class="btn" data-react="{reaction}">'
        f"{escape(reaction_text(reaction, say.language))}</button>"
        for reaction in REACTIONS
    )
    return (
        f'<section class="panel chat" id="chat" aria-label="{say("chat.title")}">'
        f'<div class="head"><h2>{say("chat.title")}</h2>'
        f'<button type="button" class="btn ghost" data-toggle="mute" aria-pressed="false" '
        f'aria-label="{say("settings.mute")}" title="{say("settings.mute")}">{icon("mute")}</button>'
        f'<button type="button" class="btn ghost" id="chat-close" aria-label="{say("site.close")}">{icon("close")}'
        f"</button></div>"
        f'<ol id="lines" aria-live="polite" tabindex="0" aria-label="{say("chat.lines")}"></ol><p id="muted"></p>'
        f'<div class="reactions" role="group" aria-label="{say("chat.reactions")}">{reactions}</div>'
        f'<form data-do="chat"><input name="text" maxlength="300" required autocomplete="off" '
        f'aria-label="{say("chat.write")}" placeholder="{say("chat.write")}">'
        f'<button class="btn">{say("chat.send")}</button></form></section>'
    )


def chat_preview() -> str:
    """Draw the place where a new line appears for a moment while the chat is closed; a click opens the chat."""
    return '<div id="preview" role="status"></div>'


def gathering(table: str, say: PageWords) -> str:
    """Draw what is in the middle of the table while it waits for people: the link, its QR code, and the buttons."""
    return (
        f'<section id="gathering" data-get="/table/{table}/invite" aria-label="{say("invite.title")}">'
        f"<h2>{say('drawing.gathering')}</h2><p>{say('invite.friend_open')}</p>"
        f'<div class="links"></div><p class="listen" hidden>{say("invite.listen")} '
        f'<button type="button" class="btn" data-ask="listen">{say("invite.listen_yes")}</button></p></section>'
    )
