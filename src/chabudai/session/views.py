"""What each viewer of a table is shown: made from their own view and nothing else, once for all who see the same."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import msgspec

from chabudai.bots.hint import Hint
from chabudai.kernel.bits import has
from chabudai.kernel.event import Event
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.state import SPECTATOR, State
from chabudai.scene.make import People, log_line, make_scene
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.scene.words import words
from chabudai.session import log
from chabudai.session.autoplay import Autoplay
from chabudai.session.decide import may_sit
from chabudai.session.log import Entry
from chabudai.session.notes import Guide, SeatNote, TableNotes
from chabudai.session.refusal import Refused
from chabudai.session.table import Place, Status, Table
from chabudai.session.undo import UndoVote

LINES = 80
"""Lines of the log that are shown during a game; the replay shows all of them."""

_FREE = SeatNote(kind="free")
_HERE = SeatNote(kind="person")
"""The notes of most seats, most of the time."""


class Curtain(msgspec.Struct, frozen=True):
    """Whose turn it is at a shared device."""

    seat: int
    name: str


class Ask(msgspec.Struct, frozen=True):
    """Who would like to take a choice back."""

    name: str


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How things stand for a viewer, besides what is drawn."""

    seq: int
    title: str
    turn: bool
    moment: bool
    curtain: Curtain | None
    ask: Ask | None
    status: Status
    mine: list[int]
    host: bool


class Shown(NamedTuple):
    """What one viewer is shown."""

    standing: Standing
    scene: Scene
    notes: TableNotes


@dataclass(eq=False)
class Viewpoint:
    """Somebody who looks at a table, and what is known of them alone."""

    guest: str
    language: str
    revealed: int | None = None
    """On a shared device: the seat of the person who said that they hold it."""
    seen: int = -1
    """The moment that was confirmed here, by its entry."""
    hint: tuple[int, Hint] | None = None
    """A hint, and the turn that it is for."""
    lines: int | None = LINES
    """How many lines of the log they are shown; None for all."""


@dataclass
class _Past:
    """What happened before the last choice, in words: this many events of the game are told by these lines."""

    events: int = 0
    lines: list[LogLine] = field(default_factory=list)


class Views:
    """The scenes and logs of a table as it is now, by seat (or SPECTATOR) and language."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._scenes: dict[tuple[int, str, bool], Scene] = {}
        self._past: dict[tuple[int, str], _Past] = {}

    def forget(self, entry: Entry) -> None:
        """Forget what a new entry has made untrue."""
        if isinstance(entry, log.Said):
            return
        self._scenes = {}
        # Choices and chance only add to the log; names, and moves taken back, change what is in it.
        if not isinstance(entry, log.Chose | log.Came):
            self._past = {}

    def state(self, seat: int) -> State:
        """The position as a seat knows it; with memory aids, as a perfect memory would."""
        return self.table.state.seen_by(seat, self.table.settings.aids)

    def scene(self, seat: int, language: str, *, moment: bool = False) -> Scene:
        """What a seat sees; with `moment`, what the last step cleared away is still there."""
        key = (seat, language, moment)
        if key not in self._scenes:
            table = self.table
            self._scenes[key] = make_scene(
                table.game, self.state(seat), words(table.game, language), table.names(language), moment=moment
            )
        return self._scenes[key]

    def log(self, seat: int, language: str, lines: int | None = LINES) -> list[LogLine]:
        """What has happened, in words, as far as this seat may read it.

        The whole log is a memory aid, since it tells what can no longer be looked at. Without aids there is only what
        the last choice brought about. Fleeting events are told only that long, aids or not.
        """
        table = self.table
        events = table.play.events
        people = self._people(seat, language)
        recent = [log_line(table.game, event.seen_by(seat), people) for event in events[table.recent :]]
        if not table.settings.aids:
            return recent
        past = self._past.setdefault((seat, language), _Past())
        for event in events[past.events : table.recent]:
            if event.name not in table.game.fleeting_events:
                past.lines.append(log_line(table.game, event.seen_by(seat), people))
        past.events = max(past.events, table.recent)
        told = past.lines + recent
        return told if lines is None else told[-lines:]

    def tell(self, events: list[Event], seat: int, language: str) -> list[LogLine]:
        """Some events of the game in words, as this seat may be told them while they happen."""
        people = self._people(seat, language)
        return [log_line(self.table.game, event.seen_by(seat), people) for event in events]

    def guide(self, seat: int, language: str) -> Guide | None:
        """What a guided game says to the learner at this choice."""
        table = self.table
        first = table.game.first_game
        if not table.settings.first_game or first is None or seat not in table.waiting() or seat != LEARNER:
            return None
        lesson = first.teach(self.state(seat))
        return Guide(words(table.game, language).say("lesson", lesson.message), lesson.chapter)

    def view(self, viewer: Viewpoint, autoplay: Autoplay, vote: UndoVote | None, now: float) -> Shown:
        """What a viewer is shown now."""
        table = self.table
        seat = seat_of(table, viewer.guest, viewer.revealed)
        if seat == SPECTATOR:
            # From now on the device may be in anybody's hands.
            viewer.revealed = None
        moment = autoplay.moment and viewer.guest not in autoplay.seen and viewer.seen != table.moment
        scene = self.scene(seat, viewer.language, moment=moment)
        own = table.seats_of(viewer.guest)
        turn = seat in table.waiting()
        notes = TableNotes(
            log=self.log(seat, viewer.language, viewer.lines),
            seats=[_seat_note(autoplay, number, place, now) for number, place in enumerate(table.places)],
            hint=self._hint(viewer, seat),
            guide=self.guide(seat, viewer.language),
            moment=moment,
            can_undo=table.status == "playing" and any(mover in own for mover, _ in table.play.moves),
            can_hint=turn,
            asking=vote is not None and vote.guest == viewer.guest,
            can_sit=_can_sit(table, viewer.guest),
            can_begin=table.status == "open" and viewer.guest == table.opened.host,
            awaited=sum(place.free for place in table.places) if table.status == "open" else 0,
        )
        standing = Standing(
            seq=table.seq,
            title=scene.title,
            turn=turn,
            moment=moment,
            curtain=self._curtain(viewer),
            ask=Ask(vote.name) if vote is not None and vote.asks(viewer.guest) else None,
            status=table.status,
            mine=own,
            host=viewer.guest == table.opened.host,
        )
        return Shown(standing, scene, notes)

    def _people(self, seat: int, language: str) -> People:
        return People(words(self.table.game, language), seat, self.table.names(language))

    def _hint(self, viewer: Viewpoint, seat: int) -> Hint | None:
        """The hint that the viewer asked for, if it is for this seat and the game has not gone on since."""
        if viewer.hint is None or viewer.hint[0] != self.table.turned or viewer.hint[1].seat != seat:
            return None
        return viewer.hint[1]

    def _curtain(self, viewer: Viewpoint) -> Curtain | None:
        seat = curtain(self.table, viewer.guest, viewer.revealed)
        return None if seat is None else Curtain(seat, self.table.names(viewer.language)[seat])


def seat_of(table: Table, guest: str, revealed: int | None) -> int:
    """Whose view a guest gets: their seat's, or a spectator's if they have none.

    Where one guest holds several seats, it is the seat of the person who said that they hold the device, for as long as
    it is their turn.
    """
    seats = table.seats_of(guest)
    if len(seats) == 1:
        return seats[0]
    if revealed in seats and table.status == "playing" and has(table.state.waiting, revealed):
        return revealed
    return SPECTATOR


def acting_seat(table: Table, viewer: Viewpoint) -> int:
    """The seat that a viewer acts for when they name none: the one whose view they get."""
    seat = seat_of(table, viewer.guest, viewer.revealed)
    if seat == SPECTATOR:
        raise Refused("curtain" if table.seats_of(viewer.guest) else "not_seated")
    return seat


def curtain(table: Table, guest: str, revealed: int | None) -> int | None:
    """Who is to take the device next, where one guest holds several seats."""
    seats = table.seats_of(guest)
    if len(seats) < 2 or seat_of(table, guest, revealed) != SPECTATOR:
        return None
    return next((seat for seat in table.waiting() if seat in seats), None)


def _can_sit(table: Table, guest: str) -> Literal["", "free", "own"]:
    own = table.seats_of(guest)
    if table.status == "playing" and any(table.places[seat].left for seat in own):
        return "own"
    return "free" if not own and table.status == "open" and may_sit(table, guest) else ""


def _seat_note(autoplay: Autoplay, seat: int, place: Place, now: float) -> SeatNote:
    if place.free:
        return _FREE
    if place.level:
        return SeatNote(kind="bot", level=place.level)
    here = place.guest in autoplay.presence.here
    until = autoplay.time_limit(seat)
    if here and not place.left and until is None:
        return _HERE
    stand_in = autoplay.stands_in(seat, now)
    return SeatNote(kind="person", here=here, left=place.left, stand_in=stand_in, until=until)
