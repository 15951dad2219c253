"""Packages are built once for each version of the sources, and a failed build says why in one sentence."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tools.packages import BuildFailed, Packages, building, failure

BUILD = """
import pathlib, sys, zipfile
folder = pathlib.Path(sys.argv[sys.argv.index("--outdir") + 1])
folder.mkdir(parents=True)
with zipfile.ZipFile(folder / "demo-1.whl", "w") as wheel:
    wheel.writestr("demo/rules.py", pathlib.Path(sys.argv[-1], "src", "demo", "rules.py").read_text())
    wheel.writestr("demo__mypyc.so", "")
(folder / "demo-1.tar.gz").write_text("")
with open(pathlib.Path(sys.argv[-1], "builds"), "a") as builds:
    builds.write("built\\n")
"""
"""A substitute for the package `build` that logs each call."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a source tree."""
    (tmp_path / "src" / "demo").mkdir(parents=True)
    (tmp_path / "src" / "demo" / "rules.py").write_text("first = 1\n")
    (tmp_path / "setup.py").write_text("")
    return tmp_path


def packages(root: Path, program: str = BUILD) -> Packages:
    return Packages(root, [sys.executable, "-c", program])


def builds(root: Path) -> int:
    """Return how often the packages were built."""
    written = root / "builds"
    return written.read_text().count("built") if written.exists() else 0


def test_the_wheel_is_unpacked_and_both_packages_are_kept(root: Path) -> None:
    made = packages(root)
    assert not made.up_to_date()
    made.make()
    assert made.up_to_date()
    assert made.is_compiled()
    assert (made.compiled / "demo" / "rules.py").read_text() == "first = 1\n"
    assert sorted(path.name for path in made.archives.iterdir()) == ["demo-1.tar.gz", "demo-1.whl"]
    assert (root / "build" / "compiled").resolve() == made.compiled
    assert (root / "build" / "packages").resolve() == made.archives


def test_an_up_to_date_build_is_not_repeated(root: Path) -> None:
    for _ in range(3):
        packages(root).make()
    assert builds(root) == 1


@pytest.mark.parametrize("changed", ["src/demo/rules.py", "src/demo/new.toml", "setup.py", "constraints.txt"])
def test_changed_sources_are_built_again(root: Path, changed: str) -> None:
    packages(root).make()
    (root / changed).write_text("second = 2\n")
    assert not packages(root).up_to_date()
    packages(root).make()
    assert builds(root) == 2


def test_a_different_compiler_triggers_a_build(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "/bin/false")
    packages(root).make()
    monkeypatch.setenv("CC", "/bin/true")
    assert not packages(root).up_to_date()


def test_files_that_python_generates_do_not_trigger_a_build(root: Path) -> None:
    packages(root).make()
    (root / "src" / "demo" / "__pycache__").mkdir()
    (root / "src" / "demo" / "__pycache__" / "rules.pyc").write_text("")
    (root / "src" / "demo.egg-info").mkdir()
    (root / "src" / "demo.egg-info" / "PKG-INFO").write_text("")
    assert packages(root).up_to_date()


def test_a_running_program_keeps_its_build(root: Path) -> None:
    before = packages(root)
    before.make()
    (root / "src" / "demo" / "rules.py").write_text("second = 2\n")
    after = packages(root)
    assert not after.compiled.exists()
    after.make()
    assert (before.compiled / "demo" / "rules.py").read_text() == "first = 1\n"
    assert (root / "build" / "compiled" / "demo" / "rules.py").read_text() == "second = 2\n"
    (root / "src" / "demo" / "rules.py").write_text("first = 1\n")
    packages(root).make()
    assert builds(root) == 2
    assert (root / "build" / "compiled" / "demo" / "rules.py").read_text() == "first = 1\n"


def test_a_folder_from_an_earlier_version_is_replaced(root: Path) -> None:
    (root / "build" / "compiled" / "demo").mkdir(parents=True)
    made = packages(root)
    made.make()
    assert (root / "build" / "compiled").resolve() == made.compiled


def test_builds_do_not_pile_up(root: Path) -> None:
    for number in range(5):
        (root / "src" / "demo" / "rules.py").write_text(f"number = {number}\n")
        packages(root).make()
    assert len(list((root / "build").glob("made-*"))) == 3
    assert packages(root).up_to_date()


def test_a_path_may_contain_a_space(tmp_path: Path) -> None:
    root = tmp_path / "my games"
    (root / "src" / "demo").mkdir(parents=True)
    (root / "src" / "demo" / "rules.py").write_text("")
    (root / "constraints.txt").write_text("six==1.17.0\n")
    program = "import os; assert ' ' not in os.environ['PIP_CONSTRAINT'], os.environ['PIP_CONSTRAINT']" + BUILD
    packages(root, program).make()


def test_two_simultaneous_requests_build_once(root: Path) -> None:
    threads = [threading.Thread(target=packages(root).make) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert builds(root) == 1


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("import sys; sys.exit('OSError: [Errno 28] No space')", "the disk is full"),
        ("import sys; sys.exit('cc1: fatal error: error writing: No space left\\n   on device')", "the disk is full"),
        ("import sys; sys.exit('gcc: fatal error: Killed signal terminated program cc1')", "the C compiler was killed"),
        ("import sys; sys.exit('ERROR: Could not find a version that satisfies')", "cannot be downloaded"),
        ("import sys; sys.exit('[Errno -3] Temporary failure in name resolution')", "cannot be downloaded"),
        ("import sys; sys.exit('error: something else')", "the build failed"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "the build was stopped by SIGKILL"),
    ],
)
def test_a_failed_build_says_why_and_leaves_no_partial_files(root: Path, program: str, reason: str) -> None:
    made = packages(root, program)
    with pytest.raises(BuildFailed, match=reason) as failed:
        made.make()
    assert not made.up_to_date()
    assert {path.name for path in made.folder.iterdir()} == {"lock", "packages.log"}
    sentence = failure(made, failed.value)
    assert sentence.startswith(f"The rules could not be compiled: {failed.value}. They run as plain Python")
    assert "build/packages.log" in sentence
    assert "\n" not in sentence


def test_a_failed_build_is_retried(root: Path) -> None:
    with pytest.raises(BuildFailed):
        packages(root, "import sys; sys.exit('no')").make()
    packages(root).make()
    assert packages(root).up_to_date()


def test_a_folder_that_cannot_be_written_is_a_build_failure(root: Path) -> None:
    (root / "build").write_text("a file in its place")
    made = packages(root)
    with pytest.raises(BuildFailed, match="File exists") as failed:
        made.make()
    assert "has the details" not in failure(made, failed.value)


def test_interrupting_a_build_ends_all_its_processes(tmp_path: Path) -> None:
    pid_file = tmp_path / "process"
    program = (
        "import pathlib, subprocess, sys; sleeper = subprocess.Popen(['sleep', '600']);"
        f" pathlib.Path({str(pid_file)!r}).write_text(str(sleeper.pid)); sleeper.wait()"
    )
    with building(sys.executable, "-c", program) as process:
        while not (pid_file.exists() and pid_file.read_text()):
            assert process.poll() is None
    assert process.wait() == -signal.SIGTERM
    sleeper = int(pid_file.read_text())
    end = time.monotonic() + 30
    while _is_running(sleeper):
        assert time.monotonic() < end
        time.sleep(0.01)


def _is_running(process: int) -> bool:
    """Check whether a process is running. A zombie has ended but nobody has waited for it."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return listed.stdout.strip()[:1] not in ("", "Z")
