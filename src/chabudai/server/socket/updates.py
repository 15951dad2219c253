"""Builds the messages that bring a viewer up to date."""

import msgspec

from chabudai.server.socket import messages
from chabudai.server.socket.messages import ServerMessage
from chabudai.server.socket.viewer import SocketViewer
from chabudai.server.table_task import TableTask
from chabudai.session.chat import line_text
from chabudai.session.table import ChatLine, Table
from chabudai.session.views import UpdateHeader, Viewer
from chabudai.web.pages.page_words import page_words
from chabudai.web.pages.table_people import chat_panel, gathering
from chabudai.web.sections import table_frame, table_sections

_CHAT_LINES = 100
"""Lines of chat that a new viewer gets, at most."""


def pending_updates(task: TableTask, viewer: SocketViewer) -> list[ServerMessage]:
    """Return what has changed for a viewer, and mark it as sent: the table, chat, changes of seats, a rematch."""
    viewer.stale = False
    viewer.show_when = "not yet"
    updates: list[ServerMessage] = []
    table = task.session.table
    change = _change(task, viewer)
    if change is not None:
        updates.append(change)
    lines = [line for line in table.chat[-_CHAT_LINES:] if line.seq > viewer.last_chat_seq]
    if lines:
        viewer.last_chat_seq = lines[-1].seq
        updates.append(messages.ChatMessage([_chat_line(line, viewer) for line in lines]))
    changes = [change for change in table.seat_changes if change.seq > viewer.announced_seq]
    if changes:
        updates.append(messages.AnnouncedMessage([change.text(table, viewer.language) for change in changes]))
    viewer.announced_seq = table.seq
    if table.rematch and not viewer.rematch_sent and table.seats_of(viewer.guest):
        viewer.rematch_sent = True
        updates.append(messages.MovedMessage(f"/table/{table.rematch}"))
    return updates


def initial_frame(task: TableTask, guest: str, language: str) -> str:
    """Draw the table for a guest who has just opened the page and is not connected yet, with the chat beside it.

    A moment is left to the connection, where it can be confirmed.
    """
    session = task.session
    update = session.view(Viewer(guest, language, confirmed_moment=session.table.moment_seq), task.clock.now())
    say, table = page_words(language), session.table
    may_invite = table.status == "open" and (update.header.host or bool(update.header.mine))
    middle = gathering(table.id, say) if may_invite else ""
    return table_frame(table_sections(update.scene, update.notes), middle=middle, beside=chat_panel(say))


def _change(task: TableTask, viewer: SocketViewer) -> ServerMessage | None:
    """Return the table as this viewer sees it; None if nothing has changed since the last update."""
    now = task.clock.now()
    update = task.session.view(viewer, now)
    if viewer.last_update == update:
        return None
    header, scene, notes = update
    table = task.session.table
    sound = _sound(table, viewer, header)
    # From the log, since states between two updates are skipped.
    lines = task.session.views.news(scene.viewer, viewer.language, viewer.news_seq, viewer.connected_seq)
    viewer.news_seq = table.seq
    viewer.last_update = update
    viewer.shown_position = table.position_id
    # Times are by the server's clock; that of the viewer's device may be wrong.
    fields = msgspec.structs.asdict(header) | {"now": round(now, 1), "sound": sound, "news": lines}
    if viewer.form == "json":
        return messages.SceneMessage(**fields, scene=scene, notes=notes)
    drawn = table_sections(scene, notes, viewer.page_cache)
    changed = {
        name: viewer.fragments.encode(name, html) for name, html in drawn.items() if viewer.sections.get(name) != html
    }
    viewer.sections = drawn
    if all(note.until is None and note.takeover_at is None for note in notes.seats):
        fields["now"] = None
    return messages.SectionsMessage(**fields, sections=changed)


def _sound(table: Table, viewer: SocketViewer, header: UpdateHeader) -> str | None:
    """Return the sound to play: none with the first update, and none unless the position has changed."""
    if viewer.last_update is None or table.position_id == viewer.shown_position:
        return None
    if header.status == "over":
        return "end"
    if header.moment:
        return "moment"
    if header.turn and not viewer.last_update.header.turn:
        return "turn"
    return "deal" if table.last_was_chance else "card"


def _chat_line(line: ChatLine, viewer: SocketViewer) -> messages.ChatLineOut:
    entry = line.entry
    seat, text = entry.seat if entry.seat >= 0 else None, line_text(entry, viewer.language)
    return messages.ChatLineOut(
        line.seq, seat, entry.name, text, entry.guest == viewer.guest, line.writer, entry.reaction
    )
