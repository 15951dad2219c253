"""The journal: nothing finished is lost, and no other run's deals are accepted."""

from pathlib import Path

import pytest

from chabudai.arena.duplicate import Deal, ThinkingTime
from chabudai.arena.journal import FILE, BadRun, Journal
from chabudai.arena.workers import map_in_order

RUN: dict[str, object] = {"game": "go", "bots": ("a", "b"), "seed": 1}
DEALS = [Deal("a", "b", number, [1.0, 0.25], [0.5, -3.0], {"a": ThinkingTime(1, 0.125)}) for number in range(3)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a run with three deals."""
    folder = tmp_path / "some" / "run"
    with Journal(folder, RUN) as journal:
        for deal in DEALS:
            journal.add(deal)
    return folder


def read_deals(folder: Path, run: dict[str, object] = RUN) -> list[Deal]:
    with Journal(folder, run) as journal:
        return journal.deals


def test_finished_deals_are_read_back(folder: Path) -> None:
    assert read_deals(folder) == DEALS


@pytest.mark.parametrize("lost", [1, 10, 60])
def test_an_incomplete_last_line_is_dropped_and_overwritten(folder: Path, lost: int) -> None:
    whole = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(whole[:-lost])
    with Journal(folder, RUN) as journal:
        assert journal.deals == DEALS[:2]
        journal.add(DEALS[2])
    assert (folder / FILE).read_bytes() == whole


def test_a_run_killed_during_its_first_line_starts_over(folder: Path) -> None:
    (folder / FILE).write_bytes(b'{"game":"g')
    assert read_deals(folder) == []
    assert read_deals(folder) == []


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({**RUN, "seed": 2}, "holds another run: `seed` is 1, not 2"),
        ({**RUN, "bots": ("a", "c")}, '`bots` is \\["a","b"\\], not \\["a","c"\\]'),
        ({**RUN, "simulations": 5}, "`simulations` is null, not 5"),
        ({**RUN, "game": "g" * 200}, "`game` differs"),
    ],
)
def test_the_folder_of_another_run_is_refused(folder: Path, other: dict[str, object], message: str) -> None:
    before = (folder / FILE).read_bytes()
    with pytest.raises(BadRun, match=message):
        read_deals(folder, other)
    assert (folder / FILE).read_bytes() == before


def test_a_folder_with_other_files_and_a_file_instead_of_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").touch()
    with pytest.raises(BadRun, match="is not empty and holds no run of the arena"):
        Journal(tmp_path, RUN)
    with pytest.raises(BadRun, match="cannot write"):
        Journal(tmp_path / "letter.txt", RUN)


def test_an_invalid_line_is_reported_by_number(folder: Path) -> None:
    lines = (folder / FILE).read_bytes().splitlines(keepends=True)
    (folder / FILE).write_bytes(b"".join([*lines[:2], b"{}\n", *lines[2:]]))
    with pytest.raises(BadRun, match=r"deals\.jsonl, line 3: not a line of an arena run"):
        read_deals(folder)


def test_two_processes_cannot_play_in_one_folder(folder: Path) -> None:
    with Journal(folder, RUN):
        assert list(map_in_order(deals_or_error, [folder], 2)) == [f"another process is playing in {folder}"]
    assert read_deals(folder) == DEALS


def deals_or_error(folder: Path) -> str:
    try:
        return f"{len(read_deals(folder))} deals"
    except BadRun as error:
        return str(error)
