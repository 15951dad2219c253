"""The layers of the package: which package may import which, by any form of import."""

import ast
from graphlib import TopologicalSorter

import pytest

from module_imports import ANY, SOURCES, module_imports

MAY_IMPORT: dict[str, set[str]] = {
    "kernel": set(),
    "scene": {"kernel"},
    "games": {"kernel", "scene"},
    "records": {"kernel", "scene", "games"},
    "sampling": {"kernel", "scene"},
    "testing": {"kernel", "scene", "records", "sampling"},
    "bots": {"", "kernel", "scene", "games", "records"},
    "session": {"kernel", "scene", "games", "records", "bots"},
    "arena": {"", "kernel", "scene", "games", "records", "sampling", "bots"},
    "web": {"kernel", "scene", "games", "sampling", "bots", "session"},
    "server": {"", "kernel", "scene", "games", "records", "bots", "session", "web", "translation"},
    "terminal": {"kernel", "scene", "games", "records", "sampling", "bots", "session", "translation"},
    "envs": {"kernel", "scene", "games", "records", "bots", "terminal"},
    "skeleton": set(),
    "new_game": {"kernel", "games"},
    "commands": {
        *("", "kernel", "scene", "games", "records", "bots", "session", "arena", "server"),
        *("terminal", "new_game", "translation"),
    },
    "translation": set(),
    "argument_help": {"translation"},
    "arguments": {"", "argument_help", "commands", "translation"},
    "cli": {"kernel", "arguments", "translation"},
    "__main__": {"cli"},
    "": {"kernel", "scene", "games", "records", "bots"},
}
"""The packages and modules below `chabudai`, and those that each may import besides itself.

"" stands for the module `chabudai` itself. Who may import it uses its version and `COMPILED`; it imports the packages
that its public names come from, when they are used."""

EXCEPTIONS: dict[str, set[str]] = {
    "": {ANY},
    "terminal.app.remote_table": {"server.socket.messages"},
}
"""What single modules may import in addition. `chabudai` loads its public names from modules that it names in strings;
those are checked, too. A remote table decodes the server's messages."""


def modules() -> dict[str, set[str]]:
    """Return what each module imports from Chabudai; names are relative to `chabudai`."""
    imports = {}
    for path in sorted(SOURCES.rglob("*.py")):
        is_package = path.name == "__init__.py"
        parts = path.relative_to(SOURCES).with_suffix("").parts
        name = ".".join(parts[:-1] if is_package else parts)
        full = f"chabudai.{name}".rstrip(".")
        imports[name] = module_imports(path.read_text(encoding="utf-8"), full, is_package=is_package)
    return imports


MODULES = modules()


def top(module: str) -> str:
    return module.partition(".")[0]


def forbidden_imports(importer: str) -> set[str]:
    """Return what a module imports although the graph does not allow it."""
    allowed = MAY_IMPORT[top(importer)] | {top(importer)}
    return {name for name in MODULES[importer] if top(name) not in allowed} - EXCEPTIONS.get(importer, set())


def test_the_graph_has_every_package() -> None:
    existing = {path.stem for path in SOURCES.iterdir() if path.suffix == ".py" or path.is_dir()}
    existing -= {"__init__", "__pycache__"}
    assert existing == set(MAY_IMPORT) - {""}


def test_the_graph_has_no_cycle() -> None:
    # `chabudai` imports nothing until one of its names is used.
    graph = {package: allowed - {""} for package, allowed in MAY_IMPORT.items() if package}
    TopologicalSorter(graph).prepare()
    for allowed in MAY_IMPORT.values():
        assert allowed <= set(MAY_IMPORT)


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_a_package_imports_only_what_it_may(package: str) -> None:
    for importer in [name for name in MODULES if top(name) == package]:
        assert not forbidden_imports(importer), f"{importer or 'chabudai'} may not import that"


def test_every_exception_is_still_needed() -> None:
    for importer, allowed in EXCEPTIONS.items():
        assert allowed <= MODULES[importer], f"{importer} no longer imports that"


def test_nothing_that_ships_imports_the_conformance_suite() -> None:
    assert not [package for package, allowed in MAY_IMPORT.items() if "testing" in allowed]


def test_web_and_terminal_do_not_import_each_other() -> None:
    assert "web" not in MAY_IMPORT["terminal"]
    assert "terminal" not in MAY_IMPORT["web"] | MAY_IMPORT["server"]


def test_a_game_imports_only_kernel_scene_and_itself() -> None:
    for importer, imported in MODULES.items():
        if importer.startswith("games.") and importer != "games.registry":
            own = ".".join(importer.split(".")[:2])
            for name in imported:
                known = top(name) in ("kernel", "scene") or name == own or name.startswith(f"{own}.")
                assert known, f"{importer} imports {name}"


def test_the_skeleton_follows_the_same_rule() -> None:
    paths = sorted((SOURCES / "skeleton" / "src").rglob("*.py.txt"))
    assert paths
    for path in paths:
        imported = module_imports(path.read_text(encoding="utf-8"), f"my_game.{path.name.partition('.')[0]}")
        assert {top(name) for name in imported} <= {"kernel", "scene"}, path.name


# ---- Every form of import is seen -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "imported"),
    [
        ("import chabudai", {""}),
        ("import chabudai.server.tables", {"server.tables"}),
        ("import chabudai.server.tables as tables", {"server.tables"}),
        ("import os, chabudai.server", {"server"}),
        ("from chabudai import server", {"server"}),
        ("from chabudai import server as ours", {"server"}),
        ("from chabudai import __version__", {""}),
        ("from chabudai import Game, hint", {"scene.game", "bots.hint"}),
        ("from chabudai import *", {ANY}),
        ("from chabudai.server import tables", {"server.tables"}),
        ("from chabudai.server.tables import Tables", {"server.tables"}),
        ("from chabudai.server.tables import *", {"server.tables"}),
        ("from . import canvas", {"web.canvas"}),
        ("from .pages import lobby_page", {"web.pages.lobby_page"}),
        ("from .. import server", {"server"}),
        ("from ..server import tables", {"server.tables"}),
        ("from ..server.tables import Tables", {"server.tables"}),
        ("def later():\n    from chabudai.server import tables", {"server.tables"}),
        ("if TYPE_CHECKING:\n    from chabudai.server.tables import Tables", {"server.tables"}),
        ("try:\n    import chabudai.server\nexcept ImportError:\n    pass", {"server"}),
        ("import chabudai\nchabudai.replay(record)", {"", "records.replay"}),
        ("import chabudai\nchabudai.server.tables.open()", {"", "server"}),
        ("import chabudai as c\nc.server", {"", "server"}),
        ("import_module('chabudai.server.tables')", {"server.tables"}),
        ("importlib.import_module('chabudai.server')", {"server"}),
        ("importlib.import_module('..server', __package__)", {ANY}),
        ("import_module(f'chabudai.commands.{module}')", {"commands"}),
        ("import_module(f'chabudai.{module}')", {ANY}),
        ("import_module('chabudai.' + module)", {ANY}),
        ("import_module(module)", {ANY}),
        ("import_module(f'.{module}', __package__)", {ANY}),
        ("import_module('.' + module, __package__)", {ANY}),
        ("import_module(f'{__package__}.server')", {ANY}),
        ("import_module(name='.server', package=__package__)", {ANY}),
        ("import_module('json')", set()),
        ("__import__('server', globals(), level=2)", {ANY}),
        ("__import__('chabudai.server')", {"server"}),
        ("run([sys.executable, '-m', 'chabudai.server.serve'])", {"server.serve"}),
        ("NAMES = {'chabudai.server.tables': ['Tables']}", {"server.tables"}),
        ("files('chabudai.web').joinpath('static')", {"web"}),
    ],
)
def test_every_form_of_import_is_found(source: str, imported: set[str]) -> None:
    assert module_imports(source, "chabudai.web.gallery") == imported


def test_relative_imports_in_an_init_file_start_at_its_package() -> None:
    assert module_imports("from . import canvas", "chabudai.web", is_package=True) == {"web.canvas"}
    assert module_imports("from .. import server", "chabudai.web", is_package=True) == {"server"}


@pytest.mark.parametrize(
    "source",
    [
        '"""chabudai.server"""',
        "def f():\n    'chabudai.server'",
        "import os.path",
        "import chabudai_more",
        "from chabudai_more import server",
        "name = 'chabudai'",
        "cookie = 'chabudai.seat'",
        "print('chabudai.server is not loaded')",
    ],
)
def test_other_strings_and_modules_are_not_imports(source: str) -> None:
    assert module_imports(source, "chabudai.web.gallery") == set()


# ---- The session is pure --------------------------------------------------------------------------------------------

PURE = {"chabudai", "collections", "dataclasses", "functools", "msgspec", "typing", "unicodedata"}
"""The packages that a session may import: none for sockets, files, threads, event loops, HTML or clocks. Times, random
numbers and ids are arguments."""


def test_a_session_has_no_socket_file_thread_clock_or_html() -> None:
    paths = sorted((SOURCES / "session").rglob("*.py"))
    assert paths
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        named |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        called = {call.id for call in calls if isinstance(call, ast.Name)}
        assert {name.partition(".")[0] for name in named} <= PURE, path.name
        assert called & {"open", "input", "print", "__import__"} == set(), path.name
