"""Writes docs/observations.md: the features of every game; with `--check`, only looks whether it is up to date.

Run it from the root of the repository, with `python -m tools.observations`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from chabudai.games.registry import games
from tools.pages import formatted

PAGE = Path(__file__).parent.parent / "docs" / "observations.md"

HEAD = """\
# What learners see

This page is written by `tools/observations.py`. [Research](research.md) tells how observations are read.

Every feature is zeros and ones. A set has a one for each member; one of several things has a one at its place, none if
there is none; a count is so many ones; *a number* is binary digits, the lowest first, the last one negative. Where a
feature is *for each seat*, the viewer comes first and the others follow clockwise. Shapes are those of the highest
number of players and the default options; the layout is named by a hash of the names and shapes of its features and of
its version.
"""


def page() -> str:
    """The whole page."""
    return formatted(HEAD + "".join(f"\n{line}" for line in lines()) + "\n")


def lines() -> Iterator[str]:
    """A table for each game."""
    for game in games().values():
        setup = game.setup(game.players[-1])
        observer = game.observer(setup)
        yield f"## {game.title}"
        yield ""
        yield f"{setup.players} players: {observer.size:,} zeros and ones, layout `{observer.layout}`."
        yield ""
        yield "| feature | shape | |"
        yield "|---|---|---|"
        for feature in observer.features:
            yield f"| `{feature.name}` | {' × '.join(str(length) for length in feature.shape)} | {feature.meaning} |"
        yield ""


def main() -> None:
    """Write the page, or check it."""
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        sys.exit(f"{PAGE.name} is out of date: run python -m tools.observations")


if __name__ == "__main__":
    main()
