"""Who this person is to each server: the cookie that it gave, kept so that one comes back to one's own seat."""

import json
import os
from pathlib import Path

from chabudai.terminal.atomic_write import write_over


def _file() -> Path:
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "chabudai" / "guests.json"


def cookie_for(server: str) -> str:
    """The cookie that this server gave, if it is known."""
    return _known().get(server, "")


def keep_cookie(server: str, cookie: str) -> None:
    """Keep a cookie; where nothing can be written, it is good only until the table is left."""
    known = _known() | {server: cookie}
    try:
        path = _file()
        path.parent.mkdir(parents=True, exist_ok=True)
        write_over(path, json.dumps(known, indent=1).encode() + b"\n", 0o600)  # who has it can sit down as this person
    except (OSError, RuntimeError):  # a person without a home
        return


def _known() -> dict[str, str]:
    try:
        known = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return {}
    return {str(server): str(cookie) for server, cookie in known.items()} if isinstance(known, dict) else {}
