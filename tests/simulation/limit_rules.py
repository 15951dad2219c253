"""Checks that limits hold, with counts of its own: connections, viewers, tables and lines of chat."""

from collections import Counter

from chabudai.server.limits import Limits
from chabudai.session import log
from simulation.process import ServerProcess
from simulation.world import World

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

    def on_start(self) -> None:
        """Note that a process was started, whose counters are empty."""
        self._started, self._pauses = self.world.uptime, 0
        self._lines.clear()

    def on_pause(self) -> None:
        """Note that the process was paused."""
        self._pauses += 1

    def on_entry(self, entry: log.Entry, decided: float, about: str) -> None:
        """Count a line of chat."""
        if isinstance(entry, log.Chatted) and decided >= self._started:
            self._lines[entry.guest] += 1
            seconds = decided - self._started + _PAUSE_SLACK * self._pauses
            most = self.limits.chat_lines_per_minute * (1.0 + seconds / 60.0) + 1.0
            lines = self._lines[entry.guest]
            self.world.expect(lines <= most, f"{entry.name} has written {lines} lines in {seconds:.0f} seconds", about)

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
        counted, open_sockets = process.context.connections, process.open_sockets
        expect(counted <= open_sockets, f"the server counts {counted} connections of {open_sockets}")
