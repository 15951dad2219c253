"""Where the time of a random playout goes, function by function, as perf sees it; where perf is installed."""

import shutil
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import chabudai
from benchmarks.ours import SEED
from chabudai.games.registry import games
from chabudai.kernel.playout import playouts
from chabudai.kernel.rng import Rng

PLAYERS = 4
STARTED = 1500
"""Milliseconds after which Python has started, and perf begins to look."""
SECONDS = 2.0
GAMES = 10_000
"""Games between two looks at the clock."""
SHOWN = 8
"""As many functions are named."""

DRAWING = "random numbers"
PYTHON = "Python itself"


@dataclass(frozen=True)
class Profile:
    """The shares of a game's playout, the largest first."""

    title: str
    shares: list[tuple[str, float]]


def possible() -> bool:
    """Whether there is compiled code to look at, and perf to do it."""
    return chabudai.COMPILED and shutil.which("perf") is not None


def profiles() -> list[Profile]:
    """All games."""
    return [Profile(game.title, profiled(game.name)) for game in games().values()]


def profiled(name: str) -> list[tuple[str, float]]:
    """Play that game under perf."""
    with TemporaryDirectory() as folder:
        samples = Path(folder) / "samples"
        playing = [sys.executable, "-m", "benchmarks.profile", name]
        subprocess.run(
            ["perf", "record", "--quiet", "--delay", str(STARTED), "--output", samples, *playing],
            check=True,
            capture_output=True,
        )
        report = subprocess.run(
            ["perf", "report", "--stdio", "--quiet", "--no-children", "-F", "overhead,sym", "-t", ";", "-i", samples],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    return shares(report)


def shares(report: str) -> list[tuple[str, float]]:
    """The shares that a report of perf tells, of which many lines are about the same function."""
    found: defaultdict[str, float] = defaultdict(float)
    for line in report.splitlines():
        share, _, symbol = line.partition(";")
        if symbol:
            found[called(symbol.split()[-1])] += float(share.strip().rstrip("%")) / 100
    return sorted(found.items(), key=lambda each: -each[1])[:SHOWN]


def called(symbol: str) -> str:
    """What a symbol of the machine code stands for."""
    if not symbol.startswith("CPyDef_"):
        return PYTHON
    path = symbol.removeprefix("CPyDef_").partition(".")[0].split("___")
    return DRAWING if path[0] in ("rng", "bits") else path[-1].lstrip("_")


def main(name: str) -> None:
    """Play at random until perf has seen enough."""
    start = games()[name].setup(PLAYERS).start()
    begun = perf_counter()
    while perf_counter() - begun < STARTED / 1000 + SECONDS:
        playouts(start, Rng(SEED), GAMES)


if __name__ == "__main__":
    main(sys.argv[1])
