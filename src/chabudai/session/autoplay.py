"""What happens at a table at a given time without anybody's doing: chance, forced moves, bots, time limits."""

from typing import NamedTuple

from chabudai.kernel.chance import Source
from chabudai.session import log
from chabudai.session.chance import bring
from chabudai.session.log import Entry, Way
from chabudai.session.presence import Presence
from chabudai.session.settings import MOMENTS, PAUSES, STAND_IN
from chabudai.session.table import Place, Table


class BotTurn(NamedTuple):
    """A bot is to choose for a seat: which bot, in what way, and which entry asked the seat to choose.

    The number of the entry tells one decision from the next.
    """

    level: str
    way: Way
    asked: int


class Autoplay:
    """Says what is to happen, by the pace of the table and by who is present. It never changes the table.

    Times are seconds since 1970.
    """

    def __init__(self, table: Table, presence: Presence, source: Source, now: float) -> None:
        self.table = table
        self.presence = presence
        self.source = source
        self._made = (table.turned, now)
        self._seen: tuple[int, set[str]] = (0, set())

    # ---- Moments ----------------------------------------------------------------------------------------------------

    @property
    def moment(self) -> bool:
        """Whether there is a moment on the table to look at."""
        return self.table.moment >= 0 and self.table.settings.pace != "at_once"

    @property
    def seen(self) -> set[str]:
        """The guests who have confirmed the moment."""
        if self._seen[0] != self.table.turned:
            self._seen = (self.table.turned, set())
        return self._seen[1]

    def held(self, now: float) -> bool:
        """Whether play waits for people to look at a moment."""
        if not self.moment or self.table.status != "playing":
            return False
        looking = self.presence.here & self.table.people()
        return not looking <= self.seen and now < self._moment_ends()

    def _moment_ends(self) -> float:
        return self._turned_at() + MOMENTS[self.table.settings.pace]

    # ---- What is next -----------------------------------------------------------------------------------------------

    def next(self, now: float) -> Entry | None:
        """The entry that is due now: the start of the game, chance, or a forced move."""
        table = self.table
        if table.status == "open" and not any(place.free for place in table.places):
            return log.Began()
        if table.status != "playing" or self.held(now):
            return None
        if table.state.due >= 0:
            return bring(table, self.source)
        if now < self._pause_ends():
            return None
        return next((entry for seat in table.waiting() if (entry := self._forced(seat)) is not None), None)

    def _forced(self, seat: int) -> Entry | None:
        """The move of a person who has only one; with the usual pause, so that its speed tells others nothing."""
        place = self.table.places[seat]
        if not place.guest or place.left or place.guest in self.table.unforced:
            return None
        legal = self.table.state.legal(seat)
        return log.Chose(seat, legal[0], "forced") if len(legal) == 1 else None

    def _pause_ends(self) -> float:
        return self._turned_at() + PAUSES[self.table.settings.pace]

    def _turned_at(self) -> float:
        """When the game last changed. If the clock was set back since, a restored table does not wait for it."""
        turned, now = self._made
        return min(self.table.turned_at, now) if self.table.turned == turned else self.table.turned_at

    # ---- Bots -------------------------------------------------------------------------------------------------------

    def bot_turns(self, now: float) -> dict[int, BotTurn]:
        """The seats for which a bot is to think now."""
        if self.held(now):
            return {}
        turns = {seat: self.bot_turn(seat, now) for seat in self.table.waiting()}
        return {seat: turn for seat, turn in turns.items() if turn is not None}

    def bot_turn(self, seat: int, now: float) -> BotTurn | None:
        """Which bot is to choose for a seat, if any: its own, or one for a person who is away or out of time."""
        place = self.table.places[seat]
        if place.level:
            return BotTurn(place.level, "bot", place.asked)
        late = self.time_limit(seat)
        if late is not None and late <= now:
            return BotTurn(STAND_IN, "late", place.asked)
        return BotTurn(STAND_IN, "bot", place.asked) if self.stands_in(seat, now) else None

    def not_before(self, turn: BotTurn) -> float:
        """When a bot may move, so that people can follow."""
        return 0.0 if turn.way == "late" else self._pause_ends()

    def bot_move(self, seat: int, turn: BotTurn, action: int, now: float) -> list[Entry]:
        """The choice of a bot, or nothing if the game has moved on since. An illegal choice raises `IllegalMove`."""
        if seat not in self.table.waiting() or self.bot_turn(seat, now) != turn:
            return []
        self.table.play.check(seat, action)
        return [log.Chose(seat, action, turn.way)]

    def stands_in(self, seat: int, now: float) -> bool:
        """Whether a bot moves for the person at a seat while they are away."""
        due = self._takeover(seat)
        return due is not None and due <= now

    def _takeover(self, seat: int) -> float | None:
        table = self.table
        return self.presence.takeover(table.places[seat].guest, table.people(), table.settings.takeover)

    # ---- Time -------------------------------------------------------------------------------------------------------

    def time_limit(self, seat: int) -> float | None:
        """When the time of a person for this move is over."""
        since = self.table.places[seat].since
        return since + self.table.settings.limit if since is not None and self.table.settings.limit else None

    def alarm(self, now: float) -> float | None:
        """When to ask `next` and `bot_turns` again, if nothing happens before."""
        if self.held(now):
            return self._moment_ends()
        waiting = [seat for seat in self.table.waiting() if self.bot_turn(seat, now) is None]
        times = [at for seat in waiting for at in (self._takeover(seat), self.time_limit(seat)) if at is not None]
        if any(self._forced(seat) is not None for seat in waiting):
            times.append(self._pause_ends())
        return min(times, default=None)


def wake_time(table: Table) -> float | None:
    """When a table that nobody looks at needs attention: for chance, a bot's move, or the end of a time limit."""
    if table.status != "playing":
        return None
    asked: list[Place] = [table.places[seat] for seat in table.waiting()]
    if not asked or any(not place.guest for place in asked):
        return table.touched
    if not table.settings.limit:
        return None
    return min(place.since or table.touched for place in asked) + table.settings.limit
