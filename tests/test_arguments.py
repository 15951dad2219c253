"""The arguments of the command line: parsing imports no command, and allows the values that the commands know."""

import re
import subprocess
import sys

import pytest

from chabudai import arguments
from chabudai.arena import lineup
from chabudai.bots import review
from chabudai.kernel import rng
from chabudai.scene import words
from chabudai.server import serve
from chabudai.session import settings
from chabudai.terminal import seat_assignment

LIGHT = {"chabudai", "chabudai.arguments", "chabudai.cli", "chabudai.kernel", "chabudai.kernel.errors"}
"""The modules that parsing loads, apart from the standard library."""

COMMANDS = {
    "games": "",
    "play": "kasane --players 3 --option a=b --data f --chance e=1 --seed 1 --seat 0 --bot b --pace fast --no-aids "
    "--from f --first --plain --lang ja --theme light",
    "join": "http://localhost/ --name n --lang ja --theme light",
    "rules": "kasane --lang ja --data f --chapter c",
    "gallery": "kasane --lang ja",
    "selfplay": "kasane --players 3 --option a=b --data f --chance e=1 --seed 1 --games 2 --bots a,b --jobs 2 "
    "--records f --json",
    "arena": "kasane --players 3 --option a=b --data f --chance e=1 --bots a,b --deals 2 --seed 1 --format one "
    "--simulations 1 --jobs 2 --out d",
    "replay": "f --step --watch --seat 0 --lang ja --theme light",
    "review": "f --seat 0 --simulations 2 --seed 1 --lang ja --json",
    "serve": "--host h --port 1 --db f --open --data f --limits f --proxy p",
    "new-game": "n",
}
"""Every command with all of its arguments."""


def help_text(capsys: pytest.CaptureFixture[str], *given: str) -> str:
    with pytest.raises(SystemExit):
        arguments.parser().parse_args(given)
    return capsys.readouterr().out


def test_every_command_and_argument_is_listed_here(capsys: pytest.CaptureFixture[str]) -> None:
    out = help_text(capsys, "--help")
    assert set(re.findall(r"^    ([a-z-]+) ", out, flags=re.MULTILINE)) == set(COMMANDS)
    for command, given in COMMANDS.items():
        out = help_text(capsys, command, "--help")
        assert set(re.findall(r"--[a-z-]+", given)) == set(re.findall(r"^  (--[a-z-]+)", out, flags=re.MULTILINE))


def loaded_by(statement: str) -> set[str]:
    """Return the modules outside the standard library that a statement loads into a fresh interpreter."""
    program = f"""
import sys
before = set(sys.modules)
from chabudai.arguments import parser
from chabudai.cli import main
try:
    {statement}
except SystemExit as leaving:
    assert not leaving.code
new = set(sys.modules) - before
print("loaded", *(name for name in new if name.partition(".")[0] not in sys.stdlib_module_names))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize("command", ["--help", "--version", *(f"{command} --help" for command in COMMANDS)])
def test_help_loads_nothing_else(command: str) -> None:
    assert loaded_by(f"main({command.split()})") <= LIGHT


@pytest.mark.parametrize("command", COMMANDS)
def test_parsing_the_arguments_of_a_command_loads_nothing_else(command: str) -> None:
    assert loaded_by(f"parser().parse_args({[command, *COMMANDS[command].split()]})") <= LIGHT


def test_the_repeated_constants_match_the_code() -> None:
    assert arguments.LANGUAGES == words.LANGUAGES
    assert tuple(settings.PAUSE_SECONDS) == arguments.PACES
    assert arguments.FORMATS == lineup.FORMATS
    assert arguments.DEFAULT_BOT == seat_assignment.DEFAULT_BOT
    assert arguments.REVIEW_SIMULATIONS == review.SIMULATIONS
    assert arguments.SEEDS == rng.SEEDS
    assert (arguments.HOST, arguments.PORT) == (serve.HOST, serve.PORT)
