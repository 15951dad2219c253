"""`chabudai new-game`: creates a package for a new game."""

import argparse
from pathlib import Path

from chabudai.new_game import write_skeleton
from chabudai.translation.catalog import translated


def run(options: argparse.Namespace) -> int:
    """Write the files, and list them."""
    for path in write_skeleton(options.name, Path(options.name)):
        print(path)
    print(translated(f"Run the tests to see what to write next: cd {options.name}; python -m pytest", options.lang))
    return 0
