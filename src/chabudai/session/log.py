"""The log of a table: every entry that can be written about it. Applied in order, the entries rebuild the table.

In memory, moves and outcomes are the numbers that the rules use. On disk they are the words of the record, so that a
log can be read without the program that wrote it.
"""

from typing import Literal

import msgspec

from chabudai.kernel.chance import Word
from chabudai.kernel.errors import BadChance
from chabudai.scene.game import Game
from chabudai.session.settings import Pace, Settings

MadeBy = Literal["person", "bot", "forced", "late"]
"""Who made a choice: the person, a bot, nobody (it was the only legal one), or a bot because the time was up."""


def _tag(name: str) -> str:
    """Return the tag of an entry on disk. Classes renamed after 0.1.0 keep their old tags."""
    return _OLD_TAGS.get(name, name.lower())


_OLD_TAGS = {
    "BotSeated": "bot",
    "ChanceResolved": "came",
    "Chatted": "said",
    "ForcedMovesSet": "prefers",
    "GuestNamed": "named",
    "RematchOpened": "again",
    "SeatFreed": "freed",
    "SeatLeft": "left",
    "SettingsChanged": "changed",
    "TableClosed": "closed",
}


class _Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="what", tag=_tag):
    """Base of all entries."""


class Opened(_Entry, frozen=True, rename={"settings": "plan"}):
    """A table was opened; `version` is that of the game's rules.

    A guided game has a `fixed` opening deal, in the format of `--chance`, and a `seed` for the rest. Other games have
    what the players decided before the game.
    """

    settings: Settings
    version: int
    host: str
    fixed: list[str] = []
    seed: int | None = None


class Invited(_Entry, frozen=True):
    """A guest followed an invitation and may sit down."""

    guest: str


class Sat(_Entry, frozen=True):
    """A guest sat down, or returned to their seat."""

    seat: int
    guest: str
    name: str


class BotSeated(_Entry, frozen=True):
    """A bot was given a seat."""

    seat: int
    level: str


class SeatFreed(_Entry, frozen=True):
    """A seat became free."""

    seat: int


class SeatLeft(_Entry, frozen=True):
    """A person left during the game; the seat stays theirs."""

    seat: int


class PlayerRemoved(_Entry, frozen=True):
    """A person lost their seat, and may neither sit down nor watch again: the host or the others removed them.

    Before the game the seat becomes free; during the game a bot of this level takes it.
    """

    seat: int
    guest: str
    level: str = ""


class InvitationsRevoked(_Entry, frozen=True):
    """The invitations made so far became invalid."""


class Began(_Entry, frozen=True):
    """The game began."""


class ChanceResolved(_Entry, frozen=True):
    """Chance events were resolved: pairs of an event and its outcome, as numbers, in order."""

    outcomes: list[tuple[int, int]]


class Chose(_Entry, frozen=True):
    """A seat made its choice."""

    seat: int
    action: int
    made_by: MadeBy = "person"


class TookBack(_Entry, frozen=True):
    """Choices were taken back: only the first `moves` moves remain."""

    moves: int


class DeviceTaken(_Entry, frozen=True):
    """The person at a seat took the shared device, which starts their time limit anew."""

    seat: int


class Downtime(_Entry, frozen=True):
    """The server was down for this many seconds, which count for nobody.

    The number is negative if the clock was set back before the server started again.
    """

    seconds: float


class Chatted(_Entry, frozen=True):
    """Somebody wrote a line of chat; `seat` is -1 for a spectator. A quick `reaction` has no text of its own."""

    guest: str
    name: str
    seat: int
    text: str
    reaction: str = ""


class GuestNamed(_Entry, frozen=True):
    """A guest changed their name: at this seat or, if it is -1, at all their seats."""

    guest: str
    name: str
    seat: int = -1


class ForcedMovesSet(_Entry, frozen=True):
    """A guest chose whether their forced moves are played automatically."""

    guest: str
    forced: bool


class SettingsChanged(_Entry, frozen=True):
    """The host changed settings; None leaves a setting unchanged."""

    pace: Pace | None = None
    limit: int | None = None
    takeover: int | None = None
    listed: bool | None = None


class TableClosed(_Entry, frozen=True):
    """The table was closed before the end of the game: by somebody, or since it might never end (`too_long`)."""

    why: Literal["", "too_long"] = ""


class RematchOpened(_Entry, frozen=True):
    """A table for a rematch was opened."""

    table: str


_SameOnDisk = (
    Opened
    | Invited
    | Sat
    | BotSeated
    | SeatFreed
    | SeatLeft
    | PlayerRemoved
    | InvitationsRevoked
    | Began
    | TookBack
    | DeviceTaken
    | Downtime
    | Chatted
    | GuestNamed
    | ForcedMovesSet
    | SettingsChanged
    | TableClosed
    | RematchOpened
)

Entry = _SameOnDisk | ChanceResolved | Chose


# ---- On disk --------------------------------------------------------------------------------------------------------


class LogRow(msgspec.Struct, frozen=True):
    """A stored entry: its number, its time, the command that made it (as in `Table.commands`), and its JSON."""

    seq: int
    at: float
    command: str
    entry: bytes


class _ChanceResolvedOnDisk(_Entry, frozen=True, tag="came"):
    outcomes: list[tuple[str, Word]]


class _ChoseOnDisk(_Entry, frozen=True, tag="chose", rename={"made_by": "way"}):
    seat: int
    move: str
    made_by: MadeBy = "person"


_DECODER: msgspec.json.Decoder[_SameOnDisk | _ChanceResolvedOnDisk | _ChoseOnDisk] = msgspec.json.Decoder(
    _SameOnDisk | _ChanceResolvedOnDisk | _ChoseOnDisk
)


def encode_entry(entry: Entry, game: Game) -> bytes:
    """Encode an entry as JSON, with moves and outcomes in the words of the record."""
    if isinstance(entry, Chose):
        return msgspec.json.encode(_ChoseOnDisk(entry.seat, game.actions[entry.action], entry.made_by))
    if isinstance(entry, ChanceResolved):
        chances = game.chances
        outcomes = [(chances[event].name, chances[event].outcomes[outcome]) for event, outcome in entry.outcomes]
        return msgspec.json.encode(_ChanceResolvedOnDisk(outcomes))
    return msgspec.json.encode(entry)


def decode_entry(line: bytes, game: Game) -> Entry:
    """Decode an entry from its JSON."""
    entry = _DECODER.decode(line)
    if isinstance(entry, _ChoseOnDisk):
        return Chose(entry.seat, game.action(entry.move), entry.made_by)
    if isinstance(entry, _ChanceResolvedOnDisk):
        return ChanceResolved([_outcome(game, name, word) for name, word in entry.outcomes])
    return entry


def decode_opened(line: bytes) -> Opened:
    """Decode the first entry of a log, which names the game."""
    return msgspec.json.decode(line, type=Opened)


def _outcome(game: Game, name: str, word: Word) -> tuple[int, int]:
    """Return the numbers of a chance event and of its outcome."""
    for event, chance in enumerate(game.chances):
        if chance.name == name and word in chance.outcomes:
            return event, chance.outcomes.index(word)
    raise BadChance(f"{game.name} has no chance event {name!r} with the outcome {word!r}")
