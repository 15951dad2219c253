"""A table in use: the table itself, and its transient state, which is never logged."""

from chabudai.bots.hint import Hint
from chabudai.kernel.chance import Source
from chabudai.kernel.rng import Rng
from chabudai.session.autoplay import Autoplay
from chabudai.session.commands import ChooseCommand, PageCommand, RemoveCommand, TableCommand
from chabudai.session.decide import Actor, decide
from chabudai.session.hint_cache import HintCache
from chabudai.session.log import Entry, SettingsChanged
from chabudai.session.presence import Presence
from chabudai.session.refusal import Refused
from chabudai.session.table import Table
from chabudai.session.views import Viewer, ViewerUpdate, Views
from chabudai.session.vote import PAUSE_AFTER_REFUSAL, Vote, vote_kind

_ALARM_DELAY = 0.002
"""Seconds added to each alarm, so that whatever it waits for is certainly due by then."""


class Session:
    """A table together with presence, autoplay, views, and an open vote, if any.

    Its owner gets entries from `decide` and `autoplay`, applies each one here, and shows everybody their `view`.
    `seed` determines the delays of forced moves. Until the time `grace_until`, nothing is played for a
    person, so that people can come back after a restart.
    """

    def __init__(self, table: Table, source: Source, now: float, *, seed: int = 0, grace_until: float = 0.0) -> None:
        self.table = table
        self.presence = Presence(now, grace_until)
        self.autoplay = Autoplay(table, self.presence, source, now, seed, grace_until)
        self.views = Views(table)
        self.hints = HintCache(table.game)
        self._vote: Vote | None = None
        # After a restart, people may still answer an earlier vote, so numbers do not begin with 1.
        self._last_vote = Rng(seed).below(1 << 30)
        self._may_ask_from: dict[str, float] = {}
        """When a guest whom the others have refused may ask again."""

    def decide(self, actor: Actor, command: TableCommand | PageCommand, now: float) -> list[Entry]:
        """Return the entries of a command, or refuse it: also if others must agree first, which needs a vote."""
        entries = decide(self.table, actor, command, now)
        if entries and not isinstance(command, ChooseCommand) and self.needs_vote(actor, command, now):
            raise Refused("needs_consent")
        return entries

    def apply(self, entry: Entry, at: float, command: str = "") -> None:
        """Apply an entry, and remember the command that made it."""
        if isinstance(entry, SettingsChanged) and entry.takeover not in (None, self.table.settings.takeover):
            self.presence.restart_absences(at)
        self.table.apply(entry, at, command)
        if self._vote is not None:
            self._vote.update(at)
        self.views.invalidate(entry)

    def seconds_to_alarm(self, now: float) -> float | None:
        """Return how long to wait until something may be due, if nothing happens first."""
        alarms = [at for at in (self.autoplay.next_alarm(now), self._vote_alarm(now)) if at is not None]
        return max(0.0, min(alarms) - now) + _ALARM_DELAY if alarms else None

    # ---- Votes ------------------------------------------------------------------------------------------------------

    @property
    def vote(self) -> Vote | None:
        """The open vote, if any."""
        return None if self._vote is None or self._vote.result is not None else self._vote

    def needs_vote(self, actor: Actor, command: TableCommand | PageCommand, now: float) -> bool:
        """Check whether others must agree before a command is carried out.

        Nobody removes a player alone. Nobody needs consent at a table without other people.
        """
        match vote_kind(self.table, actor, command):
            case "undo":
                return bool(self._voters(actor, command, now))
            case "seat":
                # People who are away cannot vote, but nobody takes a seat behind their backs.
                return not self.table.people <= {actor.guest}
            case "remove":
                return True
        return False

    def open_vote(self, actor: Actor, command: TableCommand, now: float) -> Vote:
        """Start a vote of the others on a command that needs their consent."""
        kind = vote_kind(self.table, actor, command)
        if kind is None:
            raise ValueError(f"nobody votes on {type(command).__name__}")
        decide(self.table, actor, command, now)  # refuses immediately what cannot be done
        if not self._voters(actor, command, now):
            raise Refused("nobody_votes")
        if kind != "undo" and now < self._may_ask_from.get(actor.guest, now):
            raise Refused("asked_recently")
        if self.vote is not None and (kind != "remove" or self.vote.kind == "remove"):
            raise Refused("asked_already")
        if self.vote is not None:
            # Nobody prevents their own removal by asking for something else.
            self.vote.end(Refused("asked_already"))
        self._last_vote += 1
        self._vote = Vote(
            self.table, actor, command, kind, lambda at: self._voters(actor, command, at), now, self._last_vote
        )
        return self._vote

    def count_vote(self, guest: str, agree: bool, now: float, number: int | None = None) -> None:
        """Count a guest's vote on what another person asks for: only on the vote with this number, if given."""
        if self.vote is None or number not in (None, self.vote.number):
            raise Refused("nothing_asked")
        self.vote.vote(guest, agree, now)
        self._note_refusal(now)

    def update_vote(self, now: float) -> None:
        """End the open vote if its time is up, or if nobody who is still there has to answer."""
        if self._vote is not None:
            self._vote.update(now)
            self._note_refusal(now)

    def _note_refusal(self, now: float) -> None:
        """Let a person whom the others have refused wait before they ask again for a seat or a removal."""
        vote, self._vote = self._vote, self.vote
        refusal = vote.result if vote is not None and isinstance(vote.result, Refused) else None
        if vote is None or refusal is None or vote.kind == "undo":
            return
        if refusal.message_id in ("others_refused", "no_answer"):
            self._may_ask_from[vote.guest] = now + PAUSE_AFTER_REFUSAL

    def _voters(self, actor: Actor, command: TableCommand | PageCommand, now: float) -> set[str]:
        """Return all other people at the table, without those who are away for too long, or who are to be removed."""
        table = self.table
        concerned = {actor.guest}
        if isinstance(command, RemoveCommand) and command.seat < len(table.holders):
            concerned.add(table.holders[command.seat].guest)
        return {
            guest
            for guest in table.people - concerned
            if not self.presence.is_away(guest, table.settings.takeover, now)
        }

    def _vote_alarm(self, now: float) -> float | None:
        """Return when the open vote may end because time has passed."""
        if self.vote is None:
            return None
        limits = [self.presence.away_limit(guest, self.table.settings.takeover) for guest in self.table.people]
        return min((at for at in (self.vote.expires, *limits) if at is not None and at > now), default=None)

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
