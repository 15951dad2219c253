"""Run the checks. `test` and `all` compile the rules in parallel with the first checks.

    python -m tools.checks [test]     all checks; each test runs in the build where it can fail (`make test`)
    python -m tools.checks all        every test in both builds, with more examples (`make test-all`)
    python -m tools.checks quick      lint and the quick tests, within a minute (`make check`)
    python -m tools.checks lint       static checks only (`make lint`)

It stops at the first check that fails and exits with its code.
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

BOTH_BUILDS = ("bots", "envs", "games", "kernel", "records", "scene/test_game.py")
"""Tests that depend on the build (kernel, rules, search, environment stepping). They run in both builds."""

DOCTESTS = ("src", "README.md", "docs")

QUICK = (
    *("tests/kernel", "tests/records", "tests/games", "tests/session"),
    *("tests/scene/test_game.py", "tests/scene/test_words.py", "tests/test_layers.py"),
)
SLOW = "contract or conformance or worlds"
"""Words in the names of the slow tests, which `quick` leaves out."""

_WORKERS = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")
"""One more worker than cores, because some tests wait for other processes."""

_MORE = ("--hypothesis-profile", "more", "-m", "")
"""Ten times as many Hypothesis examples, and the tests marked `long`."""


class CheckFailed(Exception):
    """A check has failed with an exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"exit code {code}")
        self.code = code


def run(what: str, *commands: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
    """Print `what` and run the commands one after the other; print how long they took, or raise `CheckFailed`."""
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
    """Run all static checks: formatting, types, compiler traps, generated code, generated pages, and clauses."""
    run("Checking formatting, types, compiler traps and clauses", *LINT)


def quick() -> None:
    """Run the checks that fail most often."""
    lint()
    run_tests("Testing kernel, records, rules and sessions with plain Python", *QUICK, "-k", f"not ({SLOW})")


def run_all(all_twice: bool) -> None:
    """Run all checks. With `all_twice`, run every test in both builds, with more examples, including the long ones."""
    packages = Packages()
    more = _MORE if all_twice else ()
    twice = ["tests"] if all_twice else [f"tests/{tests}" for tests in BOTH_BUILDS]
    with building(PYTHON, "-m", "tools.packages") as compiler:
        lint()
        run_tests("Testing with plain Python", *more, *twice, *DOCTESTS)
        if compiler.wait():
            raise CheckFailed(compiler.returncode)
    if packages.is_compiled():
        run_tests("Testing with the compiled rules", *more, "tests", compiled=True)
        run("Comparing the games of both builds", (PYTHON, "tools/compare_builds.py", "src", str(packages.compiled)))
    elif not all_twice:
        run_tests("Testing everything else with plain Python", "tests", *(f"--deselect={tests}" for tests in twice))


def main() -> int:
    """Run the checks that the command line names."""
    parser = argparse.ArgumentParser(prog="checks", description="Run the checks.")
    parser.add_argument("which", nargs="?", choices=("test", "all", "quick", "lint"), default="test")
    which = parser.parse_args().which
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # exit through `building`, which stops the compiler
    began = time.monotonic()
    try:
        if which == "lint":
            lint()
        elif which == "quick":
            quick()
        else:
            run_all(all_twice=which == "all")
    except CheckFailed as failed:
        return failed.code
    except KeyboardInterrupt:
        return 130
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    print(f"All checks passed in {minutes}:{seconds:02} minutes.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
