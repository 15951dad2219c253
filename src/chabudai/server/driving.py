"""What is to happen at a table without anybody's doing, and when: chance, bots, moves without a choice, clocks."""

from typing import NamedTuple

from chabudai.server import entries as log
from chabudai.server.entries import Entry, Way
from chabudai.server.plan import MOMENTS, PAUSES
from chabudai.server.presence import Presence
from chabudai.server.table import Table

STAND_IN = "casual"
"""The level of a bot that moves for somebody who is away, or fills a seat."""


class Thought(NamedTuple):
    """Which bot chooses, in what way, and since when the seat is asked, which tells one decision from the next."""

    level: str
    way: Way
    asked: float


class Driver:
    """Decides by the pace of the table and by who is there; times are seconds since 1970."""

    def __init__(self, table: Table, presence: Presence) -> None:
        self.table = table
        self.presence = presence
        self.stepped = 0.0
        """When the game last changed."""
        self.seen: set[str] = set()
        """Who has looked at what lies there."""

    def step(self, now: float) -> None:
        """The game has changed."""
        self.stepped = now
        self.seen = set()

    # ---- Moments ----------------------------------------------------------------------------------------------------

    @property
    def moment(self) -> bool:
        """Whether something lies there to be looked at."""
        return self.table.moment >= 0 and self.table.plan.pace != "at_once"

    def held(self, now: float) -> bool:
        """Whether play waits until people have seen what lies there."""
        if not self.moment or self.table.status != "playing":
            return False
        looking = self.presence.here & self.table.people()
        return not looking <= self.seen and now < self._moment_ends()

    def _moment_ends(self) -> float:
        return self.stepped + MOMENTS[self.table.plan.pace]

    # ---- What is next -----------------------------------------------------------------------------------------------

    def next(self, now: float) -> Entry | None:
        """What is to happen now: the beginning, chance, and moves that leave no choice."""
        table = self.table
        if table.status == "open" and not any(place.free for place in table.places):
            return log.Began()
        if table.status != "playing" or self.held(now):
            return None
        if table.state.due >= 0:
            return table.settle()
        if now < self.stepped + PAUSES[table.plan.pace]:
            return None
        return next((entry for seat in table.waiting() if (entry := self._forced(seat)) is not None), None)

    def _forced(self, seat: int) -> Entry | None:
        """The move of a person who has no choice; as slow as any other, so that its haste tells nobody."""
        place = self.table.places[seat]
        if not place.guest or place.left or place.guest in self.table.unforced:
            return None
        legal = self.table.state.legal(seat)
        return log.Chose(seat, self.table.game.actions[legal[0]], "forced") if len(legal) == 1 else None

    # ---- Who thinks -------------------------------------------------------------------------------------------------

    def thoughts(self, now: float) -> dict[int, Thought]:
        """The seats for which a bot is to think now."""
        if self.held(now):
            return {}
        wanted = {seat: self.wanted(seat, now) for seat in self.table.waiting()}
        return {seat: thought for seat, thought in wanted.items() if thought is not None}

    def wanted(self, seat: int, now: float) -> Thought | None:
        """Which bot is to choose for a seat, if one is: its own, or one for a person who is away or out of time."""
        place = self.table.places[seat]
        asked = place.since or 0.0
        if place.level:
            return Thought(place.level, "bot", asked)
        late = self.time_limit(seat)
        if late is not None and late <= now:
            return Thought(STAND_IN, "late", asked)
        return Thought(STAND_IN, "bot", asked) if self.stands_in(seat, now) else None

    def not_before(self, thought: Thought) -> float:
        """When a bot may move, so that people can follow."""
        return 0.0 if thought.way == "late" else self.stepped + PAUSES[self.table.plan.pace]

    def stands_in(self, seat: int, now: float) -> bool:
        """Whether a bot moves for the person at a seat, for as long as they are away."""
        due = self._takeover(seat)
        return due is not None and due <= now

    def _takeover(self, seat: int) -> float | None:
        table = self.table
        return self.presence.takeover(table.places[seat].guest, table.people(), table.plan.takeover)

    # ---- The clock --------------------------------------------------------------------------------------------------

    def time_limit(self, seat: int) -> float | None:
        """When the time of a person for this move is over."""
        since = self.table.places[seat].since
        return since + self.table.plan.limit if since is not None and self.table.plan.limit else None

    def alarm(self, now: float) -> float | None:
        """When to look again, if nothing happens before."""
        if self.held(now):
            return self._moment_ends()
        waiting = [seat for seat in self.table.waiting() if self.wanted(seat, now) is None]
        times = [at for seat in waiting for at in (self._takeover(seat), self.time_limit(seat)) if at is not None]
        if any(self._forced(seat) is not None for seat in waiting):
            times.append(self.stepped + PAUSES[self.table.plan.pace])
        return min(times, default=None)
