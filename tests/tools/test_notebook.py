"""The example notebooks show what their cells print."""

import json
from pathlib import Path

import pytest

from tools.notebook import run

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_its_cells_print(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert run(notebook) == notebook, f"run: python tools/notebook.py examples/{path.name}"
