"""A table, rebuilt from its log: who holds which seat, the game so far, and the chat."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import has, members
from chabudai.kernel.chance import Scripted
from chabudai.kernel.errors import BadChance, ChabudaiError, IllegalMove
from chabudai.kernel.state import State
from chabudai.records.play import Play
from chabudai.records.record import Record
from chabudai.scene.builder import has_moment
from chabudai.scene.words import text_of, words
from chabudai.session import log
from chabudai.session.log import Entry, LogRow
from chabudai.session.refusal import Refused
from chabudai.session.seat_changes import SeatChange, seat_changes, with_changes
from chabudai.session.settings import MAX_MOVES

TableStatus = Literal["open", "playing", "over", "closed"]
"""Seats are still free; the game is in progress; it is over; the table was closed before the end."""

RESTART_GRACE = 60.0
"""After the server was down, everybody has at least this many seconds for a choice."""


class CannotRestore(ChabudaiError):
    """A log that cannot be restored: the game is not installed, its rules have changed, or the log is damaged."""


@dataclass
class SeatHolder:
    """Who holds a seat: a person, a bot or nobody; and since when the seat has had to choose."""

    guest: str = ""
    name: str = ""
    level: str = ""
    left: bool = False
    asked_at: float | None = None
    """When the seat was asked to choose; None while it is not."""
    clock_from: float | None = None
    """Since when the time for this choice has run, shifted by the downtime of the server; None while it does not run:
    the seat is not asked, or its player does not have the shared device yet."""
    asked_seq: int = 0
    """The entry that asked the seat to choose; meaningless while it is not."""
    sat_seq: int = 0
    """The entry with which the person last sat down."""

    @property
    def free(self) -> bool:
        """Whether nobody holds the seat."""
        return not self.guest and not self.level

    def successor(self, *, guest: str = "", name: str = "", level: str = "", sat_seq: int = 0) -> "SeatHolder":
        """Return the next holder of the seat, who takes over a pending choice."""
        return SeatHolder(
            guest,
            name,
            level,
            asked_at=self.asked_at,
            clock_from=self.clock_from,
            asked_seq=self.asked_seq,
            sat_seq=sat_seq,
        )

    def stop_asking(self) -> None:
        """Note that the seat need not choose anymore."""
        self.asked_at = self.clock_from = None


@dataclass
class ChatLine:
    """A line of chat, and the number of its entry."""

    seq: int
    entry: log.Chatted
    writer: int
    """The number of the person among all who have written at this table, by which others can mute them."""


@dataclass
class Table:
    """A table after the entries so far. It changes only through `apply`.

    `apply` does not check choices: `decide` checks those of people, `Autoplay` those of bots, and `restore_table`
    those that it reads.
    """

    id: str
    opened: log.Opened
    opened_at: float
    seq: int = 0
    """The number of the last entry."""
    touched: float = 0.0
    """When the last entry was made."""
    holders: list[SeatHolder] = field(default_factory=list)
    invited: set[str] = field(default_factory=set)
    removed: set[str] = field(default_factory=set)
    """Guests who were removed, and may neither sit down nor watch."""
    invitation: int = 0
    """The generation of the valid invitations. Revoking them begins a new one, and so does the game."""
    hands_seen: dict[str, set[int]] = field(default_factory=dict)
    """For each guest, the seats whose hand they have held since the game began."""
    seat_changes: list[SeatChange] = field(default_factory=list)
    """The latest changes of seats since the game began."""
    times_seated: Counter[str] = field(default_factory=Counter)
    """How often each guest has sat down."""
    spectator_lines: int = 0
    """The number of lines of chat by people without a seat."""
    side_entries: int = 0
    """The number of entries that people can add without end: all but moves, chance and downtime."""
    manual_guests: set[str] = field(default_factory=set)
    """Guests whose forced moves are not played automatically."""
    chat: list[ChatLine] = field(default_factory=list)
    _writers: dict[str, int] = field(default_factory=dict)
    """The numbers of the guests who have written, in the order of their first lines."""
    commands: dict[str, int] = field(default_factory=dict)
    """The first entry that each command has made, by guest and id, so that no resent command is carried out twice."""
    closed: bool = False
    too_long: bool = False
    """Whether it was closed because its game might never end."""
    rematch: str = ""
    """The id of the table for the rematch, if any."""
    moment_seq: int = -1
    """The entry that made the moment now on the table, or -1."""
    recent_from: int = 0
    """The index of the first event since the last choice."""
    event_seqs: list[int] = field(default_factory=list)
    """For each event of the game, the entry that caused it; never decreases."""
    last_was_chance: bool = False
    """Whether chance caused the last change of the position."""
    outcome_count: int = 0
    """The number of chance outcomes so far."""
    position_id: int = 0
    """Increases when the game begins and with every change of the position: by a choice, by chance, by an undo."""
    position_since: float = 0.0
    """When the position last changed."""
    before: State = field(init=False, repr=False)
    """The position before the last choice or chance, with all hidden information; never show it to anybody."""

    def __post_init__(self) -> None:
        self.settings = self.opened.settings
        self.game = find_game(self.settings.game)
        self.holders = [SeatHolder() for _ in range(self.settings.players)]
        self.touched = self.opened_at
        # Outcomes come from the log, so the game itself needs no source of chance.
        self._play = Play(self.game, self.settings.setup(), Scripted(self.game.chances, []))
        self.before = self._play.state.clone()
        self.begun = False
        self.status: TableStatus = "open"
        # Both follow from the holders, but are needed for everybody whom a move is shown.
        self.people: frozenset[str] = frozenset()
        """The guests who hold a seat and have not left."""
        self._seats_of: dict[str, list[int]] = {}
        """By guest: the seats that they hold."""

    # ---- Queries ----------------------------------------------------------------------------------------------------

    @property
    def play(self) -> Play:
        """The game with all hidden information; never show it to anybody."""
        return self._play

    @property
    def state(self) -> State:
        """The position with all hidden information; never show it to anybody."""
        return self._play.state

    def first_event_after(self, seq: int) -> int:
        """Return the index of the first event that a later entry than this one caused."""
        first = len(self.event_seqs)
        while first > 0 and self.event_seqs[first - 1] > seq:
            first -= 1
        return first

    def check_playing(self) -> None:
        """Refuse unless the game is in progress."""
        if self.status != "playing":
            raise Refused({"open": "not_begun", "over": "game_over", "closed": "closed"}[self.status])

    def closed_refusal(self) -> Refused:
        """Return why a closed table cannot be used."""
        return Refused("closed_too_long", moves=MAX_MOVES) if self.too_long else Refused("closed")

    @property
    def of_bots_alone(self) -> bool:
        """Whether nobody holds a seat but bots."""
        return not self._seats_of

    @property
    def abandoned(self) -> bool:
        """Whether everybody who held a seat has left: the game then waits until somebody returns."""
        return not self.people and bool(self._seats_of)

    def waiting(self) -> list[int]:
        """Return the seats that must choose."""
        return members(self.state.waiting) if self.status == "playing" else []

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats that a guest holds."""
        return self._seats_of.get(guest, [])

    def has_seen_other_hand(self, guest: str, seat: int) -> bool:
        """Check whether a guest has held the hand of another seat in this game."""
        return not self.hands_seen.get(guest, set()) <= {seat}

    def names(self, language: str) -> list[str]:
        """Return the name at each seat; the names of bots depend on the language."""
        game_words = words(self.game, language)
        free = text_of(Refused.package, language)["table"]["free"]
        return [
            holder.name or (game_words.name(f"bot{seat}") if holder.level else free)
            for seat, holder in enumerate(self.holders)
        ]

    def record(self) -> Record:
        """Return the record of the game so far."""
        return self._play.record(version=self.opened.version, names=self.names("en"))

    # ---- Entries ----------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry, at: float, command: str = "") -> None:
        """Apply the next entry of the log, whether new or read back, and remember the command that made it."""
        if not isinstance(entry, log.Chose | log.ChanceResolved):
            self.seat_changes = with_changes(self.seat_changes, seat_changes(self, entry))
            self.side_entries += not isinstance(entry, log.Downtime)
        self.seq += 1
        self.touched = at
        if command:
            self.commands[command] = self.seq
        if isinstance(entry, log.Chose | log.ChanceResolved):
            self.before.copy_from(self.state)
        match entry:
            case log.Chose(seat, action, _):
                self.recent_from = len(self._play.events)
                self._play.commit(seat, action)
                self.holders[seat].stop_asking()
            case log.ChanceResolved(outcomes):
                for event, outcome in outcomes:
                    if event != self.state.due:
                        raise BadChance(f"{self.game.chances[event].name} is not due")
                    self._play.settle_outcome(outcome)
                self.outcome_count += len(outcomes)
            case log.TookBack(moves):
                self._play = self._play.rewound_to(moves)
                for holder in self.holders:
                    holder.stop_asking()
                self.recent_from = len(self._play.events)
                self.seat_changes = [
                    change._replace(event_count=min(change.event_count, self.recent_from))
                    for change in self.seat_changes
                ]
            case log.Invited(guest):
                self.invited.add(guest)
            case log.Sat(seat, guest, name):
                if self.abandoned:
                    self._restart_clocks()  # while nobody was there, nobody's time ran
                if self.holders[seat].level:
                    self.holders[seat].clock_from = None  # a bot's time is not that of its successor
                self.holders[seat] = self.holders[seat].successor(guest=guest, name=name, sat_seq=self.seq)
                self.invited.add(guest)
                self.times_seated[guest] += 1
                self._note_hands([seat])
            case log.BotSeated(seat, level):
                self.holders[seat] = self.holders[seat].successor(level=level)
            case log.SeatFreed(seat):
                self.holders[seat] = self.holders[seat].successor()
            case log.SeatLeft(seat):
                self.holders[seat].left = True
            case log.PlayerRemoved(seat, guest, level):
                self.holders[seat] = self.holders[seat].successor(level=level)
                self.invited.discard(guest)
                self.removed.add(guest)
            case log.InvitationsRevoked():
                self.invitation += 1
            case log.DeviceTaken(seat):
                self.holders[seat].clock_from = at
            case log.Downtime(seconds):
                self._shift_clocks(seconds)
            case log.Began():
                self.begun = True
                self.invitation += 1
                self._note_hands(range(len(self.holders)))
            case log.Chatted():
                writer = self._writers.setdefault(entry.guest, len(self._writers))
                self.chat.append(ChatLine(self.seq, entry, writer))
                self.spectator_lines += entry.seat < 0
            case log.GuestNamed(guest, name, named_seat):
                for seat in self.seats_of(guest):
                    if named_seat in (-1, seat):
                        self.holders[seat].name = name
            case log.ForcedMovesSet(guest, forced):
                (self.manual_guests.discard if forced else self.manual_guests.add)(guest)
            case log.SettingsChanged():
                if self.settings.pace == "at_once" and entry.pace not in (None, "at_once"):
                    self.moment_seq = -1  # at that pace it was not shown, and it must not appear later
                changes = {name: value for name, value in msgspec.structs.asdict(entry).items() if value is not None}
                self.settings = msgspec.structs.replace(self.settings, **changes)
                if entry.limit is not None:
                    self._restart_clocks()
            case log.TableClosed(why):
                self.closed = True
                self.too_long = why == "too_long"
            case log.RematchOpened(table_id):
                self.rematch = table_id
        if isinstance(entry, log.Chose | log.ChanceResolved | log.TookBack | log.Began):
            self._position_changed(entry)
        if not isinstance(entry, log.Chose | log.ChanceResolved):
            self._holders_changed()
        self.status = self._current_status()
        self._start_clocks()

    def _current_status(self) -> TableStatus:
        if self.begun and self.state.over():
            return "over"
        if self.closed:
            return "closed"
        return "playing" if self.begun else "open"

    def _holders_changed(self) -> None:
        """Update what follows from who holds which seat."""
        self.people = frozenset(holder.guest for holder in self.holders if holder.guest and not holder.left)
        self._seats_of = {}
        for seat, holder in enumerate(self.holders):
            if holder.guest:
                self._seats_of.setdefault(holder.guest, []).append(seat)

    def _position_changed(self, entry: Entry) -> None:
        """Update which seats must choose, since when, and whether there is a moment to show."""
        self.position_id += 1
        self.position_since = self.touched
        events = len(self._play.events)
        del self.event_seqs[events:]
        self.event_seqs += [self.seq] * (events - len(self.event_seqs))
        self.last_was_chance = isinstance(entry, log.ChanceResolved)
        has_new_moment = isinstance(entry, log.ChanceResolved | log.Chose) and has_moment(self.game, self.state.events)
        self.moment_seq = self.seq if has_new_moment else -1
        waiting = self.state.waiting if self.begun else 0
        for seat, holder in enumerate(self.holders):
            if not has(waiting, seat):
                holder.stop_asking()
            elif holder.asked_at is None:
                holder.asked_at = self.touched
                holder.asked_seq = self.seq

    # ---- Clocks -----------------------------------------------------------------------------------------------------

    def shares_device(self, guest: str) -> bool:
        """Check whether a guest is several people who pass one device around."""
        return len(self.seats_of(guest)) > 1

    def _start_clocks(self) -> None:
        """Start the clock of each seat that must choose; on a shared device it starts when its player takes it."""
        for holder in self.holders:
            if holder.asked_at is not None and holder.clock_from is None and not self.shares_device(holder.guest):
                holder.clock_from = self.touched

    def _restart_clocks(self) -> None:
        """Give everybody the whole time of a new limit, however long they have thought."""
        for holder in self.holders:
            if holder.clock_from is not None:
                holder.clock_from = self.touched

    def _shift_clocks(self, seconds: float) -> None:
        """Let the downtime of the server count for nobody, and give everybody some time to come back."""
        earliest = self.touched + RESTART_GRACE - self.settings.limit
        for holder in self.holders:
            if holder.clock_from is not None:
                holder.clock_from = max(holder.clock_from + seconds, earliest)

    def _note_hands(self, seats: Iterable[int]) -> None:
        """Remember who holds the hands of these seats, once the game has begun."""
        for seat in seats:
            if self.begun and self.holders[seat].guest:
                self.hands_seen.setdefault(self.holders[seat].guest, set()).add(seat)


class Restorer:
    """Restores a table from its log, row by row, so that a long log need not be restored in one go."""

    def __init__(self, table_id: str) -> None:
        self._table_id = table_id
        self._table: Table | None = None

    @property
    def next_seq(self) -> int:
        """The number of the entry to add next."""
        return 0 if self._table is None else self._table.seq + 1

    def add(self, row: LogRow) -> Entry:
        """Apply the next row, or raise `CannotRestore`. Return its entry."""
        try:
            if self._table is None:
                self._table = _open_table(self._table_id, row)
                return self._table.opened
            return _apply_row(self._table, row)
        except CannotRestore:
            raise
        except Exception as error:
            # Whatever is wrong with this log, other tables must still be restored.
            raise CannotRestore(str(error) or type(error).__name__) from error

    def table(self) -> Table:
        """Return the table after all rows, or raise `CannotRestore` if there were none."""
        if self._table is None:
            raise CannotRestore("not enough values: the log is empty")
        return self._table


def restore_table(table_id: str, rows: Iterable[LogRow]) -> Table:
    """Restore a table from its whole log, or raise `CannotRestore`."""
    restorer = Restorer(table_id)
    for row in rows:
        restorer.add(row)
    return restorer.table()


def _open_table(table_id: str, row: LogRow) -> Table:
    opened = log.decode_opened(row.entry)
    table = Table(table_id, opened, row.at)
    if opened.version != table.game.rules_version:
        raise CannotRestore(f"{table.game.name}: the rules have changed since this game began")
    return table


def _apply_row(table: Table, row: LogRow) -> Entry:
    if row.seq != table.seq + 1:
        raise CannotRestore(f"entry {table.seq + 1} is missing")
    entry = log.decode_entry(row.entry, table.game)
    if isinstance(entry, log.Chose) and not table.state.is_legal(entry.seat, entry.action):
        raise IllegalMove(f"entry {row.seq}: {table.game.actions[entry.action]} is illegal")
    table.apply(entry, row.at, row.command)
    return entry
