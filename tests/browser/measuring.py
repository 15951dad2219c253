"""Measures a drawn table in the browser: what overlaps, is clipped, does not fit, or is too small to touch."""

from pathlib import Path

from playwright.sync_api import Page

TOUCH = 40
"""The least size of something to tap, in CSS pixels."""

_SCRIPT = Path(__file__).with_name("measuring.js").read_text("utf-8")


def layout_problems(page: Page, *, touch: bool) -> list[str]:
    """Return what is wrong with the table shown, in words; with `touch`, also what is too small to tap."""
    problems: list[str] = page.evaluate(_SCRIPT, TOUCH if touch else 0)
    return problems
