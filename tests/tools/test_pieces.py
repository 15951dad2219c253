"""The tool that writes how compiled pieces and positions are copied, and notices a field that is not."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "chabudai"

DECLARED = '''
class Coin(Piece):
    def __init__(self) -> None:
        self.face: i64 = 0
        self.shown: bool = False
        """Whether it lies open."""
        self.worth: list[int] = [0] * FACES
        self.marks: list[int] = [NONE] * FACES

    def toss(self) -> None:
        self.face ^= 1


class Chip(Piece):
    def __init__(self) -> None:
        self.colour: i64 = 0


class Purse(State):
    """Coins of all kinds."""

    def __init__(self, setup: PurseSetup) -> None:
        super().__init__(setup)
        self.rules: PurseSetup = setup
        self.coins: list[Coin] = []
        self.spent: list[Coin] = []
        for i in range(setup.players):
            self.coins.append(Coin())
            self.spent.append(Coin())
        self.best: Coin = Coin()
        self.chip: Chip = Chip()
        self.cards: list[int] = []
        self.words: list[str] = []  # shared by copies: only ever replaced
        self.due = TOSS


class Game(Purse):
    def __init__(self, setup: PurseSetup) -> None:
        super().__init__(setup)
        self.first = 3
'''

OF_COIN = """
    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return ("face", "shown", "worth", "marks")

    def copy_from(self, other: "Coin") -> None:
        self.face = other.face
        self.shown = other.shown
        for i in range(FACES):
            self.worth[i] = other.worth[i]
            self.marks[i] = other.marks[i]

    def toss(self) -> None:
"""

OF_PURSE = """
        self.due = TOSS

    # Written by tools/pieces.py from what __init__ declares:
    def fields(self) -> tuple[str, ...]:
        return ("coins", "spent", "best", "chip", "cards", "words")

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Purse)
        self.copy_base(other)
        self.rules = other.rules
        for i in range(self.rules.players):
            self.coins[i].copy_from(other.coins[i])
            self.spent[i].copy_from(other.spent[i])
        self.best.copy_from(other.best)
        self.chip.colour = other.chip.colour
        self.cards = list(other.cards)
        self.words = other.words


class Game(Purse):
"""


def run(*arguments: str | Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "tools.pieces", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "position.py"
    path.write_text(DECLARED)
    return path


def test_each_kind_of_field_is_copied_in_its_way(module: Path) -> None:
    assert run("--write", module)[0] == 0
    assert OF_COIN in module.read_text()
    assert OF_PURSE in module.read_text()


def test_what_is_written_is_up_to_date_and_is_not_written_twice(module: Path) -> None:
    run("--write", module)
    written = module.read_text()
    assert run("--check", module)[0] == 0
    assert run("--write", module)[0] == 0
    assert module.read_text() == written


def test_many_fields_fill_lines_as_long_as_they_may_be(tmp_path: Path) -> None:
    module = tmp_path / "many.py"
    fields = [f"field_number_{number}" for number in range(12)]
    declared = "\n".join(f"        self.{name}: i64 = 0" for name in fields)
    module.write_text(f"class Many(Piece):\n    def __init__(self) -> None:\n{declared}\n")
    run("--write", module)
    lines = module.read_text().splitlines()
    begun = lines.index("        return (")
    end = lines.index("        )  # fmt: skip")
    assert "".join(lines[begun + 1 : end]).replace('"', "").replace(" ", "") == ",".join(fields) + ","
    assert 100 < max(len(line) for line in lines) <= 120


@pytest.mark.parametrize(
    ("file", "written", "broken"),
    [
        ("games/kasane/equipment.py", "        self.held = other.held\n", ""),
        ("games/kasane/equipment.py", '"held", ', ""),
        ("games/kasane/equipment.py", '"held", "field"', '"field", "held"'),
        ("games/kasane/position.py", "            self.rows[i].cards = other.rows[i].cards\n", ""),
        ("games/kasane/position.py", "        self.rules = other.rules\n", ""),
        ("games/kasane/position.py", "        self.ends = other.ends\n", ""),
        ("games/only_one/position.py", "        self.deck.copy_from(other.deck)\n", "        self.deck = other.deck\n"),
        ("kernel/state.py", "        self.recall = other.recall\n", ""),
    ],
)
def test_a_forgotten_field_is_noticed_and_put_in(tmp_path: Path, file: str, written: str, broken: str) -> None:
    for path in (SOURCES / file).parent.glob("*.py"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    module = tmp_path / Path(file).name
    source = module.read_text(encoding="utf-8")
    assert source.count(written) == 1
    assert run("--check", module)[0] == 0
    module.write_text(source.replace(written, broken), encoding="utf-8")
    code, said = run("--check", module)
    assert code == 1
    assert said.startswith(f"{module}: ")
    assert "--write" in said
    run("--write", module)
    assert module.read_text(encoding="utf-8") == source


def test_a_new_field_needs_to_be_declared_only(module: Path) -> None:
    run("--write", module)
    module.write_text(
        module.read_text().replace("self.face: i64 = 0", "self.face: i64 = 0\n        self.edge: i64 = 0")
    )
    assert run("--check", module)[0] == 1
    run("--write", module)
    assert 'return ("face", "edge", "shown", "worth", "marks")' in module.read_text()
    assert "        self.edge = other.edge\n" in module.read_text()


@pytest.mark.parametrize(
    ("declared", "wrong", "said"),
    [
        ("self.face ^= 1", "self.tossed = True", "Coin.tossed: declare it in __init__ with its type"),
        ("self.due = TOSS", "self.turn = 0", "Purse.turn: declare it in __init__ with its type"),
        ("self.first = 3", "self.turn: i64 = 3", "Game declares turn: only a Piece or State declares"),
        ("self.cards: list[int]", "self.cards: dict[str, int]", "cards is a dict[str, int]: needs a number, a piece"),
        ("  # shared by copies: only ever replaced", "", "words is a list[str]: needs a number, a piece"),
        ("self.spent.append(Coin())", "pass", "spent: append the pieces by `for i in range(…)` in __init__"),
        ("range(setup.players)", "range(2 * setup.players)", "2 * setup.players: needs a number, a constant or"),
        ("        self.rules: PurseSetup = setup\n", "", "setup.players: keep the setup in an attribute"),
    ],
)
def test_what_cannot_be_copied_is_named_with_its_line(module: Path, declared: str, wrong: str, said: str) -> None:
    source = DECLARED.replace(declared, wrong)
    module.write_text(source)
    code, message = run("--write", module)
    assert code == 1
    place, _, what = message.partition(": ")
    assert what.startswith(said)
    assert place.startswith(f"{module}:")
    assert module.read_text() == source


def test_methods_that_do_not_stand_together_are_left_alone(module: Path) -> None:
    methods = "    def fields(self): ...\n\n    def toss(self): ...\n\n    def copy_from(self, other): ...\n"
    module.write_text(DECLARED.replace("    def toss(self) -> None:\n        self.face ^= 1\n", methods))
    code, said = run("--write", module)
    assert code == 1
    assert "Coin: fields and copy_from need to stand together" in said


def test_the_command_says_what_it_needs() -> None:
    assert run() == (2, "pieces: needs --write or --check, then files, if not all\n")
