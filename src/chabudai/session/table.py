"""A table as its log tells it: who sits where, the game so far, the chat."""

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
from chabudai.scene.make import has_moment
from chabudai.scene.words import words
from chabudai.session import log
from chabudai.session.log import Entry, Row
from chabudai.session.refusal import Refused, sentences

Status = Literal["open", "playing", "over", "closed"]
"""Of a table: some seats are free; the game is in progress; it is over; it was closed before its end."""


class CannotRestore(ChabudaiError):
    """A log that this version cannot restore: the game is not installed, or its rules have changed."""


@dataclass
class Place:
    """A seat: a person's, a bot's, or free."""

    guest: str = ""
    name: str = ""
    level: str = ""
    left: bool = False
    since: float | None = None
    """When it was asked to choose; None while it is not."""
    asked: int = 0
    """The entry that asked it to choose; meaningless while it is not asked."""
    sat: int = 0
    """The entry by which the person last sat down."""

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return not self.guest and not self.level

    def given_to(self, *, guest: str = "", name: str = "", level: str = "", sat: int = 0) -> "Place":
        """The seat with somebody else at it, who is asked whatever was asked here."""
        return Place(guest, name, level, since=self.since, asked=self.asked, sat=sat)


@dataclass
class ChatLine:
    """A line of the chat, and the number of its entry."""

    seq: int
    said: log.Said


@dataclass
class Table:
    """Everything that the entries so far have made.

    It does not check choices: `decide` has checked what people do, `Autoplay` what bots do, and `restored` checks what
    it reads.
    """

    id: str
    opened: log.Opened
    made: float
    seq: int = 0
    touched: float = 0.0
    places: list[Place] = field(default_factory=list)
    invited: set[str] = field(default_factory=set)
    unforced: set[str] = field(default_factory=set)
    """Guests who make forced moves themselves."""
    chat: list[ChatLine] = field(default_factory=list)
    commands: dict[str, int] = field(default_factory=dict)
    """The entry that each command made, so that a resent command is not carried out again."""
    closed: bool = False
    again: str = ""
    moment: int = -1
    """The entry that made the moment which is on the table now, or -1."""
    recent: int = 0
    """Where in the events of the game those of the last choice begin."""
    dealt: bool = False
    """Whether the last change of the game was chance."""
    outcomes: int = 0
    """How many outcomes chance has brought."""
    turned: int = 0
    """Counts the changes of the game itself: choices, chance, moves taken back."""
    turned_at: float = 0.0
    """When the game itself last changed."""

    def __post_init__(self) -> None:
        self.settings = self.opened.settings
        self.game = find_game(self.settings.game)
        self.places = [Place() for _ in range(self.settings.players)]
        self.touched = self.made
        # What chance brings comes with its entries, so the game itself has no source of it.
        self._play = Play(self.game, self.settings.setup(), Scripted(self.game.chances, []))
        self.begun = False

    # ---- What it is like now ----------------------------------------------------------------------------------------

    @property
    def play(self) -> Play:
        """The game: the truth, to be shown to nobody."""
        return self._play

    @property
    def state(self) -> State:
        """The position: the truth, to be shown to nobody."""
        return self._play.state

    @property
    def status(self) -> Status:
        """Whether the table waits for people, is playing, is over, or was closed."""
        if self.begun and self.state.over():
            return "over"
        if self.closed:
            return "closed"
        return "playing" if self.begun else "open"

    def must_be_playing(self) -> None:
        """Refuse what can only be done while the game is in progress."""
        if self.status != "playing":
            raise Refused({"open": "not_begun", "over": "game_over", "closed": "closed"}[self.status])

    def waiting(self) -> list[int]:
        """The seats that must choose."""
        return members(self.state.waiting) if self.status == "playing" else []

    def seats_of(self, guest: str) -> list[int]:
        """The seats that belong to a guest."""
        return [seat for seat, place in enumerate(self.places) if guest and place.guest == guest]

    def people(self) -> set[str]:
        """The guests who sit here and have not left."""
        return {place.guest for place in self.places if place.guest and not place.left}

    def names(self, language: str) -> list[str]:
        """The name at each seat; bots have names of their own in each language."""
        said = words(self.game, language)
        free = sentences(Refused.package, language)["table"]["free"]
        return [
            place.name or (said.name(f"bot{seat}") if place.level else free) for seat, place in enumerate(self.places)
        ]

    def record(self) -> Record:
        """The record of the game so far."""
        return self._play.record(version=self.opened.version, names=self.names("en"))

    # ---- What happens -----------------------------------------------------------------------------------------------

    def apply(self, entry: Entry, at: float, command: str = "") -> None:
        """Let an entry happen, as the next one of the log: a new one, or one that is read back."""
        self.seq += 1
        self.touched = at
        if command:
            self.commands[command] = self.seq
        match entry:
            case log.Chose(seat, action, _):
                self.recent = len(self._play.events)
                self._play.commit(seat, action)
                self.places[seat].since = None
            case log.Came(outcomes):
                for event, outcome in outcomes:
                    if event != self.state.due:
                        raise BadChance(f"{self.game.chances[event].name} is not due")
                    self._play.bring(outcome)
                self.outcomes += len(outcomes)
            case log.TookBack(moves):
                self._play = self._play.before(moves)
                for place in self.places:
                    place.since = None
                self.recent = len(self._play.events)
            case log.Invited(guest):
                self.invited.add(guest)
            case log.Sat(seat, guest, name):
                self.places[seat] = self.places[seat].given_to(guest=guest, name=name, sat=self.seq)
                self.invited.add(guest)
            case log.Bot(seat, level):
                self.places[seat] = self.places[seat].given_to(level=level)
            case log.Freed(seat):
                self.places[seat] = self.places[seat].given_to()
            case log.Left(seat):
                self.places[seat].left = True
            case log.Began():
                self.begun = True
            case log.Said():
                self.chat.append(ChatLine(self.seq, entry))
            case log.Named(guest, name):
                for seat in self.seats_of(guest):
                    self.places[seat].name = name
            case log.Prefers(guest, forced):
                (self.unforced.discard if forced else self.unforced.add)(guest)
            case log.Changed():
                if self.settings.pace == "at_once" and entry.pace not in (None, "at_once"):
                    self.moment = -1  # it was over at once, and does not come back
                changes = {name: value for name, value in msgspec.structs.asdict(entry).items() if value is not None}
                self.settings = msgspec.structs.replace(self.settings, **changes)
            case log.Closed():
                self.closed = True
            case log.Again(table):
                self.again = table
        if isinstance(entry, log.Chose | log.Came | log.TookBack | log.Began):
            self._turn(entry)

    def _turn(self, entry: Entry) -> None:
        """The game has changed: who is asked, since when, and whether there is a moment to look at."""
        self.turned += 1
        self.turned_at = self.touched
        self.dealt = isinstance(entry, log.Came)
        looked = isinstance(entry, log.Came | log.Chose) and has_moment(self.game, self.state.events)
        self.moment = self.seq if looked else -1
        waiting = self.state.waiting if self.begun else 0
        for seat, place in enumerate(self.places):
            if not has(waiting, seat):
                place.since = None
            elif place.since is None:
                place.since = self.touched
                place.asked = self.seq


def restored(table: str, rows: Iterable[Row]) -> Table:
    """The table that a log tells of."""
    try:
        first, *others = rows
        opened = log.read_opening(first.entry)
        made = Table(table, opened, first.at)
        if opened.version != made.game.rules_version:
            raise CannotRestore(f"{made.game.name}: the rules have changed since")
        for row in others:
            if row.seq != made.seq + 1:
                raise CannotRestore(f"entry {made.seq + 1} is missing")
            entry = log.read(row.entry, made.game)
            if isinstance(entry, log.Chose) and not made.state.is_legal(entry.seat, entry.action):
                raise IllegalMove(f"entry {row.seq}: {made.game.actions[entry.action]} is not legal")
            made.apply(entry, row.at, row.command)
    except CannotRestore:
        raise
    except Exception as error:
        # Whatever is wrong with a log, the other tables can be restored.
        raise CannotRestore(str(error) or type(error).__name__) from error
    return made
