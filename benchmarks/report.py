"""The figures of a run, as tables in the terminal and as a page of the docs."""

from collections.abc import Mapping, Sequence

from rich.table import Table

from benchmarks.growth import GAMES, PLAYERS, RECORDS, Growth
from benchmarks.profile import PLAYERS as PROFILED
from benchmarks.profile import SHOWN, Profile
from benchmarks.rounds import ROUNDS, Contest, Task


def headings(contest: Contest) -> tuple[str, ...]:
    """The head of a table. Each peer has a column that tells how many times as fast ours is."""
    return (
        "",
        "players",
        f"ns a {contest.decision}",
        "slowest round",
        *([f"{contest.game}/s"] if played_whole(contest) else []),
        *(f"× {peer.what}" for peer in contest.peers),
    )


def cells(contest: Contest, task: Task) -> tuple[str, ...]:
    """A row of a table."""
    best = task.best
    return (
        task.what,
        str(task.players),
        f"{best.ns:,.1f}" if best.ns < 100 else f"{best.ns:,.0f}",
        f"+{task.spread:.0%}",
        *([f"{best.games / best.seconds:,.0f}" if best.games else ""] if played_whole(contest) else []),
        *(f"{ratio:,.1f}" for ratio in contest.ratios(task)),
        *([""] * len(contest.peers) if task in contest.peers else []),
    )


def played_whole(contest: Contest) -> bool:
    """Whether any task plays whole games, so that there is something to tell about these."""
    return any(task.best.games for task in [*contest.ours, *contest.peers])


def tables(contests: Sequence[Contest]) -> list[Table]:
    """The figures for the terminal."""
    shown = []
    for contest in contests:
        table = Table(title=contest.title, title_justify="left", title_style="bold")
        for i, heading in enumerate(headings(contest)):
            table.add_column(heading, justify="right" if i else "left")
        for task in [*contest.ours, *contest.peers]:
            table.add_row(*cells(contest, task), style="" if task in contest.ours else "dim")
        shown.append(table)
    return shown


def page(
    contests: Sequence[Contest],
    profiles: Sequence[Profile],
    grown: Growth,
    facts: Mapping[str, str],
    notes: Sequence[str],
) -> str:
    """The figures as Markdown."""
    lines = [
        "# Benchmarks",
        "",
        "This page is written by `make bench`, which measures everything on it anew.",
        "",
        "| | |",
        "|---|---|",
        *(f"| {name} | {fact} |" for name, fact in facts.items()),
        "",
        f"Everything runs on one core, in {ROUNDS} rounds that go through all tasks in turn. A figure is that of the",
        "best round; beside it stands how much slower the slowest was. The columns with × tell how many times as fast",
        "ours is as that peer. Forced choices count on both sides.",
        *(f"\n**{note}**" for note in notes),
    ]
    for contest in contests:
        lines += [
            "",
            f"## {contest.title}",
            "",
            f"| {' | '.join(headings(contest))} |",
            "|---|" + "---:|" * (len(headings(contest)) - 1),
            *(f"| {' | '.join(cells(contest, task))} |" for task in [*contest.ours, *contest.peers]),
            "",
            contest.method,
        ]
    return "\n".join([*lines, *(profile_lines(profiles) if profiles else []), *growth_lines(grown)]) + "\n"


def profile_lines(profiles: Sequence[Profile]) -> list[str]:
    """The part of the page about where the time of a playout goes."""
    return [
        "",
        "## Where the time of a playout goes",
        "",
        f"With {PROFILED} players, as perf sees it: the {SHOWN} largest shares of each game, by function.",
        "",
        *(f"- {one.title}: " + ", ".join(f"{name} {share:.0%}" for name, share in one.shares) for one in profiles),
    ]


def growth_lines(grown: Growth) -> list[str]:
    """The part of the page about how cost grows."""
    return [
        "",
        "## How cost grows",
        "",
        "![Playouts by players, arena by processes, memory by games](pictures/growth.svg)",
        "",
        f"The long run is {GAMES:,} games of self-play at random in one process. Records of random games of {PLAYERS},",
        f"{RECORDS} of each game, take so many bytes each:",
        "",
        "|  | a record | packed by gzip |",
        "|---|---:|---:|",
        *(f"| {one.title} | {one.size:,.0f} | {one.packed:,.0f} |" for one in grown.records),
        "",
        "How the cost of the server grows with its tables stands in [benchmarks of the server](benchmarks-server.md).",
    ]
