"""May a choice be taken back? One person asks, and all others who play are asked."""

import asyncio

from chabudai.server import acts
from chabudai.server.refusal import Refused
from chabudai.server.table import Table


class Question:
    """Open until all agree, one does not, or it makes no sense any more."""

    def __init__(self, table: Table, guest: str) -> None:
        self.guest = guest
        self.name = table.places[table.seats_of(guest)[0]].name
        self._table = table
        self._agreed = {guest}
        self._answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def settled(self) -> bool:
        """Whether it is answered."""
        return self._answer.done()

    def asks(self, guest: str) -> bool:
        """Whether a guest has still to answer."""
        return guest in self._table.people() - self._agreed

    async def answered(self) -> None:
        """Wait until all have agreed; raises why it is not to be."""
        await self._answer

    def agree(self, guest: str, yes: bool) -> None:
        """The answer of one of those who play."""
        if guest == self.guest or guest not in self._table.people():
            raise Refused("nothing_asked")
        self._agreed.add(guest)
        if not yes:
            self.settle(Refused("undo_refused"))
        self.look_again()

    def look_again(self) -> None:
        """Settle it if all who play by now have agreed, or if there is nothing to ask for any more."""
        if self.settled:
            return
        people = self._table.people()
        try:
            acts.take_back(self._table, self.guest)
        except Refused as refused:
            self.settle(refused)
        if self.guest not in people:
            self.settle(Refused("left"))
        elif people <= self._agreed:
            self.settle(None)

    def settle(self, refused: Refused | None) -> None:
        """Let the one who asks know; whatever comes later changes nothing."""
        if self.settled:
            return
        if refused is None:
            self._answer.set_result(None)
        else:
            self._answer.set_exception(refused)
