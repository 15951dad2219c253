"""Compare the speed of this tree with an earlier revision, in alternating rounds on the same machine.

    python -m benchmarks.against REVISION [--rounds 9] [--only GROUP …] [--instructions] [--bound 0.97]

It builds both trees, the revision in build/against, and measures most of what `make bench` and `make bench-server`
measure of our own code. Each tree runs its own benchmarks, with a fresh process for each group of figures; only the
clients of `server-move-json` and `server-move-html` always belong to this tree. Finished measurements are stored: after
an interruption the same command resumes, as long as the sources have not changed. It prints all figures, worst ratio
first, and writes them to build/against. It fails if any ratio is below the bound. A ratio below 1 means that this tree
is worse.

With `--instructions`, it counts instructions with callgrind instead of measuring time. One round is enough, and other
programs on the machine hardly matter, but this works only for compiled groups that run in one process, and for the
server's work per move (`server-move-json` and `server-move-html`, which cannot be timed).
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

from benchmarks import one_round, revisions
from benchmarks.callgrind import instructions_in
from benchmarks.revisions import NEW, OLD, CannotMeasure, Figures, Measurement, MeasurementStore
from benchmarks.server.clients import Form
from benchmarks.server.counting import instructions_per_move
from tools.packages import ROOT, Packages

ROUNDS = 9
BOUND = 0.97
TIMED = (*one_round.TASKS, *one_round.SERVER)
SERVER_MOVES: dict[str, Form] = {"server-move-json": "json", "server-move-html": "html"}
COUNTED = ("playouts", "moves", "copies", "search", "environments", *SERVER_MOVES)
"""The groups whose instructions can be counted: compiled and in one process, or a server's work per move."""
FOLDER = ROOT / "build" / "against"


class SourceTree:
    """A source tree with its build."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def build(self) -> None:
        """Compile the tree if necessary."""
        build = subprocess.run(["make", "--silent", "build", f"PYTHON={sys.executable}"], cwd=self.root, check=False)
        if build.returncode or not any((self.root / "build" / "compiled").glob("*.so")):
            raise CannotMeasure(f"{self.root} has no compiled build")

    def measure(self, group: str, how: str, wrapper: Sequence[str] = ()) -> Figures:
        """Measure a group, `timed` or `counted`, in its own process, started by the wrapper (a command), if any."""
        # -P keeps the folder of one_round.py off the path, so that the benchmarks imported are those of the tree.
        command = [*wrapper, sys.executable, "-P", one_round.__file__, group, how]
        process = subprocess.Popen(
            command, cwd=self.root, env=self._environment(group), stdout=subprocess.PIPE, text=True
        )
        try:
            output, _ = process.communicate()
        except KeyboardInterrupt:
            process.wait()  # Ctrl-C has reached the child too; it stops itself and the server it started
            raise
        if process.returncode:
            raise CannotMeasure(f"measuring {group} in {self.root} failed with exit code {process.returncode}")
        figures: Figures = json.loads(output)
        return figures

    def count_instructions(self, group: str) -> Figures:
        """Return the instructions per decision or, of a server, per move."""
        if group in SERVER_MOVES:
            counts = instructions_per_move(SERVER_MOVES[group], self.root, self._environment(group))
            return {f"{group}: {game} (instructions)": count for game, count in counts.items()}
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "callgrind")
            triggers = [f"--{what}=ffi_call" for what in ("zero-before", "dump-after")]
            wrapper = ["valgrind", "-q", "--tool=callgrind", *triggers, f"--callgrind-out-file={out}"]
            decisions = self.measure(group, "counted", wrapper)
            dumps = [out.with_name(f"{out.name}.{number + 1}") for number in range(len(decisions))]
            if not all(dump.exists() for dump in dumps):
                raise CannotMeasure("callgrind did not see `ffi_call`: this Python calls C in another way")
            totals = [instructions_in(dump.read_text(encoding="utf-8", errors="replace")) for dump in dumps]
        return {name: total / number for (name, number), total in zip(decisions.items(), totals, strict=True)}

    def _environment(self, group: str) -> dict[str, str]:
        package = self.root / ("src" if group == "plain" else "build/compiled")
        return os.environ | {"PYTHONPATH": f"{package}{os.pathsep}{self.root}", "PYTHONHASHSEED": "0"}


def check_out(revision: str) -> SourceTree:
    """Return the tree of a revision, unpacked from git into its own folder unless it is already there."""
    tree = FOLDER / revision / "tree"
    if not tree.exists():
        print(f"Unpacking {revision} into {tree.relative_to(ROOT)}", flush=True)
        part = tree.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(part, filter="data")
        part.rename(tree)
    return SourceTree(tree)


def commit_of(revision: str) -> str:
    """Return the abbreviated commit of a revision."""
    command = ["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"]
    result = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if result.returncode:
        raise CannotMeasure(f"git does not know the revision {revision!r}")
    return result.stdout.strip()[:12]


def main() -> int:
    """Parse the arguments, measure what is missing, and compare."""
    parser = argparse.ArgumentParser(prog="benchmarks.against", description="Compare this tree with a revision.")
    parser.add_argument("revision")
    parser.add_argument("--rounds", type=int, default=0, help=f"default: {ROUNDS}, or 1 with --instructions")
    parser.add_argument(
        "--only", nargs="+", choices=(*TIMED, *SERVER_MOVES), help="groups of figures to measure; default: all"
    )
    parser.add_argument("--instructions", action="store_true", help="count instructions with callgrind, not time")
    parser.add_argument("--bound", type=float, default=BOUND, help=f"the smallest ratio allowed; default: {BOUND}")
    options = parser.parse_args()
    possible = COUNTED if options.instructions else TIMED
    groups: Sequence[str] = options.only or possible
    if not set(groups) <= set(possible):
        parser.error(f"{'counts' if options.instructions else 'times'} only {', '.join(possible)}")
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        return compare(commit_of(options.revision), groups, options.rounds, options.instructions, options.bound)
    except CannotMeasure as error:
        print(f"against: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nInterrupted. Run the same command to resume.", file=sys.stderr)
        return 130


def compare(revision: str, groups: Sequence[str], rounds: int, instructions: bool, bound: float) -> int:
    """Measure what is missing and print the comparison. Return 1 if a ratio is below the bound."""
    if instructions and not shutil.which("valgrind"):
        raise CannotMeasure("--instructions needs valgrind")
    rounds = rounds or (1 if instructions else ROUNDS)
    trees = {OLD: check_out(revision), NEW: SourceTree(ROOT)}
    for tree in trees.values():
        tree.build()
    folder = FOLDER / revision / Packages().made.name
    store = MeasurementStore(folder / ("instructions" if instructions else "rounds"))
    for measurement in store.remaining(rounds, groups):
        print(f"round {measurement.number + 1} of {rounds}: {measurement.group}, {measurement.side}", flush=True)
        store.write(measurement, _measure(trees[measurement.side], measurement, instructions))
    pairs = store.pairs(rounds, groups)
    text = revisions.text_table(pairs)
    store.folder.with_suffix(".txt").write_text(f"{text}\n", encoding="utf-8")
    store.folder.with_suffix(".json").write_text(revisions.as_json(pairs), encoding="utf-8")
    worse = revisions.below(pairs, bound)
    print(f"{text}\n{len(worse)} of {len(pairs)} figures have a ratio below {bound} compared with {revision}.")
    print(f"Written to {store.folder.relative_to(ROOT)}.txt and .json")
    return 1 if worse else 0


def _measure(tree: SourceTree, measurement: Measurement, instructions: bool) -> Figures:
    return tree.count_instructions(measurement.group) if instructions else tree.measure(measurement.group, "timed")


if __name__ == "__main__":
    sys.exit(main())
