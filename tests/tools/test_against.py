"""Comparing the speed of two revisions: the order of measurements, resuming, ratios and the table."""

import json
from pathlib import Path

import pytest

from benchmarks import against, one_round
from benchmarks.callgrind import instructions_in
from benchmarks.revisions import (
    CannotMeasure,
    FigurePair,
    Measurement,
    MeasurementStore,
    as_json,
    below,
    ordered,
    text_table,
)

GROUPS = ("playouts", "search")
COST = "playouts: Kasane (ns)"
RATE = "server: moves (a second)"


def remaining(store: MeasurementStore, rounds: int = 2) -> list[tuple[int, str, str]]:
    return [
        (measurement.number, measurement.group, measurement.side) for measurement in store.remaining(rounds, GROUPS)
    ]


def test_revisions_alternate_and_take_turns_going_first(tmp_path: Path) -> None:
    assert remaining(MeasurementStore(tmp_path)) == [
        (0, "playouts", "old"),
        (0, "playouts", "new"),
        (0, "search", "old"),
        (0, "search", "new"),
        (1, "playouts", "new"),
        (1, "playouts", "old"),
        (1, "search", "new"),
        (1, "search", "old"),
    ]


def test_an_interrupted_comparison_resumes(tmp_path: Path) -> None:
    everything = remaining(MeasurementStore(tmp_path / "another"))
    store = MeasurementStore(tmp_path)
    for number, measurement in enumerate(store.remaining(2, GROUPS)):
        if number == 3:
            break
        store.write(measurement, {COST: 1.0})
    assert remaining(MeasurementStore(tmp_path)) == everything[3:]
    for measurement in MeasurementStore(tmp_path).remaining(2, GROUPS):
        store.write(measurement, {COST: 1.0})
    assert remaining(store) == []
    assert len(remaining(store, 3)) == 4


def test_a_round_with_only_one_revision_does_not_count(tmp_path: Path) -> None:
    store = MeasurementStore(tmp_path)
    store.write(Measurement(0, "playouts", "old"), {COST: 4.0})
    store.write(Measurement(0, "playouts", "new"), {COST: 5.0})
    store.write(Measurement(1, "playouts", "new"), {COST: 1.0})
    assert store.pairs(2, GROUPS) == {COST: FigurePair(COST, [4.0], [5.0])}


def test_figures_missing_from_one_revision_are_an_error(tmp_path: Path) -> None:
    store = MeasurementStore(tmp_path)
    store.write(Measurement(0, "search", "old"), {"a (ns)": 1.0, "b (ns)": 1.0})
    store.write(Measurement(0, "search", "new"), {"a (ns)": 1.0, "c (ns)": 1.0})
    with pytest.raises(CannotMeasure, match=r"search: .*: b \(ns\), c \(ns\)"):
        store.pairs(1, GROUPS)


def test_the_best_rounds_are_compared_and_a_ratio_below_one_is_worse() -> None:
    cost = FigurePair(COST, [110.0, 100.0], [125.0, 150.0])
    assert (cost.best("old"), cost.best("new"), cost.ratio) == (100.0, 125.0, 0.8)
    assert (cost.spread("old"), cost.spread("new")) == pytest.approx((0.1, 0.2))
    rate = FigurePair(RATE, [800.0, 1000.0], [900.0, 500.0])
    assert (rate.best("old"), rate.best("new"), rate.ratio) == (1000.0, 900.0, 0.9)
    assert rate.spread("new") == pytest.approx(4 / 9)


def test_the_worst_ratio_comes_first_and_ratios_below_the_bound_are_reported() -> None:
    pairs = {
        name: FigurePair(name, [97.0], [new]) for name, new in (("a (ns)", 90.0), ("b (ns)", 100.0), ("c (ns)", 101.0))
    }
    assert [pair.name for pair in ordered(pairs)] == ["c (ns)", "b (ns)", "a (ns)"]
    assert [pair.name for pair in below(pairs, 0.97)] == ["c (ns)"]
    head, first, *_ = text_table(pairs).splitlines()
    assert head.split() == ["ratio", "old", "spread", "new", "spread", "rounds"]
    assert first.split() == ["0.960", "97.0", "0%", "101.0", "0%", "1", "c", "(ns)"]
    assert json.loads(as_json(pairs))[0] == {
        "name": "c (ns)",
        "old": [97.0],
        "new": [101.0],
        "ratio": 97 / 101,
        "best": [97.0, 101.0],
    }


def test_the_instruction_count_is_read_from_callgrind() -> None:
    assert instructions_in("events: Ir\nfn=(1) f\n1 20\nsummary: 4711\ntotals: 4720\n") == 4711


def test_an_unknown_revision_is_refused() -> None:
    with pytest.raises(CannotMeasure, match="git does not know the revision 'nowhere'"):
        against.commit_of("nowhere")


@pytest.mark.parametrize("path", [path for paths in one_round.TASKS.values() for path in paths])
def test_every_measured_function_exists(path: str) -> None:
    module, _, function = path.partition(".")
    assert callable(getattr(__import__(f"benchmarks.{module}", fromlist=[function]), function))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "server-move-html"], "times only playouts, "),
        (["--only", "memory", "--instructions"], "counts only "),
    ],
)
def test_groups_that_cannot_be_timed_or_counted_are_refused(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["against", "HEAD", *arguments])
    with pytest.raises(SystemExit):
        against.main()
    assert message in capsys.readouterr().err
