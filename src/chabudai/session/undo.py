"""Takes a choice back: immediately for a person who plays alone, otherwise after a vote of the others."""

from typing import Literal

from chabudai.records.play import CannotTakeBack
from chabudai.session import log
from chabudai.session.refusal import Refused
from chabudai.session.table import Table


def take_back(table: Table, guest: str) -> log.TookBack:
    """Take back a person's last choice, with all later choices and those revealed together with it.

    Skip forced moves that were played automatically: they would be played again immediately.
    """
    table.check_playing()
    seats = table.seats_of(guest)
    if not seats:
        raise Refused("not_seated")
    own_moves = [(number, seat) for number, (seat, _) in enumerate(table.play.moves) if seat in seats]
    for number, seat in reversed(own_moves):
        first_move = table.play.first_simultaneous(number)
        try:
            earlier = table.play.rewound_to(first_move)
        except CannotTakeBack:
            raise Refused("cannot_undo") from None
        if guest in table.manual_guests or len(earlier.state.legal(seat)) > 1:
            return log.TookBack(first_move)
    raise Refused("nothing_to_undo")


class UndoVote:
    """A vote on an undo request. It ends when all agree, one refuses, or the request has become void."""

    def __init__(self, table: Table, guest: str) -> None:
        self.guest = guest
        self.name = table.holders[table.seats_of(guest)[0]].name
        self.result: Literal["agreed"] | Refused | None = None
        """The result; None while the vote is open."""
        self._table = table
        self._position_id = table.position_id
        self._agreed = {guest}

    def asks(self, guest: str) -> bool:
        """Check whether a guest still has to vote."""
        return self.result is None and guest in self._table.people() - self._agreed

    def vote(self, guest: str, agree: bool) -> None:
        """Count the vote of a player."""
        if guest == self.guest or guest not in self._table.people():
            raise Refused("nothing_asked")
        self._agreed.add(guest)
        if not agree:
            self.end(Refused("undo_refused"))
        self.update()

    def update(self) -> None:
        """End the vote if the game has moved on, everybody has agreed, or the choice cannot be taken back anymore."""
        if self.result is not None:
            return
        try:
            self.entry()
        except Refused as refusal:
            self.end(refusal)
            return
        people = self._table.people()
        if self.guest not in people:
            self.end(Refused("left"))
        elif people <= self._agreed:
            self.end("agreed")

    def entry(self) -> log.TookBack:
        """Make the entry that takes the choice back, or refuse if that is no longer possible."""
        if self._table.position_id != self._position_id:
            # By now this would take back a different choice.
            raise Refused("too_late")
        return take_back(self._table, self.guest)

    def end(self, result: Literal["agreed"] | Refused) -> None:
        """End the vote, unless it has ended already."""
        if self.result is None:
            self.result = result
