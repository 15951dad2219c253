"""Runs simulations: `python -m tests.simulation --seeds 0-199` (see CONTRIBUTING.md)."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from simulation.command import main

    sys.exit(main())
