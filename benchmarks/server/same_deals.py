"""Serves like `benchmarks.server.serving`, but all tables of a game have the same deals.

    python -P benchmarks/server/same_deals.py PORT FILE

`benchmarks.server.counting` runs this file by path, with the source tree to measure on Python's path.
"""

import runpy
import secrets


def fixed_seed(exclusive_upper_bound: int) -> int:
    """Replace `secrets.randbelow`, which draws the seed of each table."""
    return 0


if __name__ == "__main__":
    secrets.randbelow = fixed_seed
    runpy.run_module("benchmarks.server.serving", run_name="__main__", alter_sys=True)
