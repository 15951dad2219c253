"""Compiles ameno.c and times it: games that are the very same as ours, or it says so and stops."""

import ctypes
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.ours import SEED, played_at_once, task_of
from benchmarks.rounds import Task, Timing
from chabudai.games.ameno_kirifuda.equipment import Equipment
from chabudai.games.registry import games
from chabudai.kernel.playout import checksum
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State

COMPILER = os.environ.get("CC", "cc")
SOURCE = Path(__file__).parent / "ameno.c"
ALIKE = 2000
"""Games that must come out the same before anything is timed."""


class Words(ctypes.Structure):
    """The random numbers, as they stand."""

    _fields_ = tuple((name, ctypes.c_uint32) for name in "abcn")


class Box(ctypes.Structure):
    """What the C code must know of the setup."""

    _fields_ = (
        ("players", ctypes.c_int),
        ("tricks", ctypes.c_int),
        ("needs", ctypes.c_char_p),
        ("points", ctypes.c_char_p),
    )


@cache
def compiler() -> str | None:
    """Where the C compiler is, if there is one that works."""
    path = shutil.which(COMPILER)
    if path is None:
        return None
    with TemporaryDirectory() as folder:
        source = Path(folder, "empty.c")
        source.write_text("int nothing;\n")
        tried = subprocess.run([path, "-c", source, "-o", Path(folder, "empty.o")], capture_output=True, check=False)
    return path if tried.returncode == 0 else None


@cache
def library() -> ctypes.CDLL:
    """The C code, compiled for this very processor."""
    with TemporaryDirectory() as folder:
        compiled = Path(folder) / "ameno.so"
        subprocess.run([COMPILER, "-O3", "-march=native", "-shared", "-fPIC", "-o", compiled, SOURCE], check=True)
        loaded = ctypes.CDLL(str(compiled))
    loaded.playouts.restype = ctypes.c_uint64
    loaded.playouts.argtypes = [
        ctypes.POINTER(Box),
        ctypes.POINTER(Words),
        ctypes.c_uint64,
        ctypes.POINTER(ctypes.c_uint32),
    ]
    return loaded


def our_tasks() -> list[Task]:
    """The rules in Python, at each number of players."""
    return [task_of("Ameno Kirifuda", start, played_at_once) for start in starts()]


def limit_tasks() -> list[Task]:
    """The same games by the C code."""
    for start in starts():
        if played(start, ALIKE)[1] != checksum(start, Rng(SEED), ALIKE):
            raise SystemExit("benchmarks/limit/ameno.c plays other games than the rules: it measures nothing")
    return [task_of(f"C with {start.setup.players} players", start, timed) for start in starts()]


def starts() -> list[State]:
    """The first position at each number of players."""
    game = games()["ameno_kirifuda"]
    return [game.setup(players).start() for players in game.players]


def timed(start: State, number: int) -> Timing:
    """So many games."""
    begun = perf_counter()
    decisions = played(start, number)[0]
    return Timing(perf_counter() - begun, decisions, number)


def played(start: State, number: int) -> tuple[int, int]:
    """Play so many games; returns the number of choices, and the checksum as `chabudai.kernel.playout` makes it."""
    setup = start.setup
    assert isinstance(setup, Equipment)
    rng = Rng(SEED)
    box = Box(setup.players, setup.tricks, bytes(setup.needs), bytes(setup.points))
    words = Words(rng.a, rng.b, rng.c, rng.n)
    total = ctypes.c_uint32()
    decisions = library().playouts(ctypes.byref(box), ctypes.byref(words), number, ctypes.byref(total))
    return decisions, total.value
