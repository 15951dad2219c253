"""`chabudai arena`: compares the strength of bots.

It plays the remaining deals of a run and prints the results. With `--out`, it also writes them to
that folder, next to the journal of finished deals.
"""

import argparse
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console, JustifyMethod
from rich.table import Table

from chabudai.arena.chart import ChartGroup, as_png, draw_chart, signed_points
from chabudai.arena.duplicate import Deal, RunSettings
from chabudai.arena.lineup import sides_of
from chabudai.arena.progress import progress_bar
from chabudai.arena.results import PairResult, as_csv, pair_results, thinking_times
from chabudai.arena.run import ArenaPlan, run_plan
from chabudai.bots import registry
from chabudai.commands.output import Output
from chabudai.commands.table_arguments import setup_from_arguments
from chabudai.games.registry import game as find_game
from chabudai.kernel.chance import Seeded
from chabudai.kernel.options import option_text
from chabudai.kernel.rng import Rng
from chabudai.records.fixed_chance import fixed_chance
from chabudai.scene.game import Game
from chabudai.scene.words import title
from chabudai.terminal.plain.plain_words import plain_words
from chabudai.translation.catalog import translated


def run(options: argparse.Namespace) -> int:
    """Play the run, or the rest of it, and print the results."""
    game = find_game(options.game)
    make_bot = partial(registry.bot, simulations=options.simulations)
    settings = RunSettings(
        game.name, setup_from_arguments(game, options), options.seed, make_bot, tuple(options.chance)
    )
    # Check all arguments before anything is played or written.
    fixed_chance(game.chances, settings.chance, then=Seeded(Rng(options.seed)))
    for name in options.bots:
        make_bot(name, game, Rng(options.seed))
    plan = ArenaPlan(settings, options.bots, options.format, options.deals, options.simulations)
    _play_and_show(plan, game, options.jobs, options.out, options.lang)
    return 0


def _play_and_show(plan: ArenaPlan, game: Game, jobs: int, folder: Path | None, language: str) -> None:
    """Play the plan, print the results and, with a folder, write them there."""
    pairs = plan.pairs()
    try:
        with progress_bar() as bar:
            task = bar.add_task(game.name, total=None)
            deals = run_plan(plan, game, jobs, folder, lambda done, all_: bar.update(task, completed=done, total=all_))
    except KeyboardInterrupt:
        if folder is not None and folder.exists():
            message = f"The finished deals are in {folder}. To continue, run the same command again."
            Console(stderr=True).print(translated(message, language), soft_wrap=True, markup=False)
        raise
    results = pair_results(pairs, deals)
    console = Output()
    console.print(f"[bold]{title(game, language)}[/]: {_describe(plan, game, language)}", soft_wrap=True)
    console.print(_results_table(results, language))
    console.print(_times_table(deals, language))
    if folder is not None:
        console.print(translated(_write(plan, game, results, folder), language), soft_wrap=True, markup=False)


def _describe(plan: ArenaPlan, game: Game, language: str) -> str:
    """Describe the run in a line, with the options that differ from their defaults."""
    translate = partial(translated, language=language)
    setup = plan.settings.setup
    defaults = {option.name: option.default for option in game.options}
    options = [f"{name} {option_text(value)}" for name, value in setup.options.items() if value != defaults[name]]
    sides = len(sides_of(setup))
    simulations = [translate(f"{plan.simulations} simulations")] if plan.simulations else []
    deals = [
        translate(f"{plan.deals} deals, each in {sides} rotations"),
        translate(f"seed {plan.settings.seed}"),
        translate(f"fair share {1 / sides:.3f}"),
    ]
    parts = [translate(f"{setup.players} players"), *options, *plan.settings.chance, *simulations, *deals]
    return plain_words(language).listed(parts)


def _results_table(results: Sequence[PairResult], language: str) -> Table:
    """Return the results as a table for the terminal."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for heading in ("bot", "against", "sides", "win share", "95 %", "margin", "95 %"):
        is_name = heading in ("bot", "against")
        justify: JustifyMethod = "left" if is_name else "right"
        table.add_column(translated(heading, language), justify=justify, no_wrap=not is_name, overflow="fold")
    for row in results:
        sign, style = {1: ("▲", "green"), 0: ("●", "dim"), -1: ("▼", "red")}[row.verdict]
        table.add_row(
            row.bot,
            row.against,
            f"{row.sides[0]} : {row.sides[1]}",
            f"[{style}]{sign}[/] {row.share.mean:.3f}",
            f"{row.share.low:.3f}–{row.share.high:.3f}",
            signed_points(row.margin.mean),
            translated(f"{signed_points(row.margin.low)} to {signed_points(row.margin.high)}", language),
        )
    return table


def _times_table(deals: Sequence[Deal], language: str) -> Table:
    """Return the thinking times as a table for the terminal."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(translated("bot", language))
    table.add_column(translated("moves", language), justify="right")
    table.add_column(translated("time per move", language), justify="right")
    for bot, thinking in thinking_times(deals).items():
        table.add_row(bot, f"{thinking.moves:,}", f"{1000 * thinking.seconds / max(thinking.moves, 1):,.2f} ms")
    return table


def _write(plan: ArenaPlan, game: Game, results: Sequence[PairResult], folder: Path) -> str:
    """Write the results as JSON, CSV and charts; return a message that names the files."""
    facts = {**plan.identity(game), "deals": plan.deals, "table": results}
    text = json.dumps(msgspec.to_builtins(facts), ensure_ascii=False, indent=1)
    (folder / "table.json").write_text(text + "\n", encoding="utf-8")
    (folder / "table.csv").write_text(as_csv(results), encoding="utf-8")
    drawing = draw_chart(f"{game.title} {game.native_title}", _describe(plan, game, "en"), [ChartGroup("", results)])
    (folder / "table.svg").write_text(drawing, encoding="utf-8")
    message = f"Written to {folder}: table.json, table.csv, table.svg"
    png = as_png(drawing)
    if png is None:
        return f"{message}. For a PNG, install resvg-py."
    (folder / "table.png").write_bytes(png)
    return f"{message}, table.png"
