"""Two revisions side by side: both are measured in turn, what was measured stays, and ratios tell the right way."""

import json
from pathlib import Path

import pytest

from benchmarks import against, one_round
from benchmarks.comparison import CannotMeasure, Journal, Pair, Turn, as_json, below, ordered, table

GROUPS = ("playouts", "search")
COST = "playouts: Kasane (ns)"
RATE = "server: moves (a second)"


def taken(journal: Journal, rounds: int = 2) -> list[tuple[int, str, str]]:
    return [(turn.number, turn.group, turn.side) for turn in journal.left(rounds, GROUPS)]


def test_the_sides_alternate_and_each_goes_first_in_turn(tmp_path: Path) -> None:
    assert taken(Journal(tmp_path)) == [
        (0, "playouts", "old"),
        (0, "playouts", "new"),
        (0, "search", "old"),
        (0, "search", "new"),
        (1, "playouts", "new"),
        (1, "playouts", "old"),
        (1, "search", "new"),
        (1, "search", "old"),
    ]


def test_what_was_interrupted_goes_on_where_it_was(tmp_path: Path) -> None:
    every = taken(Journal(tmp_path / "another"))
    journal = Journal(tmp_path)
    for number, turn in enumerate(journal.left(2, GROUPS)):
        if number == 3:
            break
        journal.write(turn, {COST: 1.0})
    assert taken(Journal(tmp_path)) == every[3:]
    for turn in Journal(tmp_path).left(2, GROUPS):
        journal.write(turn, {COST: 1.0})
    assert taken(journal) == []
    assert len(taken(journal, 3)) == 4


def test_a_round_of_one_side_alone_does_not_count(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.write(Turn(0, "playouts", "old"), {COST: 4.0})
    journal.write(Turn(0, "playouts", "new"), {COST: 5.0})
    journal.write(Turn(1, "playouts", "new"), {COST: 1.0})
    assert journal.rounds(2, GROUPS) == {COST: Pair(COST, [4.0], [5.0])}


def test_figures_that_one_side_lacks_are_an_error(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.write(Turn(0, "search", "old"), {"a (ns)": 1.0, "b (ns)": 1.0})
    journal.write(Turn(0, "search", "new"), {"a (ns)": 1.0, "c (ns)": 1.0})
    with pytest.raises(CannotMeasure, match=r"search: .*: b \(ns\), c \(ns\)"):
        journal.rounds(1, GROUPS)


def test_best_rounds_are_compared_and_less_than_one_is_worse() -> None:
    cost = Pair(COST, [110.0, 100.0], [125.0, 150.0])
    assert (cost.best("old"), cost.best("new"), cost.ratio) == (100.0, 125.0, 0.8)
    assert (cost.spread("old"), cost.spread("new")) == pytest.approx((0.1, 0.2))
    rate = Pair(RATE, [800.0, 1000.0], [900.0, 500.0])
    assert (rate.best("old"), rate.best("new"), rate.ratio) == (1000.0, 900.0, 0.9)
    assert rate.spread("new") == pytest.approx(4 / 9)


def test_the_worst_comes_first_and_what_is_below_the_bound_is_told() -> None:
    pairs = {name: Pair(name, [97.0], [new]) for name, new in (("a (ns)", 90.0), ("b (ns)", 100.0), ("c (ns)", 101.0))}
    assert [pair.name for pair in ordered(pairs)] == ["c (ns)", "b (ns)", "a (ns)"]
    assert [pair.name for pair in below(pairs, 0.97)] == ["c (ns)"]
    head, first, *_ = table(pairs).splitlines()
    assert head.split() == ["ratio", "old", "spread", "new", "spread", "rounds"]
    assert first.split() == ["0.960", "97.0", "0%", "101.0", "0%", "1", "c", "(ns)"]
    assert json.loads(as_json(pairs))[0] == {
        "name": "c (ns)",
        "old": [97.0],
        "new": [101.0],
        "ratio": 97 / 101,
        "best": [97.0, 101.0],
    }


def test_callgrind_s_sum_is_found() -> None:
    assert against.instructions_in("events: Ir\nfn=(1) f\n1 20\nsummary: 4711\ntotals: 4720\n") == 4711


def test_an_unknown_revision_is_named() -> None:
    with pytest.raises(CannotMeasure, match="git knows no revision 'nowhere'"):
        against.full_name("nowhere")


@pytest.mark.parametrize("path", [path for paths in one_round.TASKS.values() for path in paths])
def test_the_benchmarks_have_the_functions_that_are_measured(path: str) -> None:
    module, _, function = path.partition(".")
    assert callable(getattr(__import__(f"benchmarks.{module}", fromlist=[function]), function))
