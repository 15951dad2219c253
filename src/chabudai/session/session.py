"""A table in use: the table itself, and what is not written down about it."""

from chabudai.kernel.chance import Source
from chabudai.session import log
from chabudai.session.autoplay import Autoplay
from chabudai.session.commands import Undo
from chabudai.session.decide import Who, decide
from chabudai.session.log import Entry
from chabudai.session.presence import Presence
from chabudai.session.refusal import Refused
from chabudai.session.table import Table
from chabudai.session.undo import UndoVote
from chabudai.session.views import Shown, Viewpoint, Views


class Session:
    """Who is present at a table, what happens there automatically, and a vote, if one is open.

    Its owner asks `decide` and `autoplay` for entries, applies each one here, and shows `view` to everybody.
    """

    def __init__(self, table: Table, source: Source, now: float) -> None:
        self.table = table
        self.presence = Presence(now)
        self.autoplay = Autoplay(table, self.presence, source)
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

    def saw(self, guest: str) -> bool:
        """A guest has confirmed the moment on the table; whether that is news."""
        if not self.autoplay.moment or guest in self.autoplay.seen:
            return False
        self.autoplay.seen.add(guest)
        return True

    def view(self, viewer: Viewpoint, now: float) -> Shown:
        """What a viewer is shown now."""
        return self.views.view(viewer, self.autoplay, self.vote, now)
