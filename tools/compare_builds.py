"""Play the same games with the plain and the compiled build of Chabudai and compare the results.

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


def fingerprints_of(build: str, game: str) -> dict[str, Any]:
    """Return the fingerprints of a game as played by the build in a folder."""
    command = [sys.executable, "-m", "chabudai.arena.fingerprint", game]
    run = subprocess.run(command, env={**os.environ, "PYTHONPATH": build}, stdout=subprocess.PIPE, check=True)
    result: dict[str, Any] = json.loads(run.stdout)
    return result


def main() -> int:
    """Compare the two builds named on the command line."""
    names = list(games())
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each thread waits for a process
        fingerprints = list(pool.map(lambda pair: fingerprints_of(*pair), product(sys.argv[1:3], names)))
    plain, compiled = fingerprints[: len(names)], fingerprints[len(names) :]
    if any(game["compiled"] for game in plain) or not all(game["compiled"] for game in compiled):
        print("compare_builds: the first build must be plain Python and the second compiled", file=sys.stderr)
        return 2
    passed = failed = 0
    for plain_game, compiled_game in zip(plain, compiled, strict=True):
        for name, (checksum, records_hash) in plain_game["found"].items():
            # A compiled build also writes the records with two processes; all three hashes of records must agree.
            if compiled_game["found"].get(name) == [checksum, records_hash, records_hash]:
                passed += 1
            else:
                print(f"{name}: the fingerprints of the builds differ", file=sys.stderr)
                failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
