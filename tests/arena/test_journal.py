"""The journal: nothing finished is lost, nothing foreign is taken."""

from pathlib import Path

import pytest

from chabudai.arena.duplicate import Deal, Thought
from chabudai.arena.journal import FILE, BadRun, Journal
from chabudai.arena.workers import in_order

RUN: dict[str, object] = {"game": "go", "bots": ("a", "b"), "seed": 1}
DEALS = [Deal("a", "b", number, [1.0, 0.25], [0.5, -3.0], {"a": Thought(1, 0.125)}) for number in range(3)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a run with three deals."""
    folder = tmp_path / "some" / "run"
    with Journal(folder, RUN) as journal:
        for deal in DEALS:
            journal.add(deal)
    return folder


def kept(folder: Path, run: dict[str, object] = RUN) -> list[Deal]:
    with Journal(folder, run) as journal:
        return journal.deals


def test_what_was_finished_is_there_again(folder: Path) -> None:
    assert kept(folder) == DEALS


@pytest.mark.parametrize("lost", [1, 10, 60])
def test_a_torn_last_line_is_dropped_and_written_over(folder: Path, lost: int) -> None:
    whole = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(whole[:-lost])
    with Journal(folder, RUN) as journal:
        assert journal.deals == DEALS[:2]
        journal.add(DEALS[2])
    assert (folder / FILE).read_bytes() == whole


def test_a_run_killed_before_its_first_line_was_whole_begins_anew(folder: Path) -> None:
    (folder / FILE).write_bytes(b'{"game":"g')
    assert kept(folder) == []
    assert kept(folder) == []


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        ({**RUN, "seed": 2}, "holds another run: its seed is 1, not 2"),
        ({**RUN, "bots": ("a", "c")}, 'its bots is \\["a","b"\\], not \\["a","c"\\]'),
        ({**RUN, "simulations": 5}, "its simulations is null, not 5"),
        ({**RUN, "game": "g" * 200}, "its game is another"),
    ],
)
def test_the_folder_of_another_run_is_refused(folder: Path, other: dict[str, object], complaint: str) -> None:
    before = (folder / FILE).read_bytes()
    with pytest.raises(BadRun, match=complaint):
        kept(folder, other)
    assert (folder / FILE).read_bytes() == before


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").touch()
    with pytest.raises(BadRun, match="is not empty and holds no run of the arena"):
        Journal(tmp_path, RUN)
    with pytest.raises(BadRun, match="cannot write"):
        Journal(tmp_path / "letter.txt", RUN)


def test_a_spoilt_line_is_named(folder: Path) -> None:
    lines = (folder / FILE).read_bytes().splitlines(keepends=True)
    (folder / FILE).write_bytes(b"".join([*lines[:2], b"{}\n", *lines[2:]]))
    with pytest.raises(BadRun, match=r"deals\.jsonl, line 3: not of a run"):
        kept(folder)


def test_two_processes_cannot_play_in_one_folder(folder: Path) -> None:
    with Journal(folder, RUN):
        assert list(in_order(refusal, [folder], 2)) == [f"another process is playing in {folder}"]
    assert kept(folder) == DEALS


def refusal(folder: Path) -> str:
    try:
        return f"{len(kept(folder))} deals"
    except BadRun as error:
        return str(error)
