"""The order of the house: a folder knows only those above it, and a game nothing but kernel and scene."""

import ast
from collections.abc import Iterator
from pathlib import Path

import chabudai

FOLDERS = ["kernel", "scene", "games", "records", "testing", "bots", "arena", "web", "server", "terminal", "envs"]
"""From top to bottom, as docs/architecture.md lists them."""

SOURCES = Path(__file__).parent.parent / "src" / "chabudai"


def imported(path: Path) -> Iterator[list[str]]:
    """The modules of ours that a module imports, each as the parts of its name below `chabudai`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{chabudai.__name__}."):
            yield node.module.split(".")[1:]


def test_a_folder_knows_only_those_above_it() -> None:
    for number, folder in enumerate(FOLDERS):
        paths = sorted((SOURCES / folder).rglob("*.py"))
        assert paths, folder
        for path in paths:
            for first, *_ in imported(path):
                assert first in FOLDERS[: number + 1], f"{path.relative_to(SOURCES)} imports {first}"


def test_a_game_knows_kernel_and_scene_and_itself() -> None:
    for path in sorted((SOURCES / "games").glob("*/**/*.py")):
        own = path.relative_to(SOURCES).parts[:2]
        for parts in imported(path):
            known = parts[0] in ("kernel", "scene") or tuple(parts[:2]) == own
            assert known, f"{path.relative_to(SOURCES)} imports {'.'.join(parts)}"
