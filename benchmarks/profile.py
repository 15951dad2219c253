"""Profiles random playouts by function with perf, if perf is installed and the rules are compiled."""

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
START_DELAY = 1500
"""Milliseconds before perf starts to sample, so that the start of Python is left out."""
SECONDS = 2.0
GAMES = 10_000
"""The number of games between two readings of the clock."""
SHOWN = 8
"""The number of functions shown."""

RANDOM_NUMBERS = "random numbers"
PYTHON = "Python itself"


@dataclass(frozen=True)
class Profile:
    """The functions with the largest shares of the time of a game's playouts, largest first."""

    title: str
    shares: list[tuple[str, float]]


def possible() -> bool:
    """Check that the rules are compiled and perf is installed."""
    return chabudai.COMPILED and shutil.which("perf") is not None


def profiles() -> list[Profile]:
    """Profile all games."""
    return [Profile(game.title, profile_game(game.name)) for game in games().values()]


def profile_game(name: str) -> list[tuple[str, float]]:
    """Play a game at random under perf; return the functions with the largest shares, largest first."""
    with TemporaryDirectory() as folder:
        samples = Path(folder) / "samples"
        playing = [sys.executable, "-m", "benchmarks.profile", name]
        subprocess.run(
            ["perf", "record", "--quiet", "--delay", str(START_DELAY), "--output", samples, *playing],
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
    """Add up the shares in perf's report by function; return the largest. Several lines can be about one function."""
    totals: defaultdict[str, float] = defaultdict(float)
    for line in report.splitlines():
        share, _, symbol = line.partition(";")
        if symbol:
            totals[function_name(symbol.split()[-1])] += float(share.strip().rstrip("%")) / 100
    return sorted(totals.items(), key=lambda total: -total[1])[:SHOWN]


def function_name(symbol: str) -> str:
    """Return the function that a symbol of the machine code stands for, or the group that it counts with."""
    if not symbol.startswith("CPyDef_"):
        return PYTHON
    path = symbol.removeprefix("CPyDef_").partition(".")[0].split("___")
    return RANDOM_NUMBERS if path[0] in ("rng", "bits") else path[-1].lstrip("_")


def main(name: str) -> None:
    """Play at random, long enough for perf to take samples."""
    start = games()[name].setup(PLAYERS).start()
    began = perf_counter()
    while perf_counter() - began < START_DELAY / 1000 + SECONDS:
        playouts(start, Rng(SEED), GAMES)


if __name__ == "__main__":
    main(sys.argv[1])
