"""Checks that nobody's time is cut short by downtime, by a pause of the process, or by a changed clock."""

from chabudai.session import log
from chabudai.session.settings import Settings
from chabudai.session.table import SeatHolder
from simulation.presence import Attendance
from simulation.shadow import Shadow
from simulation.world import World

_GRACE = 60.0
"""Seconds that everybody has after a restart."""

_SLACK = 0.5
"""Seconds of tolerance."""

_PAUSE_SLACK = 2.6
"""A pause of the process may count as this many seconds, since it is noticed only by its length."""


class TimeRules:
    """Measures the time that people had, in seconds during which the server was up."""

    def __init__(self, world: World, attendance: Attendance) -> None:
        self.world = world
        self.attendance = attendance
        self._asked: dict[tuple[str, int], tuple[int, float]] = {}
        """By table and seat: the entry that asked the seat to choose, and when it was decided."""
        self._running_since: dict[tuple[str, int], float] = {}
        """By table and seat: since when the time of this choice has run."""
        self._started = 0.0
        """When the present process was started."""
        self._pauses: list[float] = []

    def on_start(self) -> None:
        """Note that the server was started."""
        self._started = self.world.uptime

    def on_pause(self) -> None:
        """Note that the process was paused."""
        self._pauses.append(self.world.uptime)

    def check(
        self, shadow: Shadow, entry: log.Entry, before: list[SeatHolder], settings: Settings, decided: float
    ) -> None:
        """Check an entry that was decided at this time; `before` and `settings` are what was valid until then."""
        table = shadow.table
        if isinstance(entry, log.Chose) and before[entry.seat].guest:
            if entry.made_by == "late":
                self._check_late(shadow, entry.seat, before[entry.seat], settings.limit, decided)
            elif entry.made_by == "bot" and not before[entry.seat].left:
                self._check_stand_in(shadow, before[entry.seat], settings.takeover, decided)
        # With a new limit everybody's time begins anew, and so does that of a player who takes a shared device.
        taken = entry.seat if isinstance(entry, log.DeviceTaken) else None
        new_limit = isinstance(entry, log.SettingsChanged) and entry.limit is not None
        for seat, holder in enumerate(table.holders):
            key = (table.id, seat)
            if holder.asked_at is None:
                self._asked.pop(key, None)
                self._running_since.pop(key, None)
                continue
            if self._asked.get(key, (-1, 0.0))[0] != holder.asked_seq:
                self._asked[key] = (holder.asked_seq, decided)
                self._running_since[key] = decided
            if new_limit or seat == taken:
                self._running_since[key] = decided

    def _check_late(self, shadow: Shadow, seat: int, holder: SeatHolder, limit: int, decided: float) -> None:
        key = (shadow.table.id, seat)
        if key not in self._asked:
            return
        what = f"the time of {holder.name} is up"
        self._expect(shadow, decided, self._running_since[key], limit, what)
        if self._asked[key][1] < self._started:
            self._expect(shadow, decided, self._started, _GRACE, f"after a restart, {what}")

    def _check_stand_in(self, shadow: Shadow, holder: SeatHolder, takeover: int, decided: float) -> None:
        absent = self.attendance.absent_since(holder.guest, shadow.table.id)
        what = f"a bot moves for {holder.name}"
        if absent is None:
            # They may have come back while the move was on its way to the disk.
            since = self.attendance.present_since(holder.guest, shadow.table.id)
            self.world.expect(since is None or since >= decided, f"{what}, who is there", shadow.name)
        elif max(absent, shadow.opened) <= self._started:
            self._expect(shadow, decided, self._started, max(_GRACE, takeover), f"after a restart, {what}")
        else:
            self._expect(shadow, decided, max(absent, shadow.opened), takeover, what)

    def _expect(self, shadow: Shadow, now: float, since: float, least: float, what: str) -> None:
        slack = _SLACK + _PAUSE_SLACK * sum(pause >= since for pause in self._pauses)
        text = f"{what} after {now - since:.1f} seconds, not {least:.0f}"
        self.world.expect(now - since >= least - slack, text, shadow.name)
