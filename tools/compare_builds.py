"""Plays the same games with two builds of Chabudai and compares everything that comes of it.

    python tools/compare_builds.py src build/compiled

A difference means that a rule was miscompiled, or that it leans on something that differs between builds.
"""

import json
import os
import subprocess
import sys
from typing import Any


def played_by(build: str) -> dict[str, Any]:
    """The fingerprint of the build in this folder."""
    command = [sys.executable, "-m", "chabudai.arena.fingerprint"]
    run = subprocess.run(command, env={**os.environ, "PYTHONPATH": build}, stdout=subprocess.PIPE, check=True)
    result: dict[str, Any] = json.loads(run.stdout)
    return result


def main() -> int:
    """Compare the two builds named on the command line."""
    plain, fast = (played_by(build) for build in sys.argv[1:3])
    if plain["compiled"] or not fast["compiled"]:
        print("compare_builds: needs a build in plain Python and then a compiled one", file=sys.stderr)
        return 2
    wrong = 0
    for name, (checksum, one_process, two_processes) in plain["found"].items():
        if fast["found"].get(name) != [checksum, one_process, two_processes] or one_process != two_processes:
            print(f"{name}: the builds play differently", file=sys.stderr)
            wrong += 1
    print(f"{len(plain['found']) - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
