"""The paths in tools/checks.py exist: pytest runs nothing at all if one is missing."""

import pytest

from tools.checks import BOTH_BUILDS, DOCTESTS, QUICK
from tools.packages import ROOT


@pytest.mark.parametrize("path", [*QUICK, *DOCTESTS, *(f"tests/{tests}" for tests in BOTH_BUILDS)])
def test_every_path_exists(path: str) -> None:
    file, _, name = path.partition("::")
    assert (ROOT / file).exists()
    assert f"def {name}(" in (ROOT / file).read_text() if name else True
