"""A bounded number of simulations, and the same run from the same seed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from simulation.broken import COPIES
from simulation.simulation import run_seed

_SEEDS = 200
_PER_TEST = 10

_KEPT = [
    int(line.split()[0])
    for line in (Path(__file__).parent / "seeds").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
"""Seeds that have failed once."""


@pytest.mark.parametrize("first", range(0, _SEEDS, _PER_TEST))
def test_nothing_that_must_not_happen_happens(first: int) -> None:
    for seed in range(first, first + _PER_TEST):
        result = run_seed(seed)
        assert not result.failure, result.failure


@pytest.mark.parametrize("seed", _KEPT)
def test_a_seed_that_failed_once_fails_no_more(seed: int) -> None:
    result = run_seed(seed)
    assert not result.failure, result.failure


@pytest.mark.parametrize("broken", COPIES)
def test_a_broken_copy_of_the_server_is_found(broken: str) -> None:
    break_server, violation = COPIES[broken]
    with break_server():
        failure = next(failure for seed in range(200) if (failure := run_seed(seed).failure))
    assert re.search(violation, failure.partition("\n")[0]), failure


def test_much_happens_in_a_simulation() -> None:
    results = [run_seed(seed) for seed in range(10_000, 10_006)]
    for what in ("acknowledged moves", "kills", "seat changes", "pauses", "clock jumps"):
        assert sum(result.counts[what] for result in results) > 0, what


def test_the_same_seed_gives_the_same_run_in_every_process() -> None:
    assert digests("0,1,2", hash_seed="1") == digests("2,1,0", hash_seed="2")


def digests(seeds: str, *, hash_seed: str) -> dict[str, str]:
    """Run these seeds in a new process; return the digest of each."""
    program = f"from simulation.simulation import run_seed\nfor seed in ({seeds}):\n print(seed, run_seed(seed).digest)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", program]
    lines = subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout.splitlines()
    assert len(lines) == 3
    return {seed: digest for seed, _, digest in (line.partition(" ") for line in lines)}
