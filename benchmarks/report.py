"""Formats the figures of a run: as tables for the terminal, and as docs/benchmarks.md."""

from collections.abc import Mapping, Sequence

from rich.table import Table

from benchmarks.growth import GAMES, PLAYERS, RECORDS, Growth
from benchmarks.profile import PLAYERS as PROFILED_PLAYERS
from benchmarks.profile import SHOWN, Profile
from benchmarks.rounds import ROUNDS, Comparison, Task


def headings(comparison: Comparison) -> tuple[str, ...]:
    """Return the column headings. Each peer has a column that says how many times as fast ours is."""
    return (
        "",
        "players",
        f"ns per {comparison.decision}",
        "slowest round",
        *([f"{comparison.game}/s"] if counts_games(comparison) else []),
        *(f"× {peer.what}" for peer in comparison.peers),
    )


def cells(comparison: Comparison, task: Task) -> tuple[str, ...]:
    """Return a row of the table."""
    best = task.best
    return (
        task.what,
        str(task.players),
        f"{best.ns:,.1f}" if best.ns < 100 else f"{best.ns:,.0f}",
        f"+{task.spread:.0%}",
        *([f"{best.games / best.seconds:,.0f}" if best.games else ""] if counts_games(comparison) else []),
        *(f"{ratio:,.1f}" for ratio in comparison.ratios(task)),
        *([""] * len(comparison.peers) if task in comparison.peers else []),
    )


def counts_games(comparison: Comparison) -> bool:
    """Check whether any task counts whole games, so that the table needs a column for them."""
    return any(task.best.games for task in [*comparison.ours, *comparison.peers])


def tables(comparisons: Sequence[Comparison]) -> list[Table]:
    """Format the figures for the terminal."""
    formatted = []
    for comparison in comparisons:
        table = Table(title=comparison.title, title_justify="left", title_style="bold")
        for i, heading in enumerate(headings(comparison)):
            table.add_column(heading, justify="right" if i else "left")
        for task in [*comparison.ours, *comparison.peers]:
            table.add_row(*cells(comparison, task), style="" if task in comparison.ours else "dim")
        formatted.append(table)
    return formatted


def page(
    comparisons: Sequence[Comparison],
    profiles: Sequence[Profile],
    grown: Growth,
    facts: Mapping[str, str],
    warnings: Sequence[str],
) -> str:
    """Format the figures as Markdown."""
    lines = [
        "# Benchmarks",
        "",
        "`make bench` measures everything on this page and writes it.",
        "",
        "| | |",
        "|---|---|",
        *(f"| {name} | {fact} |" for name, fact in facts.items()),
        "",
        f"All comparisons run on one core, in {ROUNDS} rounds that each run every task. The figures are those of the",
        "best round, followed by how much slower the slowest round was. The columns with × say how many times as fast",
        "ours is as that peer. Forced moves count as decisions on both sides.",
        *(f"\n**{warning}**" for warning in warnings),
    ]
    for comparison in comparisons:
        lines += [
            "",
            f"## {comparison.title}",
            "",
            f"| {' | '.join(headings(comparison))} |",
            "|---|" + "---:|" * (len(headings(comparison)) - 1),
            *(f"| {' | '.join(cells(comparison, task))} |" for task in [*comparison.ours, *comparison.peers]),
            "",
            comparison.method,
        ]
    return "\n".join([*lines, *(profile_lines(profiles) if profiles else []), *growth_lines(grown)]) + "\n"


def profile_lines(profiles: Sequence[Profile]) -> list[str]:
    """Format the section on where the time of a playout goes."""
    return [
        "",
        "## Where the time of a playout goes",
        "",
        f"The {SHOWN} functions with the largest shares in each game, with {PROFILED_PLAYERS} players, by perf.",
        "",
        *(
            f"- {profile.title}: " + ", ".join(f"{name} {share:.0%}" for name, share in profile.shares)
            for profile in profiles
        ),
    ]


def growth_lines(grown: Growth) -> list[str]:
    """Format the section on how cost grows."""
    return [
        "",
        "## How cost grows",
        "",
        "![Playout time by players, arena speed by processes, memory by games played](pictures/growth.svg)",
        "",
        f"The memory is that of one process during {GAMES:,} random games of self-play. The table shows the mean size",
        f"in bytes of {RECORDS} records of random games with {PLAYERS} players: plain, and compressed together.",
        "",
        "|  | record | with gzip |",
        "|---|---:|---:|",
        *(f"| {record.title} | {record.size:,.0f} | {record.compressed:,.0f} |" for record in grown.records),
        "",
        "[The server under load](benchmarks-server.md) shows how the cost of the server grows with its tables.",
    ]
