"""The messages that tell a viewer how the table is now."""

import time
from typing import Literal

import msgspec

from chabudai.kernel.state import SPECTATOR
from chabudai.server import acts
from chabudai.server.entries import Said
from chabudai.server.messages import Around, Ask, ChatLine, ChatLines, Curtain, Message, Moved, Sections, Shown
from chabudai.server.replaying import Replaying
from chabudai.server.room import Room
from chabudai.server.showing import curtain, seat_of
from chabudai.server.table import Place, Table
from chabudai.server.viewer import Viewer
from chabudai.web.notes import SeatNote, TableNotes
from chabudai.web.table import frame, sections

_CHAT = 100
"""Lines of the chat that somebody gets who comes."""

_FREE = SeatNote(kind="free")
_HERE = SeatNote(kind="person")
"""How most seats are, most of the time."""


def letters(viewer: Viewer) -> list[Message]:
    """The answers that are to be sent, and have been now."""
    sent, viewer.letters = viewer.letters, []
    return sent


def news(room: Room, viewer: Viewer) -> list[Message]:
    """The table as it is now, new lines of the chat, and where the game goes on; for good, as this counts as sent."""
    viewer.stale = False
    viewer.looks = "not yet"
    found: list[Message] = []
    table = room.table
    change = _change(room, viewer)
    if change is not None:
        found.append(change)
    lines = [line for line in table.chat[-_CHAT:] if line.seq > viewer.chat]
    if lines:
        viewer.chat = lines[-1].seq
        found.append(ChatLines([_chat_line(line.seq, line.said, viewer) for line in lines]))
    if table.again and not viewer.told_again and table.seats_of(viewer.guest):
        viewer.told_again = True
        found.append(Moved(f"/table/{table.again}"))
    return found


def first_frame(room: Room, guest: str, language: str) -> str:
    """The table as a guest sees it who has just opened the page, and is not connected yet."""
    viewer = Viewer(guest, "", language, "html")
    seat = seat_of(room.table, guest, None)
    scene = room.showing.scene(seat, language, moment=False)
    return frame(sections(scene, _notes(room, viewer, seat, moment=False)))


def replay_sections(replaying: Replaying, step: int, seat: int, language: str) -> dict[str, str]:
    """A step of a finished game, drawn as the table is."""
    notes = TableNotes(log=replaying.log(step, seat, language))
    return sections(replaying.scene(step, seat, language), notes)


def _change(room: Room, viewer: Viewer) -> Message | None:
    """The table as this viewer sees it; None if that is what they were sent last."""
    table = room.table
    seat = seat_of(table, viewer.guest, viewer.revealed)
    if seat == SPECTATOR:
        # From now on the device may be in anybody's hands.
        viewer.revealed = None
    moment = room.driver.moment and viewer.guest not in room.driver.seen and viewer.seen != table.moment
    scene = room.showing.scene(seat, viewer.language, moment=moment)
    notes = _notes(room, viewer, seat, moment=moment)
    around = Around(
        seq=table.seq,
        title=scene.title,
        turn=seat in table.waiting(),
        moment=moment,
        curtain=_curtain(table, viewer),
        ask=_ask(room, viewer),
        status=table.status,
        mine=table.seats_of(viewer.guest),
        host=viewer.guest == table.opened.host,
    )
    if viewer.last is not None and viewer.last == (around, scene, notes):
        return None
    sound = _sound(table, viewer, around)
    viewer.last = (around, scene, notes)
    viewer.turned = table.turned
    if viewer.form == "json":
        return Shown(**msgspec.structs.asdict(around), sound=sound, scene=scene, notes=notes)
    drawn = sections(scene, notes, viewer.drawings)
    changed = {name: viewer.pieces.of(name, html) for name, html in drawn.items() if viewer.sections.get(name) != html}
    viewer.sections = drawn
    return Sections(**msgspec.structs.asdict(around), sound=sound, sections=changed)


def _notes(room: Room, viewer: Viewer, seat: int, *, moment: bool) -> TableNotes:
    """What the table knows beside the scene of a seat."""
    table = room.table
    hint = viewer.hint[1] if viewer.hint is not None and viewer.hint[0] == table.turned else None
    own = table.seats_of(viewer.guest)
    return TableNotes(
        log=room.showing.log(seat, viewer.language),
        seats=_seat_notes(room),
        hint=hint if hint is not None and hint.seat == seat else None,
        guide=room.showing.guide(seat, viewer.language),
        moment=moment,
        can_undo=table.status == "playing" and any(mover in own for mover, _ in table.play.moves),
        can_hint=seat in table.waiting(),
        asking=room.question is not None and room.question.guest == viewer.guest,
        can_sit=_can_sit(table, viewer.guest),
        can_begin=table.status == "open" and viewer.guest == table.opened.host,
        awaited=sum(place.free for place in table.places) if table.status == "open" else 0,
    )


def _can_sit(table: Table, guest: str) -> Literal["", "free", "own"]:
    own = table.seats_of(guest)
    if table.status == "playing" and any(table.places[seat].left for seat in own):
        return "own"
    return "free" if not own and table.status == "open" and acts.may_sit(table, guest) else ""


def _seat_notes(room: Room) -> list[SeatNote]:
    now = time.time()
    return [_seat_note(room, seat, place, now) for seat, place in enumerate(room.table.places)]


def _seat_note(room: Room, seat: int, place: Place, now: float) -> SeatNote:
    if place.free:
        return _FREE
    if place.level:
        return SeatNote(kind="bot", level=place.level)
    here = place.guest in room.presence.here
    until = room.driver.time_limit(seat)
    if here and not place.left and until is None:
        return _HERE
    stand_in = room.driver.stands_in(seat, now)
    return SeatNote(kind="person", here=here, left=place.left, stand_in=stand_in, until=until)


def _curtain(table: Table, viewer: Viewer) -> Curtain | None:
    seat = curtain(table, viewer.guest, viewer.revealed)
    return None if seat is None else Curtain(seat, table.names(viewer.language)[seat])


def _ask(room: Room, viewer: Viewer) -> Ask | None:
    question = room.question
    return Ask(question.name) if question is not None and question.asks(viewer.guest) else None


def _sound(table: Table, viewer: Viewer, around: Around) -> str | None:
    """What is heard: nothing at first, and nothing where the game has not changed."""
    if viewer.last is None or table.turned == viewer.turned:
        return None
    if around.status == "over":
        return "end"
    if around.moment:
        return "moment"
    if around.turn and not viewer.last[0].turn:
        return "turn"
    return "deal" if table.dealt else "card"


def _chat_line(seq: int, said: Said, viewer: Viewer) -> ChatLine:
    seat = said.seat if said.seat >= 0 else None
    return ChatLine(seq, seat, said.name, said.text, said.guest == viewer.guest)
