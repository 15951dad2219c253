"""Find code that mypyc compiles wrongly or slowly, in the modules that pyproject.toml lists as compiled.

    python tools/mypyc_traps.py [FILE …]

End a line with `# mypyc: meant` to accept it. Run this from the root of the repository.
"""

import ast
import operator
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

LEAST, MOST = -(2**62), 2**62 - 1
"""Outside these bounds mypyc stores a number as an object."""

MEANT = "# mypyc: meant"

SHIFTED = "a constant left of << is shifted in 32 bits: write bit(n) or shifted(mask, n)"
UNDERSCORE = "`for _ in` boxes every number: write `for i in`"
BIT_COUNT = "bit_count() boxes the number: write count(mask)"
BIG = f"an integer outside {LEAST} … {MOST} is an object: use two words, or a float"
RANDOM = "random is slow and may differ between Python versions: use chabudai.kernel.rng"
NESTED = "a nested function is a closure, which is slow: make it a method or a module function"
GENERATOR = "a generator is slow: build a list or write a loop"

COMPUTED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
}
"""The operators that mypyc evaluates when both operands are literals."""

Trap = tuple[int, str]
"""The line number, and what is wrong there and what to write instead."""


def traps(source: str) -> list[Trap]:
    """Return all traps in a module, ordered by line."""
    tree = ast.parse(source)
    finals = _finals(tree)
    lines = source.splitlines()
    found = {trap for node in ast.walk(tree) for trap in _traps_at(node, finals)} | set(_big_numbers(tree))
    return sorted((line, what) for line, what in found if not lines[line - 1].endswith(MEANT))


def _traps_at(node: ast.AST, finals: frozenset[str]) -> Iterator[Trap]:
    match node:
        case ast.BinOp(left=left, op=ast.LShift()) if _is_constant(left, finals):
            yield node.lineno, SHIFTED
        case ast.For(target=ast.Name(id="_")):
            yield node.lineno, UNDERSCORE
        case ast.comprehension(target=ast.Name(id="_") as target):
            yield target.lineno, UNDERSCORE
        case ast.Attribute(attr="bit_count"):
            yield node.lineno, BIT_COUNT
        case ast.Import(names=names) if any(name.name == "random" for name in names):
            yield node.lineno, RANDOM
        case ast.ImportFrom(module="random"):
            yield node.lineno, RANDOM
        case ast.GeneratorExp() | ast.Yield() | ast.YieldFrom():
            yield node.lineno, GENERATOR
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            for inner in ast.walk(node):
                if inner is not node and isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                    yield inner.lineno, NESTED


def _is_constant(node: ast.expr, finals: frozenset[str]) -> bool:
    """Check whether mypyc knows the value at compile time: a number, a Final, or an expression of those."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in finals
        case ast.BinOp(left=left, right=right):
            return _is_constant(left, finals) and _is_constant(right, finals)
        case ast.UnaryOp(operand=operand):
            return _is_constant(operand, finals)
        case _:
            return isinstance(node, ast.Constant)


def _finals(tree: ast.Module) -> frozenset[str]:
    """Return the names declared Final, and imported names in capitals, which are assumed to be Final."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation) if "Final" in ast.unparse(annotation):
                names.add(name)
            case ast.ImportFrom(names=imported):
                names.update(alias.asname or alias.name for alias in imported if alias.name.isupper())
    return frozenset(names)


def _big_numbers(node: ast.AST) -> Iterator[Trap]:
    """Find numbers out of bounds. mypyc evaluates expressions of literals, so only their results count."""
    value = _value(node)
    if value is None:
        for child in ast.iter_child_nodes(node):
            yield from _big_numbers(child)
    elif isinstance(node, ast.expr) and not LEAST <= value <= MOST:
        yield node.lineno, BIG


def _value(node: ast.AST) -> int | None:
    """Evaluate an expression of integer literals; return None for any other expression."""
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            positive = _value(operand)
            return None if positive is None else -positive
        case ast.BinOp(left=left, op=op, right=right) if type(op) in COMPUTED:
            first, second = _value(left), _value(right)
            return None if first is None or second is None else COMPUTED[type(op)](first, second)
        case _:
            return None


def compiled_modules() -> list[Path]:
    """Return the modules that pyproject.toml lists as compiled."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    return [path for pattern in project["tool"]["chabudai"]["compiled"] for path in sorted(Path().glob(pattern))]


def main(names: list[str]) -> int:
    """Check these files, or all compiled modules; return 1 if there is a trap."""
    files = [Path(name) for name in names] or compiled_modules()
    messages = [f"{path}:{line}: {what}" for path in files for line, what in traps(path.read_text(encoding="utf-8"))]
    print("\n".join(messages) if messages else f"no mypyc traps in {len(files)} compiled modules")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
