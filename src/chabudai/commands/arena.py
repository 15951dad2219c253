"""`chabudai arena`: measures how strong bots are against each other.

It plays what is left of a run, shows the table, and writes it beside the journal.
"""

import argparse
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from chabudai.arena.duplicate import Deal, Match
from chabudai.arena.lineup import sides_of
from chabudai.arena.picture import Group, as_png, draw, signed
from chabudai.arena.progress import progress
from chabudai.arena.run import Order, play
from chabudai.arena.table import Row, as_csv, rows, times
from chabudai.bots import registry
from chabudai.commands.table import setup_of
from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.options import written
from chabudai.kernel.rng import Rng
from chabudai.records.fixed_chance import fixed_chance
from chabudai.scene.game import Game


def run(options: argparse.Namespace) -> int:
    """Play what is asked for, or what is left of it, and show the table."""
    game = find_game(options.game)
    make = partial(registry.bot, simulations=options.simulations)
    match = Match(game.name, setup_of(game, options), options.seed, make, tuple(options.chance))
    # All that is asked for is looked at before anything is played or written.
    fixed_chance(game.chances, match.chance, then=Seeded(Rng(options.seed)))
    for name in options.bots:
        make(name, game, Rng(options.seed))
    order = Order(match, options.bots, options.format, options.deals, options.simulations)
    _play_and_show(order, game, options.jobs, options.out)
    return 0


def _play_and_show(order: Order, game: Game, jobs: int, folder: Path | None) -> None:
    """Play an order, show its table and, with a folder, write it there."""
    asked = order.pairs()
    try:
        with progress() as bar:
            shown = bar.add_task(game.name, total=None)
            deals = play(order, game, jobs, folder, lambda done, all_: bar.update(shown, completed=done, total=all_))
    except KeyboardInterrupt:
        if folder is not None and folder.exists():
            Console(stderr=True).print(f"The finished deals are in {folder}; the same command goes on.", soft_wrap=True)
        raise
    table = rows(asked, deals)
    console = Console(highlight=False)
    console.print(f"[bold]{game.title}[/]: {_describe(order, game)}", soft_wrap=True)
    console.print(_shown_rows(table))
    console.print(_shown_times(deals))
    if folder is not None:
        console.print(_write(order, game, table, folder), soft_wrap=True, markup=False)


def _describe(order: Order, game: Game) -> str:
    """What was played, in a line; of the options those that are not as usual."""
    setup = order.match.setup
    usual = {option.name: option.default for option in game.options}
    options = [f"{name} {written(value)}" for name, value in setup.options.items() if value != usual[name]]
    sides = len(sides_of(setup))
    cut = [f"{order.simulations} simulations"] if order.simulations else []
    luck = [
        f"{order.deals} deals, each in {sides} rotations",
        f"seed {order.match.seed}",
        f"fair share {1 / sides:.3f}",
    ]
    return ", ".join([f"{setup.players} players", *options, *order.match.chance, *cut, *luck])


def _shown_rows(table: Sequence[Row]) -> Table:
    """The table for the terminal."""
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for heading in ("bot", "against", "sides", "win share", "95 %", "margin", "95 %"):
        name = heading in ("bot", "against")
        shown.add_column(heading, justify="left" if name else "right", no_wrap=not name, overflow="fold")
    for row in table:
        sign, style = {1: ("▲", "green"), 0: ("●", "dim"), -1: ("▼", "red")}[row.verdict]
        shown.add_row(
            row.bot,
            row.against,
            f"{row.sides[0]} : {row.sides[1]}",
            f"[{style}]{sign}[/] {row.share.mean:.3f}",
            f"{row.share.low:.3f}–{row.share.high:.3f}",
            signed(row.margin.mean),
            f"{signed(row.margin.low)} to {signed(row.margin.high)}",
        )
    return shown


def _shown_times(deals: Sequence[Deal]) -> Table:
    """How long the bots thought, for the terminal."""
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    shown.add_column("bot")
    shown.add_column("moves", justify="right")
    shown.add_column("time a move", justify="right")
    for bot, thought in times(deals).items():
        shown.add_row(bot, f"{thought.moves:,}", f"{1000 * thought.seconds / max(thought.moves, 1):,.2f} ms")
    return shown


def _write(order: Order, game: Game, table: Sequence[Row], folder: Path) -> str:
    """Write the table as JSON, CSV and pictures; says in words what was written."""
    facts = {**order.identity(game), "deals": order.deals, "table": table}
    whole = json.dumps(msgspec.to_builtins(facts), ensure_ascii=False, indent=1)
    (folder / "table.json").write_text(whole + "\n", encoding="utf-8")
    (folder / "table.csv").write_text(as_csv(table), encoding="utf-8")
    drawing = draw(f"{game.title} {game.native_title}", _describe(order, game), [Group("", table)])
    (folder / "table.svg").write_text(drawing, encoding="utf-8")
    told = f"Written to {folder}: table.json, table.csv, table.svg"
    pixels = as_png(drawing)
    if pixels is None:
        return f"{told}; for a PNG install resvg-py"
    (folder / "table.png").write_bytes(pixels)
    return f"{told}, table.png"
