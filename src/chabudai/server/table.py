"""A table as its log tells it: who sits where, the game so far, the chat. It reads entries; only chance it decides."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from chabudai.kernel.bits import has, members
from chabudai.kernel.chance import Seeded, Word
from chabudai.kernel.errors import BadChance, ChabudaiError
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.records.fixed_chance import fixed_chance
from chabudai.records.play import Play
from chabudai.records.record import Record
from chabudai.scene.make import has_moment
from chabudai.scene.words import words
from chabudai.server import entries as log
from chabudai.server.entries import Entry
from chabudai.server.refusal import sentences
from chabudai.server.store import Listing, Row, Sitter, Status


class CannotRestore(ChabudaiError):
    """A log that this version cannot read again: the game is not installed, or its rules are others by now."""


@dataclass
class Place:
    """A seat: a person's, a bot's, or free."""

    guest: str = ""
    name: str = ""
    level: str = ""
    left: bool = False
    since: float | None = None
    """Since when it has been asked to choose."""
    asked: int = 0
    """The entry since which it has been asked; it means nothing while it is not."""
    sat: int = 0
    """The entry by which the person last sat down."""

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return not self.guest and not self.level

    def anew(self, guest: str = "", name: str = "", level: str = "", sat: int = 0) -> "Place":
        """The seat for somebody else, who is asked what was asked here."""
        return Place(guest, name, level, since=self.since, asked=self.asked, sat=sat)


@dataclass
class Line:
    """A line of the chat."""

    seq: int
    said: log.Said


class _Next:
    """The chance of a game whose next outcome is known before it is asked for."""

    def __init__(self) -> None:
        self.next = 0

    def outcome(self, state: State) -> int:
        """The next outcome of what is due."""
        return self.next


@dataclass
class Table:
    """All that the entries so far have made."""

    id: str
    opened: log.Opened
    made: float
    seed: int
    """For chance to come; that which has come is in the log."""
    seq: int = 0
    touched: float = 0.0
    places: list[Place] = field(default_factory=list)
    invited: set[str] = field(default_factory=set)
    unforced: set[str] = field(default_factory=set)
    """Guests who make also those moves themselves that leave no choice."""
    chat: list[Line] = field(default_factory=list)
    commands: dict[str, int] = field(default_factory=dict)
    """Which entry each command made, so that one that comes again is not carried out again."""
    closed: bool = False
    again: str = ""
    moment: int = -1
    """The entry that made what lies there to be looked at, or -1."""
    recent: int = 0
    """Where in the events of the game those of the last choice begin."""
    dealt: bool = False
    """Whether the game was last changed by chance."""
    turned: int = 0
    """Counts the changes of the game itself: choices, chance, moves taken back."""

    def __post_init__(self) -> None:
        self.plan = self.opened.plan
        self.game = self.plan.played()
        self.places = [Place() for _ in range(self.plan.players)]
        self.touched = self.made
        seed = self.seed if self.opened.seed is None else self.opened.seed
        self._fate = fixed_chance(self.game.chances, self.opened.fixed, then=Seeded(Rng(seed)))
        self._chance = _Next()
        self._play = Play(self.game, self.plan.setup(), self._chance)
        self.begun = False

    # ---- What it is like now ----------------------------------------------------------------------------------------

    @property
    def play(self) -> Play:
        """The game: the truth, for nobody's eyes."""
        return self._play

    @property
    def state(self) -> State:
        """The position: the truth, for nobody's eyes."""
        return self._play.state

    @property
    def status(self) -> Status:
        """Whether people are awaited, the game is under way, is over, or was closed."""
        if self.begun and self.state.over():
            return "over"
        if self.closed:
            return "closed"
        return "playing" if self.begun else "open"

    def waiting(self) -> list[int]:
        """The seats that are asked to choose."""
        return members(self.state.waiting) if self.status == "playing" else []

    def seats_of(self, guest: str) -> list[int]:
        """The seats that belong to a guest."""
        return [seat for seat, place in enumerate(self.places) if guest and place.guest == guest]

    def people(self) -> set[str]:
        """The guests who sit here and have not left."""
        return {place.guest for place in self.places if place.guest and not place.left}

    def names(self, language: str) -> list[str]:
        """What everybody is called; bots have names of their own in each language."""
        said = words(self.game, language)
        free = sentences(language)["table"]["free"]
        return [
            place.name or (said.name(f"bot{seat}") if place.level else free) for seat, place in enumerate(self.places)
        ]

    def record(self) -> Record:
        """The record of the game so far."""
        return self._play.record(version=self.opened.version, names=self.names("en"))

    def listing(self) -> Listing:
        """The table as lists show it."""
        over = self.status == "over"
        return Listing(
            id=self.id,
            game=self.game.name,
            host=self.opened.host,
            status=self.status,
            listed=self.plan.listed,
            limit=self.plan.limit,
            sitters=[Sitter(place.guest, place.name, place.level) for place in self.places],
            waiting=self.waiting(),
            moves=len(self._play.moves),
            scores=self.state.scores() if over else [],
            winners=members(self.state.winners()) if over else [],
            made=self.made,
            touched=self.touched,
            wake=self._wake(),
        )

    def _wake(self) -> float | None:
        """When something is to happen though nobody does anything: chance, a bot's move, the end of a time limit."""
        if self.status != "playing":
            return None
        asked = [self.places[seat] for seat in self.waiting()]
        if not asked or any(not place.guest for place in asked):
            return self.touched
        if not self.plan.limit:
            return None
        return min(place.since or self.touched for place in asked) + self.plan.limit

    # ---- What happens -----------------------------------------------------------------------------------------------

    def read(self, entry: Entry, at: float, seq: int) -> None:
        """Let an entry of the log happen."""
        match entry:
            case log.Invited(guest):
                self.invited.add(guest)
            case log.Sat(seat, guest, name):
                self.places[seat] = self.places[seat].anew(guest, name, sat=seq)
                self.invited.add(guest)
            case log.Bot(seat, level):
                self.places[seat] = self.places[seat].anew(level=level)
            case log.Freed(seat):
                self.places[seat] = self.places[seat].anew()
            case log.Left(seat):
                self.places[seat].left = True
            case log.Began():
                self.begun = True
            case log.Came(outcomes):
                self._settle(outcomes)
            case log.Chose(seat, move, _):
                self._choose(seat, move)
            case log.TookBack(moves):
                self._play = self._play.before(moves)
                for place in self.places:
                    place.since = None
                self.recent = len(self._play.events)
            case log.Said():
                self.chat.append(Line(seq, entry))
            case log.Named(guest, name):
                for seat in self.seats_of(guest):
                    self.places[seat].name = name
            case log.Prefers(guest, forced):
                (self.unforced.discard if forced else self.unforced.add)(guest)
            case log.Changed():
                changes = {name: value for name, value in msgspec.structs.asdict(entry).items() if value is not None}
                self.plan = msgspec.structs.replace(self.plan, **changes)
            case log.Closed():
                self.closed = True
            case log.Again(table):
                self.again = table
        self.seq = seq
        self.touched = at
        if isinstance(entry, log.Began | log.Came | log.Chose | log.TookBack):
            self._turn(entry)

    def settle(self) -> log.Came:
        """Let chance decide, until nothing is due or something is worth a look; what came is an entry to be kept."""
        came: list[tuple[str, Word]] = []
        while self.state.due >= 0 and not (came and has_moment(self.game, self.state.events)):
            event = self.game.chances[self.state.due]
            outcome = self._fate.outcome(self.state)
            came.append((event.name, event.outcomes[outcome]))
            self._bring(outcome)
        return log.Came(came)

    def came(self, entry: log.Came, at: float, seq: int) -> None:
        """Take note of an entry that `settle` made."""
        self.seq = seq
        self.touched = at
        self._turn(entry)

    def _settle(self, outcomes: Sequence[tuple[str, Word]]) -> None:
        for what, word in outcomes:
            event = self.game.chances[self.state.due] if self.state.due >= 0 else None
            if event is None or event.name != what or word not in event.outcomes:
                raise BadChance(f"{what} {word} is not due")
            # Asked in vain, so that the deal of a guided game keeps its place.
            self._fate.outcome(self.state)
            self._bring(event.outcomes.index(word))

    def _bring(self, outcome: int) -> None:
        self._chance.next = outcome
        self._play.settle_one()

    def _choose(self, seat: int, move: str) -> None:
        self.recent = len(self._play.events)
        self._play.choose_words(seat, move)
        self.places[seat].since = None

    def _turn(self, entry: Entry) -> None:
        """The game has changed: who is asked, since when, and whether there is something to look at."""
        self.turned += 1
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


def restored(table: str, rows: Sequence[Row], seed: int) -> Table:
    """The table that a log tells of; what chance will bring from now on comes from the seed."""
    try:
        opened = log.read(rows[0].entry)
        if not isinstance(opened, log.Opened):
            raise CannotRestore("the log does not begin with the setting of a table")
        restored = Table(table, opened, rows[0].at, seed)
        if opened.version != restored.game.rules_version:
            raise CannotRestore(f"{opened.plan.game}: the rules are of another version by now")
        for row in rows:
            if row.command:
                restored.commands[row.command] = row.seq
            if row.seq:
                restored.read(log.read(row.entry), row.at, row.seq)
    except CannotRestore:
        raise
    except Exception as error:
        # Whatever is wrong with a log, the other tables can be restored.
        raise CannotRestore(str(error) or type(error).__name__) from error
    return restored
