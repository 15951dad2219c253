"""Runs the fuzzer: `python -m tests.fuzzing --count 100000 --seed 1` (see CONTRIBUTING.md)."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from fuzzing.command import main

    sys.exit(main())
