"""Checks that nobody waits forever: for a reply, for a table, or for a bot."""

from collections.abc import Iterable

from simulation.client import Client
from simulation.presence import Attendance
from simulation.shadow import Shadow
from simulation.world import World

_REPLY = 90.0
_VOTE = 260.0
"""Seconds until a command has a reply; longer if others vote on it."""

_FIRST_FRAME = 60.0
_PROGRESS = 150.0
"""Seconds until a bot moves, or somebody who stands in for an absent person could."""

_VOTED = ("undo", "sit", "remove")


class WaitRules:
    """Measures how long people wait, in seconds during which the server was up."""

    def __init__(self, world: World, attendance: Attendance) -> None:
        self.world = world
        self.attendance = attendance
        self._stuck: dict[str, tuple[int, float]] = {}
        """By table: the position that only the server can change, and since when it could."""

    def check(self, clients: Iterable[Client], shadows: Iterable[Shadow]) -> None:
        """Check everybody who waits."""
        for client in clients:
            self._check_client(client)
        for shadow in shadows:
            self._check_table(shadow)

    def _check_client(self, client: Client) -> None:
        link = client.link
        if link is None or not (link.client_open and link.server_open and link.reading):
            return
        uptime = self.world.uptime
        connection = client.connections.get(link)
        if connection is not None and connection.frame is None:
            waited = uptime - connection.since
            self.world.expect(waited < _FIRST_FRAME, f"{client.name} has been shown nothing for {waited:.0f} seconds")
        for command in client.unanswered.values():
            waited = uptime - max(command.sent, link.read_since)
            if command.table == client.table and connection is not None and connection.frame is not None:
                bound = _VOTE if command.do in _VOTED else _REPLY
                text = f"{client.name} has no reply to {command} after {waited:.0f} seconds"
                self.world.expect(waited < bound or command.uncertain, text)

    def _check_table(self, shadow: Shadow) -> None:
        table = shadow.table
        present = [guest for guest in sorted(table.people) if self.attendance.is_present(guest, table.id)]
        if table.status != "playing" or not present:
            self._stuck.pop(table.id, None)
            return
        patience = _PROGRESS
        for seat in table.waiting():
            holder = table.holders[seat]
            if holder.level or holder.left:
                continue
            if holder.guest in present or not table.settings.takeover:
                # Only a time limit can end this.
                if not table.settings.limit or table.shares_device(holder.guest):
                    self._stuck.pop(table.id, None)
                    return
                patience += table.settings.limit + 60.0
            else:
                patience += table.settings.takeover + 60.0
        position, since = self._stuck.setdefault(table.id, (table.position_id, self.world.uptime))
        if position != table.position_id:
            self._stuck[table.id] = (table.position_id, self.world.uptime)
            return
        waited = self.world.uptime - since
        if waited > patience:
            names = ", ".join(holder.name for holder in table.holders if holder.guest in present)
            self.world.expect(
                False, f"{names} wait for the server: nothing happens for {waited:.0f} seconds", shadow.name
            )
