"""Measures this tree against an earlier revision, in alternating rounds on the same machine.

    python -m benchmarks.against REVISION [--rounds 9] [--only GROUP …] [--instructions] [--bound 0.97]

It builds the revision in build/against, and measures what `make bench` and `make bench-server` tell of our own code,
each tree with its own benchmarks, in a fresh process for each group of figures. What was measured is kept: after an
interruption the same command goes on where it was, as long as the sources are the same. It shows all figures, the
worst first, writes them to build/against too, and fails if one is below the bound.

With `--instructions` callgrind counts instead of the clock. That takes one round, is the same on a busy machine, and
is possible for what runs in one process.
"""

import argparse
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks import comparison, one_round
from benchmarks.comparison import NEW, OLD, CannotMeasure, Figures, Journal, Turn
from tools.packages import ROOT, Packages

ROUNDS = 9
BOUND = 0.97
GROUPS = (*one_round.TASKS, *one_round.SERVER)
COUNTED = ("playouts", "moves", "copies", "search", "environments")
FOLDER = ROOT / "build" / "against"


class Tree:
    """A source tree with its build."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def build(self) -> None:
        """Let the tree compile itself, if it has not yet."""
        made = subprocess.run(["make", "--silent", "build", f"PYTHON={sys.executable}"], cwd=self.root, check=False)
        if made.returncode or not any((self.root / "build" / "compiled").glob("*.so")):
            raise CannotMeasure(f"there is no compiled build in {self.root}")

    def measured(self, group: str, how: str, wrapper: Sequence[str] = ()) -> Figures:
        """Measure a group in a process of its own."""
        rules = self.root / ("src" if group == "plain" else "build/compiled")
        environment = os.environ | {"PYTHONPATH": f"{rules}{os.pathsep}{self.root}", "PYTHONHASHSEED": "0"}
        # -P: of the benchmarks only those of the tree are to be found, not those beside the file that is run.
        command = [*wrapper, sys.executable, "-P", one_round.__file__, group, how]
        process = subprocess.Popen(command, cwd=self.root, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            written, _ = process.communicate()
        except KeyboardInterrupt:
            process.wait()  # Ctrl-C has reached it too; it ends by itself, and the server that it has started with it
            raise
        if process.returncode:
            raise CannotMeasure(f"{group} of {self.root} has failed, with code {process.returncode}")
        found: Figures = json.loads(written)
        return found

    def counted(self, group: str) -> Figures:
        """Instructions a decision."""
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "callgrind")
            triggers = [f"--{what}=ffi_call" for what in ("zero-before", "dump-after")]
            wrapper = ["valgrind", "-q", "--tool=callgrind", *triggers, f"--callgrind-out-file={out}"]
            decisions = self.measured(group, "counted", wrapper)
            dumps = [out.with_name(f"{out.name}.{number + 1}") for number in range(len(decisions))]
            if not all(dump.exists() for dump in dumps):
                raise CannotMeasure("callgrind has not seen where to count: this Python calls C in another way")
            counts = [instructions_in(dump.read_text(encoding="utf-8", errors="replace")) for dump in dumps]
        return {name: count / number for (name, number), count in zip(decisions.items(), counts, strict=True)}


def instructions_in(dump: str) -> int:
    """The sum that a file of callgrind tells."""
    return next(int(line.split()[1]) for line in dump.splitlines() if line.startswith("summary:"))


def checked_out(revision: str) -> Tree:
    """The tree of a revision, as git has it, in a folder of its own."""
    tree = FOLDER / revision / "tree"
    if not tree.exists():
        print(f"Unpacking {revision} into {tree.relative_to(ROOT)}", flush=True)
        part = tree.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(part, filter="data")
        part.rename(tree)
    return Tree(tree)


def full_name(revision: str) -> str:
    """The commit that a revision stands for."""
    asked = ["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"]
    answer = subprocess.run(asked, cwd=ROOT, check=False, capture_output=True, text=True)
    if answer.returncode:
        raise CannotMeasure(f"git knows no revision {revision!r}")
    return answer.stdout.strip()[:12]


def main() -> int:
    """Measure what is missing, and compare."""
    parser = argparse.ArgumentParser(prog="benchmarks.against", description="Compare this tree with a revision.")
    parser.add_argument("revision")
    parser.add_argument("--rounds", type=int, default=0, help=f"default: {ROUNDS}, and 1 with --instructions")
    parser.add_argument("--only", nargs="+", choices=GROUPS, help="groups of figures; default: all")
    parser.add_argument("--instructions", action="store_true", help="count instructions with callgrind")
    parser.add_argument("--bound", type=float, default=BOUND, help=f"the least ratio allowed; default: {BOUND}")
    wishes = parser.parse_args()
    groups: Sequence[str] = wishes.only or (COUNTED if wishes.instructions else GROUPS)
    if wishes.instructions and not set(groups) <= set(COUNTED):
        parser.error(f"instructions can be counted of {', '.join(COUNTED)}")
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        return compare(full_name(wishes.revision), groups, wishes.rounds, wishes.instructions, wishes.bound)
    except CannotMeasure as error:
        print(f"against: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nInterrupted; the same command goes on from here.", file=sys.stderr)
        return 130


def compare(revision: str, groups: Sequence[str], rounds: int, instructions: bool, bound: float) -> int:
    """Measure what is missing; 1 if a figure is below the bound."""
    if instructions and not shutil.which("valgrind"):
        raise CannotMeasure("counting instructions needs valgrind")
    rounds = rounds or (1 if instructions else ROUNDS)
    trees = {OLD: checked_out(revision), NEW: Tree(ROOT)}
    for tree in trees.values():
        tree.build()
    kept = FOLDER / revision / Packages().made.name
    journal = Journal(kept / ("instructions" if instructions else "rounds"))
    for turn in journal.left(rounds, groups):
        print(f"round {turn.number + 1} of {rounds}: {turn.group}, {turn.side}", flush=True)
        journal.write(turn, _measured(trees[turn.side], turn, instructions))
    pairs = journal.rounds(rounds, groups)
    text = comparison.table(pairs)
    journal.folder.with_suffix(".txt").write_text(f"{text}\n", encoding="utf-8")
    journal.folder.with_suffix(".json").write_text(comparison.as_json(pairs), encoding="utf-8")
    worse = comparison.below(pairs, bound)
    print(f"{text}\n{len(worse)} of {len(pairs)} figures are below {bound} of {revision}.")
    print(f"Written to {journal.folder.relative_to(ROOT)}.txt and .json")
    return 1 if worse else 0


def _measured(tree: Tree, turn: Turn, instructions: bool) -> Figures:
    return tree.counted(turn.group) if instructions else tree.measured(turn.group, "timed")


if __name__ == "__main__":
    sys.exit(main())
