"""Finds the English texts in the code that the command line may print: errors, help, and what commands say."""

import ast
from collections.abc import Iterator
from pathlib import Path

import chabudai
from chabudai.kernel import errors

SOURCES = Path(chabudai.__file__).parent

FOR_PROGRAMS = {"BadState", "HiddenInformation", "ImpossiblePosition", "CannotRestore", "CannotTakeBack", "Refused"}
"""Errors that the command line never shows: only Python code can cause them, or they have a text of their own."""

NOT_COMMANDS = ("envs", "testing", "web", "sampling", "skeleton")
"""Packages that no command prints errors of."""

_HELP = {"help", "description", "epilog"}
_TRANSLATES = {"translated", "translate", "_complain"}
"""Functions that translate their argument."""


def english_texts() -> dict[str, str]:
    """Return every text, with {} for each value, and the file that it is in."""
    classes = _error_classes()
    texts: dict[str, str] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        where = path.relative_to(SOURCES).as_posix()
        if not where.startswith(NOT_COMMANDS):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for text in _texts(tree, classes, in_arguments=where == "arguments.py"):
                texts.setdefault(text, where)
    return texts


def _error_classes() -> set[str]:
    """Return the names of all error classes, wherever they are declared."""
    known = {name for name, value in vars(errors).items() if _is_error(value)}
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and any(
                isinstance(base, ast.Name) and base.id in known for base in node.bases
            ):
                known.add(node.name)
    return known - FOR_PROGRAMS


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, errors.ChabudaiError)


def _texts(tree: ast.AST, classes: set[str], *, in_arguments: bool) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if node.args and name in classes | _TRANSLATES:
            yield from _templates(node.args[0])
        if in_arguments and name in ("ArgumentTypeError", "add", "_add_theme"):
            for argument in node.args[1 if name != "ArgumentTypeError" else 0 :]:
                yield from _templates(argument)
        if in_arguments:
            for keyword in node.keywords:
                if keyword.arg in _HELP:
                    yield from _templates(keyword.value)


def _templates(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may have, if it is a literal or a choice between literals."""
    match node:
        case ast.Constant(value=str() as text) if text:
            yield text
        case ast.JoinedStr(values=values):
            parts = [value.value if isinstance(value, ast.Constant) else "{}" for value in values]
            yield "".join(map(str, parts))
        case ast.IfExp(body=body, orelse=other):
            yield from _templates(body)
            yield from _templates(other)
