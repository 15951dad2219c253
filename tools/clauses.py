"""Which test cites which clause of the rules: writes docs/rules/clauses.md, and checks that every clause has a test.

    python tools/clauses.py --write
    python tools/clauses.py --check

A clause is an item of a list in docs/rules/*.md that begins with its id (`- AK-1 …`). A test cites clauses in a comment
beside its name (`def test_…():  # AK-1, AK-2`). Run from the root of the repository.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

RULES = Path("docs/rules")
TABLE = RULES / "clauses.md"
TESTS = Path("tests")
EXAMPLE = TESTS / "example_game"
"""The example of a game in a package of its own, which tells its clauses itself."""

Clauses = dict[str, list[str]]
"""The ids of each page of rules, by its name, in the order of the page."""

Citations = dict[str, list[tuple[Path, str]]]
"""For each id the tests that cite it: file and name."""


def clauses() -> Clauses:
    """The ids of all pages that have clauses."""
    found = {}
    for page in sorted(RULES.glob("*.md")):
        if ids := re.findall(r"^- ([A-Z]+-\d+)\b", page.read_text(encoding="utf-8"), re.M):
            found[page.stem] = ids
    return found


def citations() -> Citations:
    """What the tests cite."""
    cited: Citations = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        if EXAMPLE in path.parents:
            continue
        for clause, name in cited_in(path.read_text(encoding="utf-8")):
            cited.setdefault(clause, []).append((path, name))
    return cited


def cited_in(source: str) -> Iterator[tuple[str, str]]:
    """The clauses that the tests of a module cite, each with the name of the test."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            for line in lines[node.lineno - 1 : node.body[0].lineno - 1]:
                _, _, comment = line.partition("#")
                for clause in re.findall(r"\b[A-Z]+-\d+\b", comment):
                    yield clause, node.name


def table(pages: Clauses, cited: Citations) -> str:
    """The page that shows which tests cite which clause."""
    lines = ["# Clauses and their tests", "", "Written by `tools/clauses.py`."]
    for page, ids in pages.items():
        lines += ["", f"## [{page}]({page}.md)", "", "| clause | tests |", "| -- | -- |"]
        for clause in ids:
            tests = [
                f"[{name.removeprefix('test_').replace('_', ' ')}](../../{path.as_posix()})"
                for path, name in cited.get(clause, [])
            ]
            lines.append(f"| {clause} | {'<br>'.join(tests)} |")
    return "\n".join(lines) + "\n"


def faults(pages: Clauses, cited: Citations) -> Iterator[str]:
    """What is wrong: clauses without a test, clauses told twice, and citations of what is no clause."""
    known: set[str] = set()
    for page, ids in pages.items():
        for clause in ids:
            if clause in known:
                yield f"{page}: {clause} is there twice"
            known.add(clause)
            if clause not in cited:
                yield f"{page}: no test cites {clause}"
    for clause, tests in cited.items():
        if clause not in known:
            path, name = tests[0]
            yield f"{path.as_posix()}: {name} cites {clause}, which is no clause"


def main(wanted: list[str]) -> int:
    """Write or check, as the command line wants; 1 if something is wrong."""
    pages, cited = clauses(), citations()
    page = table(pages, cited)
    if wanted == ["--write"]:
        TABLE.write_text(page, encoding="utf-8")
        return 0
    if wanted != ["--check"]:
        print("clauses: needs --write or --check", file=sys.stderr)
        return 2
    wrong = list(faults(pages, cited))
    if not TABLE.exists() or TABLE.read_text(encoding="utf-8") != page:
        wrong.append(f"{TABLE.as_posix()} is not up to date: write it with tools/clauses.py --write")
    total = sum(len(ids) for ids in pages.values())
    print("\n".join(wrong) if wrong else f"every one of {total} clauses has a test")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
