"""A table in use: the table itself, and what is not written down about it."""

from chabudai.bots.hint import Hint
from chabudai.kernel.chance import Source
from chabudai.session import log
from chabudai.session.autoplay import Autoplay
from chabudai.session.commands import Choose, Command, Undo
from chabudai.session.decide import Who, decide
from chabudai.session.log import Entry
from chabudai.session.presence import Presence
from chabudai.session.refusal import Refused
from chabudai.session.table import Table
from chabudai.session.undo import UndoVote
from chabudai.session.views import Shown, Viewpoint, Views

_SLACK = 0.002
"""Seconds. A timer that fires a little late finds that what it waited for is due."""


class Session:
    """Who is present at a table, what happens there automatically, and a vote, if one is open.

    Its owner asks `decide` and `autoplay` for entries, applies each one here, and shows `view` to everybody.
    """

    def __init__(self, table: Table, source: Source, now: float) -> None:
        self.table = table
        self.presence = Presence(now)
        self.autoplay = Autoplay(table, self.presence, source, now)
        self.views = Views(table)
        self._vote: UndoVote | None = None

    def apply(self, entry: Entry, at: float, command: str = "") -> None:
        """Let an entry happen, made by this command if any."""
        self.table.apply(entry, at, command)
        if isinstance(entry, log.Left):
            self.presence.left(self.table.places[entry.seat].guest, at)
        if self._vote is not None:
            self._vote.update()
        self.views.forget(entry)

    def seconds_to_alarm(self, now: float) -> float | None:
        """How long to wait until something may be due, if nothing happens before."""
        alarm = self.autoplay.alarm(now)
        return None if alarm is None else max(0.0, alarm - now) + _SLACK

    # ---- Undo -------------------------------------------------------------------------------------------------------

    @property
    def vote(self) -> UndoVote | None:
        """The open vote on whether a choice may be taken back, if there is one."""
        return None if self._vote is None or self._vote.result is not None else self._vote

    def needs_vote(self, guest: str) -> bool:
        """Whether others must agree before this guest takes a choice back."""
        return not self.table.people() <= {guest}

    def open_vote(self, who: Who, what: Undo, now: float) -> UndoVote:
        """Let the others vote on whether somebody may take back their last choice."""
        decide(self.table, who, what, now)  # refused at once if there is nothing to vote on
        if self.vote is not None:
            raise Refused("asked_already")
        self._vote = UndoVote(self.table, who.guest)
        self._vote.update()
        return self._vote

    def agree(self, guest: str, yes: bool) -> None:
        """Count a vote."""
        if self.vote is None:
            raise Refused("nothing_asked")
        self.vote.vote(guest, yes)

    # ---- Looking ----------------------------------------------------------------------------------------------------

    def received(self, who: Who, what: Command) -> bool:
        """A command has arrived: anyone who chooses has seen the moment on the table. True if that is news."""
        return isinstance(what, Choose) and self.saw(who.guest)

    def confirm(self, viewer: Viewpoint, seq: int | None) -> bool:
        """A viewer confirms the moment that was on the table after entry `seq` (None: now). True if that is news."""
        if seq is not None and seq < self.table.moment:
            return False
        viewer.seen = self.table.moment
        return self.saw(viewer.guest)

    def reveal(self, viewer: Viewpoint, seat: int) -> None:
        """On a shared device, the person of this seat holds it now."""
        if seat not in self.table.seats_of(viewer.guest):
            raise Refused("not_your_seat")
        viewer.revealed = seat

    def keep_hint(self, viewer: Viewpoint, turned: int, hint: Hint) -> bool:
        """Show a viewer the hint that was asked for at this turn; false if the game has moved on since."""
        if self.table.turned != turned:
            return False
        viewer.hint = (turned, hint)
        return True

    def saw(self, guest: str) -> bool:
        """A guest has confirmed the moment on the table; whether that is news."""
        if not self.autoplay.moment or guest in self.autoplay.seen:
            return False
        self.autoplay.seen.add(guest)
        return True

    def view(self, viewer: Viewpoint, now: float) -> Shown:
        """What a viewer is shown now."""
        return self.views.view(viewer, self.autoplay, self.vote, now)
