"""The messages that show a viewer how the table is now."""

import time

import msgspec

from chabudai.server.socket import messages
from chabudai.server.socket.messages import Message
from chabudai.server.socket.viewer import Viewer
from chabudai.server.table_task import TableTask
from chabudai.session.log import Said
from chabudai.session.table import Table
from chabudai.session.views import Standing, Viewpoint
from chabudai.web.table import frame, sections

_CHAT = 100
"""Lines of the chat that a new viewer gets."""


def news(task: TableTask, viewer: Viewer) -> list[Message]:
    """What has changed: the table, new lines of the chat, and where the game goes on. It counts as sent."""
    viewer.stale = False
    viewer.looks = "not yet"
    found: list[Message] = []
    table = task.session.table
    change = _change(task, viewer)
    if change is not None:
        found.append(change)
    lines = [line for line in table.chat[-_CHAT:] if line.seq > viewer.chat]
    if lines:
        viewer.chat = lines[-1].seq
        found.append(messages.Chat([_chat_line(line.seq, line.said, viewer) for line in lines]))
    if table.again and not viewer.told_again and table.seats_of(viewer.guest):
        viewer.told_again = True
        found.append(messages.Moved(f"/table/{table.again}"))
    return found


def first_frame(task: TableTask, guest: str, language: str) -> str:
    """The table as a guest sees it who has just opened the page and is not connected yet.

    A moment is left for the connection to show: it can be confirmed there.
    """
    session = task.session
    shown = session.view(Viewpoint(guest, language, seen=session.table.moment), time.time())
    return frame(sections(shown.scene, shown.notes))


def _change(task: TableTask, viewer: Viewer) -> Message | None:
    """The table as this viewer sees it; None if that is what they were sent last."""
    shown = task.session.view(viewer, time.time())
    if viewer.last == shown:
        return None
    standing, scene, notes = shown
    table = task.session.table
    sound = _sound(table, viewer, standing)
    viewer.last = shown
    viewer.turned = table.turned
    fields = msgspec.structs.asdict(standing)
    if viewer.form == "json":
        return messages.Scene(**fields, sound=sound, scene=scene, notes=notes)
    drawn = sections(scene, notes, viewer.drawings)
    changed = {name: viewer.pieces.of(name, html) for name, html in drawn.items() if viewer.sections.get(name) != html}
    viewer.sections = drawn
    return messages.Sections(**fields, sound=sound, sections=changed)


def _sound(table: Table, viewer: Viewer, standing: Standing) -> str | None:
    """What is heard: nothing at first, and nothing unless the game has changed."""
    if viewer.last is None or table.turned == viewer.turned:
        return None
    if standing.status == "over":
        return "end"
    if standing.moment:
        return "moment"
    if standing.turn and not viewer.last.standing.turn:
        return "turn"
    return "deal" if table.dealt else "card"


def _chat_line(seq: int, said: Said, viewer: Viewer) -> messages.ChatLine:
    seat = said.seat if said.seat >= 0 else None
    return messages.ChatLine(seq, seat, said.name, said.text, said.guest == viewer.guest)
