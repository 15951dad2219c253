"""Decides what happens automatically at a given time: chance, forced moves, bots, moments and time limits."""

from typing import NamedTuple

from chabudai.kernel.chance import Source
from chabudai.kernel.rng import Rng
from chabudai.session import log
from chabudai.session.chance import resolve_chance
from chabudai.session.log import Entry, MadeBy
from chabudai.session.presence import Presence
from chabudai.session.settings import (
    FORCED_SECONDS,
    MAX_MOVES,
    MOMENT_SECONDS,
    PAUSE_SECONDS,
    STAND_IN,
    UNWATCHED_SECONDS,
)
from chabudai.session.table import SeatHolder, Table


class BotTurn(NamedTuple):
    """A choice that a bot has to make for a seat.

    `asked_seq` is the entry that asked the seat to choose; it distinguishes one decision from the next.
    """

    level: str
    made_by: MadeBy
    asked_seq: int


class Autoplay:
    """Decides what is due, depending on the table's pace and on who is present. It never changes the table.

    Times are seconds since 1970. The seed determines how long forced moves wait. Before `grace_until`, no
    time for a move ends and no forced move is made.
    """

    def __init__(
        self, table: Table, presence: Presence, source: Source, now: float, seed: int, grace_until: float = 0.0
    ) -> None:
        self.table = table
        self.presence = presence
        self.source = source
        self._seed = seed
        self._grace_until = grace_until
        self._started = (table.position_id, now)
        """The position when this object was created, and when that was."""
        self._confirmed: tuple[int, set[str]] = (0, set())
        """A position, and the guests who have confirmed its moment."""
        self._held_up = -1
        """The last position whose moment held up play."""
        self._moment_over: tuple[int, float] = (-1, 0.0)
        """A position, and when its moment stopped holding up play."""

    # ---- Moments ----------------------------------------------------------------------------------------------------

    @property
    def shows_moment(self) -> bool:
        """Whether a moment is on the table."""
        return self.table.moment_seq >= 0 and self.table.settings.pace != "at_once"

    @property
    def confirmed(self) -> set[str]:
        """The guests who have confirmed the moment."""
        if self._confirmed[0] != self.table.position_id:
            self._confirmed = (self.table.position_id, set())
        return self._confirmed[1]

    def waits_for_moment(self, now: float) -> bool:
        """Check whether play waits until people have confirmed a moment."""
        if not self.shows_moment or self.table.status != "playing":
            return False
        present = self.presence.present & self.table.people
        return not present <= self.confirmed and now < self._moment_ends()

    def _note_moment(self, now: float) -> None:
        """Remember when the moment on the table stops holding up play."""
        position_id = self.table.position_id
        if self.waits_for_moment(now):
            self._held_up = position_id
        elif self._held_up == position_id and self._moment_over[0] != position_id:
            self._moment_over = (position_id, now)

    def _moment_ends(self) -> float:
        return self._position_since() + MOMENT_SECONDS[self.table.settings.pace]

    # ---- Entries ----------------------------------------------------------------------------------------------------

    def next_entry(self, now: float) -> Entry | None:
        """Return the entry that is due now: the start of the game, chance, or a forced move."""
        table = self.table
        self._note_moment(now)
        if table.status == "open" and not any(holder.free for holder in table.holders):
            return log.Began()
        if table.status == "playing" and table.settings.data and len(table.play.moves) >= MAX_MOVES:
            return log.TableClosed("too_long")
        if table.status != "playing" or table.abandoned or self.waits_for_moment(now):
            return None
        if table.state.due >= 0:
            return resolve_chance(table, self.source)
        forced = (self._forced(seat) for seat in table.waiting() if self._forced_time(seat) <= now)
        return next((entry for entry in forced if entry is not None), None)

    def _forced(self, seat: int) -> Entry | None:
        """Return the forced move of a person, if it is to be made for them."""
        holder = self.table.holders[seat]
        if not holder.guest or holder.left or holder.guest in self.table.manual_guests:
            return None
        legal = self.table.state.legal(seat)
        return log.Chose(seat, legal[0], "forced") if len(legal) == 1 else None

    def _forced_time(self, seat: int) -> float:
        """Return when a forced move is made.

        The delay is random and as long as a person's, so that others cannot tell that there was no choice. After a
        restart, it begins when everybody has had time to come back.
        """
        holder, position_id = self.table.holders[seat], self.table.position_id
        since = holder.asked_at or 0.0
        if self.table.settings.pace == "at_once":
            return max(self._not_after_start(since), self._grace_until)
        since = max(since, self._grace_until)
        if self._started[0] == position_id:
            since = max(self._started[1], self._grace_until)
        if self._moment_over[0] == position_id:
            since = max(since, self._moment_over[1])
        shortest, longest = FORCED_SECONDS
        thousandths = int(Rng(self._seed, holder.asked_seq * len(self.table.holders) + seat).below(1001))
        return since + shortest + (longest - shortest) * thousandths / 1000

    def _pause_ends(self) -> float:
        return self._position_since() + PAUSE_SECONDS[self.table.settings.pace]

    def _position_since(self) -> float:
        """Return when the position last changed."""
        return self._not_after_start(self.table.position_since)

    def _not_after_start(self, since: float) -> float:
        """Return a time of this position. A restored table does not wait if the clock was set back since."""
        position_id, started = self._started
        return min(since, started) if self.table.position_id == position_id else since

    # ---- Bots -------------------------------------------------------------------------------------------------------

    def bot_turns(self, now: float) -> dict[int, BotTurn]:
        """Return the seats for which a bot should think now."""
        if self.table.abandoned or self._unwatched(now) or self.waits_for_moment(now):
            return {}
        turns = {seat: self.bot_turn(seat, now) for seat in self.table.waiting()}
        return {seat: turn for seat, turn in turns.items() if turn is not None}

    def _unwatched(self, now: float) -> bool:
        """Check whether bots play among themselves and nobody has looked for a while: they wait until somebody does."""
        since = self.presence.unwatched_since
        return self.table.of_bots_alone and since is not None and now >= since + UNWATCHED_SECONDS

    def bot_turn(self, seat: int, now: float) -> BotTurn | None:
        """Return the bot that must choose for a seat, if any: its own, or a stand-in for an absent or late person."""
        holder = self.table.holders[seat]
        if holder.level:
            return BotTurn(holder.level, "bot", holder.asked_seq)
        deadline = self.move_deadline(seat)
        if deadline is not None and deadline <= now:
            return BotTurn(STAND_IN, "late", holder.asked_seq)
        return BotTurn(STAND_IN, "bot", holder.asked_seq) if self.bot_stands_in(seat, now) else None

    def earliest_move(self, turn: BotTurn) -> float:
        """Return when a bot may move, so that people can follow."""
        return 0.0 if turn.made_by == "late" else self._pause_ends()

    def bot_move(self, seat: int, turn: BotTurn, action: int, now: float) -> list[Entry]:
        """Return a bot's choice, or nothing if the game has moved on. An illegal choice raises `IllegalMove`."""
        if seat not in self.table.waiting() or self.bot_turn(seat, now) != turn:
            return []
        self.table.play.check(seat, action)
        return [log.Chose(seat, action, turn.made_by)]

    def bot_stands_in(self, seat: int, now: float) -> bool:
        """Check whether a bot now moves for the person at a seat, who is absent or has left."""
        takeover_time = self.takeover_time(seat)
        return takeover_time is not None and takeover_time <= now

    def stand_ins(self, now: float) -> list[int]:
        """Return the seats of all people for whom a bot now moves."""
        return [seat for seat in self._people_seats() if self.bot_stands_in(seat, now)]

    def _people_seats(self) -> list[int]:
        return [seat for seat, holder in enumerate(self.table.holders) if holder.guest]

    def takeover_time(self, seat: int) -> float | None:
        """Return since or from when a bot moves for the person at a seat; None if it does not and will not.

        For a person who has left that is at once, as long as somebody else plays.
        """
        table = self.table
        holder = table.holders[seat]
        if table.status != "playing":
            return None
        if holder.left:
            return None if table.abandoned else 0.0
        return self.presence.takeover_time(holder.guest, table.people, table.settings.takeover)

    # ---- Time -------------------------------------------------------------------------------------------------------

    def move_deadline(self, seat: int) -> float | None:
        """Return when the time for this move runs out, if there is a limit."""
        since, limit = self.table.holders[seat].clock_from, self.table.settings.limit
        return max(since + limit, self._grace_until) if since is not None and limit else None

    def next_alarm(self, now: float) -> float | None:
        """Return when to call `next_entry` and `bot_turns` again, if nothing happens first."""
        if self.table.abandoned:
            return None
        if self.waits_for_moment(now):
            return self._moment_ends()
        waiting = [seat for seat in self.table.waiting() if self.bot_turn(seat, now) is None]
        times = [
            at for seat in waiting for at in (self.takeover_time(seat), self.move_deadline(seat)) if at is not None
        ]
        times += [self._forced_time(seat) for seat in waiting if self._forced(seat) is not None]
        # Everybody sees when a bot steps in, even if it has nothing to choose yet.
        takeovers = (self.takeover_time(seat) for seat in self._people_seats())
        times += [at for at in takeovers if at is not None and at > now]
        return min(times, default=None)


def wake_time(table: Table) -> float | None:
    """Return when a table that nobody watches needs attention: for chance, a bot's move, or a time limit.

    Bots alone wait until somebody looks.
    """
    if table.status != "playing" or table.abandoned or table.of_bots_alone:
        return None
    waiting_holders: list[SeatHolder] = [table.holders[seat] for seat in table.waiting()]
    if not waiting_holders or any(not holder.guest or holder.left for holder in waiting_holders):
        return table.touched
    running_since = [holder.clock_from for holder in waiting_holders if holder.clock_from is not None]
    return min(running_since) + table.settings.limit if running_since and table.settings.limit else None
