"""The command line of the fuzzer: runs episodes, shows the progress, and stops at the first failure."""

import argparse
import gc
import logging
import time
from collections import Counter
from collections.abc import Callable

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import chabudai
from fuzzing.episode import Episode, Failure
from fuzzing.forms import Forms
from fuzzing.headers import Headers
from fuzzing.messages import Messages
from fuzzing.records import Records

KINDS: dict[str, type[Episode]] = {kind.kind: kind for kind in (Messages, Records, Forms, Headers)}
_SHARES = {"records": 0.06, "forms": 0.07, "headers": 0.07}
"""Of all inputs; the others are messages."""


def main(arguments: list[str] | None = None) -> int:
    """Run what the command line asks for. Return 1 if an input causes a failure."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description="Feed the server with bad input.")
    parser.add_argument("--count", type=int, default=10_000, help="inputs")
    parser.add_argument("--seed", type=int, default=1, help="all inputs follow from it")
    parser.add_argument("--kind", choices=KINDS, help="only inputs of this kind")
    parser.add_argument(
        "--episode",
        type=int,
        help="with --kind: run only the first inputs, --count of them, of the episode with this number",
    )
    options = parser.parse_args(arguments)
    if options.episode is not None and options.kind is None:
        parser.error("--episode needs --kind")
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # it warns of every malformed form
    counts = {options.kind: options.count} if options.kind else shares(options.count)
    done: Counter[str] = Counter()
    started = time.monotonic()
    try:
        columns = (
            TextColumn("Fuzzing {task.fields[kind]:<8}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        with Progress(*columns) as progress:
            bar = progress.add_task("", total=sum(counts.values()), kind="")

            def advance(kind: str, count: int) -> None:
                done[kind] += count
                progress.update(bar, advance=count, kind=kind)

            if options.episode is None:
                run(options.seed, counts, advance)
            else:
                KINDS[options.kind](options.seed, options.episode).run(options.count)
                advance(options.kind, options.count)
    except Failure as failure:
        print(failure)
        return 1
    except KeyboardInterrupt:
        print("Interrupted.")
        return 130
    finally:
        _report(done, time.monotonic() - started)
    return 0


def shares(count: int) -> dict[str, int]:
    """Return how many inputs of each kind there are."""
    others = {kind: round(share * count) for kind, share in _SHARES.items()}
    return {"messages": count - sum(others.values())} | others


def run(seed: int, counts: dict[str, int], advance: Callable[[str, int], None]) -> None:
    """Feed this many inputs of each kind; the kinds take turns."""
    missing = dict(counts)
    number = 0
    while any(missing.values()):
        for kind, episode in KINDS.items():
            size = min(missing.get(kind, 0), episode.size)
            if size:
                episode(seed, number).run(size)
                missing[kind] -= size
                advance(kind, size)
        number += 1
        if number % 5 == 0:
            gc.collect()  # a simulated world turns automatic collection off


def _report(done: Counter[str], seconds: float) -> None:
    for kind, count in done.items():
        print(f"{count:>12,} {kind}")
    build = "compiled rules" if chabudai.COMPILED else "plain Python"
    print(f"{done.total():>12,} inputs without a failure in {seconds:,.0f} seconds ({build})")
