"""The figures of a run as a page of the docs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.chart import Curve, Panel, draw
from benchmarks.server.figures import Delay, Grown, Load, Memory
from benchmarks.server.measuring import GROWN_MOVES, PACED_MOVES, PACED_TABLES, TABLES

MEGABYTE = 1024 * 1024

_METHOD = """
The server has one core, where nothing else is said, and all players another. They play real games, of all five kinds in
turn, four people at a table, each with a socket of their own, and choose at random. A move is a choice that somebody
sends; it counts when its answer has come, which says that it is on disk. What plays itself, and what chance brings, is
not counted. Players get the table as HTML, compressed, as a browser does; or as JSON, uncompressed."""

_AT_SATURATION = f"""
{TABLES} tables at once, each of which makes its next move as soon as the last one is answered and somebody has been
shown that it is their turn. The figure is that of the best round. A second of core is one in which the server really
had its core: other programs on the machine take their share of the first figure, not of this one. The delays are those
from a move to its answer, until the first of those who are to choose next has been shown so, and until all four have
been shown the move. Answers go first, then those are shown the table who are newly asked; the others have a share of
the time, in which they see together what has changed meanwhile: so there can be fewer than four frames to a move. The
size of a frame is that before it is compressed. In the first row ours plays the very game that boardgame.io does, with
as little on the table (`benchmarks/server/season`): as there, people make also those moves themselves that leave no
choice."""

_OF_THE_PEER = """
boardgame.io plays a trick-taking game for four with 32 cards and hidden hands, written as its guide does it, on its own
server and protocol. In files means its FlatFile store, which neither flushes to the disk nor is waited for before
it answers; in memory nothing is kept at all. Its matches are opened without credentials, which it would else check at
each move. It sends the bare position; of our five games we send a table with all words, reasons and facts."""

_AT_A_PACE = f"""
{PACED_TABLES} tables, {PACED_MOVES:,.0f} moves a second in all, by one process that may use both cores: it reckons and
draws on one, while a thread writes to the disk. From a move to its answer; until the first of those who are to choose
next has been shown so; and until all four have been shown it. Each row is a round; one that is much slower than another
tells of the machine, which does other things too."""

_FURTHER = ["p50 ms, next", "p99 ms, next", "p50 ms, all", "p99 ms, all"]


@dataclass(frozen=True)
class Run:
    """Everything that was measured; of what was measured in rounds, all rounds."""

    saturated: Mapping[str, Sequence[Load]]
    """By what was measured, ours first."""
    peers: Mapping[str, Sequence[Load]]
    paced: Mapping[str, Sequence[Load]]
    grown: Sequence[Grown]
    memory: Memory


def best(rounds: Sequence[Load]) -> Load:
    """The round with the most moves for a second of the core."""
    return max(rounds, key=lambda load: load.moves_a_core)


def page(run: Run, facts: Mapping[str, str], notes: Sequence[str]) -> str:
    """The figures as Markdown."""
    return "\n".join(
        [
            "# The server under load",
            "",
            "This page is written by `make bench-server`, which measures everything on it anew.",
            "",
            "| | |",
            "|---|---|",
            *(f"| {name} | {fact} |" for name, fact in facts.items()),
            *(f"\n**{note}**" for note in notes),
            _METHOD,
            *_saturated(run),
            *_paced(run),
            *_grown(run),
        ]
    )


def _saturated(run: Run) -> list[str]:
    peers = list(run.peers)
    head = ["", "moves/s", "moves/s of core", "slowest round", "frames a move", "KB a frame", "p50 ms", "p99 ms"]
    head += _FURTHER
    lines = ["", "## At saturation", "", *_head(*head, *(f"× {peer}" for peer in peers))]
    for name, rounds in [*run.saturated.items(), *run.peers.items()]:
        load = best(rounds)
        slowest = min(each.moves_a_core for each in rounds)
        ratios = [f"{load.moves_a_core / best(run.peers[peer]).moves_a_core:.1f}" for peer in peers]
        cells = [
            name,
            f"{load.moves_a_second:,.0f}",
            f"{load.moves_a_core:,.0f}",
            f"−{1 - slowest / load.moves_a_core:.0%}",
            f"{load.frames / load.moves:.1f}",
            f"{load.received / load.frames / 1024:.1f}",
            *_delay(load.answered),
            *_delay(load.asked),
            *_delay(load.shown),
            *(ratios if name in run.saturated else [""] * len(peers)),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return [
        *lines,
        _AT_SATURATION,
        *([_OF_THE_PEER] if peers else []),
    ]


def _paced(run: Run) -> list[str]:
    head = ["", "moves/s", "of a core", "p50 ms", "p99 ms", *_FURTHER]
    lines = ["", "## At a human pace", "", *_head(*head)]
    for name, load in ((name, load) for name, rounds in run.paced.items() for load in rounds):
        share = f"{load.core / load.seconds:.0%}"
        delays = [text for delay in (load.answered, load.asked, load.shown) for text in _delay(delay)]
        cells = [name, f"{load.moves_a_second:,.0f}", share, *delays]
        lines.append(f"| {' | '.join(cells)} |")
    return [
        *lines,
        _AT_A_PACE,
    ]


def _grown(run: Run) -> list[str]:
    lines = ["", "## More tables", "", *_head("tables", "people", "memory MB", "moves/s of core", "p99 ms")]
    for grown in run.grown:
        load = grown.load
        cells = [
            f"{grown.tables:,}",
            f"{4 * grown.tables:,}",
            f"{grown.memory / MEGABYTE:,.0f}",
            f"{load.moves_a_core:,.0f}",
            _delay(load.answered)[1],
        ]
        lines.append(f"| {' | '.join(cells)} |")
    memory = run.memory
    return [
        *lines,
        "",
        f"{GROWN_MOVES:,.0f} moves a second over all tables, as HTML. The server itself holds "
        f"{memory.itself / MEGABYTE:,.0f} MB, a table where a game",
        f"is under way {memory.a_table / 1024:,.0f} KB, and each person who looks at one "
        f"{memory.a_connection / 1024:,.0f} KB.",
        "",
        "![Memory, throughput and delay by the number of tables](pictures/growth-server.svg)",
        "",
    ]


def picture(run: Run) -> str:
    """How the cost grows with the tables, as SVG."""
    memory = [(grown.tables, grown.memory / MEGABYTE) for grown in run.grown]
    moves = [(grown.tables, grown.load.moves_a_core) for grown in run.grown]
    delays = [(grown.tables, grown.load.answered.most) for grown in run.grown]
    return draw(
        "More tables",
        f"four people at each, {GROWN_MOVES:,.0f} moves a second over all of them, as HTML",
        [
            Panel("Memory", "tables", "MB", [Curve("the server", memory)]),
            Panel("Throughput", "tables", "moves a second of its core", [Curve("the server", moves)]),
            Panel("Delay", "tables", "p99 from a move to its answer, ms", [Curve("the server", delays)]),
        ],
    )


def _head(*names: str) -> list[str]:
    return [f"| {' | '.join(names)} |", "|---|" + "---:|" * (len(names) - 1)]


def _delay(delay: Delay | None) -> list[str]:
    return ["", ""] if delay is None else [f"{delay.half:,.1f}", f"{delay.most:,.1f}"]
