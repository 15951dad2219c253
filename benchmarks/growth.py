"""How cost grows: with players, with the processes of an arena, with the games of a long run; and what is stored."""

import gzip
import os
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.chart import Curve, Panel, draw
from benchmarks.rounds import Contest
from chabudai.arena.duplicate import Match
from chabudai.arena.run import Order, play
from chabudai.arena.selfplay import Task, selfplay
from chabudai.bots import registry
from chabudai.games.registry import games

SEED = 1
PLAYERS = 4
BOTS = ("club@300", "casual@300")
DEALS = 24
GAMES = 1_000_000
"""Games of the long run."""
LOOKS = 20
"""How often its memory is looked at."""
RECORDS = 200
STATM = Path("/proc/self/statm")


@dataclass(frozen=True)
class Recorded:
    """The mean size of a record of a random game in bytes: as it is, and its part of many that are packed by gzip."""

    title: str
    size: float
    packed: float


@dataclass(frozen=True)
class Growth:
    """All of it: the picture, and the sizes of records."""

    picture: str
    records: list[Recorded]


def measured(playouts: Contest) -> Growth:
    """Measure what has not been measured yet."""
    memory = by_games()
    panels = [by_players(playouts), by_processes(os.cpu_count() or 1), *([memory] if memory else [])]
    picture = draw("How cost grows", "one core, but for the arena with more processes", panels)
    return Growth(picture, record_sizes())


def by_players(playouts: Contest) -> Panel:
    """Random playouts at every number of players, as they were measured."""
    titles = dict.fromkeys(task.what for task in playouts.ours)
    curves = [
        Curve(title, [(task.players, task.best.ns) for task in playouts.ours if task.what == title]) for title in titles
    ]
    return Panel("Random playouts", "players", "ns a decision", curves)


def by_processes(cores: int) -> Panel:
    """Deals a second of an arena on one process, on two, and so on, up to one for each core."""
    game = games()["kasane"]
    order = Order(Match(game.name, game.setup(PLAYERS), SEED, registry.bot), BOTS, "one", DEALS)
    points: list[tuple[float, float]] = []
    for jobs in range(1, cores + 1):
        begun = perf_counter()
        deals = play(order, game, jobs, None, lambda done, of: None)
        points.append((jobs, len(deals) / (perf_counter() - begun)))
    return Panel("Arena", "processes", "deals a second", [Curve(f"{game.title}, {BOTS[0]} and {BOTS[1]}", points)])


def by_games() -> Panel | None:
    """The memory of a process in a long run of self-play; None where the system does not tell it."""
    if not STATM.exists():
        return None
    game = games()["ameno_kirifuda"]
    batches = selfplay(Task(game.name, game.setup(PLAYERS), SEED, GAMES, records=False), jobs=1)
    points: list[tuple[float, float]] = []
    played = 0
    while played < GAMES:
        for tally in batches:
            played += tally.games
            if played >= (len(points) + 1) * GAMES // LOOKS:
                break
        points.append((played, int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6))
    return Panel("Self-play", "games played", "memory in MB", [Curve(game.title, points)])


def record_sizes() -> list[Recorded]:
    """What a record takes, for every game."""
    found = []
    for game in games().values():
        task = Task(game.name, game.setup(PLAYERS), SEED, RECORDS, records=True)
        lines = [line for tally in selfplay(task, jobs=1) for line in tally.records]
        packed = gzip.compress(b"\n".join(lines))
        found.append(Recorded(game.title, sum(map(len, lines)) / len(lines), len(packed) / len(lines)))
    return found
