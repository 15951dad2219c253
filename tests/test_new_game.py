"""`chabudai new-game`: creates a skeleton whose tests say what to write, and then pass."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

import chabudai
from chabudai.cli import main
from chabudai.new_game import BadFolder, BadName, write_skeleton

COMPLETED = Path(__file__).parent / "completed_skeleton"
"""The files that the author must complete, completed. They are text, because their package does not exist."""

STUB = r"(position|rules)\.py: (\w+): \w+"
"""What a stub says: its file, its name, and what to write."""


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """Write the skeleton of a game `demo`."""
    write_skeleton("demo", tmp_path / "demo")
    return tmp_path / "demo"


def run_tests(package: Path) -> dict[str, str]:
    """Run the tests of a package as its author would; return the message of each failure, "" for each success."""
    report = package / "report.xml"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--junitxml={report}"]
    # An absolute path to the tested build, because the tests run in another folder.
    path = {"PYTHONPATH": str(Path(chabudai.__file__).resolve().parents[1])}
    subprocess.run(command, cwd=package, env=os.environ | path, capture_output=True, check=False)
    messages: dict[str, str] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        assert case.find("error") is None, "a test could not be run"
        failure = case.find("failure")
        messages[case.attrib["name"]] = "" if failure is None else failure.attrib["message"]
    return messages


def test_before_the_rules_are_written_every_test_says_what_to_write(demo: Path) -> None:
    messages = run_tests(demo)
    assert len(messages) >= 4
    assert all(re.search(f"NotImplementedError: {STUB}", message) for message in messages.values())


def test_once_the_rules_are_filled_in_all_tests_pass(demo: Path) -> None:
    for name in ("position.py", "rules.py"):
        shutil.copy(COMPLETED / f"{name}.txt", demo / "src" / "demo" / name)
    messages = run_tests(demo)
    assert len(messages) >= 4
    assert set(messages.values()) == {""}


def test_every_part_of_the_contract_exists_or_says_what_to_write(demo: Path) -> None:
    package = demo / "src" / "demo"
    stubs = {name: re.findall(STUB, (package / f"{name}.py").read_text()) for name in ("position", "rules")}
    assert stubs == {
        "position": [("position", name) for name in ("blank", "worlds", "fill")],
        "rules": [("rules", name) for name in ("possible_outcomes", "turn_up", "choices", "commit", "score")],
    }


def test_the_name_is_used_throughout(tmp_path: Path) -> None:
    written = write_skeleton("snow_hare", tmp_path / "mine")
    assert sorted(written) == sorted(path for path in tmp_path.rglob("*") if path.is_file())
    assert tmp_path / "mine" / "src" / "snow_hare" / "text" / "rules.ja.md" in written
    assert tmp_path / "mine" / "tests" / "test_snow_hare.py" in written
    texts = [path.read_text(encoding="utf-8") for path in written]
    assert not any(re.search("my_?game", text, re.IGNORECASE) for text in texts)
    assert "# Snow Hare\n" in texts[0]
    project = tomllib.loads((tmp_path / "mine" / "pyproject.toml").read_text())
    assert project["project"]["entry-points"]["chabudai.games"] == {"snow_hare": "snow_hare:GAME"}


def test_its_art_has_a_symbol_for_every_suit_and_styles_only_its_game(demo: Path) -> None:
    package = demo / "src" / "demo"
    symbols = ElementTree.parse(package / "art" / "symbols.svg").getroot()
    names = {symbol.get("id") for symbol in symbols}
    suits = tomllib.loads((package / "text" / "en.toml").read_text())["suit_colour"]
    assert {f"suit-{suit}" for suit in suits} | {"back", "mat", "cover"} == names
    assert '[data-game="demo"] {' in (package / "art" / "style.css").read_text()


def test_its_wheel_contains_all_its_files(demo: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist"]
    done = subprocess.run(command, cwd=demo, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (demo / "dist").glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("demo/")}
    files = (demo / "src" / "demo").rglob("*")
    assert packed == {str(path.relative_to(demo / "src")) for path in files if path.is_file()}


def test_the_skeleton_is_formatted_by_its_own_settings(demo: Path) -> None:
    command = [sys.executable, "-m", "ruff", "format", "--check", "--no-cache", "."]
    assert subprocess.run(command, cwd=demo, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Demo", "use lowercase letters, digits and _, starting with a letter, like my_game"),
        ("my-game", "use lowercase letters"),
        ("9lives", "use lowercase letters"),
        ("池", "use lowercase letters"),
        ("", "use lowercase letters"),
        ("../demo", "use lowercase letters"),
        ("lambda", "that is a Python keyword"),
        ("ameno_kirifuda", "there is already a game 'ameno_kirifuda'; the games are: ameno_kirifuda"),
        ("json", "there is already a Python package 'json'"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_written(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadName, match=re.escape(message)):
        write_skeleton(name, tmp_path / "demo")
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match="already exists: choose another name"):
        write_skeleton("demo", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match=r"cannot write .*demo: No such file or directory"):
        write_skeleton("demo", tmp_path / "nowhere" / "demo")


def test_the_command_writes_a_folder_of_that_name_and_reports_errors_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "demo"]) == 0
    assert "demo/src/demo/rules.py\n" in capsys.readouterr().out
    assert (tmp_path / "demo" / "pyproject.toml").is_file()
    assert main(["new-game", "demo"]) == 2
    assert capsys.readouterr().err == (
        "chabudai: demo already exists: choose another name, or run the command in another folder\n"
    )
