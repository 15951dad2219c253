"""Runs a notebook and stores what its cells print: `python tools/notebook.py examples/first_steps.ipynb`.

It stores only printed text, so that the notebook is the same wherever it is run.
"""

import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """Run the code cells in order, and return the notebook with what they print."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            with redirect_stdout(StringIO()) as out:
                exec("".join(cell["source"]), names)
            lines = out.getvalue().splitlines(keepends=True)
            outputs = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
            cell = {**cell, "execution_count": number, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def main() -> None:
    """Run the notebooks named on the command line."""
    for name in sys.argv[1:]:
        path = Path(name)
        notebook = run(json.loads(path.read_text(encoding="utf-8")))
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
