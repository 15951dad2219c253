"""Watches everything that the server stores and sends, and compares the two."""

import re
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from chabudai.kernel.state import SPECTATOR
from chabudai.server.limits import Limits
from chabudai.session import log
from chabudai.session.chat import line_text
from chabudai.session.log import LogRow
from chabudai.session.table import SeatHolder, Table
from simulation.client import Client
from simulation.frames import Frame, chat_lines, decode_frame, is_uncertain, is_unread, sentences, shown_hint
from simulation.limit_rules import LimitRules
from simulation.network import SocketLink
from simulation.page_check import check_page
from simulation.presence import Attendance
from simulation.seat_rules import SeatRules
from simulation.shadow import Shadow
from simulation.store import Disk
from simulation.time_rules import TimeRules
from simulation.world import World

_LOGGED = ("choose", "chat", "undo", "sit", "remove", "revoke", "close")
_LOGGED_SETTINGS = {"pace", "limit", "takeover", "listed", "name", "seat"}
"""Commands that are in the log whenever they are confirmed, and what makes `set` one of them."""


_VIEWER = re.compile(rb'"viewer":(-?\d+)')

_UNCHECKED = 0.5
"""Of all scenes, this share is only checked for its seat: to make the others anew takes as long as the server takes."""


class Watch:
    """The shadows of all tables, and the checks of every entry and every message."""

    def __init__(self, world: World, disk: Disk, limits: Limits) -> None:
        self.world = world
        self.disk = disk
        self.shadows: dict[str, Shadow] = {}
        self.clients: dict[str, Client] = {}
        """By guest id."""
        self.attendance = Attendance(world)
        self.seat_rules = SeatRules(world, self.attendance)
        self.time_rules = TimeRules(world, self.attendance)
        self.limit_rules = LimitRules(world, limits)
        self.commits = 0
        self._checked = world.random("checked scenes")
        self._restored: dict[str, int] = {}
        """By table: the length of the log that was last restored."""
        disk.on_append = self.on_append

    def table_name(self, table_id: str) -> str:
        """Return how the story names a table."""
        return self.shadows[table_id].name if table_id in self.shadows else "a table"

    # ---- The log ----------------------------------------------------------------------------------------------------

    def on_append(self, table_id: str, rows: Sequence[LogRow], decided: float) -> None:
        """Check entries that have just been stored. `decided` is the server's uptime when it decided them."""
        self.commits += 1
        for row in rows:
            self.world.record(f"{table_id} {row.seq} {row.at!r} {row.command}", row.entry)
            shadow = self.shadows.get(table_id)
            if shadow is None:
                self.world.expect(row.seq == 0, f"the log of a new table begins with entry {row.seq}")
                self.shadows[table_id] = Shadow(self.world, len(self.shadows) + 1, table_id, row)
                continue
            table = shadow.table
            before, settings = [replace(holder) for holder in table.holders], table.settings
            playing = table.status == "playing"
            entry = shadow.add(row)
            if entry is not None:
                if playing or isinstance(entry, log.Began):
                    self.seat_rules.check(shadow, entry, row.command, before)
                self.time_rules.check(shadow, entry, before, settings, decided)
                self.limit_rules.on_entry(entry, decided, shadow.name)
                self._count(shadow, entry, before, playing)

    def _count(self, shadow: Shadow, entry: log.Entry, before: list[SeatHolder], playing: bool) -> None:
        if isinstance(entry, log.Chose):
            self.world.counts["moves"] += 1
        now = [(holder.guest, holder.level) for holder in shadow.table.holders]
        if playing and now != [(holder.guest, holder.level) for holder in before]:
            self.world.counts["seat changes"] += 1
        if not isinstance(entry, log.Chose | log.ChanceResolved | log.Chatted):
            self.world.tell("Entry {} at {} is {}.", shadow.table.seq, shadow.name, entry)

    def on_message(self, link: SocketLink, text: str) -> None:
        """Note what has reached the server."""
        client = link.user
        assert isinstance(client, Client)
        self.limit_rules.on_message(client.guest, client.address)
        for do in ("sit", "remove", "undo", "agree"):
            if f'"do":"{do}"' in text:
                message = msgspec.json.decode(text)
                if do != "agree":
                    self.seat_rules.on_request(client.guest, message["id"])
                elif message["yes"]:
                    answers = client.sent[message["id"]].answers
                    # Without a number, consent counts for any question, as that of an old client.
                    seat = answers.seat if answers is not None and "vote" in message else None
                    self.seat_rules.on_consent(client.table_of(link), client.guest, seat)

    def compare_all(self, live: dict[str, Table]) -> None:
        """Compare the tables in the server with their logs, and the logs with what they restore to."""
        for table_id, shadow in self.shadows.items():
            if table_id in live:
                shadow.compare(live[table_id], "the table in the server")
            if self._restored.get(table_id) != len(shadow.rows):
                self._restored[table_id] = len(shadow.rows)
                shadow.compare_restored(self.disk.read_log(table_id))

    # ---- Messages ---------------------------------------------------------------------------------------------------

    def check_frame(self, link: SocketLink, text: str) -> Frame:
        """Check a message at the moment at which the server sends it."""
        client = link.user
        assert isinstance(client, Client)
        frame = decode_frame(text)
        shadow = self.shadows[client.table_of(link)]
        for guest in self.clients:
            if guest != client.guest:
                self.world.expect(
                    guest not in text, f"a message to {client.name} contains a foreign guest id", shadow.name
                )
        if frame.is_update:
            self._check_update(client, link, frame, shadow)
        elif frame.t == "done":
            self._check_done(client, frame, shadow)
        elif frame.t == "refused":
            self._check_refused(client, frame, shadow)
        elif frame.t == "chat":
            self._check_chat(client, frame, shadow)
        elif frame.t == "announced":
            unknown = set(sentences(frame)) - shadow.announcements
            self.world.expect(not unknown, f"{client.name} is told what did not happen: {unknown}", shadow.name)
        elif frame.t == "moved":
            known = frame.to.endswith(f"/{shadow.table.rematch}") and shadow.table.rematch
            self.world.expect(bool(known), f"{client.name} is sent to {frame.to}", shadow.name)
        elif frame.t == "hint":
            self._check_hint(client, frame, shadow)
        return frame

    def check_response(self, client: Client, path: str, body: bytes) -> None:
        """Check an HTTP response."""
        text = body.decode(errors="replace")
        for guest in self.clients:
            if guest != client.guest:
                self.world.expect(guest not in text, f"{path} shows {client.name} a foreign guest id")

    def _check_update(self, client: Client, link: SocketLink, frame: Frame, shadow: Shadow) -> None:
        table, expect = shadow.table, self.world.expect
        if frame.seq != table.seq:
            expect(False, f"{client.name} is shown entry {frame.seq}, and the log ends with {table.seq}", shadow.name)
            return
        seats = table.seats_of(client.guest)
        expect(frame.mine == seats, f"{client.name} holds the seats {seats}, not {frame.mine}", shadow.name)
        expect(frame.host == (client.guest == table.opened.host), f"{client.name} counts as the host", shadow.name)
        allowed = seats if len(seats) == 1 else [SPECTATOR, *(seat for seat in seats if seat in link.revealed)]
        if frame.notes is None:
            check_page(self.world, client, link, frame, shadow, allowed)
            return
        shown = bytes(frame.scene)
        viewer = int(_VIEWER.search(shown).group(1))  # type: ignore[union-attr]
        if viewer not in allowed:
            expect(
                False, f"{client.name}, who holds {seats}, is shown what they may not know (seat {viewer})", shadow.name
            )
            return
        guide = bytes(frame.notes.guide)
        if guide != b"null" and guide != shadow.guide(viewer, client.language):
            expect(False, f"{client.name} gets the lesson of another seat or choice", shadow.name)
        if self._checked.random() < _UNCHECKED:
            return
        if shown != shadow.scene(viewer, client.language, frame.moment):
            expect(False, f"{client.name} is shown what seat {viewer} may not know", shadow.name)
        problem = shadow.log_problem(bytes(frame.notes.log), viewer, client.language)
        expect(not problem, f"the log that {client.name} is shown for seat {viewer} {problem}", shadow.name)

    def _check_hint(self, client: Client, frame: Frame, shadow: Shadow) -> None:
        hint, table = shown_hint(frame), shadow.table
        own = hint.seat in table.seats_of(client.guest)
        self.world.expect(own, f"{client.name} gets a hint for seat {hint.seat}", shadow.name)
        if frame.seq == table.seq and table.status == "playing":
            actions = sorted(choice.action for choice in hint.choices)
            legal = sorted(table.state.legal(hint.seat))
            self.world.expect(actions == legal, f"{client.name} gets a hint for another position", shadow.name)
        self.limit_rules.on_hint(client.guest, client.name)

    def _check_done(self, client: Client, frame: Frame, shadow: Shadow) -> None:
        expect = self.world.expect
        command = client.sent.get(frame.id or "")
        if command is None:
            expect(False, f"{client.name} gets a reply to a command that they never sent: {frame.id}", shadow.name)
            return
        expect(frame.seq <= shadow.table.seq, f"entry {frame.seq} was confirmed, but is not stored", shadow.name)
        seq = shadow.commands.get(f"{client.guest} {frame.id}")
        if command.do in _LOGGED or (command.do == "set" and _LOGGED_SETTINGS & set(command.fields)):
            expect(seq is not None, f"{command} of {client.name} was confirmed, but is not stored", shadow.name)
        if seq is None:
            return
        expect(seq <= frame.seq, f"{command} of {client.name} was confirmed too early", shadow.name)
        if command.do == "choose":
            entry = log.decode_entry(shadow.rows[seq].entry, shadow.table.game)
            action = entry.action if isinstance(entry, log.Chose) else None
            expect(action == command.fields["action"], f"{command} of {client.name} became {entry}", shadow.name)

    def _check_refused(self, client: Client, frame: Frame, shadow: Shadow) -> None:
        command = client.sent.get(frame.id or "")
        if is_unread(frame.why):
            self.limit_rules.on_unread(client.guest, client.address)
        unread = is_unread(frame.why) and command is not None and command.resent > 0
        if frame.id and not is_uncertain(frame.why) and not unread:
            stored = f"{client.guest} {frame.id}" in shadow.commands
            self.world.expect(
                not stored, f"{client.sent.get(frame.id)} was refused, but is stored: {frame.why}", shadow.name
            )

    def _check_chat(self, client: Client, frame: Frame, shadow: Shadow) -> None:
        lines = {line.seq: line.entry for line in shadow.table.chat}
        for line in chat_lines(frame):
            said = lines.get(line.seq)
            same = said is not None and (line_text(said, client.language), said.name) == (line.text, line.name)
            self.world.expect(same, f"{client.name} is shown a line of chat that is not stored", shadow.name)
