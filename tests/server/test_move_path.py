"""The path of a move through the source files matches the list in docs/architecture.md."""

import inspect
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import chabudai
from server.running_server import new_table, run_server, seat_friend, wait_for_player_to_move

PACKAGE = Path(chabudai.__file__).parent
ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"

THE_GAME = ("kernel/", "scene/", "games/")
"""The folders of the game itself, which know nothing about tables."""

MAX_FILES = 20


class Trace:
    """Collects the files of our package in which functions are called, in all threads started while tracing."""

    def __init__(self) -> None:
        self.on = False
        self.files: dict[str, None] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if not self.on or event != "call" or _is_resumed(frame) or _ends_connection(frame):
            return
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(PACKAGE):
            self.files[path.relative_to(PACKAGE).as_posix()] = None


def _is_resumed(frame: FrameType) -> bool:
    """Check whether a coroutine or generator resumes, which is not a call."""
    is_generator = frame.f_code.co_flags & (inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR)
    return bool(is_generator) and frame.f_lineno != frame.f_code.co_firstlineno


def _ends_connection(frame: FrameType | None) -> bool:
    """Check whether a connection is being closed: one that served a page may be idle for too long meanwhile."""
    while frame is not None:
        if frame.f_code.co_name in ("connection_lost", "timeout_keep_alive_handler"):
            return True
        frame = frame.f_back
    return False


@contextmanager
def tracing(trace: Trace) -> Iterator[None]:
    threading.setprofile(trace)
    try:
        yield
    finally:
        threading.setprofile(None)


def traced_files(folder: Path) -> set[str]:
    """Return the files that a move passes through at a table for three, until everybody has seen it."""
    trace = Trace()
    with tracing(trace), run_server(folder) as server:
        host, table, mine = new_table(server, ["me", "open", "open"])
        players = [mine, *(seat_friend(server, host, table, name)[1] for name in ("Ben", "Chi"))]
        player_to_move = wait_for_player_to_move(*players)
        trace.on = True
        seq = player_to_move.choose()
        for player in players:
            player.read_until(lambda: player.now["seq"] >= seq)  # noqa: B023
        trace.on = False
    return set(trace.files)


def documented_files() -> list[str]:
    """Return the files listed in docs/architecture.md."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    section = text.partition("## The path of a move")[2].partition("\n## ")[0]
    return re.findall(r"^ *\d+  (\S+\.py)", section, flags=re.MULTILINE)


def test_a_move_passes_through_the_documented_files(tmp_path: Path) -> None:
    traced = {file for file in traced_files(tmp_path) if not file.startswith(THE_GAME)}
    assert traced == set(documented_files())


def test_the_path_is_short_and_lists_each_file_once() -> None:
    assert len(documented_files()) == len(set(documented_files())) <= MAX_FILES
