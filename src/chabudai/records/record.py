"""Game records as values, and their encoding as a line of JSON."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from chabudai.kernel.chance import Word
from chabudai.kernel.errors import BadRecord
from chabudai.kernel.message import Message
from chabudai.kernel.setup import OptionValue, Rows

FORMAT = "chabudai/1"


class ChanceEntry(msgspec.Struct, frozen=True):
    """A chance event and its outcomes, in words of the record."""

    what: str
    result: list[Word]


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the score of each seat, and the winning seats in ascending order."""

    scores: list[int]
    winners: list[int]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A finished or unfinished game with all its chance outcomes and moves."""

    game: str
    players: int
    options: dict[str, OptionValue]
    chance: list[ChanceEntry]
    moves: list[tuple[int, str]]
    result: Result | None = None
    data: dict[str, Rows] | None = None
    further: Mapping[str, object] = {}
    """Further fields to write (seed, names, bots, …), which readers ignore."""

    def as_line(self) -> bytes:
        """Return the record as one line of JSON, without a line break."""
        fields: dict[str, object] = {
            "format": FORMAT,
            "game": self.game,
            "players": self.players,
            "options": self.options,
            "chance": self.chance,
            "moves": self.moves,
        }
        if self.result is not None:
            fields["result"] = self.result
        if self.data is not None:
            fields["data"] = self.data
        return msgspec.json.encode(fields | dict(self.further))


class _RecordFields(msgspec.Struct):
    """The fields that a reader uses."""

    format: str
    game: str
    players: int
    options: dict[str, OptionValue]
    chance: list[ChanceEntry]
    moves: list[tuple[int, str]]
    result: Result | None = None
    data: dict[str, Rows] | None = None


def read_record(line: bytes) -> Record:
    """Decode a record from a line of JSON. Does not check the rules of the game; `replay` does."""
    try:
        fields = msgspec.json.decode(line, type=_RecordFields)
        line.decode()  # checks the encoding of the ignored fields too
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"not a record: {error}", problem=_unreadable(error)) from error
    if fields.format != FORMAT:
        problem = Message("format", {"format": fields.format, "expected": FORMAT})
        raise BadRecord(f"the format is {fields.format!r}, but this program reads {FORMAT!r}", problem=problem)
    return Record(
        game=fields.game,
        players=fields.players,
        options=fields.options,
        chance=fields.chance,
        moves=fields.moves,
        result=fields.result,
        data=fields.data,
    )


def _unreadable(error: Exception) -> Message:
    """Say what is wrong with a file that is not a record: it is something else, or one field of it is wrong."""
    field = re.search(r"field `(\w+)`|\$\.(\w+)", str(error)) if isinstance(error, msgspec.ValidationError) else None
    return Message("field", {"field": field[1] or field[2]}) if field else Message("not_a_record")


def read_records(path: Path) -> Iterator[Record]:
    """Yield the records of a file. Errors name the file and the line."""
    for where, line in record_lines(path):
        with errors_at(where):
            record = read_record(line)
        yield record


@contextmanager
def errors_at(where: str) -> Iterator[None]:
    """Prefix the message of a BadRecord with the place of the record."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(f"{where}: {error}") from error


def record_lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the undecoded records of a file with their places: one per line (`.jsonl`), otherwise a single one."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}") from error
    content = content.removeprefix(BOM_UTF8)  # some editors write one
    if path.suffix != ".jsonl":
        yield str(path), content
        return
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            yield f"{path}, line {number}", line
