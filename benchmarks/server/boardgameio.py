"""Puts boardgame.io under the same load: its own server and protocol, with a game similar to ours."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.server.figures import LoadResult, delay
from benchmarks.server.serving import CLIENTS_CORE, Server, free_port, take_core, wait_for

_SCRIPTS = Path(__file__).parent / "peer"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chabudai-bench-server"


class PeerUnavailable(Exception):
    """boardgame.io cannot be measured; the message says why."""


def install() -> str:
    """Install boardgame.io, next to copies of the scripts that use it; return the versions."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise PeerUnavailable("Node or npm is not installed")
    CACHE.mkdir(parents=True, exist_ok=True)
    for script in _SCRIPTS.iterdir():
        shutil.copy(script, CACHE)
    command = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error"]
    result = subprocess.run(command, cwd=CACHE, capture_output=True, text=True, check=False)
    if result.returncode:
        raise PeerUnavailable(f"npm cannot install it ({result.stderr.strip().splitlines()[-1:]})")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    versions = json.loads((CACHE / "package.json").read_text())["dependencies"]
    return f"{versions['boardgame.io']}, on Node {version.removeprefix('v')}"


def saturated(matches: int, seconds: float, *, in_files: bool) -> LoadResult:
    """Play as fast as the server allows, with matches stored in files or only in memory."""
    with tempfile.TemporaryDirectory() as folder, _run_server(free_port(), folder if in_files else None) as server:
        port = server.address.rpartition(":")[2]
        command = ["node", "players.cjs", port, str(matches), str(seconds)]
        clients = subprocess.Popen(command, cwd=CACHE, stdout=subprocess.PIPE, text=True)
        os.sched_setaffinity(clients.pid, {CLIENTS_CORE})
        assert clients.stdout is not None
        clients.stdout.readline()  # printed when it starts to count
        before = server.usage()
        counts: dict[str, Any] = json.loads(clients.stdout.readline())
        core = server.usage().seconds - before.seconds
        clients.wait()
    answered = delay([milliseconds / 1000 for milliseconds in counts["answered"]])
    return LoadResult(counts["moves"], counts["seconds"], core, counts["updates"], counts["received"], answered)


@contextmanager
def _run_server(port: int, folder: str | None) -> Iterator[Server]:
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
