"""What the server needs of a database: few calls, so that another one can stand behind them."""

import math
from collections.abc import Sequence
from typing import Protocol

import msgspec

from chabudai.kernel.errors import ChabudaiError
from chabudai.server.storage.listing import Listing
from chabudai.session.log import Row


class StaleOwner(ChabudaiError):
    """Somebody else has written to the log of a table since it was read."""


class StoreStopped(ChabudaiError):
    """Nothing more can be written: the server stops, or the disk is full."""


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
