"""The page of the docs and its picture, written again whenever another pair has been played."""

from collections.abc import Sequence
from itertools import groupby
from os import cpu_count
from pathlib import Path
from platform import python_version

import chabudai
from benchmarks import machine
from chabudai.arena.picture import Group, draw
from chabudai.arena.table import Row
from chabudai.kernel.options import written
from tools.pages import formatted
from tools.strength.kept import Bout
from tools.strength.plan import Table

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "strength.md"
PICTURE = DOCS / "pictures" / "strength.svg"

HEADINGS = ("one", "against the rest", "win share", "95 %", "points ahead", "ms a move", "goal")

HEAD = """\
# Strength

This page is written by `make strength`, which plays all of it on two cores, can be interrupted at any time and goes on
where it was.

![Win shares of all pairs](pictures/strength.svg)

Each row is a hundred deals or more, as told below each table. Each deal is played once for every seat, with the same
cards and the same luck: one seat is played by the first bot, all others by the second. The share of games that the
first one wins is compared with its fair share. The interval is over deals, since the games of a deal are not
independent of each other. `expert@200` is `expert` at 200 simulations a move instead of its own number; the row says
where both have only a part of their own numbers. `openspiel` is OpenSpiel's own Python ISMCTS
([how](../benchmarks/peer_bot.py)), `plain-ismcts` our search without the game's knowledge and without beliefs.
Milliseconds are those of the processor for a move, measured for all bots in the same positions; at equal time means:
with as many simulations as take the same time there. The goal is what we set out to reach; a row without
one is there to compare.
"""


def write(bouts: Sequence[Bout]) -> None:
    """Write the page and the picture of all that has been played so far."""
    played = [(bout, bout.row()) for bout in bouts]
    PAGE.write_text(formatted(page(played)), encoding="utf-8")
    groups = [
        Group(heading(table), rows)
        for table, found in groupby(played, key=lambda one: one[0].table)
        if (rows := [row for _, row in found if row is not None])
    ]
    if groups:
        title = "How strong the bots are"
        subtitle = (
            "one against the rest, 100 deals or more, each in every rotation of the seats; bars are 95 % intervals"
        )
        PICTURE.write_text(draw(title, subtitle, groups), encoding="utf-8")


def page(played: Sequence[tuple[Bout, Row | None]]) -> str:
    """The page as Markdown."""
    lines = [
        HEAD,
        f"Processor: {machine.processor()}, {cpu_count()} cores. Python {python_version()}; Chabudai "
        f"{chabudai.__version__}, {'compiled' if chabudai.COMPILED else 'NOT COMPILED'}; OpenSpiel "
        f"{machine.installed('open_spiel') or 'not installed'}.",
    ]
    for table, found in groupby(played, key=lambda one: one[0].table):
        shown = list(found)
        lines += [
            "",
            f"## {heading(table)}",
            "",
            f"| {' | '.join(HEADINGS)} |",
            "|---|---|---:|---:|---:|---:|---|",
            *(f"| {' | '.join(cells(bout, row))} |" for bout, row in shown),
            "",
            f"`{command(shown[0][0])}` plays the first of these rows.",
        ]
    return "\n".join(lines) + "\n"


def heading(table: Table) -> str:
    """A game and how it is played here."""
    options = [f"{name} {written(value)}" for name, value in table.options.items()]
    return ", ".join([table.declared.title, f"{table.players} players", *options])


def command(bout: Bout) -> str:
    """How to play a row by hand."""
    table = bout.table
    options = "".join(f" --option {name}={written(value)}" for name, value in table.options.items())
    return (
        f"chabudai arena {table.game} --players {table.players}{options} --bots {bout.settled.one},{bout.settled.rest} "
        f"--format one --deals {table.deals} --seed {bout.plan.seed}"
    )


def cells(bout: Bout, row: Row | None) -> list[str]:
    """A row of the page."""
    against = f"{bout.table.players - 1} × {bout.settled.rest}"
    if row is None:
        return [bout.settled.one, against, "not played yet", "", "", "", ""]
    goal = bout.pair.met(row, bout.table)
    said = [f"**{'met' if goal[1] else 'NOT MET'}**: {goal[0]}"] if goal else []
    if row.deals < bout.table.deals:
        said.append(f"{row.deals} deals so far")
    if bout.stale:
        said.append("of an earlier build")
    return [
        bout.settled.one,
        against,
        f"**{row.share.mean:.3f}**",
        f"{row.share.low:.3f}–{row.share.high:.3f}",
        f"{row.margin.mean:+.2f}",
        " : ".join(f"{1000 * seconds:.2f}" for seconds in bout.settled.thought),
        "; ".join(filter(None, [*said, bout.pair.remark(bout.table)])),
    ]
