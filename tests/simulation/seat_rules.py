"""Checks the seats during a game: nobody holds two hands, the others agree, and everybody is told."""

from collections.abc import Sequence

from chabudai.session import log
from chabudai.session.table import SeatHolder, Table
from simulation.presence import Attendance
from simulation.shadow import Shadow
from simulation.world import World


class SeatRules:
    """Checks every change of a seat, from nothing but the log and what people have sent."""

    def __init__(self, world: World, attendance: Attendance) -> None:
        self.world = world
        self.attendance = attendance
        self._hands: dict[tuple[str, str], set[int]] = {}
        """By table and guest: the seats whose hand they have held."""
        self._asked: dict[tuple[str, str], float] = {}
        """By guest and id: when a command reached the server that needs the consent of others."""
        self._agreed: dict[tuple[str, str], dict[int | None, float]] = {}
        """By table and guest: when their last consent to each seat (None: to anything) reached the server."""
        self._seated: dict[tuple[str, str], float] = {}
        """By table and guest: when they last sat down, also at their own seat."""
        self._transfers: dict[tuple[str, int, str], None] = {}
        """The table, the seat and the guest of every transfer to another device that its player has asked for."""

    # ---- What people do ---------------------------------------------------------------------------------------------

    def on_request(self, guest: str, command_id: str) -> None:
        """Note that a command has reached the server."""
        self._asked.setdefault((guest, command_id), self.world.uptime)

    def on_consent(self, table: str, guest: str, seat: int | None) -> None:
        """Note that somebody's consent has reached the server: to a question about this seat, or to any question."""
        self._agreed.setdefault((table, guest), {})[seat] = self.world.uptime

    def on_transfer(self, table: str, seat: int, guest: str) -> None:
        """Note that a player gives their seat to another device."""
        self._transfers[table, seat, guest] = None

    # ---- What the log says ------------------------------------------------------------------------------------------

    def check(self, shadow: Shadow, entry: log.Entry, command: str, before: Sequence[SeatHolder]) -> None:
        """Check an entry of a game in progress. `before` are the holders until then."""
        table = shadow.table
        match entry:
            case log.Began():
                for seat, holder in enumerate(table.holders):
                    if holder.guest:
                        self._hands.setdefault((table.id, holder.guest), set()).add(seat)
                return
            case log.Sat(seat, guest):
                self._check_sitting(shadow, seat, guest, command, before[seat])
                self._seated[table.id, guest] = self.world.uptime
                self._hands.setdefault((table.id, guest), set()).add(seat)
            case log.BotSeated(seat):
                host = table.opened.host
                own = before[seat].guest in ("", host) or before[seat].left
                self.world.expect(own, f"the host gives seat {seat} of {before[seat].name} to a bot", shadow.name)
            case log.PlayerRemoved(seat, guest):
                self._check_consent(shadow, command, {guest}, f"{before[seat].name} is removed", seat)
            case log.TookBack():
                self._check_consent(shadow, command, set(), "a choice is taken back", None)
                return
            case _:
                return
        told = table.seat_changes and table.seat_changes[-1].seq == table.seq
        self.world.expect(bool(told), f"a change of seat {seat} is not in the log that everybody sees", shadow.name)

    def _check_sitting(self, shadow: Shadow, seat: int, guest: str, command: str, before: SeatHolder) -> None:
        if before.guest == guest:
            return  # back at the own seat
        expect, table = self.world.expect, shadow.table
        others = self._hands.get((table.id, guest), set()) - {seat}
        name = table.holders[seat].name
        expect(not others, f"{name} has held the hands of {sorted(others)} and sits down at {seat}", shadow.name)
        if before.guest:
            known = (table.id, seat, guest) in self._transfers
            expect(known, f"{before.name} loses seat {seat} to {name} without having asked for it", shadow.name)
        else:
            self._check_consent(shadow, command, set(), f"{name} takes over the bot's seat {seat}", seat)

    def _check_consent(self, shadow: Shadow, command: str, concerned: set[str], what: str, seat: int | None) -> None:
        """Check that everybody agreed to this who was there all the time since the request."""
        table = shadow.table
        requester, _, command_id = command.partition(" ")
        asked = self._asked.get((requester, command_id))
        if asked is None:
            self.world.expect(False, f"{what}, but nobody asked for it", shadow.name)
            return
        for guest in sorted(_people(table) - concerned - {requester}):
            since = self.attendance.present_since(guest, table.id)
            consent = self._agreed.get((table.id, guest), {})
            agreed = max(consent.get(seat, -1.0), consent.get(None, -1.0)) >= asked
            came_later = self._seated.get((table.id, guest), -1.0) >= asked
            if since is not None and since < asked and not came_later and not agreed:
                self.world.expect(False, f"{what} without the consent of {_name(table, guest)}", shadow.name)


def _people(table: Table) -> set[str]:
    return {holder.guest for holder in table.holders if holder.guest and not holder.left}


def _name(table: Table, guest: str) -> str:
    return next(holder.name for holder in table.holders if holder.guest == guest)
