"""Stores the guest cookie of each server, so that a player returns to the same seat."""

import json
import os
from pathlib import Path

from chabudai.terminal.atomic_write import overwrite


def _path() -> Path:
    state_folder = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state_folder) / "chabudai" / "guests.json"


def cookie_for(server: str) -> str:
    """Return the cookie that this server has set, or ""."""
    return _read_cookies().get(server, "")


def save_cookie(server: str, cookie: str) -> None:
    """Store a cookie; if the file cannot be written, the cookie is lost on exit."""
    cookies = _read_cookies() | {server: cookie}
    try:
        path = _path()
        path.parent.mkdir(parents=True, exist_ok=True)
        # Only the user may read the file: a cookie gives access to the player's seats.
        overwrite(path, json.dumps(cookies, indent=1).encode() + b"\n", 0o600)
    except (OSError, RuntimeError):  # RuntimeError: there is no home folder
        return


def _read_cookies() -> dict[str, str]:
    try:
        cookies = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return {}
    return {str(server): str(cookie) for server, cookie in cookies.items()} if isinstance(cookies, dict) else {}
