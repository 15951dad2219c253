"""The linter for code that mypyc compiles wrongly or slowly."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINT = ROOT / "tools" / "mypyc_traps.py"


def lint(*files: Path, folder: Path = ROOT) -> tuple[int, str]:
    run = subprocess.run([sys.executable, LINT, *files], cwd=folder, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    return run.returncode, run.stdout


@pytest.mark.parametrize(
    ("line", "source", "fix"),
    [
        (1, "x = 1 << n", "write bit(n) or shifted(mask, n)"),
        (2, "ROW: Final[i64] = 15\ny = ROW << n", "write bit(n) or shifted(mask, n)"),
        (2, "from box import ROW\ny = ROW << n", "write bit(n) or shifted(mask, n)"),
        (1, "y = (3 + 4) << n", "write bit(n) or shifted(mask, n)"),
        (1, "y = -1 << n", "write bit(n) or shifted(mask, n)"),
        (2, "x = 3\nfor _ in range(x): pass", "write `for i in`"),
        (1, "y = [0 for _ in x]", "write `for i in`"),
        (1, "y = x.bit_count()", "write count(mask)"),
        (1, "y = int.bit_count(x)", "write count(mask)"),
        (1, "y = 2**62", "use two words, or a float"),
        (1, "y = -(2**62) - 1", "use two words, or a float"),
        (1, "y = 0x7FFFFFFFFFFFFFFF", "use two words, or a float"),
        (1, "import random", "use chabudai.kernel.rng"),
        (1, "from random import shuffle", "use chabudai.kernel.rng"),
        (2, "def f():\n    def g(): pass", "a module function"),
        (3, "class A:\n    def f(self):\n        return sorted(x, key=lambda y: -y)", "a module function"),
        (2, "def f():\n    yield 1", "build a list"),
        (2, "def f():\n    yield from x", "build a list"),
        (1, "y = sum(z for z in x)", "build a list"),
    ],
)
def test_a_trap_is_reported_with_its_line_and_the_fix(tmp_path: Path, line: int, source: str, fix: str) -> None:
    module = tmp_path / "bad.py"
    module.write_text(source + "\n")
    code, out = lint(module)
    assert code == 1
    (message,) = out.splitlines()
    assert message.startswith(f"{module}:{line}: ")
    assert fix in message


@pytest.mark.parametrize(
    "source",
    [
        "y = x << 3",
        "y = bit(n) | shifted(x, n)",
        "y = 2**62 - 1",
        "y = -(2**62)",
        "for i in range(3): pass",
        "y = [z for z in x]",
        "y = 2**96  # mypyc: meant",
        "order = lambda x: -x",
        "class A:\n    def f(self): pass\n    def g(self): pass",
    ],
)
def test_harmless_code_is_not_reported(tmp_path: Path, source: str) -> None:
    module = tmp_path / "good.py"
    module.write_text(source + "\n")
    assert lint(module)[0] == 0


def test_all_traps_in_all_files_are_reported(tmp_path: Path) -> None:
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text("import random\nfor _ in range(1 << n): pass\n")
    second.write_text("y = x.bit_count()\n")
    code, out = lint(first, second)
    assert code == 1
    assert [message.split(": ")[0] for message in out.splitlines()] == [
        f"{first}:1", f"{first}:2", f"{first}:2", f"{second}:1",
    ]  # fmt: skip


def test_pyproject_lists_the_modules_to_check(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.chabudai]\ncompiled = ["games/*/rules.py"]\n')
    for game, source in {"one": "x = 1\n", "two": "import random\n"}.items():
        (tmp_path / "games" / game).mkdir(parents=True)
        (tmp_path / "games" / game / "rules.py").write_text(source)
    code, out = lint(folder=tmp_path)
    assert code == 1
    assert out.startswith("games/two/rules.py:1: random is slow")


def test_this_repository_has_no_traps() -> None:
    code, out = lint()
    assert (code, out.split(" in ")[0]) == (0, "no mypyc traps"), out
