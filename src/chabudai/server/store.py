"""What the server needs of a database: few calls, so that another one can stand behind them."""

import math
from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from chabudai.kernel.errors import ChabudaiError

Status = Literal["open", "playing", "over", "closed"]
"""Of a table: seats are free; the game is under way; it is over; it was closed before its end."""


class StaleOwner(ChabudaiError):
    """Somebody else has written to the log of a table since it was read."""


class StoreStopped(ChabudaiError):
    """Nothing more can be written: the server stops, or the disk is full."""


class Row(msgspec.Struct, frozen=True):
    """An entry in the log of a table: its number, when it was made, by which command (if any), and what it says."""

    seq: int
    at: float
    command: str
    entry: bytes


class Sitter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat: a guest by the name they gave, a bot of some level, or nobody yet."""

    guest: str = ""
    name: str = ""
    level: str = ""


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A table as lists of tables show it, and when it next needs the server (if it does without anybody's doing)."""

    id: str
    game: str
    host: str
    status: Status
    listed: bool
    limit: int
    sitters: list[Sitter]
    waiting: list[int]
    moves: int
    scores: list[int]
    winners: list[int]
    made: float
    touched: float
    wake: float | None = None

    @property
    def guests(self) -> set[str]:
        """Those who see this table among their own: who sits here, and the host."""
        return {self.host} | {sitter.guest for sitter in self.sitters if sitter.guest}


class Guest(msgspec.Struct, frozen=True):
    """Somebody who was here: nothing is known of them but the name they gave."""

    id: str
    name: str = ""
    banned: bool = False


class KeptGame(msgspec.Struct, frozen=True):
    """A finished game or an uploaded one, as a line of the record."""

    id: str
    guest: str
    game: str
    made: float
    line: bytes


class Store(Protocol):
    """Logs, guests and records. Each call is whole or not at all; what has returned is on disk."""

    async def append(self, rows: Sequence[Row], listing: Listing) -> None:
        """Add to the log of a table; refused (StaleOwner) if there is an entry of one of these numbers already."""
        ...

    async def log(self, table: str) -> list[Row]:
        """The whole log of a table, empty if there is none."""
        ...

    async def listing(self, table: str) -> Listing | None:
        """A table as lists show it."""
        ...

    async def listed(self, limit: int) -> list[Listing]:
        """Tables that everybody may join or watch and that are not over, the latest first."""
        ...

    async def tables_of(self, guest: str, limit: int, before: float = math.inf) -> list[Listing]:
        """Tables at which a guest sits or sat, the latest first; of those last touched before that time."""
        ...

    async def latest(self, limit: int) -> list[Listing]:
        """All tables, the latest first."""
        ...

    async def due(self, now: float, limit: int) -> list[str]:
        """Tables that need the server by now."""
        ...

    async def let_sleep(self, table: str) -> None:
        """A table needs the server no more, whatever its log says."""
        ...

    async def unfinished(self, host: str) -> int:
        """How many tables of a host are neither over nor closed."""
        ...

    async def forget(self, before: float) -> int:
        """Remove tables that were not touched since and have no finished game; tells how many."""
        ...

    async def guest(self, guest: str) -> Guest | None:
        """What is known of a guest."""
        ...

    async def name_guest(self, guest: str, name: str) -> None:
        """Keep what a guest is called."""
        ...

    async def ban_guest(self, guest: str, banned: bool) -> None:
        """Keep whether a guest is banned."""
        ...

    async def banned(self) -> list[Guest]:
        """The guests who are banned."""
        ...

    async def save_game(self, game: KeptGame) -> None:
        """Keep a finished or uploaded game; one that is there already stays."""
        ...

    async def game(self, game: str) -> KeptGame | None:
        """A finished or uploaded game."""
        ...

    async def close(self) -> None:
        """Finish what was begun, and release everything."""
        ...
