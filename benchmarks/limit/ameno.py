"""Compiles ameno.c and times it, after checking that it plays exactly the same games as the rules."""

import ctypes
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.ours import SEED, playing_task, time_playouts
from benchmarks.rounds import Task, Timing
from chabudai.games.ameno_kirifuda.equipment import Equipment
from chabudai.games.registry import games
from chabudai.kernel.playout import checksum
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

COMPILER = os.environ.get("CC", "cc")
SOURCE = Path(__file__).parent / "ameno.c"
SAME_GAMES = 2000
"""The number of games that must be identical before anything is timed."""


class RngState(ctypes.Structure):
    """The state of the random generator."""

    _fields_ = tuple((name, ctypes.c_uint32) for name in "abcn")


class SetupData(ctypes.Structure):
    """What the C code needs of the setup."""

    _fields_ = (
        ("players", ctypes.c_int),
        ("tricks", ctypes.c_int),
        ("needs", ctypes.c_char_p),
        ("points", ctypes.c_char_p),
    )


@cache
def compiler() -> str | None:
    """Return the path of a working C compiler, or None."""
    path = shutil.which(COMPILER)
    if path is None:
        return None
    with TemporaryDirectory() as folder:
        source = Path(folder, "empty.c")
        source.write_text("int nothing;\n")
        result = subprocess.run([path, "-c", source, "-o", Path(folder, "empty.o")], capture_output=True, check=False)
    return path if result.returncode == 0 else None


@cache
def library() -> ctypes.CDLL:
    """Compile the C code for this processor, and load it."""
    with TemporaryDirectory() as folder:
        compiled = Path(folder) / "ameno.so"
        subprocess.run([COMPILER, "-O3", "-march=native", "-shared", "-fPIC", "-o", compiled, SOURCE], check=True)
        loaded = ctypes.CDLL(str(compiled))
    loaded.playouts.restype = ctypes.c_uint64
    loaded.playouts.argtypes = [
        ctypes.POINTER(SetupData),
        ctypes.POINTER(RngState),
        ctypes.c_uint64,
        ctypes.POINTER(ctypes.c_uint32),
    ]
    return loaded


def our_tasks() -> list[Task]:
    """Return playouts by the rules, at each player count."""
    return [playing_task("Ameno Kirifuda", start, time_playouts) for start in starts()]


def limit_tasks() -> list[Task]:
    """Return the same games, played by the C code."""
    for start in starts():
        if play_in_c(start, SAME_GAMES)[1] != checksum(start, Rng(SEED), SAME_GAMES):
            raise SystemExit("benchmarks/limit/ameno.c does not play the same games as the rules")
    return [playing_task(f"C with {start.setup.players} players", start, time_c) for start in starts()]


def starts() -> list[State]:
    """Return the first state at each player count."""
    game = games()["ameno_kirifuda"]
    return [game.setup(players).start() for players in game.players]


def time_c(start: State, number: int) -> Timing:
    """Time this many games played by the C code."""
    began = perf_counter()
    decisions = play_in_c(start, number)[0]
    return Timing(perf_counter() - began, decisions, number)


def play_in_c(start: State, number: int) -> tuple[int, int]:
    """Play this many games. Return the number of decisions, and the checksum as in `chabudai.kernel.playout`."""
    setup = start.setup
    assert isinstance(setup, Equipment)
    rng = Rng(SEED)
    setup_data = SetupData(setup.players, setup.tricks, bytes(setup.needs), bytes(setup.points))
    rng_state = RngState(rng.a, rng.b, rng.c, rng.n)
    total = ctypes.c_uint32()
    decisions = library().playouts(ctypes.byref(setup_data), ctypes.byref(rng_state), number, ctypes.byref(total))
    return decisions, total.value
