"""Broken copies of the server: each breaks one rule, and the simulator must find it."""

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any
from unittest import mock

from chabudai.kernel.state import SPECTATOR
from chabudai.server.storage.store import StoreStopped
from chabudai.server.table_task import TableTask
from chabudai.server.throttle import TokenBucket
from chabudai.session import views
from chabudai.session.autoplay import Autoplay
from chabudai.session.commands import UndoCommand
from chabudai.session.session import Session
from chabudai.session.table import Table


@contextlib.contextmanager
def lost_acknowledgment() -> Iterator[None]:
    """The server confirms what it could not store."""
    flush = TableTask._flush

    async def confirm_anyway(self: TableTask) -> None:
        try:
            await flush(self)
        except StoreStopped:
            self._on_disk.set()

    with mock.patch.object(TableTask, "_flush", confirm_anyway):
        yield


@contextlib.contextmanager
def frame_to_wrong_seat() -> Iterator[None]:
    """Somebody who only watches is shown the hand of the first seat."""
    viewing_seat = views.viewing_seat

    def first_seat(table: Table, guest: str, revealed_seat: int | None) -> int:
        seat = viewing_seat(table, guest, revealed_seat)
        return 0 if seat == SPECTATOR and table.begun else seat

    with mock.patch.object(views, "viewing_seat", first_seat):
        yield


@contextlib.contextmanager
def deadline_counts_downtime() -> Iterator[None]:
    """After a restart, the deadlines of moves are where they were, even if they are over."""

    def keep_clocks(self: Table, seconds: float) -> None:
        pass

    def deadline_without_grace(self: Autoplay, seat: int) -> float | None:
        since, limit = self.table.holders[seat].clock_from, self.table.settings.limit
        return since + limit if since is not None and limit else None

    with (
        mock.patch.object(Table, "_shift_clocks", keep_clocks),
        mock.patch.object(Autoplay, "move_deadline", deadline_without_grace),
    ):
        yield


@contextlib.contextmanager
def seat_without_consent() -> Iterator[None]:
    """Nobody is asked before somebody takes over a bot's seat."""
    needs_vote = Session.needs_vote

    def only_removals(self: Session, actor: Any, command: Any, now: float) -> bool:
        kind = type(command).__name__
        return kind != "SitCommand" and needs_vote(self, actor, command, now)

    with mock.patch.object(Session, "needs_vote", only_removals):
        yield


@contextlib.contextmanager
def log_with_gap() -> Iterator[None]:
    """Of several entries that are stored together, the first is forgotten."""
    flush = TableTask._flush

    async def forget_first(self: TableTask) -> None:
        if len(self._rows) > 1:
            del self._rows[0]
        await flush(self)

    with mock.patch.object(TableTask, "_flush", forget_first):
        yield


@contextlib.contextmanager
def undo_without_consent() -> Iterator[None]:
    """Nobody is asked before a choice is taken back."""
    needs_vote = Session.needs_vote

    def no_undo(self: Session, actor: Any, command: Any, now: float) -> bool:
        return not isinstance(command, UndoCommand) and needs_vote(self, actor, command, now)

    with mock.patch.object(Session, "needs_vote", no_undo):
        yield


@contextlib.contextmanager
def unlimited_messages() -> Iterator[None]:
    """Messages are counted, but never refused."""
    with mock.patch.object(TokenBucket, "has", return_value=True):
        yield


COPIES: dict[str, tuple[Callable[[], AbstractContextManager[None]], str]] = {
    "a lost acknowledgment": (lost_acknowledgment, "not stored|the log ends with"),
    "a frame to the wrong seat": (frame_to_wrong_seat, "may not know"),
    "a deadline that counts downtime": (deadline_counts_downtime, "is up"),
    "a seat change without consent": (seat_without_consent, "without the consent of"),
    "a log with a gap": (log_with_gap, "follows entry"),
    "an undo without consent": (undo_without_consent, "is taken back without the consent of"),
    "messages without a limit": (unlimited_messages, " in "),
}
"""Each broken copy, and a pattern for the violation that the simulator must report."""
