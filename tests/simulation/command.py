"""The command line of the simulator: runs seeds, shows the progress, and continues an interrupted run."""

import argparse
import gc
import hashlib
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import chabudai
from simulation.simulation import Result, run_seed

_ROOT = Path(__file__).resolve().parent.parent.parent
_STATE = _ROOT / "build" / "simulation.json"
_SAVE_SECONDS = 5.0
_STORIES = 3
"""How many failing seeds tell their story; the others are only listed."""

SHOWN = {
    "acknowledged moves": "acknowledged moves",
    "acknowledged": "acknowledged commands",
    "seat changes": "seat changes during a game",
    "kills": "kills",
    "restarts": "clean restarts",
    "failed writes": "failed writes",
    "lost replies": "writes whose reply was lost",
    "stalled workers": "stalled workers",
    "dead workers": "workers that died",
    "pauses": "pauses of the process",
    "clock jumps": "changes of the wall clock",
}
"""The counts that the command shows, and what they are called."""


class State(msgspec.Struct):
    """What a run has found so far."""

    sources: str
    seeds: str
    """The seeds, as on the command line."""
    done: list[int] = []
    counts: dict[str, int] = {}
    uptime: float = 0.0
    """Seconds that the simulated servers were up."""
    seconds: float = 0.0
    """Seconds of computing, of all processes together."""
    failures: dict[int, str] = {}

    def add(self, result: Result) -> None:
        """Add the result of a seed."""
        self.done.append(result.seed)
        self.counts = dict(Counter(self.counts) + result.counts)
        self.uptime += result.uptime
        self.seconds += result.seconds
        if result.failure:
            self.failures[result.seed] = result.failure


def main(arguments: list[str] | None = None) -> int:
    """Run the seeds that the command line names. Return 1 if one of them fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description="Simulate the server.")
    parser.add_argument("--seeds", default="0-199", help="seeds and ranges of seeds, such as 0-199,512")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--fresh", action="store_true", help="do not continue an interrupted run")
    options = parser.parse_args(arguments)
    seeds = parse_seeds(options.seeds)
    fresh = State(_sources(), options.seeds)
    state = fresh if options.fresh or len(seeds) == 1 else _continued(fresh)
    done = set(state.done)
    missing = [seed for seed in seeds if seed not in done]
    try:
        _run(missing, options.jobs, state, save=len(seeds) > 1, total=len(seeds))
    except KeyboardInterrupt:
        print("Interrupted. The same command continues.")
        return 130
    _report(state)
    return 1 if state.failures else 0


def parse_seeds(text: str) -> list[int]:
    """Return the seeds that a text such as "0-199,512" names."""
    seeds: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        seeds += range(int(first), int(last or first) + 1)
    return seeds


def _run(seeds: list[int], jobs: int, state: State, *, save: bool, total: int) -> None:
    saved = time.monotonic()
    columns = (TextColumn("Simulating"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, TextColumn("{task.fields[failed]}")) as progress:
            bar = progress.add_task("", total=total, completed=total - len(seeds), failed="")
            for result in _results(seeds, jobs):
                state.add(result)
                progress.update(bar, advance=1, failed=f"{len(state.failures)} failed" if state.failures else "")
                if save and time.monotonic() - saved > _SAVE_SECONDS:
                    saved = time.monotonic()
                    _save(state)
    finally:
        if save:
            _save(state)


def _results(seeds: Iterable[int], jobs: int) -> Iterator[Result]:
    if jobs == 1:
        yield from map(run_and_collect, seeds)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(run_and_collect, seeds, chunksize=4)


def run_and_collect(seed: int) -> Result:
    """Run a seed; now and then, collect the garbage that the runs have left."""
    result = run_seed(seed)
    if seed % 20 == 19:
        gc.collect()
    return result


def _report(state: State) -> None:
    for number, story in list(state.failures.items())[:_STORIES]:
        print(f"{'-' * 100}\n{story}")
    if state.failures:
        print(f"{'-' * 100}\nFailing seeds: {', '.join(map(str, sorted(state.failures)))}")
    count = len(state.done)
    build = "compiled rules" if chabudai.COMPILED else "plain Python"
    print(f"{count:,} seeds, {len(state.failures)} failed ({build})")
    for name, words in SHOWN.items():
        print(f"{state.counts.get(name, 0):>12,} {words}")
    hours, faster = state.uptime / 3600.0, state.uptime / max(state.seconds, 0.001)
    print(f"{hours:>12,.1f} hours of a running server, {faster:,.0f} times as fast as real time")
    print(f"{state.seconds:>12,.1f} seconds of computing, {state.seconds / max(count, 1):.2f} for each seed")


# ---- Continuing ------------------------------------------------------------------------------------------------------


def _sources() -> str:
    """Return a digest of the sources: results of other sources do not count."""
    digest = hashlib.blake2b(digest_size=16)
    for folder in (_ROOT / "src" / "chabudai", _ROOT / "tests" / "simulation"):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _continued(fresh: State) -> State:
    """Return the stored state of an interrupted run of the same seeds with the same sources, or else a fresh one."""
    try:
        stored = msgspec.json.decode(_STATE.read_bytes(), type=State)
    except (OSError, msgspec.MsgspecError):
        return fresh
    return stored if (stored.sources, stored.seeds) == (fresh.sources, fresh.seeds) else fresh


def _save(state: State) -> None:
    _STATE.parent.mkdir(exist_ok=True)
    temporary = _STATE.with_suffix(".new")
    temporary.write_bytes(msgspec.json.encode(state))
    temporary.replace(_STATE)
