"""Taking a choice back. Alone, a person just does it; otherwise everybody else who plays votes."""

from typing import Literal

from chabudai.records.play import CannotTakeBack
from chabudai.session import log
from chabudai.session.refusal import Refused
from chabudai.session.table import Table


def take_back(table: Table, guest: str) -> log.TookBack:
    """Take back the last choice of a person, with everything that was chosen since or revealed together with it.

    Forced moves that were played automatically are passed over: they would be played again at once.
    """
    table.must_be_playing()
    seats = table.seats_of(guest)
    if not seats:
        raise Refused("not_seated")
    own = [(number, seat) for number, (seat, _) in enumerate(table.play.moves) if seat in seats]
    for number, seat in reversed(own):
        first = table.play.first_with(number)
        try:
            earlier = table.play.before(first)
        except CannotTakeBack:
            raise Refused("cannot_undo") from None
        if guest in table.unforced or len(earlier.state.legal(seat)) > 1:
            return log.TookBack(first)
    raise Refused("nothing_to_undo")


class UndoVote:
    """Whether a choice may be taken back: open until all agree, one does not, or there is nothing left to vote on."""

    def __init__(self, table: Table, guest: str) -> None:
        self.guest = guest
        self.name = table.places[table.seats_of(guest)[0]].name
        self.result: Literal["agreed"] | Refused | None = None
        """How it ended; None while it is open."""
        self._table = table
        self._turned = table.turned
        self._agreed = {guest}

    def asks(self, guest: str) -> bool:
        """Whether a guest has still to vote."""
        return self.result is None and guest in self._table.people() - self._agreed

    def vote(self, guest: str, yes: bool) -> None:
        """Count the vote of somebody who plays."""
        if guest == self.guest or guest not in self._table.people():
            raise Refused("nothing_asked")
        self._agreed.add(guest)
        if not yes:
            self.end(Refused("undo_refused"))
        self.update()

    def update(self) -> None:
        """End it if the game has gone on, if everybody who plays now has agreed, or if nothing can be taken back."""
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
        """The choice that everybody agreed to take back; refused if it can no longer be taken back."""
        if self._table.turned != self._turned:
            # It would be another choice.
            raise Refused("too_late")
        return take_back(self._table, self.guest)

    def end(self, result: Literal["agreed"] | Refused) -> None:
        """End it; later votes change nothing."""
        if self.result is None:
            self.result = result
