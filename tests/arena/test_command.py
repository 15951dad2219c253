"""`chabudai arena` as people run it: killed, resumed, on several processes, and with invalid input."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import chabudai
from chabudai.arena.journal import FILE
from chabudai.cli import main

RUN = "arena kasane --players 3 --bots novice@2,random --deals 8 --seed 5"
TABLES = ("table.json", "table.csv", "table.svg", "table.png")


def run(arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Run the command; return its exit code, its output and its errors."""
    try:
        code = main(arguments.split())
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_a_run_killed_with_two_processes_resumes_with_one_to_the_same_results(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    # Slow enough to be killed before its end.
    long = RUN.replace("@2", "@200") if chabudai.COMPILED else RUN
    assert run(f"{long} --out {whole}", capsys)[0] == 0
    process = subprocess.Popen(
        [sys.executable, "-m", "chabudai", *f"{long} --jobs 2 --out {killed}".split()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    journal = killed / FILE
    while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    finished = journal.read_bytes().count(b"\n") - 1
    assert finished < 16
    # As if it had been killed in the middle of a line.
    with journal.open("ab") as file:
        file.write(b'{"one":"novice@2","re')
    code, out, _ = run(f"{long} --out {killed}", capsys)
    assert code == 0
    assert "8 deals, each in 3 rotations" in out
    assert journal.read_bytes().count(b"\n") == 17
    for name in TABLES:
        assert (killed / name).read_bytes() == (whole / name).read_bytes(), name


def test_more_deals_may_be_added_later(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    few = RUN.replace("--deals 8", "--deals 3")
    run(f"{few} --out {tmp_path / 'grown'}", capsys)
    run(f"{RUN} --out {tmp_path / 'grown'}", capsys)
    run(f"{RUN} --out {tmp_path / 'whole'}", capsys)
    assert (tmp_path / "grown" / "table.csv").read_bytes() == (tmp_path / "whole" / "table.csv").read_bytes()


def test_the_terminal_shows_what_the_files_contain(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(f"{RUN} --format rest --simulations 3 --option open_hands=true --out {tmp_path}", capsys)
    assert (code, err) == (0, "")
    assert "3 players, open_hands true, 3 simulations, 8 deals, each in 3 rotations, seed 5, fair share 0.333" in out
    (row,) = csv.DictReader((tmp_path / "table.csv").read_text().splitlines())
    assert (row["bot"], row["sides"], row["games"]) == ("novice@2", "2", "24")
    assert f"{float(row['share']):.3f}" in out
    facts = json.loads((tmp_path / "table.json").read_text())
    assert facts["table"][0]["share"]["mean"] == pytest.approx(float(row["share"]), abs=1e-5)
    assert facts["simulations"] == 3
    # Times are shown but not written, because they differ from run to run.
    assert "time per move" in out
    assert "seconds" not in (tmp_path / "table.json").read_text()


def test_without_resvg_the_other_files_are_written_and_a_message_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    _, out, _ = run(f"{RUN} --deals 2 --out {tmp_path}", capsys)
    assert "For a PNG, install resvg-py" in out
    assert not (tmp_path / "table.png").exists()
    assert (tmp_path / "table.svg").exists()


def test_ctrl_c_says_how_to_resume(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "chabudai", *f"{RUN} --deals 100000 --out {tmp_path / 'a'}".split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not (tmp_path / "a" / FILE).exists():
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    try:
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()  # a failing test leaves nothing running
    assert (process.returncode, out) == (130, "")
    assert err.splitlines() == [
        f"The finished deals are in {tmp_path / 'a'}. To continue, run the same command again.",
        "chabudai: interrupted",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("arena go --bots random,club", "there is no game 'go'"),
        ("arena kasane --bots random", "an arena compares two or more bots"),
        ("arena kasane --bots random,random", "random is named twice"),
        ("arena kasane --bots random,brilliant", "there is no bot 'brilliant'; the bots are: "),
        ("arena kasane --bots random,club@few", "after @ comes a number of simulations"),
        ("arena kasane", "the following arguments are required: --bots"),
        ("arena kasane --bots random,club --deals 1", "'1' is not a whole number of 2 or more"),
        ("arena kasane --bots random,club --format all", "invalid choice: 'all'"),
        ("arena kasane --bots random,club --players 2", "kasane is for 3 or 4 players, not 2"),
        ("arena kasane --bots random,club --chance weather=3", "there is no chance event 'weather'"),
        ("arena kasane --bots random,club --simulations 0", "'0' is not a whole number of 1 or more"),
    ],
)
def test_invalid_input_prints_one_line_and_writes_nothing(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, err = run(f"{arguments} --out {tmp_path / 'run'}", capsys)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert message in err
    assert not (tmp_path / "run").exists()


def test_a_different_run_is_refused_in_the_same_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    few = RUN.replace("--deals 8", "--deals 2")
    run(f"{few} --out {tmp_path}", capsys)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    code, _, err = run(f"{few} --seed 6 --out {tmp_path}", capsys)
    assert code == 2
    assert err == f"chabudai: {tmp_path} holds another run: `seed` is 5, not 6\n"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
