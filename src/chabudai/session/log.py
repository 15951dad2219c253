"""The log of a table: the entries that can be written down about it. Read in order, they make the table.

In memory, moves and outcomes are the numbers that the rules use. Written down, they are words of the record, so that a
log can be read without the program that wrote it.
"""

from typing import Literal

import msgspec

from chabudai.kernel.chance import Word
from chabudai.kernel.errors import BadChance
from chabudai.scene.game import Game
from chabudai.session.settings import Pace, Settings

Way = Literal["person", "bot", "forced", "late"]
"""How a choice was made: by the person, by a bot in its own or somebody's place, as the only one, or out of time."""


class _Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="what", tag=str.lower):
    """What all entries have in common."""


class Opened(_Entry, frozen=True, rename={"settings": "plan"}):
    """A table was opened; `version` is that of the game's rules.

    A guided game has a `fixed` opening deal, in the form that `--chance` takes, and a `seed` for the rest.
    """

    settings: Settings
    version: int
    host: str
    fixed: list[str] = []
    seed: int | None = None


class Invited(_Entry, frozen=True):
    """A guest has followed an invitation and may sit down."""

    guest: str


class Sat(_Entry, frozen=True):
    """A guest has sat down, or returned to their seat."""

    seat: int
    guest: str
    name: str


class Bot(_Entry, frozen=True):
    """A bot was given a seat."""

    seat: int
    level: str


class Freed(_Entry, frozen=True):
    """A seat is free again."""

    seat: int


class Left(_Entry, frozen=True):
    """A person has left during the game; the seat stays theirs."""

    seat: int


class Began(_Entry, frozen=True):
    """The game has begun."""


class Came(_Entry, frozen=True):
    """Chance has decided: the numbers of each event and of its outcome, in order."""

    outcomes: list[tuple[int, int]]


class Chose(_Entry, frozen=True):
    """A seat has made its choice, by the number of the action."""

    seat: int
    action: int
    way: Way = "person"


class TookBack(_Entry, frozen=True):
    """The game is back at the position after this number of moves."""

    moves: int


class Said(_Entry, frozen=True):
    """A line of the chat; `seat` is -1 for a spectator."""

    guest: str
    name: str
    seat: int
    text: str


class Named(_Entry, frozen=True):
    """A guest has a new name."""

    guest: str
    name: str


class Prefers(_Entry, frozen=True):
    """Whether a person's forced moves are played automatically."""

    guest: str
    forced: bool


class Changed(_Entry, frozen=True):
    """The host has changed settings; None leaves one as it was."""

    pace: Pace | None = None
    limit: int | None = None
    takeover: int | None = None
    listed: bool | None = None


class Closed(_Entry, frozen=True):
    """The table was closed before the end of the game."""


class Again(_Entry, frozen=True):
    """The same people have gone on to another table."""

    table: str


_Plain = (
    Opened | Invited | Sat | Bot | Freed | Left | Began | TookBack | Said | Named | Prefers | Changed | Closed | Again
)

Entry = _Plain | Came | Chose


# ---- Written down ---------------------------------------------------------------------------------------------------


class Row(msgspec.Struct, frozen=True):
    """An entry as it is kept: its number, when it was made, by which command (if any), and its JSON."""

    seq: int
    at: float
    command: str
    entry: bytes


class _WrittenCame(_Entry, frozen=True, tag="came"):
    outcomes: list[tuple[str, Word]]


class _WrittenChose(_Entry, frozen=True, tag="chose"):
    seat: int
    move: str
    way: Way = "person"


_READER: msgspec.json.Decoder[_Plain | _WrittenCame | _WrittenChose] = msgspec.json.Decoder(
    _Plain | _WrittenCame | _WrittenChose
)


def written(entry: Entry, game: Game) -> bytes:
    """The entry as JSON, with moves and outcomes in words of the record."""
    if isinstance(entry, Chose):
        return msgspec.json.encode(_WrittenChose(entry.seat, game.actions[entry.action], entry.way))
    if isinstance(entry, Came):
        chances = game.chances
        outcomes = [(chances[event].name, chances[event].outcomes[outcome]) for event, outcome in entry.outcomes]
        return msgspec.json.encode(_WrittenCame(outcomes))
    return msgspec.json.encode(entry)


def read(line: bytes, game: Game) -> Entry:
    """The entry that was written like this."""
    entry = _READER.decode(line)
    if isinstance(entry, _WrittenChose):
        return Chose(entry.seat, game.action(entry.move), entry.way)
    if isinstance(entry, _WrittenCame):
        return Came([_outcome(game, name, word) for name, word in entry.outcomes])
    return entry


def read_opening(line: bytes) -> Opened:
    """The first entry of a log, which says what game it is."""
    return msgspec.json.decode(line, type=Opened)


def _outcome(game: Game, name: str, word: Word) -> tuple[int, int]:
    for event, chance in enumerate(game.chances):
        if chance.name == name and word in chance.outcomes:
            return event, chance.outcomes.index(word)
    raise BadChance(f"{game.name} has no chance event {name!r} with the outcome {word!r}")
