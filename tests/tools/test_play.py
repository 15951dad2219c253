"""`make play`: the server starts immediately and switches to the compiled rules when they are ready."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import chabudai
from chabudai.kernel.rng import Rng
from server.running_server import TIMEOUT, RunningServer, play_to_end
from tools.packages import Packages

ROOT = Path(__file__).parents[2]
BUILT = Path(chabudai.__file__).resolve().parents[1]
"""The build under test, which the substitute for the compiler copies as its output."""

PROGRAM = """
import sys
from pathlib import Path
from tools import packages, play
made = packages.Packages(Path(sys.argv[1]))
sys.exit(play.serve_and_compile(made, sys.argv[3:], [sys.executable, "-c", sys.argv[2]]))
"""

WAITING_COMPILER = """
import pathlib, shutil, time
while not pathlib.Path("{folder}/go").exists():
    time.sleep(0.02)
shutil.copytree("{built}", "{compiled}")
pathlib.Path("{compiled}/demo__mypyc.so").write_text("")
"""
"""A substitute for the compiler that waits until the file `go` exists."""


class PlayCommand:
    """A running `make play` with a substitute for the compiler."""

    def __init__(self, folder: Path, compiler: str) -> None:
        self.folder = folder
        self.log = folder / "log"
        (folder / "build").mkdir()
        arguments = ["--port", "0", "--db", str(folder / "t.db")]
        command = [sys.executable, "-c", PROGRAM, str(folder), compiler, *arguments]
        # Use the sources, as in a fresh clone.
        environment = os.environ | {"PYTHONPATH": f"{ROOT}"}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)

    def output(self) -> str:
        return self.log.read_text()

    def wait_until(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + TIMEOUT
        while not condition():
            assert time.monotonic() < end, self.output()
            time.sleep(0.02)

    @property
    def address(self) -> str:
        self.wait_until(lambda: re.search(r"at http://\S+/ \(", self.output()))
        match = re.search(r"at (http://\S+)/ \(", self.output())
        assert match
        return match[1]

    def metric(self, name: str) -> str:
        metrics = httpx.get(f"{self.address}/metrics", timeout=TIMEOUT).text
        match = re.search(rf"^chabudai_{name} (\S+)$", metrics, re.MULTILINE)
        assert match, metrics
        return match[1]


@contextmanager
def run_play(folder: Path, compiler: str) -> Iterator[PlayCommand]:
    command = PlayCommand(folder, compiler)
    try:
        yield command
    finally:
        command.process.terminate()
        command.process.wait(TIMEOUT)


def test_a_game_continues_when_the_rules_are_compiled(tmp_path: Path) -> None:
    with run_play(
        tmp_path, WAITING_COMPILER.format(folder=tmp_path, built=BUILT, compiled=Packages(tmp_path).compiled)
    ) as command:
        assert command.metric("compiled") == "0"
        assert command.output().count("while they are being compiled") == 1
        host = RunningServer(command.address).guest("Aoi")
        game = host.make_table(game="kasane", players=3, seats=["me", "random", "random"])
        before = host.connect(game).ready()
        assert before.wait_for_turn()
        acknowledged = before.choose()
        (tmp_path / "go").write_text("")
        assert before.close_code() == 1012
        after = host.connect(game).ready()
        assert after.now["seq"] >= acknowledged
        assert command.metric("compiled") == str(int(chabudai.COMPILED))
        play_to_end([after], Rng(1))
        assert "The rules are compiled; switching to them now.\n" in command.output()


@pytest.mark.parametrize(
    ("compiler", "sentence"),
    [
        ("import sys; sys.exit('The rules could not be compiled: …')", "The rules could not be compiled: …\n"),
        (
            "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
            "The rules could not be compiled: the compiler was stopped by SIGKILL. They run as plain Python",
        ),
    ],
)
def test_play_continues_if_compilation_fails(tmp_path: Path, compiler: str, sentence: str) -> None:
    with run_play(tmp_path, compiler) as command:
        command.wait_until(lambda: sentence in command.output())
        host = RunningServer(command.address).guest("Aoi")
        play_to_end([host.connect(host.make_table(game="kasane", players=3, seats=["me", "random", "random"]))], Rng(1))
        assert command.output().count("compiled:") == 1
        assert "Traceback" not in command.output()


def test_the_compiler_stops_with_the_server(tmp_path: Path) -> None:
    pid_file = tmp_path / "compiler"
    compiler = (
        f"import os, pathlib, time; pathlib.Path({str(pid_file)!r}).write_text(str(os.getpid())); time.sleep(600)"
    )
    with run_play(tmp_path, compiler) as command:
        command.wait_until(lambda: pid_file.exists() and pid_file.read_text())
        assert command.metric("compiled") == "0"
        command.process.terminate()
        assert command.process.wait(TIMEOUT) == 0, command.output()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), signal.SIGCONT)


def test_everything_stops_if_the_server_cannot_start(tmp_path: Path) -> None:
    (tmp_path / "t.db").write_text("This is not a database, and long enough to be recognized as something else. " * 20)
    with run_play(tmp_path, "import time; time.sleep(600)") as command:
        assert command.process.wait(TIMEOUT) == 2
        assert "t.db" in command.output().splitlines()[-1]
