"""Builds what each viewer of a table is shown, only from their own view; viewers who see the same share the result."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import msgspec

from chabudai.bots.hint import Hint
from chabudai.kernel.bits import has
from chabudai.kernel.event import Event
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.state import SPECTATOR, State
from chabudai.scene.announcements import announcements
from chabudai.scene.builder import People, log_line, make_scene
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.scene.words import words
from chabudai.session import log
from chabudai.session.autoplay import Autoplay
from chabudai.session.decide import available_seats, may_sit
from chabudai.session.log import Entry
from chabudai.session.notes import Guide, NewsLine, SeatNote, TableNotes
from chabudai.session.refusal import Refused
from chabudai.session.seat_changes import SeatChange
from chabudai.session.table import SeatHolder, Table, TableStatus
from chabudai.session.vote import Vote, VoteKind

SENT_LOG_LINES = 80
"""How many lines of the log a viewer on a server gets; the local table in a terminal and replays have all of them."""

_FREE_SEAT = SeatNote(kind="free")
_PERSON_PRESENT = SeatNote(kind="person")
"""Shared instances for the most common cases."""


MAX_MISSED_LINES = 80
"""At most this many lines from before a connection are announced, after a long absence; the log has the others."""

GAP = 16
"""A connection that was lost for up to this many entries of the table misses nothing, not even without memory aids."""


class DeviceHandover(msgspec.Struct, frozen=True):
    """The player who must take over a shared device before cards are shown."""

    seat: int
    name: str


class VoteRequest(msgspec.Struct, frozen=True):
    """What a person asks for, on which the viewer has to vote.

    `name` is that person. They want to take a choice back, to take over the seat `seat` from a bot, or to remove the
    player at `seat`. `player` is the name of that bot or player. `vote` is the number of the vote.
    """

    kind: VoteKind
    name: str
    seat: int | None = None
    player: str = ""
    vote: int = 0


class UpdateHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of an update that clients need in addition to the drawing; docs/protocol.md describes them."""

    seq: int
    title: str
    turn: bool
    moment: bool
    curtain: DeviceHandover | None
    ask: VoteRequest | None
    status: TableStatus
    mine: list[int]
    host: bool


class ViewerUpdate(NamedTuple):
    """Everything that one viewer is shown."""

    header: UpdateHeader
    scene: Scene
    notes: TableNotes


@dataclass(eq=False)
class Viewer:
    """Somebody who looks at a table, with the transient state that is theirs alone."""

    guest: str
    language: str
    revealed_seat: int | None = None
    """On a shared device: the seat of the person who holds it."""
    confirmed_moment: int = -1
    """The entry of the moment that this viewer last confirmed."""
    hint: tuple[int, Hint] | None = None
    """A hint, and the id of its position."""
    log_lines: int | None = SENT_LOG_LINES
    """How many lines of the log to show; None for all."""


class _ChangeLines:
    """The lines of the log about changes of seats, and where they stand among those about events."""

    def __init__(self, table: Table, language: str) -> None:
        self._table = table
        self._language = language
        self._by_count: dict[int, list[SeatChange]] = {}
        for change in table.seat_changes:
            self._by_count.setdefault(change.event_count, []).append(change)

    def at(self, event_count: int) -> list[LogLine]:
        """Return the lines of the changes after exactly this many events."""
        return [self._line(change) for change in self._by_count.get(event_count, [])]

    def before(self, event_count: int) -> list[LogLine]:
        """Return the lines of the changes after fewer events than this."""
        return [self._line(change) for change in self._table.seat_changes if change.event_count < event_count]

    def interleave(self, event_count: int, lines: list[LogLine]) -> list[LogLine]:
        """Return the lines of the events from this one on, with those of the changes between them."""
        if not self._by_count:
            return lines
        result: list[LogLine] = []
        for index, line in enumerate(lines):
            result += [*self.at(event_count + index), line]
        return result + self.at(event_count + len(lines))

    def _line(self, change: SeatChange) -> LogLine:
        return LogLine(change.text(self._table, self._language), "seat", change.seat if change.seat >= 0 else None)


@dataclass
class _LogCache:
    """The lines of the log for the events from `first` up to the first `event_count`, all before the last choice."""

    first: int
    event_count: int
    lines: list[LogLine] = field(default_factory=list)


class Views:
    """Builds and caches the scenes and logs of a table, by seat (or SPECTATOR) and language."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._scenes: dict[tuple[int, str, bool], Scene] = {}
        self._logs: dict[tuple[int, str], _LogCache] = {}

    def invalidate(self, entry: Entry) -> None:
        """Drop the cached results that a new entry makes obsolete."""
        if isinstance(entry, log.Chatted):
            return
        self._scenes = {}
        # Choices and chance only append to the log; new names and an undo change its existing lines.
        if not isinstance(entry, log.Chose | log.ChanceResolved):
            self._logs = {}

    def state(self, seat: int) -> State:
        """Return the seat's view of the position; with memory aids, a view with perfect recall."""
        return self.table.state.seen_by(seat, self.table.settings.aids)

    def scene(self, seat: int, language: str, *, moment: bool = False) -> Scene:
        """Return the scene of a seat; with `moment`, that of the moment that the last step shows, if it shows one."""
        key = (seat, language, moment)
        if key not in self._scenes:
            table = self.table
            before = table.before.seen_by(seat, table.settings.aids) if moment else None
            self._scenes[key] = make_scene(
                table.game, self.state(seat), words(table.game, language), table.names(language), before=before
            )
        return self._scenes[key]

    def log(self, seat: int, language: str, lines: int | None = SENT_LOG_LINES) -> list[LogLine]:
        """Return the log in words, as far as this seat may know it.

        The whole log is a memory aid, since it describes cards that can no longer be seen. Without aids it contains
        only the events since the last choice, and all changes of seats. Fleeting events never stay longer than that.
        `lines` limits only the log with aids.
        """
        table = self.table
        events = table.play.events
        people = self._people(seat, language)
        changes = _ChangeLines(table, language)
        recent = changes.interleave(
            table.recent_from,
            [log_line(table.game, event.seen_by(seat), people) for event in events[table.recent_from :]],
        )
        if not table.settings.aids:
            all_lines = changes.before(table.recent_from) + recent
            return all_lines if lines is None else all_lines[-lines:]
        cache = self._logs.get((seat, language))
        if cache is None or (cache.first and (lines is None or len(cache.lines) < lines)):
            # After a change of names nobody waits for lines of a long game that are not shown.
            first = 0 if lines is None else self._first_event(lines)
            cache = self._logs[seat, language] = _LogCache(first, first)
        for index in range(cache.event_count, table.recent_from):
            cache.lines += changes.at(index)
            if events[index].name not in table.game.fleeting_events:
                cache.lines.append(log_line(table.game, events[index].seen_by(seat), people))
        cache.event_count = max(cache.event_count, table.recent_from)
        all_lines = cache.lines + recent
        return all_lines if lines is None else all_lines[-lines:]

    def _first_event(self, lines: int) -> int:
        """Return the index of the event from which on the log has at least this many lines before the last choice."""
        table = self.table
        for index in range(table.recent_from - 1, -1, -1):
            lines -= table.play.events[index].name not in table.game.fleeting_events
            if lines <= 0:
                return index
        return 0

    def news(self, seat: int, language: str, since: int, connected: int) -> list[NewsLine]:
        """Return what has happened after the entry `since`, as far as this seat may know it, in order.

        Of what happened well before the client connected, at the entry `connected`, it has only what the log has: a
        client may not get more by claiming that it knows nothing.
        """
        table = self.table
        people, seqs, steps = self._people(seat, language), table.event_seqs, dict[int, list[Event]]()
        for index in range(table.first_event_after(since), len(seqs)):
            if seqs[index] > connected - GAP or self._is_in_log(index):
                steps.setdefault(seqs[index], []).append(table.play.events[index].seen_by(seat))
        lines = [
            NewsLine(seq, line.text, line.seat)
            for seq, events in steps.items()
            for line in announcements(table.game, events, people)
        ]
        lines += [
            NewsLine(change.seq, change.text(table, language), change.seat if change.seat >= 0 else None)
            for change in table.seat_changes
            if change.seq > since
        ]
        lines.sort(key=lambda line: line.seq)
        left_out = sum(line.seq <= connected for line in lines) - MAX_MISSED_LINES
        if left_out > 0:
            earlier = NewsLine(lines[left_out - 1].seq, people.words.text("news", "earlier", number=left_out))
            return [earlier, *lines[left_out:]]
        return lines

    def _is_in_log(self, index: int) -> bool:
        """Check whether an event is in the log: since the last choice, or with aids and if it is not fleeting."""
        table = self.table
        fleeting = table.play.events[index].name in table.game.fleeting_events
        return index >= table.recent_from or (table.settings.aids and not fleeting)

    def describe(self, events: list[Event], seat: int, language: str) -> list[LogLine]:
        """Describe some events in words, as far as this seat may know them."""
        people = self._people(seat, language)
        return [log_line(self.table.game, event.seen_by(seat), people) for event in events]

    def is_guided(self, seat: int) -> bool:
        """Check whether this seat is that of the learner of a guided game that is not over."""
        return self.table.settings.first_game and seat == LEARNER and not self.table.state.over()

    def guide(self, seat: int, language: str) -> Guide | None:
        """Return the guided game's comment on this choice, for the learner only."""
        table = self.table
        guided = table.game.first_game
        if guided is None or not self.is_guided(seat) or seat not in table.waiting():
            return None
        lesson = guided.teach(self.state(seat))
        return Guide(words(table.game, language).say("lesson", lesson.message), lesson.chapter)

    def view(self, viewer: Viewer, autoplay: Autoplay, vote: Vote | None, now: float) -> ViewerUpdate:
        """Return what a viewer is shown now."""
        table = self.table
        seat = viewing_seat(table, viewer.guest, viewer.revealed_seat)
        if seat == SPECTATOR:
            # From now on anybody may hold the device.
            viewer.revealed_seat = None
        moment = (
            autoplay.shows_moment
            and viewer.guest not in autoplay.confirmed
            and viewer.confirmed_moment != table.moment_seq
        )
        scene = self.scene(seat, viewer.language, moment=moment)
        seats = table.seats_of(viewer.guest)
        turn = seat in table.waiting()
        notes = TableNotes(
            log=self.log(seat, viewer.language, viewer.log_lines),
            seats=[_seat_note(autoplay, number, holder, now) for number, holder in enumerate(table.holders)],
            hint=self._hint(viewer, seat),
            guided=self.is_guided(seat),
            guide=self.guide(seat, viewer.language),
            moment=moment,
            can_undo=table.status == "playing" and any(mover in seats for mover, _ in table.play.moves),
            can_hint=turn,
            asking=vote is not None and vote.guest == viewer.guest,
            can_sit=_can_sit(table, viewer.guest),
            can_take_over=_can_take_over(table, viewer.guest),
            can_remove=_can_remove(table, viewer.guest),
            can_report=[seat for seat, holder in enumerate(table.holders) if holder.guest not in ("", viewer.guest)],
            own_names=[(seat, table.holders[seat].name) for seat in seats],
            can_begin=table.status == "open" and viewer.guest == table.opened.host,
            awaited=sum(holder.free for holder in table.holders) if table.status == "open" else 0,
        )
        header = UpdateHeader(
            seq=table.seq,
            title=scene.title,
            turn=turn,
            moment=moment,
            curtain=self._device_handover(viewer),
            ask=self._vote_request(vote, viewer, now),
            status=table.status,
            mine=seats,
            host=viewer.guest == table.opened.host,
        )
        return ViewerUpdate(header, scene, notes)

    def _vote_request(self, vote: Vote | None, viewer: Viewer, now: float) -> VoteRequest | None:
        if vote is None or not vote.asks(viewer.guest, now):
            return None
        player = self.table.names(viewer.language)[vote.seat] if vote.seat is not None else ""
        return VoteRequest(vote.kind, vote.name, vote.seat, player, vote.number)

    def _people(self, seat: int, language: str) -> People:
        return People(words(self.table.game, language, self.table.state.setup), seat, self.table.names(language))

    def _hint(self, viewer: Viewer, seat: int) -> Hint | None:
        """Return the viewer's hint, if it is for this seat and the present position."""
        if viewer.hint is None or viewer.hint[0] != self.table.position_id or viewer.hint[1].seat != seat:
            return None
        return viewer.hint[1]

    def _device_handover(self, viewer: Viewer) -> DeviceHandover | None:
        seat = next_device_seat(self.table, viewer.guest, viewer.revealed_seat)
        return None if seat is None else DeviceHandover(seat, self.table.names(viewer.language)[seat])


def viewing_seat(table: Table, guest: str, revealed_seat: int | None) -> int:
    """Return the seat whose view a guest gets: their own, or SPECTATOR if they have none.

    A guest with several seats shares a device: then it is the seat of the person who holds the device, as long as it is
    that person's turn.
    """
    seats = table.seats_of(guest)
    if len(seats) == 1:
        return seats[0]
    if revealed_seat in seats and table.status == "playing" and has(table.state.waiting, revealed_seat):
        return revealed_seat
    return SPECTATOR


def acting_seat(table: Table, viewer: Viewer) -> int:
    """Return the seat that a viewer acts for if they name none: the one whose view they get."""
    seat = viewing_seat(table, viewer.guest, viewer.revealed_seat)
    if seat == SPECTATOR:
        raise Refused("curtain" if table.seats_of(viewer.guest) else "not_seated")
    return seat


def next_device_seat(table: Table, guest: str, revealed_seat: int | None) -> int | None:
    """Return the seat whose player must take the shared device next, if any."""
    seats = table.seats_of(guest)
    if len(seats) < 2 or viewing_seat(table, guest, revealed_seat) != SPECTATOR:
        return None
    return next((seat for seat in table.waiting() if seat in seats), None)


def _can_sit(table: Table, guest: str) -> Literal["", "free", "own", "bot"]:
    seats = table.seats_of(guest)
    if table.status == "playing" and any(table.holders[seat].left for seat in seats):
        return "own"
    if seats or not may_sit(table, guest):
        return ""
    if table.status == "open":
        return "free"
    return "bot" if _can_take_over(table, guest) else ""


def _can_take_over(table: Table, guest: str) -> list[int]:
    """Return the bots' seats that a guest may ask the others for."""
    if table.status != "playing" or table.seats_of(guest) or not may_sit(table, guest):
        return []
    return [seat for seat in available_seats(table, guest) if not table.has_seen_other_hand(guest, seat)]


def _can_remove(table: Table, guest: str) -> list[int]:
    """Return the seats of the players whom a guest may remove, or ask the others to remove."""
    if table.status == "open" and guest != table.opened.host:
        return []
    if table.status not in ("open", "playing") or (table.begun and len(table.people - {guest}) < 2):
        return []
    if table.begun and guest not in table.people:
        return []
    return [seat for seat, holder in enumerate(table.holders) if holder.guest not in ("", guest)]


def _seat_note(autoplay: Autoplay, seat: int, holder: SeatHolder, now: float) -> SeatNote:
    if holder.free:
        return _FREE_SEAT
    if holder.level:
        return SeatNote(kind="bot", level=holder.level)
    present = holder.guest in autoplay.presence.present
    until = autoplay.move_deadline(seat)
    if present and not holder.left and until is None:
        return _PERSON_PRESENT
    stand_in = autoplay.bot_stands_in(seat, now)
    takeover = None if stand_in else autoplay.takeover_time(seat)
    return SeatNote(kind="person", here=present, left=holder.left, stand_in=stand_in, until=until, takeover_at=takeover)
