"""Runs our server as a process, on one core or on all, and reads the CPU time and memory it uses.

    python -m benchmarks.server.serving PORT FILE

serves without the limits that would stop a load test.
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
from chabudai.server.serve import ServeOptions, serve

SERVER_CORE = 0
CLIENTS_CORE = 1

UNLIMITED = Limits(
    messages_per_second=1e9,
    message_burst=1_000_000,
    messages_per_second_per_address=1e9,
    message_burst_per_address=1_000_000,
    requests_per_second_per_address=1e9,
    request_burst_per_address=1_000_000,
    connections=1_000_000,
    connections_per_guest=1_000_000,
    connections_per_address=1_000_000,
    network_connections_per_address=1_000_000,
    viewers_per_table_per_address=1_000_000,
    tables_in_memory=1_000_000,
    tables_in_memory_per_address=1_000_000,
    unfinished_per_host=1_000_000,
    unfinished_per_address=1_000_000,
    new_tables_per_minute=1e9,
    new_tables_per_minute_per_address=1e9,
    new_guests_per_minute=1e9,
    loads_per_minute=1e9,
    loads_per_minute_per_address=1e9,
)


class Usage(NamedTuple):
    """A process's CPU seconds so far, and its memory in bytes now."""

    seconds: float
    memory: int


class Server:
    """A running server."""

    def __init__(self, address: str, pid: int) -> None:
        self.address = address
        self.pid = pid

    def usage(self) -> Usage:
        """Return the CPU time and memory, as the system counts them."""
        stat = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(stat[11]) + int(stat[12])
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return Usage(ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"))


class KillableServer:
    """Our server as a process that can be killed and started again with the same database."""

    def __init__(self, path: Path, port: int) -> None:
        self.path = path
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self._games_folder = season.install(path.parent)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, on_one_core: bool = False) -> Server:
        """Start the server, on its own core or on all cores, and wait until it answers."""
        command = [sys.executable, "-m", "benchmarks.server.serving", str(self.port), str(self.path)]
        path = os.pathsep.join(filter(None, [str(self._games_folder), os.environ.get("PYTHONPATH")]))
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
        """Kill the server immediately."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def take_core() -> None:
    """Pin this process, and all its future threads, to the server's core."""
    os.sched_setaffinity(0, {SERVER_CORE})


def take_all_cores() -> None:
    """Allow this process all cores, although its parent is pinned to one."""
    os.sched_setaffinity(0, range(os.cpu_count() or 1))


@contextmanager
def run_server(folder: Path, *, on_one_core: bool) -> Iterator[Server]:
    """Run a server with its database in a folder."""
    server = KillableServer(folder / "tables.sqlite", free_port())
    try:
        yield server.start(on_one_core=on_one_core)
    finally:
        server.kill()


def wait_for(address: str) -> None:
    """Wait until a server answers."""
    for _ in range(600):
        try:
            if httpx.get(address).status_code < 500:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise RuntimeError(f"no server answers at {address}")


def free_port() -> int:
    """Find a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def raise_file_limit() -> None:
    """Allow as many open sockets as the system permits."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))


if __name__ == "__main__":
    raise_file_limit()
    serve(ServeOptions(host="127.0.0.1", port=int(sys.argv[1]), db=Path(sys.argv[2])), UNLIMITED)
