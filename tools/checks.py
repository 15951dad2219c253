"""Runs the checks, with the compiler working beside the first of them.

    python -m tools.checks            every check, each test in the build where it can fail (`make test`)
    python -m tools.checks all        every test in both builds, with more examples (`make test-all`)
    python -m tools.checks quick      an answer within a minute, while you work (`make check`)
    python -m tools.checks lint       what needs no test to run (`make lint`)

It stops at the first check that fails, and exits with its code.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

from tools.packages import ROOT, Packages, building

PYTHON = sys.executable

LINT = (
    (PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."),
    (PYTHON, "-m", "ruff", "check", "--quiet", "."),
    (PYTHON, "-m", "mdformat", "--check", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs"),
    (PYTHON, "-m", "mypy"),
    (PYTHON, "tools/mypyc_traps.py"),
    (PYTHON, "-m", "tools.pieces", "--check"),
    (PYTHON, "tools/clauses.py", "--check"),
    (PYTHON, "tools/scene_schema.py", "--check"),
)

BOTH = (
    *("bots", "envs", "games", "kernel", "records", "scene/test_game.py"),
    "testing/test_check_game.py::test_ameno_keeps_the_contract",
)
"""Tests that depend on the build: kernel, rules, search and stepping run in both builds, everything else once."""

DOCTESTS = ("src", "README.md", "docs")

QUICK = (
    *("tests/kernel", "tests/records", "tests/games", "tests/session"),
    *("tests/scene/test_game.py", "tests/scene/test_words.py", "tests/test_layers.py"),
)
SLOW = "contract or conformance or worlds"
"""Tests of the games that play or draw for long."""

_WORKERS = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")
"""One more worker than there are cores, since some tests wait for other processes."""

_MORE = ("--hypothesis-profile", "more", "-m", "")
"""Ten times as many examples, and the tests marked as long."""


class CheckFailed(Exception):
    """A check that failed, by its exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"exit code {code}")
        self.code = code


def run(what: str, *commands: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
    """Run commands one after the other, and say what they are for and how long they took."""
    print(what, flush=True)
    began = time.monotonic()
    for command in commands:
        code = subprocess.run(command, cwd=ROOT, env=os.environ | dict(environment or {}), check=False).returncode
        if code:
            raise CheckFailed(code)
    print(f"  {time.monotonic() - began:.0f} s", flush=True)


def run_tests(what: str, *arguments: str, compiled: bool = False) -> None:
    """Run tests in one of the two builds."""
    environment = {"PYTHONPATH": str(Packages().compiled)} if compiled else {}
    run(what, (PYTHON, "-m", "pytest", *_WORKERS, *arguments), environment=environment)


def lint() -> None:
    """Check format, types, what the compiler gets wrong, and clauses without a test."""
    run("Checking format, types, pitfalls of the compiler, and clauses", *LINT)


def quick() -> None:
    """Check what a change breaks most often."""
    lint()
    run_tests("Testing kernel, records and rules with plain Python", *QUICK, "-k", f"not ({SLOW})")


def every(all_twice: bool) -> None:
    """Run all checks; with `all_twice` every test in both builds, with more examples, and those that take minutes."""
    packages = Packages()
    more = _MORE if all_twice else ()
    twice = ["tests"] if all_twice else [f"tests/{tests}" for tests in BOTH]
    with building(PYTHON, "-m", "tools.packages") as compiler:
        lint()
        run_tests("Testing with plain Python", *more, *twice, *DOCTESTS)
        if compiler.wait():
            raise CheckFailed(compiler.returncode)
    if packages.is_compiled():
        run_tests("Testing with the compiled rules", *more, "tests", compiled=True)
        run("Comparing what both builds play", (PYTHON, "tools/compare_builds.py", "src", str(packages.compiled)))
    elif not all_twice:
        run_tests("Testing the rest with plain Python", "tests", *(f"--deselect={tests}" for tests in twice))


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="checks", description="Run the checks.")
    parser.add_argument("which", nargs="?", choices=("test", "all", "quick", "lint"), default="test")
    which = parser.parse_args().which
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # not before the compiler has been ended
    began = time.monotonic()
    try:
        if which == "lint":
            lint()
        elif which == "quick":
            quick()
        else:
            every(all_twice=which == "all")
    except CheckFailed as failed:
        return failed.code
    except KeyboardInterrupt:
        return 130
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    print(f"All is well, after {minutes}:{seconds:02} minutes.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
