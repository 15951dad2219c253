"""What the benchmarks measure is what they say: the C code plays our games, and the page tells ratios the right way."""

import pytest

from benchmarks.chart import Curve, Panel, draw
from benchmarks.limit import ameno
from benchmarks.ours import SEED
from benchmarks.report import cells, headings
from benchmarks.rounds import Contest, Task, Timing, filling
from chabudai.games.registry import games
from chabudai.kernel.playout import checksum, playouts
from chabudai.kernel.rng import Rng


@pytest.mark.skipif(ameno.compiler() is None, reason="there is no C compiler")
@pytest.mark.parametrize(("players", "options"), [(3, {}), (3, {"tricks_3p": 6}), (4, {})])
def test_the_c_code_plays_the_very_same_games(players: int, options: dict[str, int]) -> None:
    start = games()["ameno_kirifuda"].setup(players, options).start()
    assert ameno.played(start, 50) == (
        playouts(start, Rng(SEED), 50),
        checksum(start, Rng(SEED), 50),
    )


def task(what: str, *seconds: float) -> Task:
    return Task(what, 4, lambda: Timing(1.0, 1), [Timing(each, 1e9, 10) for each in seconds])


def test_a_ratio_tells_how_many_times_as_fast_ours_is() -> None:
    ours, peer = task("ours", 3.0, 2.0), task("theirs", 9.0, 8.0)
    contest = Contest("", "", [ours], [peer])
    assert headings(contest) == ("", "players", "ns a decision", "slowest round", "games/s", "× theirs")
    assert cells(contest, ours) == ("ours", "4", "2.0", "+50%", "5", "4.0")
    assert cells(contest, peer) == ("theirs", "4", "8.0", "+12%", "1", "")


def test_a_task_is_repeated_until_it_fills_its_time() -> None:
    asked = []

    def run(times: int) -> Timing:
        asked.append(times)
        return Timing(0.01 * times, times)

    filling("something", 4, run).run()
    assert asked == [1, 3, 20]


def test_a_chart_shows_every_point_and_the_names_of_all_curves() -> None:
    curves = [Curve("tea & cake", [(2, 10.0), (3, 20.0), (4, 15.0)]), Curve("rice", [(2, 1.0), (4, 2.0)])]
    drawing = draw("Growth", "of things", [Panel("By players", "players", "ns", curves)])
    assert "tea &amp; cake" in drawing
    assert drawing.count("<circle") == 3 + 1
    assert drawing.count("h8v8h-8Z") == 2 + 1
