"""The arguments of the command line: parsing imports no command, and allows the values that the commands know."""

import re
import shlex
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
from chabudai.translation import user_language
from chabudai.translation.line_breaks import display_width

LIGHT = {
    *("chabudai", "chabudai.argument_help", "chabudai.arguments", "chabudai.cli", "chabudai.kernel"),
    *("chabudai.kernel.errors", "chabudai.translation", "chabudai.translation.catalog"),
    *("chabudai.translation.line_breaks", "chabudai.translation.user_language"),
}
"""The modules that parsing loads, apart from the standard library."""

COMMANDS = {
    "games": "--lang ja",
    "play": "kasane --players 3 --option a=b --data f --chance e=1 --seed 1 --seat 0 --bot b --pace fast --no-aids "
    "--from f --first --plain --lang ja --theme light",
    "join": "http://localhost/ --name n --lang ja --theme light",
    "rules": "kasane --plain --lang ja --data f --chapter c",
    "gallery": "kasane --plain --lang ja",
    "selfplay": "kasane --players 3 --option a=b --data f --chance e=1 --seed 1 --games 2 --bots a,b --jobs 2 "
    "--records f --json --lang ja",
    "arena": "kasane --players 3 --option a=b --data f --chance e=1 --bots a,b --deals 2 --seed 1 --format one "
    "--simulations 1 --jobs 2 --out d --lang ja",
    "replay": "f --step --watch --plain --seat 0 --lang ja --theme light",
    "review": "f --seat 0 --simulations 2 --seed 1 --lang ja --json",
    "serve": "--host h --port 1 --db f --open --data f --limits f --proxy p --lang ja",
    "new-game": "n --lang ja",
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


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("command", ["--help", "--version", *(f"{command} --help" for command in COMMANDS)])
def test_help_loads_nothing_else(command: str, language: str) -> None:
    assert loaded_by(f"main({['--lang', language, *command.split()]})") <= LIGHT


@pytest.mark.parametrize("command", COMMANDS)
def test_parsing_the_arguments_of_a_command_loads_nothing_else(command: str) -> None:
    assert loaded_by(f"parser().parse_args({[command, *COMMANDS[command].split()]})") <= LIGHT


def test_the_repeated_constants_match_the_code() -> None:
    assert user_language.LANGUAGES == words.LANGUAGES
    assert tuple(settings.PAUSE_SECONDS) == arguments.PACES
    assert arguments.FORMATS == lineup.FORMATS
    assert arguments.DEFAULT_BOT == seat_assignment.DEFAULT_BOT
    assert arguments.REVIEW_SIMULATIONS == review.SIMULATIONS
    assert arguments.SEEDS == rng.SEEDS
    assert (arguments.HOST, arguments.PORT) == (serve.HOST, serve.PORT)


# ---- Help ------------------------------------------------------------------------------------------------------------


def japanese_help(capsys: pytest.CaptureFixture[str], *given: str) -> str:
    with pytest.raises(SystemExit):
        arguments.parser("ja").parse_args(given)
    return capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_has_a_sentence_and_an_example_that_works(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = help_text(capsys, command, "--help")
    sentence = out.split("\n\n")[1]
    assert re.fullmatch(r"[A-Z][^.]+\.( .+\.)?", " ".join(sentence.split()))
    (example,) = re.findall(r"^Example:\n  chabudai (.+)$", out, flags=re.MULTILINE)
    assert arguments.parser().parse_args(shlex.split(example)).run


@pytest.mark.parametrize("given", ["", *COMMANDS])
def test_japanese_help_has_no_english_sentence(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = japanese_help(capsys, *given.split(), "--help")
    usage, *parts = out.split("\n\n")
    assert usage.startswith("使い方: chabudai")
    example = parts.pop()
    assert example.startswith("例：\n  chabudai ")
    assert not re.findall(r"(?<![-{,\w`])[a-z]{2,} [a-z]{2,}", "\n\n".join(parts))
    assert max(display_width(line) for line in out.splitlines()) <= 80


def test_the_language_is_that_of_the_option_else_that_of_the_locale() -> None:
    japanese = {"LANG": "ja_JP.UTF-8"}
    assert user_language.language_of([], japanese) == "ja"
    assert user_language.language_of([], {"LANG": "en_US.UTF-8", "LC_MESSAGES": "ja"}) == "ja"
    assert user_language.language_of([], {"LC_MESSAGES": "ja_JP", "LC_ALL": "C.UTF-8"}) == "en"
    assert user_language.language_of([], {"LC_ALL": "", "LANG": "ja"}) == "ja"
    assert user_language.language_of([], {"LANG": "fr_FR"}) == "en"
    assert user_language.language_of(["games", "--lang", "en"], japanese) == "en"
    assert user_language.language_of(["games", "--lang=ja"], {}) == "ja"
    assert user_language.language_of(["games", "--lang", "xx"], japanese) == "ja"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_the_language_of_the_locale_by_default(command: str) -> None:
    given = f"{command} {COMMANDS[command]}".replace("--lang ja", "").split()
    assert arguments.parser("ja").parse_args(given).lang == "ja"
    assert arguments.parser("ja").parse_args([*given, "--lang", "en"]).lang == "en"


def test_the_help_says_how_seats_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "replay", "review"):
        assert "counted from 0 as in records: 0 is player 1" in " ".join(help_text(capsys, command, "--help").split())
