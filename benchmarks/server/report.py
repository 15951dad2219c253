"""Formats the figures of a run as docs/benchmarks-server.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.chart import Curve, Panel, draw
from benchmarks.server.figures import Delay, GrowthPoint, LoadResult, Memory
from benchmarks.server.measuring import GROWTH_MOVES, PACED_MOVES, PACED_TABLES, TABLES

MEGABYTE = 1024 * 1024

_METHOD = """
Unless noted otherwise, the server runs on one core and all clients on another. They play all five games in turn, four
people per table, each with their own socket, and choose at random. A move is a choice that somebody sends. It counts
when its answer arrives, which means that it is on disk. Forced moves that the server plays and chance outcomes do not
count. Clients receive the table as compressed HTML, like a browser, or as uncompressed JSON."""

_AT_SATURATION = f"""
{TABLES} tables play simultaneously. Each makes its next move as soon as the last one is answered and a player sees
that it is their turn. The figures are those of the best round. A CPU second is a second in which the server actually
ran: other programs on the machine reduce the moves per second, but not the moves per CPU second. The delays are
measured from sending a move to its answer, until the first player who must choose next sees that it is their turn
(next), and until all four players see the move (all). The server sends answers first, then updates the players whose
turn has just begun. The others get a share of the time and see several changes in one update, so there can be fewer
than four frames per move. The size of a frame is its size before compression. In the first row, our server plays
boardgame.io's game with an equally simple table (`benchmarks/server/season`), and people also make forced moves
themselves, as there."""

_PEER = """
boardgame.io runs a trick-taking game for four with 32 cards and hidden hands, written as its guide recommends, on its
own server and protocol. "In files" means its FlatFile storage, which does not flush to disk; the server does not wait
for it before answering. "In memory" stores nothing. Matches are opened without credentials, which it would otherwise
check on every move. It sends only the position; for our five games, we send a table with all words, reasons and
facts."""

_AT_HUMAN_PACE = f"""
{PACED_TABLES} tables with {PACED_MOVES:,.0f} moves per second in total. The server is one process that may use both
cores: it computes and renders on one, while a thread writes to disk. The delays are the same as above. Each row is a
round. If one round is much slower than another, the machine was busy with something else."""

_MORE_DELAYS = ["p50 ms, next", "p99 ms, next", "p50 ms, all", "p99 ms, all"]


@dataclass(frozen=True)
class Run:
    """All results, with every round of what was measured in rounds."""

    saturated: Mapping[str, Sequence[LoadResult]]
    """Our results at saturation, by what was measured."""
    peers: Mapping[str, Sequence[LoadResult]]
    paced: Mapping[str, Sequence[LoadResult]]
    growth: Sequence[GrowthPoint]
    memory: Memory


def best(rounds: Sequence[LoadResult]) -> LoadResult:
    """Return the round with the most moves per CPU second."""
    return max(rounds, key=lambda load: load.moves_a_core)


def page(run: Run, facts: Mapping[str, str], warnings: Sequence[str]) -> str:
    """Format the figures as Markdown."""
    return "\n".join(
        [
            "# The server under load",
            "",
            "`make bench-server` measures everything on this page and writes it.",
            "",
            "| | |",
            "|---|---|",
            *(f"| {name} | {fact} |" for name, fact in facts.items()),
            *(f"\n**{warning}**" for warning in warnings),
            _METHOD,
            *_saturation(run),
            *_human_pace(run),
            *_growth(run),
        ]
    )


def _saturation(run: Run) -> list[str]:
    peers = list(run.peers)
    head = ["", "moves/s", "moves/CPU s", "slowest round", "frames/move", "KB/frame", "p50 ms", "p99 ms"]
    head += _MORE_DELAYS
    lines = ["", "## At saturation", "", *_table_head(*head, *(f"× {peer}" for peer in peers))]
    for name, rounds in [*run.saturated.items(), *run.peers.items()]:
        load = best(rounds)
        slowest = min(result.moves_a_core for result in rounds)
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
        *([_PEER] if peers else []),
    ]


def _human_pace(run: Run) -> list[str]:
    head = ["", "moves/s", "CPU", "p50 ms", "p99 ms", *_MORE_DELAYS]
    lines = ["", "## At a human pace", "", *_table_head(*head)]
    for name, load in ((name, load) for name, rounds in run.paced.items() for load in rounds):
        share = f"{load.core / load.seconds:.0%}"
        delays = [text for delay in (load.answered, load.asked, load.shown) for text in _delay(delay)]
        cells = [name, f"{load.moves_a_second:,.0f}", share, *delays]
        lines.append(f"| {' | '.join(cells)} |")
    return [
        *lines,
        _AT_HUMAN_PACE,
    ]


def _growth(run: Run) -> list[str]:
    lines = ["", "## More tables", "", *_table_head("tables", "people", "memory MB", "moves/CPU s", "p99 ms")]
    for point in run.growth:
        load = point.load
        cells = [
            f"{point.tables:,}",
            f"{4 * point.tables:,}",
            f"{point.memory / MEGABYTE:,.0f}",
            f"{load.moves_a_core:,.0f}",
            _delay(load.answered)[1],
        ]
        lines.append(f"| {' | '.join(cells)} |")
    memory = run.memory
    return [
        *lines,
        "",
        f"{GROWTH_MOVES:,.0f} moves per second over all tables, as HTML. The server itself needs",
        f"{memory.itself / MEGABYTE:,.0f} MB, a table with a game in progress {memory.a_table / 1024:,.0f} KB,",
        f"and each connection to a table {memory.a_connection / 1024:,.0f} KB.",
        "",
        "![Memory, throughput and delay by number of tables](pictures/growth-server.svg)",
        "",
    ]


def chart(run: Run) -> str:
    """Draw how the cost grows with the number of tables, as SVG."""
    memory = [(point.tables, point.memory / MEGABYTE) for point in run.growth]
    moves = [(point.tables, point.load.moves_a_core) for point in run.growth]
    delays = [(point.tables, point.load.answered.most) for point in run.growth]
    return draw(
        "More tables",
        f"four people at each, {GROWTH_MOVES:,.0f} moves per second over all tables, as HTML",
        [
            Panel("Memory", "tables", "MB", [Curve("the server", memory)]),
            Panel("Throughput", "tables", "moves per CPU second", [Curve("the server", moves)]),
            Panel("Delay", "tables", "p99 from move to answer, ms", [Curve("the server", delays)]),
        ],
    )


def _table_head(*names: str) -> list[str]:
    return [f"| {' | '.join(names)} |", "|---|" + "---:|" * (len(names) - 1)]


def _delay(delay: Delay | None) -> list[str]:
    return ["", ""] if delay is None else [f"{delay.half:,.1f}", f"{delay.most:,.1f}"]
