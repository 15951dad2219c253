"""The page that lists the tests of each clause, and its check."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def clauses(folder: Path, *arguments: str) -> tuple[int, list[str]]:
    command = [sys.executable, str(ROOT / "tools" / "clauses.py"), *arguments]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return run.returncode, (run.stdout + run.stderr).splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a repository with two clauses, each with a test."""
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    (tmp_path / "docs" / "rules" / "go.md").write_text("# Go\n\n- GO-1 [R] Black begins.\n- GO-2 [D] A pass\n  GO-3.\n")
    (tmp_path / "tests" / "games").mkdir(parents=True)
    (tmp_path / "tests" / "games" / "test_go.py").write_text(
        "def test_black_begins():  # GO-1\n    pass\n\n\n"
        "def test_a_pass_is_a_move(\n    stones,\n):  # GO-1, GO-2\n    x = 1  # GO-9\n\n\n"
        "def prepare():  # GO-8\n    pass\n"
    )
    assert clauses(tmp_path, "--write") == (0, [])
    return tmp_path


def test_the_page_shows_the_tests_of_each_clause(folder: Path) -> None:
    written = (folder / "docs" / "rules" / "clauses.md").read_text()
    at = "../../tests/games/test_go.py"
    assert f"| GO-1 | [black begins]({at})<br>[a pass is a move]({at}) |" in written
    assert f"| GO-2 | [a pass is a move]({at}) |" in written


def test_the_check_passes_if_every_clause_has_a_test(folder: Path) -> None:
    assert clauses(folder, "--check") == (0, ["all 2 clauses have tests"])


def test_a_clause_without_a_test_is_reported(folder: Path) -> None:
    with (folder / "docs" / "rules" / "go.md").open("a") as page:
        page.write("- GO-4 [R] Stones without liberties are taken.\n")
    clauses(folder, "--write")
    assert clauses(folder, "--check") == (1, ["go: no test cites GO-4"])


def test_a_citation_of_an_unknown_clause_is_reported(folder: Path) -> None:
    (folder / "tests" / "test_more.py").write_text("def test_ko():  # GO-7\n    pass\n")
    clauses(folder, "--write")
    assert clauses(folder, "--check") == (1, ["tests/test_more.py: test_ko cites GO-7, which does not exist"])


def test_a_duplicate_clause_is_reported(folder: Path) -> None:
    (folder / "docs" / "rules" / "other.md").write_text("- GO-1 [R] White begins.\n")
    clauses(folder, "--write")
    assert clauses(folder, "--check") == (1, ["other: GO-1 appears twice"])


def test_an_outdated_page_is_reported(folder: Path) -> None:
    (folder / "tests" / "test_more.py").write_text("def test_white_follows():  # GO-1\n    pass\n")
    message = "docs/rules/clauses.md is out of date: run tools/clauses.py --write"
    assert clauses(folder, "--check") == (1, [message])


def test_the_tool_requires_write_or_check(folder: Path) -> None:
    assert clauses(folder) == (2, ["clauses: needs --write or --check"])
