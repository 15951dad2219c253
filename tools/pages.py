"""Formats the pages that tools write into docs: by .mdformat.toml, the same rules that `make lint` checks them with."""

import tomllib
from pathlib import Path

import mdformat

RULES = Path(__file__).parent.parent / ".mdformat.toml"


def formatted(page: str) -> str:
    """The page with its lines wrapped and its tables without padding."""
    rules = tomllib.loads(RULES.read_text(encoding="utf-8"))
    return mdformat.text(page, options=rules, extensions=rules["extensions"], codeformatters=rules["codeformatters"])
