"""The record of a game as a value, and as a line of JSON."""

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from chabudai.kernel.chance import Word
from chabudai.kernel.errors import BadRecord
from chabudai.kernel.setup import OptionValue, Rows

FORMAT = "chabudai/1"


class ChanceEntry(msgspec.Struct, frozen=True):
    """A chance event and its outcomes, in words of the record."""

    what: str
    result: list[Word]


class Result(msgspec.Struct, frozen=True):
    """How the game ended: the points of each seat, and all seats that win, in order."""

    scores: list[int]
    winners: list[int]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A finished or unfinished game, with every random outcome in it."""

    game: str
    players: int
    options: dict[str, OptionValue]
    chance: list[ChanceEntry]
    moves: list[tuple[int, str]]
    result: Result | None = None
    data: dict[str, Rows] | None = None
    further: Mapping[str, object] = {}
    """Further fields to be written (seed, names, bots, …); readers ignore them."""

    def as_line(self) -> bytes:
        """The record as JSON on one line, without its end."""
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


class _Written(msgspec.Struct):
    """The fields that a reader looks at."""

    format: str
    game: str
    players: int
    options: dict[str, OptionValue]
    chance: list[ChanceEntry]
    moves: list[tuple[int, str]]
    result: Result | None = None
    data: dict[str, Rows] | None = None


def read_record(line: bytes) -> Record:
    """The record that a line of JSON holds. Whether it follows the rules is for `replay` to judge."""
    try:
        written = msgspec.json.decode(line, type=_Written)
        line.decode()  # also what is not looked at here, such as names, is for others to read
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"not a record: {error}") from error
    if written.format != FORMAT:
        raise BadRecord(f"the format is {written.format!r}; this program reads {FORMAT!r}")
    return Record(
        game=written.game,
        players=written.players,
        options=written.options,
        chance=written.chance,
        moves=written.moves,
        result=written.result,
        data=written.data,
    )


def read_records(path: Path) -> Iterator[Record]:
    """The records of a file; one that cannot be read is refused with its place."""
    for where, line in record_lines(path):
        with refused_at(where):
            record = read_record(line)
        yield record


@contextmanager
def refused_at(where: str) -> Iterator[None]:
    """Lets a refusal of a record say where the record stands."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(f"{where}: {error}") from error


def record_lines(path: Path) -> Iterator[tuple[str, bytes]]:
    """The records of a file as they stand, with the place of each: one a line (`.jsonl`), or one alone (otherwise)."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadRecord(f"cannot read {path}: {error.strerror}") from error
    content = content.removeprefix(BOM_UTF8)  # as some editors begin a file
    if path.suffix != ".jsonl":
        yield str(path), content
        return
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            yield f"{path}, line {number}", line
