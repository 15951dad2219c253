"""The packages as `make build` makes them, and empty environments to install them into."""

from pathlib import Path

import pytest

from packages.environment import Environment
from tools.packages import Packages


@pytest.fixture(scope="session")
def packages() -> Packages:
    """The packages of the sources as they are; built here if `make build` has not done so."""
    made = Packages()
    made.make()
    return made


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    return Environment(tmp_path / "environment")
