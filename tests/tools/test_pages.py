"""Pages written by tools have the format that `make lint` requires."""

import re

from tools.pages import formatted


def test_prose_is_wrapped() -> None:
    lines = formatted(f"# Rain\n\n{'It rains again. ' * 20}\n").splitlines()
    assert 90 < max(map(len, lines)) <= 100


def test_code_and_rows_of_tables_are_not_wrapped() -> None:
    row = f"| `a` | {'wide ' * 30}|"
    code = f"```python\n>>> print({'1 + ' * 40}1)\n41\n\n```"
    page = formatted(f"| one | two |\n|---|---:|\n{row}\n\n{code}\n")
    assert row in page
    assert code in page
    assert re.search(r"^\| -- \| -: \|$", page, re.M)
