"""The benchmarks: the C code plays the same games, tasks fill their time, and tables and charts are right."""

import pytest

from benchmarks.chart import Curve, Panel, draw
from benchmarks.limit import ameno
from benchmarks.ours import SEED
from benchmarks.report import cells, headings
from benchmarks.rounds import Comparison, Task, Timing, filling
from chabudai.games.registry import games
from chabudai.kernel.playout import checksum, playouts
from chabudai.kernel.rng import Rng


@pytest.mark.skipif(ameno.compiler() is None, reason="there is no C compiler")
@pytest.mark.parametrize(("players", "options"), [(3, {}), (3, {"tricks_3p": 6}), (4, {})])
def test_the_c_code_plays_identical_games(players: int, options: dict[str, int]) -> None:
    start = games()["ameno_kirifuda"].setup(players, options).start()
    assert ameno.play_in_c(start, 50) == (
        playouts(start, Rng(SEED), 50),
        checksum(start, Rng(SEED), 50),
    )


def task(what: str, *seconds: float) -> Task:
    return Task(what, 4, lambda: Timing(1.0, 1), [Timing(duration, 1e9, 10) for duration in seconds])


def test_a_ratio_above_one_means_that_ours_is_faster() -> None:
    ours, peer = task("ours", 3.0, 2.0), task("theirs", 9.0, 8.0)
    comparison = Comparison("", "", [ours], [peer])
    assert headings(comparison) == ("", "players", "ns per decision", "slowest round", "games/s", "× theirs")
    assert cells(comparison, ours) == ("ours", "4", "2.0", "+50%", "5", "4.0")
    assert cells(comparison, peer) == ("theirs", "4", "8.0", "+12%", "1", "")


def test_a_task_runs_with_the_number_of_repetitions_that_fills_its_time() -> None:
    calls = []

    def run(times: int) -> Timing:
        calls.append(times)
        return Timing(0.01 * times, times)

    filling("something", 4, run).run()
    assert calls == [1, 3, 20]


def test_a_chart_shows_every_point_and_the_name_of_every_curve() -> None:
    curves = [Curve("tea & cake", [(2, 10.0), (3, 20.0), (4, 15.0)]), Curve("rice", [(2, 1.0), (4, 2.0)])]
    svg = draw("Growth", "of things", [Panel("By players", "players", "ns", curves)])
    assert "tea &amp; cake" in svg
    assert svg.count("<circle") == 3 + 1
    assert svg.count("h8v8h-8Z") == 2 + 1
