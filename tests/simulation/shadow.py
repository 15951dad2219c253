"""The shadow of a table: rebuilt from the stored log alone, entry by entry, beside the table in the server."""

from collections.abc import Sequence

import msgspec

from chabudai.kernel.state import State
from chabudai.scene.builder import People, log_line, make_scene
from chabudai.scene.vocabulary import LogLine
from chabudai.scene.words import LANGUAGES, words
from chabudai.session import log
from chabudai.session.log import LogRow
from chabudai.session.table import CannotRestore, Table, restore_table
from chabudai.session.views import SENT_LOG_LINES, Views
from simulation.world import World

_LINES = msgspec.json.Decoder(list[LogLine])


class Shadow:
    """A table as its log describes it, and what each seat may be shown of it."""

    def __init__(self, world: World, number: int, table_id: str, first: LogRow) -> None:
        self.world = world
        self.name = f"table {number}"
        self.table = Table(table_id, log.decode_opened(first.entry), first.at)
        self.opened = world.uptime
        """The server's uptime when the table was opened."""
        self.rows = [first]
        self.commands: dict[str, int] = {}
        """The entry of each command."""
        self.announcements: set[str] = set()
        """What has been said about changes of seats, in all languages."""
        self._scenes: dict[tuple[int, str, bool], bytes] = {}
        self._lines: dict[tuple[int, str], tuple[int, list[bytes]]] = {}
        """By seat and language: how many events are described, and the lines about them."""

    def add(self, row: LogRow) -> log.Entry | None:
        """Apply a stored entry. Return it, or None if it cannot follow the log so far."""
        table = self.table
        expect = self.world.expect
        if row.seq != table.seq + 1:
            expect(False, f"entry {row.seq} follows entry {table.seq} in the log", self.name)
            return None
        if row.command:
            expect(row.command not in self.commands, f"command {row.command} was carried out twice", self.name)
            self.commands[row.command] = row.seq
        entry = log.decode_entry(row.entry, table.game)
        if isinstance(entry, log.Chose) and not table.state.is_legal(entry.seat, entry.action):
            expect(False, f"entry {row.seq} is an illegal move: {row.entry.decode()}", self.name)
            return None
        table.apply(entry, row.at, row.command)
        self.rows.append(row)
        for change in reversed(table.seat_changes):
            if change.seq < table.seq:
                break
            self.announcements |= {change.text(table, language) for language in LANGUAGES}
        if not isinstance(entry, log.Chatted):
            self._scenes = {}
            if not isinstance(entry, log.Chose | log.ChanceResolved):
                self._lines = {}
        return entry

    # ---- What may be shown ------------------------------------------------------------------------------------------

    def scene(self, seat: int, language: str, moment: bool) -> bytes:
        """Return the scene of a seat as JSON, made from nothing but what the seat sees."""
        key = (seat, language, moment)
        if key not in self._scenes:
            table = self.table
            view: State = table.state.seen_by(seat, table.settings.aids)
            before = table.before.seen_by(seat, table.settings.aids) if moment else None
            scene = make_scene(table.game, view, words(table.game, language), table.names(language), before=before)
            self._scenes[key] = msgspec.json.encode(scene)
        return self._scenes[key]

    def guide(self, seat: int, language: str) -> bytes:
        """Return the lesson for a seat as JSON, made from nothing but what the seat sees."""
        return msgspec.json.encode(Views(self.table).guide(seat, language))

    def log_problem(self, shown: bytes, seat: int, language: str) -> str:
        """Return what is wrong with a log in words that a seat is shown; nothing if it is as it must be."""
        changes = [change.text(self.table, language) for change in self.table.seat_changes]
        events = self._event_lines(seat, language)
        if not changes:
            return "" if shown == b"[" + b",".join(events[-SENT_LOG_LINES:]) + b"]" else "shows what it may not show"
        lines = _LINES.decode(shown)
        shown_events = [msgspec.json.encode(line) for line in lines if line.event != "seat"]
        shown_changes = [line.text for line in lines if line.event == "seat"]
        if shown_events != events[len(events) - len(shown_events) :]:
            return "shows what it may not show"
        if shown_changes != changes[len(changes) - len(shown_changes) :]:
            return "tells other changes of seats"
        complete = len(lines) == SENT_LOG_LINES or len(lines) == len(changes) + len(events)
        return "" if complete else "misses a line"

    def _event_lines(self, seat: int, language: str) -> list[bytes]:
        """Return the lines about the game, as far as a seat may know it."""
        table = self.table
        people = People(words(table.game, language), seat, table.names(language))
        events = table.play.events

        def lines(first: int, end: int, skipped: Sequence[str]) -> list[bytes]:
            return [
                msgspec.json.encode(log_line(table.game, event.seen_by(seat), people))
                for event in events[first:end]
                if event.name not in skipped
            ]

        recent = lines(table.recent_from, len(events), ())
        if not table.settings.aids:
            return recent
        described, earlier = self._lines.get((seat, language), (0, []))
        earlier = earlier + lines(described, table.recent_from, tuple(table.game.fleeting_events))
        self._lines[seat, language] = (max(described, table.recent_from), earlier)
        return earlier + recent

    # ---- Comparing --------------------------------------------------------------------------------------------------

    def compare(self, other: Table, what: str) -> None:
        """Check that another table is the same as this one."""
        for difference in _differences(self.table, other):
            self.world.expect(False, f"{what} differs from its log: {difference}", self.name)

    def compare_restored(self, rows: Sequence[LogRow]) -> None:
        """Check that the stored log restores to the same table."""
        self.world.expect(list(rows) == self.rows, "the stored log differs from what was appended", self.name)
        try:
            self.compare(restore_table(self.table.id, rows), "the restored table")
        except CannotRestore as error:
            self.world.expect(False, f"the log cannot be restored: {error}", self.name)


_NOT_COMPARED = ("_play", "game", "opened")
"""Attributes of a table that `_differences` compares in another way, or that never change."""


def _differences(table: Table, other: Table) -> list[str]:
    own, others = vars(table), vars(other)
    found = [
        f"{name} is {others.get(name)!r} instead of {value!r}"
        for name, value in own.items()
        if name not in _NOT_COMPARED and others.get(name) != value
    ]
    if table.play.moves != other.play.moves or table.state != other.state:
        found.append("the position")
    return found
