"""Format the pages that tools write into docs, with the settings that `make lint` checks."""

import tomllib
from pathlib import Path

import mdformat

SETTINGS = Path(__file__).parent.parent / ".mdformat.toml"


def formatted(page: str) -> str:
    """Wrap the lines of a page and remove the padding of its tables."""
    settings = tomllib.loads(SETTINGS.read_text(encoding="utf-8"))
    return mdformat.text(
        page, options=settings, extensions=settings["extensions"], codeformatters=settings["codeformatters"]
    )
