"""Checks that limits hold, with counts of its own: connections, viewers, tables and lines of chat."""

from collections import Counter
from collections.abc import Callable

from chabudai.server.limits import Limits
from chabudai.session import log
from simulation.process import ServerProcess
from simulation.world import World

_UNANSWERED = 70
"""Messages that have reached the server, and that it has not looked at yet."""

_PAUSE_SLACK = 3.0
"""A pause of the process may count as this many seconds."""


class LimitRules:
    """Counts what one process of the server accepts."""

    def __init__(self, world: World, limits: Limits) -> None:
        self.world = world
        self.limits = limits
        self._started = 0.0
        self._pauses = 0
        self._lines: Counter[str] = Counter()
        """By guest: the lines of chat that this process has stored."""
        self._hints: Counter[str] = Counter()
        """By guest: the hints that this process has given."""
        self._messages: Counter[str] = Counter()
        """By guest and by address: the messages that this process has read."""

    def on_start(self) -> None:
        """Note that a process was started, whose counters are empty."""
        self._started, self._pauses = self.world.uptime, 0
        for counts in (self._lines, self._hints, self._messages):
            counts.clear()

    def on_pause(self) -> None:
        """Note that the process was paused."""
        self._pauses += 1

    def on_entry(self, entry: log.Entry, decided: float, about: str) -> None:
        """Count a line of chat."""
        if isinstance(entry, log.Chatted) and decided >= self._started:
            self._lines[entry.guest] += 1
            seconds = self._seconds(decided)
            most = self.limits.chat_lines_per_minute * (1.0 + seconds / 60.0) + 1.0
            lines = self._lines[entry.guest]
            self.world.expect(lines <= most, f"{entry.name} has written {lines} lines in {seconds:.0f} seconds", about)

    def on_hint(self, guest: str, name: str) -> None:
        """Count a hint."""
        self._hints[guest] += 1
        seconds = self._seconds(self.world.uptime)
        most = self.limits.hints_per_minute * (1.0 + seconds / 60.0) + 1.0
        hints = self._hints[guest]
        self.world.expect(hints <= most, f"{name} has got {hints} hints in {seconds:.0f} seconds")

    def on_message(self, guest: str, address: str) -> None:
        """Count a message that has reached the server."""
        self._messages.update((guest, address))

    def on_unread(self, guest: str, address: str) -> None:
        """Note that the server has refused a message without reading it."""
        self._messages.subtract((guest, address))

    def _seconds(self, now: float) -> float:
        """Return how long this process has run, at most."""
        return now - self._started + _PAUSE_SLACK * self._pauses

    def _check_messages(self, expect: Callable[[bool, str], None]) -> None:
        """Count the messages that were read from each guest and each address."""
        seconds, limits = self._seconds(self.world.uptime), self.limits
        guest = limits.message_burst + limits.messages_per_second * seconds + _UNANSWERED
        here = limits.message_burst_per_address + limits.messages_per_second_per_address * seconds + _UNANSWERED
        for sender, number in self._messages.items():
            most = here if "." in sender else guest
            expect(number <= most, f"{number} messages of {sender} were read in {seconds:.0f} seconds")

    def check(self, process: ServerProcess) -> None:
        """Count the connections and tables of a process."""
        expect, limits = self.world.expect, self.limits
        tasks = process.tables.tasks.values()
        by_guest = Counter(viewer.guest for task in tasks for viewer in task.viewers)
        expect(max(by_guest.values(), default=0) <= limits.connections_per_guest, "a guest has too many connections")
        for task in tasks:
            exempt = {task.table.opened.host, *(holder.guest for holder in task.table.holders)}
            spectators = Counter(viewer.address for viewer in task.viewers if viewer.guest not in exempt)
            expect(spectators.total() <= limits.viewers_per_table, "too many spectators")
            most = max(spectators.values(), default=0)
            expect(most <= limits.viewers_per_table_per_address, "too many spectators from one address")
        expect(len(tasks) <= limits.tables_in_memory + limits.reserved_for_loading, "too many tables in memory")
        by_address = Counter(viewer.address for task in tasks for viewer in task.viewers)
        most = max(by_address.values(), default=0)
        expect(most <= limits.connections_per_address, "an address has too many connections")
        self._check_messages(expect)
        counted, open_sockets = process.context.connections, process.open_sockets
        expect(counted <= open_sockets, f"the server counts {counted} connections of {open_sockets}")
