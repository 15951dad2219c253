"""The files that one human move passes through, from its message to the screens: as docs/architecture.md draws them."""

import inspect
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import chabudai
from server.served import friend_at, seated, serving, whose_turn

PACKAGE = Path(chabudai.__file__).parent
ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"

THE_GAME = ("kernel/", "scene/", "games/")
"""What knows nothing of tables: the rules, and the scene that is made of a view."""

MOST = 20


class Trace:
    """Notes the files of ours in which functions are called, in all threads that are started meanwhile."""

    def __init__(self) -> None:
        self.on = False
        self.files: dict[str, None] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if not self.on or event != "call" or _is_resumed(frame):
            return
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(PACKAGE):
            self.files[path.relative_to(PACKAGE).as_posix()] = None


def _is_resumed(frame: FrameType) -> bool:
    """Whether this is no call: a coroutine that waited, or a generator, goes on."""
    is_generator = frame.f_code.co_flags & (inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR)
    return bool(is_generator) and frame.f_lineno != frame.f_code.co_firstlineno


@contextmanager
def tracing(trace: Trace) -> Iterator[None]:
    threading.setprofile(trace)
    try:
        yield
    finally:
        threading.setprofile(None)


def traced(path: Path) -> set[str]:
    """The files that a move passes through at a table of three people, until all are shown it."""
    trace = Trace()
    with tracing(trace), serving(path) as served:
        host, table, mine = seated(served, ["me", "open", "open"])
        players = [mine, *(friend_at(served, host, table, name)[1] for name in ("Ben", "Chi"))]
        mover = whose_turn(*players)
        trace.on = True
        seq = mover.choose()
        for player in players:
            player.until(lambda: player.now["seq"] >= seq)  # noqa: B023
        trace.on = False
    return set(trace.files)


def drawn() -> list[str]:
    """The files of the drawing, in its order."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    section = text.partition("## The path of a move")[2].partition("\n## ")[0]
    return re.findall(r"^ *\d+  (\S+\.py)", section, flags=re.MULTILINE)


def test_a_move_passes_through_the_files_that_are_drawn(tmp_path: Path) -> None:
    passed = {file for file in traced(tmp_path) if not file.startswith(THE_GAME)}
    assert passed == set(drawn())


def test_they_are_few_and_each_is_drawn_once() -> None:
    assert len(drawn()) == len(set(drawn())) <= MOST
