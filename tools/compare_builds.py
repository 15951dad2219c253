"""Play the same games with two builds of Chabudai and compare the results.

    python tools/compare_builds.py src build/compiled

A difference means that a rule was miscompiled, or that it depends on something that differs between the builds.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

from chabudai.games.registry import games


def played_by(build: str, game: str) -> dict[str, Any]:
    """Return the fingerprints of a game as played by the build in a folder."""
    command = [sys.executable, "-m", "chabudai.arena.fingerprint", game]
    run = subprocess.run(command, env={**os.environ, "PYTHONPATH": build}, stdout=subprocess.PIPE, check=True)
    result: dict[str, Any] = json.loads(run.stdout)
    return result


def main() -> int:
    """Compare the two builds named on the command line."""
    names = list(games())
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each thread waits for a process
        played = list(pool.map(lambda pair: played_by(*pair), product(sys.argv[1:3], names)))
    plain, fast = played[: len(names)], played[len(names) :]
    if any(one["compiled"] for one in plain) or not all(one["compiled"] for one in fast):
        print("compare_builds: the first build must be plain Python and the second compiled", file=sys.stderr)
        return 2
    right = wrong = 0
    for one, other in zip(plain, fast, strict=True):
        for name, (checksum, records) in one["found"].items():
            if other["found"].get(name) == [checksum, records, records]:
                right += 1
            else:
                print(f"{name}: the builds play differently", file=sys.stderr)
                wrong += 1
    print(f"{right} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
