"""`chabudai new-game`: writes the skeleton of a game."""

import argparse
from pathlib import Path

from chabudai.new_game import write_skeleton


def run(options: argparse.Namespace) -> int:
    """Write the files, and say which."""
    for path in write_skeleton(options.name, Path(options.name)):
        print(path)
    print(f"Its tests (cd {options.name}; python -m pytest) say what is to be written next.")
    return 0
