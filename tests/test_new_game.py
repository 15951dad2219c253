"""`chabudai new-game`: a skeleton whose own tests say what is to be written, and pass once it is."""

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
import demo_rules
from chabudai.cli import main
from chabudai.new_game import BadFolder, BadName, write_skeleton


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """The skeleton of a game `demo`."""
    write_skeleton("demo", tmp_path / "demo")
    return tmp_path / "demo"


def run_tests(package: Path) -> dict[str, str]:
    """Run the tests of a package as its author would; returns what each that failed says, "" for each that passed."""
    report = package / "report.xml"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--junitxml={report}"]
    # The build that is tested here, wherever it is: a path from this folder would lead nowhere from that one.
    path = {"PYTHONPATH": str(Path(chabudai.__file__).resolve().parents[1])}
    subprocess.run(command, cwd=package, env=os.environ | path, capture_output=True, check=False)
    said: dict[str, str] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        assert case.find("error") is None, "a test could not be run"
        failure = case.find("failure")
        said[case.attrib["name"]] = "" if failure is None else failure.attrib["message"]
    return said


def test_before_the_rules_are_written_every_test_says_what_to_write(demo: Path) -> None:
    said = run_tests(demo)
    assert len(said) >= 4
    assert all(re.search(r"NotImplementedError: rules\.py: \w+: \w+", message) for message in said.values())


def test_once_the_rules_are_filled_in_all_tests_pass(demo: Path) -> None:
    shutil.copy(demo_rules.__file__, demo / "src" / "demo" / "rules.py")
    said = run_tests(demo)
    assert len(said) >= 4
    assert set(said.values()) == {""}


def test_all_that_the_contract_asks_of_a_game_is_there_or_says_what_to_write(demo: Path) -> None:
    stubs = set(re.findall(r"rules\.py: (\w+): ", (demo / "src" / "demo" / "rules.py").read_text()))
    assert stubs == {"odds", "turn_up", "choices", "commit", "score", "blank", "worlds", "fill"}


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


def test_its_art_has_a_sign_for_every_suit_and_keeps_to_its_game(demo: Path) -> None:
    package = demo / "src" / "demo"
    symbols = ElementTree.parse(package / "art" / "symbols.svg").getroot()
    names = {symbol.get("id") for symbol in symbols}
    suits = tomllib.loads((package / "text" / "en.toml").read_text())["suit_colour"]
    assert {f"suit-{suit}" for suit in suits} | {"back", "mat", "cover"} == names
    assert '[data-game="demo"] {' in (package / "art" / "style.css").read_text()


def test_a_wheel_of_it_holds_all_its_files(demo: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist"]
    done = subprocess.run(command, cwd=demo, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (demo / "dist").glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("demo/")}
    files = (demo / "src" / "demo").rglob("*")
    assert packed == {str(path.relative_to(demo / "src")) for path in files if path.is_file()}


def test_the_skeleton_is_formatted_as_its_own_settings_ask(demo: Path) -> None:
    command = [sys.executable, "-m", "ruff", "format", "--check", "--no-cache", "."]
    assert subprocess.run(command, cwd=demo, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("Demo", "its name is small letters, digits and _, as in my_game"),
        ("my-game", "its name is small letters"),
        ("9lives", "its name is small letters"),
        ("池", "its name is small letters"),
        ("", "its name is small letters"),
        ("../demo", "its name is small letters"),
        ("lambda", "that is a word of Python"),
        ("ameno_kirifuda", "there is a game 'ameno_kirifuda' already; the games are: ameno_kirifuda"),
        ("json", "there is a Python package 'json' already"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_written(name: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(BadName, match=re.escape(complaint)):
        write_skeleton(name, tmp_path / "demo")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match="is there already: choose another name"):
        write_skeleton("demo", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match=r"cannot write .*demo: No such file or directory"):
        write_skeleton("demo", tmp_path / "nowhere" / "demo")


def test_the_command_writes_into_a_folder_of_that_name_and_refuses_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "demo"]) == 0
    assert "demo/src/demo/rules.py\n" in capsys.readouterr().out
    assert (tmp_path / "demo" / "pyproject.toml").is_file()
    assert main(["new-game", "demo"]) == 2
    assert capsys.readouterr().err == (
        "chabudai: demo is there already: choose another name, or write into another folder\n"
    )
