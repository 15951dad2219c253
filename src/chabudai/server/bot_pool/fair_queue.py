"""A queue in which nobody gets more turns by asking more often.

Requests that people at the table wait for come before those that nobody waits for. Among equals, the addresses take
turns, and so do the guests of an address.
"""

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Literal

from chabudai.server.address import Sender
from chabudai.server.bot_pool.requests import BotReply, BotRequest

_PRESENT_IN_A_ROW = 10

_MAX_ADDRESSES = 10_000
"""Addresses whose last turn is remembered."""


class Audience:
    """The people who wait for requests, such as those of one table.

    `owner` is for whom the requests count while nobody waits.
    """

    def __init__(self, owner: Sender = Sender(), waiting: tuple[Sender, ...] = ()) -> None:  # noqa: B008
        self.owner = owner
        self.waiting = waiting
        self.tickets: dict[Ticket, None] = {}
        """The requests that have not been answered; an ordered set."""


@dataclass(eq=False)
class Ticket:
    """A request in the queue or in progress."""

    request: BotRequest
    audience: Audience
    reply: "asyncio.Future[BotReply]"
    sender: Sender = field(default_factory=Sender)
    """For whom it counts."""
    present: bool = False
    """Whether somebody waits for it."""
    status: Literal["new", "queued", "running", "done"] = "new"


_Guests = OrderedDict[str, deque[Ticket]]


class FairQueue:
    """Tickets that wait for a worker, and those in progress, which count, too."""

    def __init__(self) -> None:
        self._queues: dict[bool, dict[str, _Guests]] = {True: {}, False: {}}
        """By presence, address and guest; a guest who had a turn goes to the end."""
        self._turns: OrderedDict[str, int] = OrderedDict()
        """By address: the number of its last turn."""
        self._last_turn = 0
        self._in_a_row = 0
        """How many tickets of people who are present had a turn since one of the others."""
        self._counts: dict[bool, dict[str, int]] = {True: {}, False: {}}
        """By presence and address: the tickets that wait or are in progress."""

    def __len__(self) -> int:
        """Return how many tickets wait or are in progress."""
        return sum(self.count(present) for present in (True, False))

    def count(self, present: bool) -> int:
        """Return how many tickets that somebody, or that nobody waits for, wait or are in progress."""
        return sum(self._counts[present].values())

    def push(self, ticket: Ticket) -> None:
        """Queue a ticket. It counts for the address in its audience that has the fewest other tickets."""
        waiting = ticket.audience.waiting
        ticket.present = bool(waiting)
        counts = self._counts[ticket.present]
        senders = waiting or (ticket.audience.owner,)
        ticket.sender = min(senders, key=lambda sender: counts.get(sender.address, 0))
        ticket.status = "queued"
        address, guest = ticket.sender.address, ticket.sender.guest
        counts[address] = counts.get(address, 0) + 1
        guests = self._queues[ticket.present].setdefault(address, OrderedDict())
        guests.setdefault(guest, deque()).append(ticket)

    def pop(self) -> Ticket | None:
        """Return the ticket whose turn it is, if any waits. It counts until it is removed.

        Nobody waits forever: after several tickets of people who are present, one of the others gets a turn.
        """
        present, away = self._queues[True], self._queues[False]
        for addresses in (present, away) if self._in_a_row < _PRESENT_IN_A_ROW else (away, present):
            if addresses:
                self._in_a_row = self._in_a_row + 1 if addresses is present else 0
                return self._next_of(addresses)
        return None

    def _next_of(self, addresses: dict[str, _Guests]) -> Ticket:
        """Take the next ticket of the address whose last turn was the longest ago."""
        address = min(addresses, key=lambda waiting: self._turns.get(waiting, 0))
        self._last_turn += 1
        self._turns.pop(address, None)
        self._turns[address] = self._last_turn
        if len(self._turns) > _MAX_ADDRESSES:
            self._turns.popitem(last=False)
        guests = addresses[address]
        guest, tickets = guests.popitem(last=False)
        ticket = tickets.popleft()
        if tickets:
            guests[guest] = tickets
        if not guests:
            del addresses[address]
        ticket.status = "running"
        return ticket

    def remove(self, ticket: Ticket) -> None:
        """Remove a ticket that is answered or no longer needed."""
        if ticket.status == "queued":
            addresses = self._queues[ticket.present]
            guests = addresses[ticket.sender.address]
            guests[ticket.sender.guest].remove(ticket)
            if not guests[ticket.sender.guest]:
                del guests[ticket.sender.guest]
            if not guests:
                del addresses[ticket.sender.address]
        if ticket.status in ("queued", "running"):
            counts, address = self._counts[ticket.present], ticket.sender.address
            counts[address] -= 1
            if not counts[address]:
                del counts[address]
        ticket.status = "done"

    def move(self, ticket: Ticket) -> None:
        """Queue a waiting ticket anew, since other people wait for it now."""
        if ticket.status == "queued":
            self.remove(ticket)
            self.push(ticket)

    def share(self, ticket: Ticket) -> float:
        """Return the share of the time of one worker that a ticket gets if all others get a fair one.

        Each address has the same share, which it divides among its own tickets. An address with many tickets takes
        little time at each of its turns, so that it hardly shortens the time of the others.
        """
        counts = self._counts[ticket.present]
        own = counts.get(ticket.sender.address, 1)
        others = sum(1.0 / count for address, count in counts.items() if address != ticket.sender.address)
        return 1.0 / (own * (1.0 + others))
