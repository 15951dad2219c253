"""The release tool: what it refuses, and the tag it creates."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import chabudai
from tools.release import main

ROOT = Path(__file__).parents[2]
PASSES = f'"{sys.executable}" -c "pass"'
FAILS = f'"{sys.executable}" -c "raise SystemExit(3)"'
DIRTIES = f"\"{sys.executable}\" -c \"open('left.txt', 'w').close()\""

PACKAGE = "src/chabudai/__init__.py"
FILES = {
    PACKAGE: '"""A table."""\n\n__version__ = "0.2.0"\n',
    "CITATION.cff": "title: Chabudai\nversion: 0.2.0\ndate-released: 2026-11-18\n",
    "CHANGELOG.md": (
        "# Changelog\n\nAll changes.\n\n## 0.2.0 (2026-11-18)\n\n### Added\n\n- A second table.\n\n"
        "## 0.1.0 (2026-01-02)\n\n- A first table.\n"
    ),
}

Capsys = pytest.CaptureFixture[str]
Change = Callable[[], object]


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout.strip()


def release(*arguments: str, check: str = PASSES) -> int:
    return main([*arguments, "--check", check])


def change(name: str, old: str, new: str) -> None:
    """Change a file and commit it."""
    text = Path(name).read_text(encoding="utf-8")
    assert old in text
    Path(name).write_text(text.replace(old, new), encoding="utf-8")
    git("commit", "--quiet", "--all", "--message", "A change")


@pytest.fixture(autouse=True)
def _ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a repository that is ready to release 0.2.0 after 0.1.0."""
    # Ignore the user's git settings, and the variables that git sets for hooks.
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Tester")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "tester@example.org")
    monkeypatch.chdir(tmp_path)
    for file, text in FILES.items():
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        Path(file).write_text(text, encoding="utf-8")
    git("init", "--quiet", "--initial-branch=main")
    git("add", ".")
    git("commit", "--quiet", "--message", "All")
    git("tag", "v0.1.0")


def test_a_ready_version_gets_an_annotated_tag_with_its_changes(capsys: Capsys) -> None:
    assert release("0.2.0") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.splitlines()[-1].endswith("git push origin main v0.2.0")
    assert git("cat-file", "-t", "v0.2.0") == "tag"
    assert git("rev-parse", "v0.2.0^{commit}") == git("rev-parse", "HEAD")
    message = git("tag", "--list", "--format=%(contents)", "v0.2.0")
    assert message == "Chabudai 0.2.0\n\n### Added\n\n- A second table."


def test_a_dry_run_checks_but_creates_no_tag(capsys: Capsys) -> None:
    assert release("--dry-run", "0.2.0") == 0
    assert "Version 0.2.0 is ready." in capsys.readouterr().out
    assert release("--dry-run", "0.2.0", check=FAILS) == 2
    assert git("tag", "--list") == "v0.1.0"


@pytest.mark.parametrize(
    ("version", "notes"),
    [("0.2.0", "### Added\n\n- A second table.\n"), ("0.1.0", "- A first table.\n")],
    ids=["newest", "oldest"],
)
def test_notes_are_exactly_the_changelog_section(capsys: Capsys, version: str, notes: str) -> None:
    Path("left.txt").touch()
    assert release("--notes", version, check=FAILS) == 0
    assert capsys.readouterr() == (notes, "")


def test_files_can_be_checked_alone(capsys: Capsys) -> None:
    git("checkout", "--quiet", "--detach")
    assert release("--check-files", "0.2.0", check=FAILS) == 0
    change("CITATION.cff", "0.2.0", "0.1.0")
    assert release("--check-files", "0.2.0") == 2
    assert capsys.readouterr() == ("", "release: CITATION.cff says version 0.1.0, not 0.2.0.\n")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(
            lambda: Path(PACKAGE).write_text('__version__ = "0.2.0"\n'),
            "The working tree has uncommitted changes.",
            id="a change",
        ),
        pytest.param(
            lambda: Path("left.txt").touch(),
            "The working tree has uncommitted changes.",
            id="a new file",
        ),
        pytest.param(
            lambda: git("checkout", "--quiet", "-b", "other"),
            "Releases are made on main, and this is other.",
            id="another branch",
        ),
        pytest.param(
            lambda: git("checkout", "--quiet", "--detach"),
            "Releases are made on main, and this is no branch.",
            id="no branch",
        ),
        pytest.param(
            lambda: git("tag", "v0.2.0"),
            "The tag v0.2.0 exists already.",
            id="the tag exists",
        ),
        pytest.param(
            lambda: [git("tag", tag) for tag in ("v0.9.0", "v0.10.0", "vfuture", "v1.0.0-beta")],
            "0.2.0 is not newer than the latest tag, v0.10.0.",
            id="a newer tag",
        ),
        pytest.param(
            lambda: change(PACKAGE, "0.2.0", "0.3.0"),
            f"{PACKAGE} says 0.3.0, not 0.2.0.",
            id="another version in the package",
        ),
        pytest.param(
            lambda: change(PACKAGE, "__version__", "VERSION"),
            f"{PACKAGE} says no version, not 0.2.0.",
            id="no version in the package",
        ),
        pytest.param(
            lambda: change("CHANGELOG.md", "## 0.2.0 (2026-11-18)", "## Unreleased"),
            "CHANGELOG.md has no section for 0.2.0.",
            id="no section",
        ),
        pytest.param(
            lambda: change("CHANGELOG.md", "## 0.2.0", "## 0.2.01"),
            "CHANGELOG.md has no section for 0.2.0.",
            id="a section for a similar version",
        ),
        pytest.param(
            lambda: change("CHANGELOG.md", " (2026-11-18)", ""),
            'CHANGELOG.md needs a date for 0.2.0: write "## 0.2.0 (YYYY-MM-DD)".',
            id="no date",
        ),
        pytest.param(
            lambda: change("CHANGELOG.md", "2026-11-18", "2026-11-31"),
            'CHANGELOG.md needs a date for 0.2.0: write "## 0.2.0 (YYYY-MM-DD)".',
            id="no such day",
        ),
        pytest.param(
            lambda: change("CHANGELOG.md", "- A second table.\n\n", ""),
            "The section for 0.2.0 in CHANGELOG.md is empty.",
            id="a section of headings only",
        ),
        pytest.param(
            lambda: change("CHANGELOG.md", "## 0.2.0", "## Unreleased\n\n- A third table.\n\n## 0.2.0"),
            'CHANGELOG.md still has an "Unreleased" section: move its lines to 0.2.0.',
            id="unreleased changes",
        ),
        pytest.param(
            lambda: change("CITATION.cff", "version: 0.2.0", "version: '0.1.0'"),
            "CITATION.cff says version 0.1.0, not 0.2.0.",
            id="another version in the citation",
        ),
        pytest.param(
            lambda: change("CITATION.cff", "2026-11-18", "2026-11-17"),
            "CITATION.cff says date-released 2026-11-17, not 2026-11-18.",
            id="another date in the citation",
        ),
        pytest.param(
            lambda: change("CITATION.cff", "version: 0.2.0\n", ""),
            "CITATION.cff says version (nothing), not 0.2.0.",
            id="no version in the citation",
        ),
    ],
)
def test_a_version_that_is_not_ready_is_refused_before_the_check(capsys: Capsys, spoil: Change, sentence: str) -> None:
    spoil()
    tags = git("tag", "--list")
    assert release("0.2.0") == 2
    assert capsys.readouterr() == ("", f"release: {sentence}\n")
    assert git("tag", "--list") == tags


@pytest.mark.parametrize("version", ["0.2", "v0.2.0", "0.2.0rc1", "0.02.0", "0.2.0\n", "", "०.२.०"])
def test_a_badly_formed_version_is_refused(capsys: Capsys, version: str) -> None:
    assert release(version) == 2
    sentence = f"{version!r} is not a version: write three numbers, as in 0.2.0."
    assert capsys.readouterr() == ("", f"release: {sentence}\n")


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        (FAILS, f"{FAILS} failed with exit code 3."),
        (DIRTIES, "The working tree has uncommitted changes."),
        ("./nothing", "Cannot run ./nothing: No such file or directory."),
    ],
    ids=["fails", "leaves a file", "does not exist"],
)
def test_a_failing_check_is_refused(capsys: Capsys, check: str, sentence: str) -> None:
    assert release("0.2.0", check=check) == 2
    assert capsys.readouterr().err == f"release: {sentence}\n"
    assert git("tag", "--list") == "v0.1.0"


def test_a_commit_made_during_the_check_is_not_tagged(capsys: Capsys) -> None:
    checked = git("rev-parse", "HEAD")
    assert release("0.2.0", check="git commit --quiet --allow-empty --message Later") == 0
    assert git("rev-parse", "v0.2.0^{commit}") == checked != git("rev-parse", "HEAD")


def test_the_tool_says_where_to_run_it(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("src")
    assert release("0.2.0") == 2
    sentence = f"There is no {PACKAGE}: run this from the root of the repository."
    assert capsys.readouterr().err == f"release: {sentence}\n"


def test_the_script_runs_make_test() -> None:
    Path("Makefile").write_text("test:\n\t@exit 1\n", encoding="utf-8")
    git("add", ".")
    git("commit", "--quiet", "--message", "Tests that fail")
    command = [sys.executable, str(ROOT / "tools" / "release.py"), "0.2.0"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1] == "release: make test failed with exit code 2."


def test_package_and_citation_have_the_same_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {chabudai.__version__}" in lines
