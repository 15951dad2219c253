"""Our server as a process on a core of its own, and what it uses.

    python -m benchmarks.server.serving PORT FILE

serves without the limits that keep one visitor from doing what a benchmark does.
"""

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from benchmarks.server import season
from chabudai.server.limits import Limits
from chabudai.server.serve import Wishes, serve

SERVER_CORE = 0
PLAYERS_CORE = 1

UNLIMITED = Limits(
    messages_a_second=1e9,
    messages_at_once=1_000_000,
    connections=1_000_000,
    connections_a_guest=1_000_000,
    tables=1_000_000,
    unfinished_tables=1_000_000,
    new_tables_a_minute=1e9,
    new_guests_a_minute=1e9,
)


class Used(NamedTuple):
    """What a process has used so far: seconds of its core, and memory in bytes that it holds now."""

    seconds: float
    memory: int


class Server:
    """A running server."""

    def __init__(self, address: str, process: int) -> None:
        self.address = address
        self.process = process

    def used(self) -> Used:
        """What it has used so far, as the system counts it."""
        stat = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        ticks = int(stat[11]) + int(stat[12])
        pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        return Used(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"))


class Process:
    """Our server, which can be killed and started again with the same tables."""

    def __init__(self, path: Path, port: int) -> None:
        self.path = path
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self.games = season.installed(path.parent)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, on_one_core: bool = False) -> Server:
        """Start it, and wait until it answers."""
        command = [sys.executable, "-m", "benchmarks.server.serving", str(self.port), str(self.path)]
        path = os.pathsep.join(filter(None, [str(self.games), os.environ.get("PYTHONPATH")]))
        with self.path.with_suffix(".log").open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                env=os.environ | {"PYTHONPATH": path},
                preexec_fn=take_core if on_one_core else take_all_cores,
            )
        wait_for(f"{self.address}/healthz")
        return Server(self.address, self._process.pid)

    def kill(self) -> None:
        """End it on the spot."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def take_core() -> None:
    """Be on the server's core from the start, with all threads to come."""
    os.sched_setaffinity(0, {SERVER_CORE})


def take_all_cores() -> None:
    """Be on any core, though whoever starts this is not."""
    os.sched_setaffinity(0, range(os.cpu_count() or 1))


@contextmanager
def served(folder: Path, *, on_one_core: bool) -> Iterator[Server]:
    """A server with its tables in a folder."""
    process = Process(folder / "tables.sqlite", free_port())
    try:
        yield process.start(on_one_core=on_one_core)
    finally:
        process.kill()


def wait_for(address: str) -> None:
    """Wait until a server has come up, and answers."""
    for _ in range(600):
        try:
            if httpx.get(address).status_code < 500:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise RuntimeError(f"nothing answers at {address}")


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def raise_file_limit() -> None:
    """Allow as many sockets as the system does."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    raise_file_limit()
    serve(Wishes(host="127.0.0.1", port=int(sys.argv[1]), db=Path(sys.argv[2])), UNLIMITED)
