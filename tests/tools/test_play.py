"""`make play`: the table is there at once, and takes up the compiled rules when there are any."""

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
from server.served import WAIT, Served, play_on
from tools.packages import Packages

ROOT = Path(__file__).parents[2]
BUILT = Path(chabudai.__file__).resolve().parents[1]
"""The build that is tested; it stands in for what the compiler makes."""

PROGRAM = """
import sys
from pathlib import Path
from tools import packages, play
made = packages.Packages(Path(sys.argv[1]))
sys.exit(play.serve_and_compile(made, sys.argv[3:], [sys.executable, "-c", sys.argv[2]]))
"""

COMPILES = """
import pathlib, shutil, time
while not pathlib.Path("{folder}/go").exists():
    time.sleep(0.02)
shutil.copytree("{built}", "{compiled}")
pathlib.Path("{compiled}/demo__mypyc.so").write_text("")
"""
"""A compiler that waits until it may finish."""


class Table:
    """`make play`, with a stand-in for the compiler."""

    def __init__(self, folder: Path, compiler: str) -> None:
        self.folder = folder
        self.log = folder / "log"
        (folder / "build").mkdir()
        arguments = ["--port", "0", "--db", str(folder / "t.db")]
        command = [sys.executable, "-c", PROGRAM, str(folder), compiler, *arguments]
        # The sources, where they are installed for development, as on a fresh clone.
        environment = os.environ | {"PYTHONPATH": f"{ROOT}"}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)

    def said(self) -> str:
        return self.log.read_text()

    def until(self, wanted: Callable[[], object]) -> None:
        end = time.monotonic() + WAIT
        while not wanted():
            assert time.monotonic() < end, self.said()
            time.sleep(0.02)

    @property
    def address(self) -> str:
        self.until(lambda: re.search(r"at http://\S+/ \(", self.said()))
        found = re.search(r"at (http://\S+)/ \(", self.said())
        assert found
        return found[1]

    def figure(self, name: str) -> str:
        figures = httpx.get(f"{self.address}/metrics", timeout=WAIT).text
        found = re.search(rf"^chabudai_{name} (\S+)$", figures, re.MULTILINE)
        assert found, figures
        return found[1]


@contextmanager
def playing(folder: Path, compiler: str) -> Iterator[Table]:
    table = Table(folder, compiler)
    try:
        yield table
    finally:
        table.process.terminate()
        table.process.wait(WAIT)


def test_a_game_goes_on_when_the_rules_have_been_compiled(tmp_path: Path) -> None:
    with playing(
        tmp_path, COMPILES.format(folder=tmp_path, built=BUILT, compiled=Packages(tmp_path).compiled)
    ) as table:
        assert table.figure("compiled") == "0"
        assert table.said().count("while they are being compiled") == 1
        host = Served(table.address).guest("Aoi")
        game = host.make(game="kasane", players=3, seats=["me", "random", "random"])
        before = host.connect(game).ready()
        assert before.turn()
        acknowledged = before.choose()
        (tmp_path / "go").write_text("")
        assert before.ended() == 1012
        after = host.connect(game).ready()
        assert after.now["seq"] >= acknowledged
        assert table.figure("compiled") == str(int(chabudai.COMPILED))
        play_on([after], Rng(1))
        assert "The rules are compiled; the table switches to them now.\n" in table.said()


@pytest.mark.parametrize(
    ("compiler", "sentence"),
    [
        ("import sys; sys.exit('The rules could not be compiled: …')", "The rules could not be compiled: …\n"),
        (
            "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
            "The rules could not be compiled: the compiler was ended by SIGKILL. They run as plain Python",
        ),
    ],
)
def test_without_compiled_rules_it_plays_on(tmp_path: Path, compiler: str, sentence: str) -> None:
    with playing(tmp_path, compiler) as table:
        table.until(lambda: sentence in table.said())
        host = Served(table.address).guest("Aoi")
        play_on([host.connect(host.make(game="kasane", players=3, seats=["me", "random", "random"]))], Rng(1))
        assert table.said().count("compiled:") == 1
        assert "Traceback" not in table.said()


def test_when_the_server_ends_the_compiler_does_too(tmp_path: Path) -> None:
    noted = tmp_path / "compiler"
    compiler = f"import os, pathlib, time; pathlib.Path({str(noted)!r}).write_text(str(os.getpid())); time.sleep(600)"
    with playing(tmp_path, compiler) as table:
        table.until(lambda: noted.exists() and noted.read_text())
        assert table.figure("compiled") == "0"
        table.process.terminate()
        assert table.process.wait(WAIT) == 0, table.said()
    with pytest.raises(ProcessLookupError):
        os.kill(int(noted.read_text()), signal.SIGCONT)


def test_a_server_that_cannot_start_ends_it_all(tmp_path: Path) -> None:
    (tmp_path / "t.db").write_text("This is no database, and long enough to be seen not to be one. " * 20)
    with playing(tmp_path, "import time; time.sleep(600)") as table:
        assert table.process.wait(WAIT) == 2
        assert "t.db" in table.said().splitlines()[-1]
