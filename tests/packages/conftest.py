"""Fixtures: the packages that `make build` makes, and empty environments to install them in."""

import subprocess
import sys
from pathlib import Path

import pytest

from packages.environment import Environment
from tools.packages import ROOT, Packages


@pytest.fixture(scope="session")
def packages() -> Packages:
    """Return the packages of the current sources, building them if necessary."""
    made = Packages()
    made.make()
    return made


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a source distribution of the current tree: `make build` does not rebuild after changes in docs or tests."""
    folder = tmp_path_factory.mktemp("sdist")
    command = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("*.tar.gz")
    return made


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    return Environment(tmp_path / "environment")
