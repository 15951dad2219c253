"""boardgame.io under the same load: its own server, a game of the same kind, and players over its own protocol."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.server.figures import Load, delay
from benchmarks.server.serving import PLAYERS_CORE, Server, free_port, take_core, wait_for

_PROGRAMS = Path(__file__).parent / "peer"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chabudai-bench-server"


class NoPeer(Exception):
    """Why boardgame.io cannot be measured here."""


def install() -> str:
    """Install it where it is not installed yet, beside the programs that use it; returns the versions."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NoPeer("there is no Node here")
    CACHE.mkdir(parents=True, exist_ok=True)
    for program in _PROGRAMS.iterdir():
        shutil.copy(program, CACHE)
    command = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error"]
    done = subprocess.run(command, cwd=CACHE, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoPeer(f"npm cannot install it ({done.stderr.strip().splitlines()[-1:]})")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    wanted = json.loads((CACHE / "package.json").read_text())["dependencies"]
    return f"{wanted['boardgame.io']}, on Node {version.removeprefix('v')}"


def saturated(matches: int, seconds: float, *, kept: bool) -> Load:
    """As many moves as it makes, with matches kept in files or in memory alone."""
    with tempfile.TemporaryDirectory() as folder, _served(free_port(), folder if kept else None) as server:
        port = server.address.rpartition(":")[2]
        command = ["node", "players.cjs", port, str(matches), str(seconds)]
        players = subprocess.Popen(command, cwd=CACHE, stdout=subprocess.PIPE, text=True)
        os.sched_setaffinity(players.pid, {PLAYERS_CORE})
        assert players.stdout is not None
        players.stdout.readline()  # it begins to count
        before = server.used()
        counted: dict[str, Any] = json.loads(players.stdout.readline())
        core = server.used().seconds - before.seconds
        players.wait()
    answered = delay([milliseconds / 1000 for milliseconds in counted["answered"]])
    return Load(counted["moves"], counted["seconds"], core, counted["updates"], counted["received"], answered)


@contextmanager
def _served(port: int, folder: str | None) -> Iterator[Server]:
    command = ["node", "server.cjs", str(port), *([] if folder is None else [folder])]
    process = subprocess.Popen(
        command, cwd=CACHE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=take_core
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address)
        yield Server(address, process.pid)
    finally:
        process.kill()
        process.wait()
