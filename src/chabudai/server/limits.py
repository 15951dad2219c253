"""The limits that protect a server from overload and abuse, and the file in which an operator changes them."""

import dataclasses
import math
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chabudai.kernel.errors import ChabudaiError


class BadLimits(ChabudaiError):
    """A file of limits that cannot be read, or with an unknown name or a wrong value."""


@dataclass(frozen=True)
class Limits:
    """The limits of a server, and of each guest, address, host, table and connection.

    An address is an IPv4 address or a /64 network of IPv6. The defaults let forty people behind one address play.
    A rate per minute allows a whole minute's worth at once.
    """

    # Messages over WebSockets. Pings count, too.
    message_bytes: int = 8192
    messages_per_second: float = 8.0
    message_burst: int = 40
    """For each guest, over all connections."""
    messages_per_second_per_address: float = 80.0
    message_burst_per_address: int = 800
    pending_commands: int = 16
    """Commands of one connection that wait for a reply."""

    # Requests over HTTP. An expensive page counts as several requests.
    requests_per_second_per_address: float = 40.0
    request_burst_per_address: int = 2000
    upload_bytes: int = 1_000_000
    upload_moves: int = 5000
    """Moves in an uploaded record. The longest real games have fewer than 2,000."""

    # Connections.
    connections: int = 4000
    """WebSockets of the whole server."""
    connections_per_guest: int = 16
    connections_per_address: int = 240
    network_connections_per_address: int = 600
    """WebSockets and HTTP connections; those of a trusted proxy are not counted."""
    viewers_per_table: int = 100
    viewers_per_table_per_address: int = 50
    """Spectators: the host and everybody with a seat always get in."""

    # Guests.
    new_guests_per_minute: float = 60.0
    """From one address: the first use of each cookie, wherever it comes from, and reviews and loads without one."""

    # Tables.
    new_tables_per_minute: float = 12.0
    new_tables_per_minute_per_address: float = 60.0
    unfinished_per_host: int = 60
    unfinished_per_address: int = 600
    """Opened since the server started."""
    tables_in_memory: int = 5000
    """Beyond this, no new tables are opened."""
    tables_in_memory_per_address: int = 300
    """Opened or loaded by guests from there."""
    reserved_for_loading: int = 1000
    """Tables that may be loaded from disk beyond `tables_in_memory`, so that a full server lets its players in."""
    loads_per_minute: float = 60.0
    loads_per_minute_per_address: float = 300.0
    """Tables loaded from disk."""
    idle_days: float = 90.0
    """After this many days without an entry, remove a table unless its game is over."""
    unload_after: float = 120.0
    """Unload a table from memory after this many seconds without viewers."""

    # Uploads, hints, reviews, chat and reports.
    uploads_per_minute: float = 10.0
    uploads_per_minute_per_address: float = 30.0
    uploads_kept_per_guest: int = 100
    uploads_kept_per_address: int = 500
    uploads_kept: int = 5000
    """The latest ones; the games that were played on this server are not counted."""
    hints_per_minute: float = 12.0
    hints_per_minute_per_address: float = 120.0
    hints_waiting_per_address: int = 16
    reviews_per_minute: float = 4.0
    reviews_per_minute_per_address: float = 20.0
    reviews_waiting_per_address: int = 4
    chat_lines_per_minute: float = 30.0
    chat_lines_per_minute_per_address: float = 300.0
    reports_per_minute: float = 2.0
    reports_per_minute_per_address: float = 10.0


_TYPES: dict[str, type[int] | type[float]] = {
    field.name: int if isinstance(field.default, int) else float for field in dataclasses.fields(Limits)
}


def read_limits(path: Path) -> Limits:
    """Read the limits that a TOML file changes; all others keep their defaults."""
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except OSError as error:
        raise BadLimits(f"cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadLimits(f"{path} is not a TOML file: {error}") from error
    for name, value in values.items():
        problem = _problem(name, value)
        if problem:
            raise BadLimits(f"{path}{_line(text, name)}: {problem}")
    numbers: dict[str, Any] = {name: _TYPES[name](value) for name, value in values.items()}
    return Limits(**numbers)


def _problem(name: str, value: object) -> str:
    """Return what is wrong with a value, if anything."""
    if name not in _TYPES:
        return f"there is no limit {name!r}; the limits are: {', '.join(_TYPES)}"
    whole = _TYPES[name] is int
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        return f"{name} must be a {'whole ' if whole else ''}number, not {value!r}"
    if not math.isfinite(value) or value < 0:
        return f"{name} must not be {'negative' if value < 0 else value}"
    if name == "idle_days" and value == 0:
        return "idle_days must be more than 0: the server would remove all tables"
    return ""


def _line(text: str, name: str) -> str:
    """Return the line on which a name is set, for an error message."""
    pattern = re.compile(rf"""\s*\[*\s*["']?{re.escape(name)}\b""")
    numbers = (number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line))
    number = next(numbers, None)
    return "" if number is None else f", line {number}"
