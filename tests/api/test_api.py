"""The public API: every name can be imported, loads only when used, and type-checks."""

import ast
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import chabudai
from api import consumer

SOURCE = Path(inspect.getfile(chabudai)).with_suffix(".py").read_text(encoding="utf-8")


def run(program: str) -> str:
    """Run a program in a new interpreter and return its output."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def names_for_type_checkers() -> set[str]:
    """Return the names that are imported only for type checkers."""
    (block,) = (
        node
        for node in ast.parse(SOURCE).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    return {alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}


def documented(module: str) -> set[str]:
    """Return the names that have a docstring, from the source: compiled classes lose theirs."""
    source = Path(str(import_module(module).__file__)).with_name(f"{module.rpartition('.')[2]}.py")
    nodes = ast.parse(source.read_text(encoding="utf-8")).body
    return {node.name for node in nodes if isinstance(node, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node)}


@pytest.mark.parametrize("name", chabudai.__all__)
def test_every_public_name_exists(name: str) -> None:
    assert hasattr(chabudai, name)
    assert name in dir(chabudai)


@pytest.mark.parametrize("module", chabudai._MODULES)
def test_every_public_name_is_documented(module: str) -> None:
    assert set(chabudai._MODULES[module]) <= documented(module)


def test_type_checkers_and_the_interpreter_know_the_same_names() -> None:
    own = {"COMPILED", "__version__"}
    loaded = [name for names in chabudai._MODULES.values() for name in names]
    assert sorted(loaded) == sorted(set(chabudai.__all__) - own)
    assert names_for_type_checkers() == set(chabudai.__all__) - own


def test_every_name_is_defined_in_its_listed_module() -> None:
    for module, names in chabudai._MODULES.items():
        for name in names:
            assert getattr(import_module(module), name).__module__ == module


def test_an_unknown_name_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'chabudai' has no attribute 'nonsense'"):
        _ = chabudai.nonsense  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing_else() -> None:
    assert run("import sys, chabudai; print([name for name in sys.modules if name.startswith('chabudai.')])") == "[]"


def test_a_name_loads_only_what_it_needs() -> None:
    loaded = run("import sys, chabudai; chabudai.Rng(1); print(*sorted(n for n in sys.modules if 'chabudai' in n))")
    assert "chabudai.kernel.rng" in loaded
    assert "chabudai.games" not in loaded
    assert "chabudai.bots" not in loaded


@pytest.mark.parametrize(
    "program",
    [
        "import chabudai",
        "import chabudai.games.kasane",
        "import chabudai.games.kasane as kasane; import chabudai",
        "import chabudai; chabudai.games(); import chabudai.games.kasane as kasane; kasane.GAME",
        "from chabudai.games.registry import games; import chabudai",
        "from chabudai import games; assert 'kasane' in games(); import chabudai",
        "from chabudai import *; assert 'kasane' in games(); import chabudai",
    ],
)
def test_the_games_can_be_listed_after_any_import(program: str) -> None:
    program += "; print(len(chabudai.games()), chabudai.games() == chabudai.games(), chabudai.games.__name__)"
    assert run(program) == f"{len(chabudai.games())} True chabudai.games"


def test_a_program_that_uses_the_api_runs() -> None:
    assert len(consumer.scores("kasane", seed=1)) == 4
    assert consumer.titles()["kasane"] == "Kasane no Irome"
    records = Path(__file__).parents[2] / "examples" / "records" / "kasane.jsonl"
    winners_by_game = list(consumer.winners(records))
    assert winners_by_game
    assert all(winners_by_game)
    game = chabudai.game("kasane")
    state = game.setup(players=3).start()
    state.resolve(chabudai.Rng(1))
    (seat,) = (seat for seat in range(3) if state.legal(seat))
    assert consumer.advice(state, game, seat) in game.actions
    assert consumer.describe(chabudai.BadRecord("no")).startswith(f"{chabudai.__version__} ")


@pytest.mark.parametrize("checker", [["mypy", "--strict"], ["pyright"]])
def test_a_program_that_uses_the_api_type_checks(checker: list[str]) -> None:
    command = [sys.executable, "-m", *checker, consumer.__file__]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("checker", [["mypy", "--strict"], ["pyright"]])
def test_wrong_use_of_the_api_fails_type_checks(checker: list[str], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import chabudai\nchabudai.game(1)\nchabudai.nonsense\nchabudai.games().nothing\n")
    done = subprocess.run([sys.executable, "-m", *checker, str(wrong)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert all(f"wrong.py:{line}" in done.stdout for line in (2, 3, 4)), done.stdout


CLASSES = """
from chabudai import Game, Setup, State
from chabudai.kernel.advice import Aspect
from chabudai.kernel.first_game import FirstGame, Lesson
from chabudai.kernel.message import Message
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import Layout
from chabudai.scene.words import Words
class {0}(State): ...
class {0}Setup(Setup):
    def start(self) -> {0}: raise NotImplementedError
def reason_{0}(view: {0}, seat: int, action: int) -> Message: raise NotImplementedError
def bounds_{0}(setup: {0}Setup) -> tuple[int, int]: raise NotImplementedError
def lay_out_{0}(view: {0}, words: Words, people: People) -> Layout: raise NotImplementedError
def advice_{0}(view: {0}, seat: int, action: int) -> list[Aspect]: raise NotImplementedError
def teach_{0}(view: {0}) -> Lesson: raise NotImplementedError
first_{0} = FirstGame(players=2, teach=teach_{0})
def no_layout_{0}(view: {0}, words: Words, people: People) -> str: raise NotImplementedError
"""

DECLARATION = (
    "Game(name='', title='', native_title='', credits='', players=(2,), actions=(), chances=(), make_setup=CatSetup, "
    "reason=reason_Cat, score_bounds=bounds_Cat, lay_out=lay_out_Cat, advice=advice_Cat, first_game=first_Cat)"
)

FOREIGN = {
    "reason_Cat": "reason_Dog",
    "lay_out_Cat": "lay_out_Dog",
    "=lay_out_Cat": "=no_layout_Cat",
    "advice_Cat": "advice_Dog",
    "first_Cat": "first_Dog",
    "bounds_Cat": "bounds_Dog",
}
"""Functions of the wrong type, by the name they replace in the declaration."""


@pytest.mark.parametrize("checker", [["mypy", "--strict"], ["pyright"]])
def test_type_checkers_match_a_games_functions_with_its_classes(checker: list[str], tmp_path: Path) -> None:
    wrong = [DECLARATION.replace(own, other) for own, other in FOREIGN.items()]
    if checker == ["pyright"]:
        wrong.pop()  # it cannot infer what calling a setup's class returns
    lines = (CLASSES.format("Cat") + CLASSES.format("Dog")).splitlines()
    program = tmp_path / "declared.py"
    program.write_text("\n".join([*lines, DECLARATION, *wrong]) + "\n")
    done = subprocess.run([sys.executable, "-m", *checker, str(program)], capture_output=True, text=True, check=False)
    found = {int(line) for line in re.findall(r"declared\.py:(\d+):.*error", done.stdout)}
    assert found == {len(lines) + 2 + i for i in range(len(wrong))}, done.stdout
