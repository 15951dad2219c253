"""Writes `fields` and `copy_from` of compiled pieces and positions, from the fields that their `__init__` declares.

    python -m tools.pieces --write [FILE …]
    python -m tools.pieces --check [FILE …]

`__init__` declares each field once, with its type: `self.hand: i64 = 0`. The type says how it is copied:

- a number or a truth value is assigned;
- a piece is copied by its own `copy_from`, or by its number if that is all it has; a list of pieces one by one, as many
  as `__init__` appends in a loop;
- a list of numbers that is made by `[…] * N` keeps its length, and is copied number by number; any other is a new list;
- what copies may share, because it is only ever replaced, has a comment on its line: `# shared by copies: …`;
- the setup is shared as well, and is no field.

Without files these are all modules that pyproject.toml names to be compiled. Run from the root of the repository.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from tools.mypyc_traps import compiled_modules

KERNEL = Path(__file__).parent.parent / "src" / "chabudai" / "kernel"
PIECE, STATE = "Piece", "State"
PLAIN = ("i64", "int", "bool")
MARK = "    # Written by tools/pieces.py from what __init__ declares:"
SHARED = "# shared by copies: "
WIDTH = 120


class CannotCopy(Exception):
    """A field, or a class, of which the tool does not know how to copy it."""

    def __init__(self, node: ast.stmt | ast.expr, what: str) -> None:
        super().__init__(what)
        self.line = node.lineno


@dataclass
class Field:
    """An attribute, and the statement that copies it: once, or, if there is a count, for so many `i`."""

    name: str
    statement: str
    count: str = ""
    is_plain: bool = False
    is_setup: bool = False


@dataclass
class Module:
    """A source file with its classes."""

    path: Path
    source: str = field(init=False)
    classes: list[ast.ClassDef] = field(init=False)

    def __post_init__(self) -> None:
        self.source = self.path.read_text(encoding="utf-8")
        self.classes = [node for node in ast.parse(self.source).body if isinstance(node, ast.ClassDef)]

    def is_shared(self, node: ast.stmt) -> bool:
        """Whether copies share what is declared in this line."""
        return SHARED in self.source.splitlines()[node.lineno - 1]


class Family:
    """The modules of a game, or of the kernel, and what is known about their classes by name."""

    def __init__(self, modules: Sequence[Module], kernel: "Family | None" = None) -> None:
        self.modules = modules
        self._kernel = kernel
        self._classes = {node.name: (module, node) for module in modules for node in module.classes}

    def declared_in(self, name: str) -> list[Field]:
        """The fields of a class of this name, those of its base classes first; none if nothing is known about it."""
        if name not in self._classes:
            return self._kernel.declared_in(name) if self._kernel else []
        module, node = self._classes[name]
        return [old for base in bases(node) for old in self.declared_in(base)] + self.fields(module, node)

    def is_piece(self, name: str) -> bool:
        """Whether a class of this name is a piece, or a position."""
        if name in (PIECE, STATE):
            return True
        return name in self._classes and any(self.is_piece(base) for base in bases(self._classes[name][1]))

    def fields(self, module: Module, node: ast.ClassDef) -> list[Field]:
        """What the `__init__` of a class declares, in its order."""
        init = method(node, "__init__")
        if init is None or node.name == PIECE or not self.is_piece(node.name):
            return []
        setup = init.args.args[1].arg if len(init.args.args) > 1 else ""
        return [
            self._field(module, init, setup, declared)
            for declared in init.body
            if isinstance(declared, ast.AnnAssign) and attribute(declared.target)
        ]

    def _field(self, module: Module, init: ast.FunctionDef, setup: str, declared: ast.AnnAssign) -> Field:
        name = attribute(declared.target)
        mine, others = f"self.{name}", f"other.{name}"
        match declared.annotation, declared.value:
            case _, ast.Name(id=value) if value == setup:
                return Field(name, f"{mine} = {others}", is_setup=True)
            case ast.Name(id=kind), _ if kind in PLAIN:
                return Field(name, f"{mine} = {others}", is_plain=True)
            case _ if module.is_shared(declared):
                return Field(name, f"{mine} = {others}")
            case ast.Name(id=kind), _ if self.is_piece(kind):
                return Field(name, self._copied(kind, mine, others))
            case ast.Subscript(value=ast.Name(id="list"), slice=ast.Name(id=kind)), _ if self.is_piece(kind):
                return Field(name, self._copied(kind, f"{mine}[i]", f"{others}[i]"), appended(init, setup, declared))
            case (
                ast.Subscript(value=ast.Name(id="list"), slice=ast.Name(id="int")),
                ast.BinOp(left=ast.List(), op=ast.Mult(), right=times),
            ):
                return Field(name, f"{mine}[i] = {others}[i]", in_copy(init, setup, times))
            case ast.Subscript(value=ast.Name(id="list"), slice=ast.Name(id="int")), _:
                return Field(name, f"{mine} = list({others})")
        kind = ast.unparse(declared.annotation)
        raise CannotCopy(declared, f"{name} is a {kind}: needs a number, a piece, a list of those, or `{SHARED}…`")

    def _copied(self, kind: str, mine: str, others: str) -> str:
        """A statement that copies a piece; one that is but a number is not worth a call."""
        match self.declared_in(kind):
            case [Field(name, is_plain=True)]:
                return f"{mine}.{name} = {others}.{name}"
            case _:
                return f"{mine}.copy_from({others})"

    def written(self, module: Module) -> str:
        """The source of a module as it should be."""
        lines = module.source.splitlines()
        for node in reversed(module.classes):
            if not self.is_piece(node.name) or node.name == PIECE:
                continue
            self._check_attributes(node)
            if node.name != STATE and not {PIECE, STATE} & set(bases(node)):
                if own := self.fields(module, node):
                    raise CannotCopy(node, f"{node.name} declares {own[0].name}: only a {PIECE} or {STATE} declares")
                continue
            first, last = place(node, ("copy_base",) if node.name == STATE else ("fields", "copy_from"))
            if first == last:
                lines[first:last] = ["", *block(node, self.fields(module, node))]
            else:
                lines[first - (lines[first - 1] == MARK) : last] = block(node, self.fields(module, node))
        return "\n".join(lines) + "\n"

    def _check_attributes(self, node: ast.ClassDef) -> None:
        """What is set in a method, but declared by no `__init__`, would be lost in a copy."""
        known = {one.name for one in self.declared_in(node.name)}
        for inner in ast.walk(node):
            if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
                name = attribute(inner)
                if name and name not in known:
                    raise CannotCopy(inner, f"{node.name}.{name}: declare it in __init__ with its type")


def bases(node: ast.ClassDef) -> list[str]:
    """The names of a class's base classes."""
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def method(node: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    """The method of this name, if the class itself has it."""
    return next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == name), None)


def attribute(target: ast.expr) -> str:
    """The name of an attribute of `self`; nothing for any other target."""
    match target:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
        case _:
            return ""


def appended(init: ast.FunctionDef, setup: str, declared: ast.AnnAssign) -> str:
    """How many pieces a loop of `__init__` appends to a list."""
    call = f"{ast.unparse(declared.target)}.append("
    for loop in init.body:
        match loop:
            case ast.For(iter=ast.Call(func=ast.Name(id="range"), args=[times])) if call in ast.unparse(loop):
                return in_copy(init, setup, times)
    raise CannotCopy(declared, f"{attribute(declared.target)}: append the pieces by `for i in range(…)` in __init__")


def in_copy(init: ast.FunctionDef, setup: str, times: ast.expr) -> str:
    """The same number as a copy knows it: what `__init__` asks the setup it asks the attribute that keeps it."""
    match times:
        case ast.Attribute(value=ast.Name(id=name), attr=asked) if name == setup:
            for kept in init.body:
                match kept:
                    case ast.AnnAssign(target=ast.Attribute(attr=keeper), value=ast.Name(id=value)) if value == setup:
                        return f"self.{keeper}.{asked}"
            raise CannotCopy(times, f"{ast.unparse(times)}: keep the setup in an attribute")
        case ast.Name() | ast.Constant():
            return ast.unparse(times)
        case _:
            raise CannotCopy(times, f"{ast.unparse(times)}: needs a number, a constant or an attribute of the setup")


def place(node: ast.ClassDef, names: Sequence[str]) -> tuple[int, int]:
    """The lines that the methods of these names fill, or the empty place for them behind `__init__`."""
    places = [i for i, each in enumerate(node.body) if isinstance(each, ast.FunctionDef) and each.name in names]
    if not places:
        init = method(node, "__init__")
        if init is None or init.end_lineno is None:
            raise CannotCopy(node, f"{node.name} has no __init__ to declare fields in")
        return init.end_lineno, init.end_lineno
    first, last = node.body[places[0]], node.body[places[-1]]
    if places[-1] - places[0] != len(places) - 1 or last.end_lineno is None:
        raise CannotCopy(first, f"{node.name}: {' and '.join(names)} need to stand together")
    return first.lineno - 1, last.end_lineno


def block(node: ast.ClassDef, fields: Sequence[Field]) -> list[str]:
    """The methods of a class in lines."""
    lines = [MARK]
    if node.name == STATE:
        lines += [
            f'    def copy_base(self, other: "{STATE}") -> None:',
            '        """Copy the attributes of this class."""',
        ]
    else:
        lines += ["    def fields(self) -> tuple[str, ...]:"]
        lines += returned([one.name for one in fields if not one.is_setup])
        lines.append("")
        if STATE in bases(node):
            lines.append(f"    def copy_from(self, other: {STATE}) -> None:")
            lines.append(f"        assert isinstance(other, {node.name})")
            lines.append("        self.copy_base(other)")
        else:
            lines.append(f'    def copy_from(self, other: "{node.name}") -> None:')
    for count, group in groupby(fields, lambda one: one.count):
        if count:
            lines.append(f"        for i in range({count}):")
        lines += [f"{' ' * (12 if count else 8)}{one.statement}" for one in group]
    return lines


def returned(names: Sequence[str]) -> list[str]:
    """A statement that returns these names as a tuple."""
    quoted = [f'"{name}"' for name in names]
    line = f"        return ({', '.join(quoted)}{',' if len(names) == 1 else ''})"
    if len(line) <= WIDTH:
        return [line]
    filled = wrap(", ".join(quoted) + ",", WIDTH, initial_indent=" " * 12, subsequent_indent=" " * 12)
    return ["        return (", *filled, "        )  # fmt: skip"]


def families(files: Sequence[Path]) -> Iterator[tuple[Family, list[Path]]]:
    """The files by their folders: those of a folder are a game, and know each other's pieces."""
    kernel = Family([Module(KERNEL / "piece.py"), Module(KERNEL / "state.py")])
    for folder, paths in groupby(sorted(files), lambda path: path.parent):
        yield Family([Module(path) for path in sorted(folder.glob("*.py"))], kernel), list(paths)


def main(arguments: Sequence[str]) -> int:
    """Write or check, as the command line wants; 1 if something is wrong."""
    if not arguments or arguments[0] not in ("--write", "--check"):
        print("pieces: needs --write or --check, then files, if not all", file=sys.stderr)
        return 2
    wrong = []
    files = [Path(name) for name in arguments[1:]] or compiled_modules()
    for family, paths in families(files):
        for module in family.modules:
            if module.path not in paths:
                continue
            try:
                source = family.written(module)
            except CannotCopy as error:
                wrong.append(f"{module.path}:{error.line}: {error}")
                continue
            if source == module.source:
                continue
            if arguments[0] == "--write":
                module.path.write_text(source, encoding="utf-8")
            else:
                wrong.append(
                    f"{module.path}: copies what __init__ does not declare, or not all of it: write it anew with "
                    "python -m tools.pieces --write"
                )
    print("\n".join(wrong) if wrong else f"what is copied is what is declared, in {len(files)} compiled modules")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
