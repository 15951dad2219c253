"""One server for all tests of a module, as starting one costs a little."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.served import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(Path(tmp_path_factory.mktemp("server"))) as running:
        yield running
