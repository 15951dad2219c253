"""Votes: what one person asks for, the others must agree to.

People vote on an undo, on who takes over a bot's seat during a game, and on the removal of a player.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from chabudai.session import commands, log
from chabudai.session.commands import PageCommand, TableCommand
from chabudai.session.decide import Actor, decide
from chabudai.session.log import Entry
from chabudai.session.refusal import Refused
from chabudai.session.table import Table

VOTE_SECONDS = 120.0
"""How long a vote stays open. A vote on an undo also ends when the game moves on."""

PAUSE_AFTER_REFUSAL = 30.0
"""Seconds until a person may ask again for a seat or a removal after the others did not agree."""

VoteKind = Literal["undo", "seat", "remove"]

Voters = Callable[[float], set[str]]
"""Returns the guests who may vote at a given time."""


def vote_kind(table: Table, actor: Actor, command: TableCommand | PageCommand) -> VoteKind | None:
    """Return what others vote on before this command is carried out; None if it needs nobody's consent."""
    match command:
        case commands.UndoCommand():
            return "undo"
        case commands.SitCommand() if table.status == "playing" and not table.seats_of(actor.guest):
            return "seat"
        case commands.RemoveCommand() if table.status == "playing":
            return "remove"
    return None


class Vote:
    """A vote on a command. It ends when all agree, one refuses, time is up, or the request has become void."""

    def __init__(
        self,
        table: Table,
        actor: Actor,
        command: TableCommand,
        kind: VoteKind,
        voters: Voters,
        now: float,
        number: int = 0,
    ) -> None:
        self.number = number
        """Distinguishes it from all other votes at this table."""
        self.guest = actor.guest
        self.kind: VoteKind = kind
        self.result: Literal["agreed"] | Refused | None = None
        """The result; None while the vote is open."""
        self.expires = now + VOTE_SECONDS
        """When the vote ends without a result."""
        self._table = table
        self._actor = actor
        self._command = command
        self._voters = voters
        self._position_id = table.position_id
        self._entries = decide(table, actor, command, now)
        if isinstance(command, commands.SitCommand):
            # The others agree to this seat, even if another one becomes available meanwhile.
            self._command = msgspec.structs.replace(command, seat=self.seat)
        self._agreed: set[str] = set()
        self.update(now)

    @property
    def name(self) -> str:
        """The name of the person who asks, or the one that they will have at the seat."""
        entry = self._entries[0]
        if isinstance(entry, log.Sat):
            return entry.name
        return self._table.holders[self._table.seats_of(self.guest)[0]].name

    @property
    def seat(self) -> int | None:
        """The seat to take over, or that of the player to remove; None for an undo."""
        entry = self._entries[0]
        return entry.seat if isinstance(entry, log.Sat | log.PlayerRemoved) else None

    def asks(self, guest: str, now: float) -> bool:
        """Check whether a guest still has to vote."""
        return self.result is None and guest in self._voters(now) - self._agreed

    def vote(self, guest: str, agree: bool, now: float) -> None:
        """Count the vote of a guest."""
        if guest not in self._voters(now):
            raise Refused("nothing_asked")
        self._agreed.add(guest)
        if not agree:
            self.end(Refused("others_refused"))
        self.update(now)

    def update(self, now: float) -> None:
        """End the vote if everybody has agreed, if time is up, or if the request has become void."""
        if self.result is not None:
            return
        try:
            self.entries(now)
        except Refused as refusal:
            self.end(refusal)
            return
        if not self._voters(now) and not self._agreed and self.kind != "undo":
            self.end(Refused("nobody_votes"))
        elif self._voters(now) <= self._agreed:
            self.end("agreed")
        elif self.expires <= now:
            self.end(Refused("no_answer"))

    def entries(self, now: float) -> list[Entry]:
        """Return the entries of the command, or refuse if it no longer does what was asked for."""
        entries = decide(self._table, self._actor, self._command, now)
        if self.kind == "undo" and self._table.position_id != self._position_id:
            # By now this would take back another choice.
            raise Refused("too_late")
        return entries

    def end(self, result: Literal["agreed"] | Refused) -> None:
        """End the vote, unless it has ended already."""
        if self.result is None:
            self.result = result
