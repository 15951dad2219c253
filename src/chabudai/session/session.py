"""A table in use: the table itself, and its transient state, which is never logged."""

from chabudai.bots.hint import Hint
from chabudai.kernel.chance import Source
from chabudai.session import log
from chabudai.session.autoplay import Autoplay
from chabudai.session.commands import ChooseCommand, TableCommand, UndoCommand
from chabudai.session.decide import Actor, decide
from chabudai.session.log import Entry
from chabudai.session.presence import Presence
from chabudai.session.refusal import Refused
from chabudai.session.table import Table
from chabudai.session.undo import UndoVote
from chabudai.session.views import Viewer, ViewerUpdate, Views

_ALARM_DELAY = 0.002
"""Seconds added to each alarm, so that whatever it waits for is certainly due by then."""


class Session:
    """A table together with presence, autoplay, views, and an open vote on an undo, if any.

    Its owner gets entries from `decide` and `autoplay`, applies each one here, and shows everybody their `view`.
    """

    def __init__(self, table: Table, source: Source, now: float) -> None:
        self.table = table
        self.presence = Presence(now)
        self.autoplay = Autoplay(table, self.presence, source, now)
        self.views = Views(table)
        self._vote: UndoVote | None = None

    def apply(self, entry: Entry, at: float, command: str = "") -> None:
        """Apply an entry, and remember the command that made it."""
        self.table.apply(entry, at, command)
        if isinstance(entry, log.SeatLeft):
            self.presence.leave(self.table.holders[entry.seat].guest, at)
        if self._vote is not None:
            self._vote.update()
        self.views.invalidate(entry)

    def seconds_to_alarm(self, now: float) -> float | None:
        """Return how long to wait until something may be due, if nothing happens first."""
        alarm = self.autoplay.next_alarm(now)
        return None if alarm is None else max(0.0, alarm - now) + _ALARM_DELAY

    # ---- Undo -------------------------------------------------------------------------------------------------------

    @property
    def vote(self) -> UndoVote | None:
        """The open vote on an undo, if any."""
        return None if self._vote is None or self._vote.result is not None else self._vote

    def needs_vote(self, guest: str) -> bool:
        """Check whether others must agree before this guest takes a choice back."""
        return not self.table.people() <= {guest}

    def open_vote(self, actor: Actor, command: UndoCommand, now: float) -> UndoVote:
        """Start a vote of the others on whether somebody may take back their last choice."""
        decide(self.table, actor, command, now)  # refuses immediately if there is nothing to take back
        if self.vote is not None:
            raise Refused("asked_already")
        self._vote = UndoVote(self.table, actor.guest)
        self._vote.update()
        return self._vote

    def vote_on_undo(self, guest: str, agree: bool) -> None:
        """Count a guest's vote on the open undo request."""
        if self.vote is None:
            raise Refused("nothing_asked")
        self.vote.vote(guest, agree)

    # ---- Viewers ----------------------------------------------------------------------------------------------------

    def confirm_by_choosing(self, actor: Actor, command: TableCommand) -> bool:
        """Let a choice confirm the moment on the table. Return whether that is new."""
        return isinstance(command, ChooseCommand) and self.confirm_for(actor.guest)

    def confirm(self, viewer: Viewer, seq: int | None) -> bool:
        """Confirm the moment shown after entry `seq` (None: the present one). Return whether that is new."""
        if seq is not None and seq < self.table.moment_seq:
            return False
        viewer.confirmed_moment = self.table.moment_seq
        return self.confirm_for(viewer.guest)

    def hand_device_to(self, viewer: Viewer, seat: int) -> None:
        """Show the view of this seat on a shared device, which its player now holds."""
        if seat not in self.table.seats_of(viewer.guest):
            raise Refused("not_your_seat")
        viewer.revealed_seat = seat

    def show_hint(self, viewer: Viewer, position_id: int, hint: Hint) -> bool:
        """Show a viewer the hint for this position. Return False if the position has changed since."""
        if self.table.position_id != position_id:
            return False
        viewer.hint = (position_id, hint)
        return True

    def confirm_for(self, guest: str) -> bool:
        """Confirm the moment on the table for a guest. Return whether that is new."""
        if not self.autoplay.shows_moment or guest in self.autoplay.confirmed:
            return False
        self.autoplay.confirmed.add(guest)
        return True

    def view(self, viewer: Viewer, now: float) -> ViewerUpdate:
        """Return what a viewer is shown now."""
        return self.views.view(viewer, self.autoplay, self.vote, now)
