"""Counts the instructions that our server executes per move, with callgrind.

Unlike delays, they hardly depend on other programs. To make them repeatable, all tables of a game have the same deals,
and four people always make the same choices, each after all four have seen the move before. So every move is shown to
everybody, and the servers of two trees do the same work. The clients belong to this tree. No bots play, and only the
process of the server is counted.
"""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.callgrind import instructions_in
from benchmarks.revisions import CannotMeasure
from benchmarks.server import same_deals
from benchmarks.server.clients import ClientTable, Form, Guests, LoadCounts
from benchmarks.server.serving import Server, free_port, wait_for
from chabudai.games.registry import games

WARM_UP = 10
MOVES = 40
"""Moves of each game before counting starts, and while counting. No game ends sooner."""


class InstructionCounter:
    """Counts the instructions of a process under callgrind, which writes to the file `out`."""

    def __init__(self, pid: int, out: Path) -> None:
        self.pid = pid
        self.out = out
        self._dumps = 0

    def start(self) -> None:
        """Start to count."""
        self._control("--instr=on")
        self._control("--zero")

    def stop(self) -> int:
        """Return the number of instructions since the start."""
        self._control("--dump")
        self._control("--instr=off")
        self._dumps += 1
        dump = self.out.with_name(f"{self.out.name}.{self._dumps}")
        if not dump.exists():
            raise CannotMeasure("callgrind_control cannot reach the server")
        return instructions_in(dump.read_text(encoding="utf-8", errors="replace"))

    def _control(self, option: str) -> None:
        subprocess.run(["callgrind_control", option, str(self.pid)], check=False, capture_output=True)


def instructions_per_move(form: Form, root: Path, environment: Mapping[str, str]) -> dict[str, float]:
    """Return the instructions per move of the server in a source tree, by game."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "callgrind")
        wrapper = ["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
        with run_tree(Path(folder), root, environment, wrapper) as server:
            return asyncio.run(_count_games(server.address, form, InstructionCounter(server.pid, out)))


async def _count_games(address: str, form: Form, counter: InstructionCounter) -> dict[str, float]:
    guests = Guests(address)
    await guests.arrive()
    figures = {}
    for name in games():
        table = ClientTable(guests, 0, form, LoadCounts(), [name])
        await table.sit_down()
        await play_in_step(table, WARM_UP)
        counter.start()
        await play_in_step(table, MOVES)
        figures[name] = counter.stop() / MOVES
        await table.disconnect()
    return figures


async def play_in_step(table: ClientTable, moves: int) -> None:
    """Make moves, each after all four have seen the one before."""
    for _ in range(moves):
        await table.move()
        await table.wait_until_shown()


@contextmanager
def run_tree(folder: Path, root: Path, environment: Mapping[str, str], wrapper: Sequence[str] = ()) -> Iterator[Server]:
    """Run the server of a source tree, by the wrapper (a command) if any, with its database in `folder`."""
    port = free_port()
    command = [*wrapper, sys.executable, "-P", same_deals.__file__, str(port), str(folder / "tables.sqlite")]
    process = subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.DEVNULL)
    server = Server(f"http://127.0.0.1:{port}", process.pid)
    try:
        wait_for(f"{server.address}/healthz")
        yield server
    finally:
        process.kill()
        process.wait()
