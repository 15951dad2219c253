"""Finds which modules of Chabudai a source file imports, by any form of import."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import chabudai

SOURCES = Path(__file__).parent.parent / "src" / "chabudai"
PACKAGE = chabudai.__name__
ANY = "*"
"""Stands for a module whose name is known only at run time."""

_PUBLIC = {name: module for module, names in vars(chabudai)["_MODULES"].items() for name in names}
"""The module that defines each public name."""

_IMPORTING = ("import_module", "__import__")

_MODULE_NAME = re.compile(rf"{PACKAGE}(\.\w+)*\.?")
"""A string that is the name of a module, or its beginning."""


def module_imports(source: str, module: str, *, is_package: bool = False) -> set[str]:
    """Return the modules below `chabudai` that this source imports; "" stands for `chabudai` itself.

    A module named in a string counts, too: it may be loaded by `import_module`, or by another Python (`-m`).
    """
    tree = ast.parse(source)
    aliases = {PACKAGE}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            aliases.update(alias.asname for alias in node.names if alias.name == PACKAGE and alias.asname)
    docstrings = {id(text) for node in ast.walk(tree) for text in _docstrings(node)}
    imported: set[str] = set()
    for node in ast.walk(tree):
        if id(node) not in docstrings:
            imported.update(_imported(node, module, is_package, aliases))
    return {name.removeprefix(PACKAGE).removeprefix(".") for name in imported}


def _imported(node: ast.AST, module: str, is_package: bool, aliases: set[str]) -> Iterator[str]:
    match node:
        case ast.Import():
            yield from (alias.name for alias in node.names if _ours(alias.name))
        case ast.ImportFrom():
            base = _base(node, module, is_package)
            if _ours(base):
                yield from (_member(base, alias.name) for alias in node.names)
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in aliases:
            yield _member(PACKAGE, attribute)
        case ast.Call(func=ast.Name(id=function) | ast.Attribute(attr=function)) if function in _IMPORTING:
            if not _beginning(node).split(".")[0]:
                yield f"{PACKAGE}.{ANY}"
        case ast.Constant(value=str(text)) if _MODULE_NAME.fullmatch(text) and text != PACKAGE:
            if text == f"{PACKAGE}.":
                yield text + ANY
            elif _is_module(".".join(text.split(".")[:2])):
                yield text.rstrip(".")


def _beginning(call: ast.Call) -> str:
    """Return the beginning of the module name in a call that imports; "" if it is relative or unknown."""
    name: ast.AST | None = call.args[0] if call.args else None
    if isinstance(name, ast.JoinedStr):
        name = name.values[0]
    elif isinstance(name, ast.BinOp):
        name = name.left
    relative = any(word.arg == "level" for word in call.keywords) or len(call.args) > 4
    return name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) and not relative else ""


def _ours(module: str) -> bool:
    return module == PACKAGE or module.startswith(f"{PACKAGE}.")


def _base(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    """Return the module that names are imported from, resolving leading dots."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    above = parts[: len(parts) - node.level + is_package]
    return ".".join([*above, *([node.module] if node.module else [])])


def _member(base: str, name: str) -> str:
    """Return the module that `base.name` loads: the module of that name, else the one that defines the name."""
    if base == PACKAGE and name in _PUBLIC:
        return str(_PUBLIC[name])
    if name == ANY and base == PACKAGE:
        return f"{PACKAGE}.{ANY}"
    return f"{base}.{name}" if _is_module(f"{base}.{name}") else base


def _is_module(name: str) -> bool:
    path = SOURCES.joinpath(*name.split(".")[1:])
    return path.is_dir() or path.with_suffix(".py").is_file()


def _docstrings(node: ast.AST) -> Iterator[ast.Constant]:
    """Yield strings that are statements of their own: they load nothing."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
