"""A running server, shared by all tests of a module."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.running_server import RunningServer, run_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with run_server(Path(tmp_path_factory.mktemp("server"))) as running:
        yield running
