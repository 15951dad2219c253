"""The figures of a run, as tables in the terminal and as a page of the docs."""

from collections.abc import Mapping, Sequence

from rich.table import Table

from benchmarks.rounds import ROUNDS, Contest, Task

HEADINGS = ("", "players", "ns a decision", "slowest round", "games/s", "ratio")


def cells(contest: Contest, task: Task) -> tuple[str, ...]:
    """A row of a table."""
    best = task.best
    ratio = contest.ratio(task)
    return (
        task.what,
        str(task.players),
        f"{best.ns:,.1f}" if best.ns < 100 else f"{best.ns:,.0f}",
        f"+{task.spread:.0%}",
        f"{best.games / best.seconds:,.0f}" if best.games else "",
        "" if ratio is None else f"{ratio:.1f}",
    )


def tables(contests: Sequence[Contest]) -> list[Table]:
    """The figures for the terminal."""
    shown = []
    for contest in contests:
        table = Table(title=contest.title, title_justify="left", title_style="bold")
        for i, heading in enumerate(HEADINGS):
            table.add_column(heading, justify="right" if i else "left")
        for task in [*contest.ours, *contest.peers]:
            table.add_row(*cells(contest, task), style="" if task in contest.ours else "dim")
        shown.append(table)
    return shown


def page(contests: Sequence[Contest], facts: Mapping[str, str], notes: Sequence[str]) -> str:
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
        "best round; beside it stands how much slower the slowest was. The ratio tells how many times as fast a",
        "decision of ours is as one of the peer, the faster if it has two rows. Forced choices count on both sides.",
        *(f"\n**{note}**" for note in notes),
    ]
    for contest in contests:
        lines += [
            "",
            f"## {contest.title}",
            "",
            f"| {' | '.join(HEADINGS)} |",
            "|---|" + "---:|" * (len(HEADINGS) - 1),
            *(f"| {' | '.join(cells(contest, task))} |" for task in [*contest.ours, *contest.peers]),
            "",
            contest.method,
        ]
    return "\n".join(lines) + "\n"
