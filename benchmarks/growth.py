"""Measures how cost grows with players, arena processes and games played, and how large records are."""

import gzip
import os
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.chart import Curve, Panel, draw
from benchmarks.rounds import Comparison
from chabudai.arena.duplicate import RunSettings
from chabudai.arena.run import ArenaPlan, run_plan
from chabudai.arena.selfplay import SelfplayJob, selfplay
from chabudai.bots import registry
from chabudai.games.registry import games

SEED = 1
PLAYERS = 4
BOTS = ("club@300", "casual@300")
DEALS = 24
GAMES = 1_000_000
"""The number of games in the long run of self-play."""
SAMPLES = 20
"""How many times memory is sampled during the long run."""
RECORDS = 200
STATM = Path("/proc/self/statm")


@dataclass(frozen=True)
class RecordSize:
    """The mean size in bytes of the record of a random game: as it is, and if many records are compressed together."""

    title: str
    size: float
    compressed: float


@dataclass(frozen=True)
class Growth:
    """The results: the chart, and the sizes of records."""

    chart: str
    records: list[RecordSize]


def measure_growth(playouts: Comparison) -> Growth:
    """Measure everything but the playouts, which are already measured."""
    memory = by_games()
    panels = [by_players(playouts), by_processes(os.cpu_count() or 1), *([memory] if memory else [])]
    chart = draw("How cost grows", "on one core, except for the arena with several processes", panels)
    return Growth(chart, record_sizes())


def by_players(playouts: Comparison) -> Panel:
    """Chart the random playouts at every player count, as already measured."""
    titles = dict.fromkeys(task.what for task in playouts.ours)
    curves = [
        Curve(title, [(task.players, task.best.ns) for task in playouts.ours if task.what == title]) for title in titles
    ]
    return Panel("Random playouts", "players", "ns per decision", curves)


def by_processes(cores: int) -> Panel:
    """Measure an arena with one process, then two, up to one per core."""
    game = games()["kasane"]
    plan = ArenaPlan(RunSettings(game.name, game.setup(PLAYERS), SEED, registry.bot), BOTS, "one", DEALS)
    points: list[tuple[float, float]] = []
    for jobs in range(1, cores + 1):
        began = perf_counter()
        deals = run_plan(plan, game, jobs, None, lambda done, of: None)
        points.append((jobs, len(deals) / (perf_counter() - began)))
    return Panel("Arena", "processes", "deals per second", [Curve(f"{game.title}, {BOTS[0]} and {BOTS[1]}", points)])


def by_games() -> Panel | None:
    """Measure the memory of a process during a long run of self-play; None if the system does not report it."""
    if not STATM.exists():
        return None
    game = games()["ameno_kirifuda"]
    batches = selfplay(SelfplayJob(game.name, game.setup(PLAYERS), SEED, GAMES, records=False), processes=1)
    points: list[tuple[float, float]] = []
    played = 0
    while played < GAMES:
        for totals in batches:
            played += totals.games
            if played >= (len(points) + 1) * GAMES // SAMPLES:
                break
        points.append((played, int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6))
    return Panel("Self-play", "games played", "memory in MB", [Curve(game.title, points)])


def record_sizes() -> list[RecordSize]:
    """Measure the size of records of every game."""
    sizes = []
    for game in games().values():
        job = SelfplayJob(game.name, game.setup(PLAYERS), SEED, RECORDS, records=True)
        lines = [line for totals in selfplay(job, processes=1) for line in totals.records]
        compressed = gzip.compress(b"\n".join(lines))
        sizes.append(RecordSize(game.title, sum(map(len, lines)) / len(lines), len(compressed) / len(lines)))
    return sizes
