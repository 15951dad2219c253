"""The compressed size of updates over whole games, for each game, seat and language."""

import zlib
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from chabudai.games.registry import games
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
from chabudai.scene.words import LANGUAGES
from chabudai.server.clock import Clock
from chabudai.server.socket.updates import pending_updates
from chabudai.server.socket.viewer import SocketViewer
from chabudai.server.table_task import TableTask
from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.session import Session
from chabudai.session.settings import Settings
from chabudai.session.table import Table

MAX_BYTES = 4096
"""The limit for an update after a move."""


class Page:
    """A browser at a table; its messages are compressed as one stream, as on the socket."""

    def __init__(self, seat: int, language: str) -> None:
        self.viewer = SocketViewer(f"guest {seat}", language)
        self._stream = zlib.compressobj(wbits=-12, memLevel=5)

    def update(self, task: TableTask) -> int:
        """Compress the messages that are pending for this page; return their size in bytes."""
        messages = [msgspec.json.encode(message) for message in pending_updates(task, self.viewer)]
        return sum(len(self._stream.compress(text) + self._stream.flush(zlib.Z_SYNC_FLUSH)) for text in messages)


class PlayedGame:
    """A random game of people who are all connected: a session without a task or a database."""

    def __init__(self, game: str, language: str) -> None:
        self.game = games()[game]
        players = max(self.game.players)
        settings = Settings(game=game, players=players, options={}, pace="at_once")
        self.table = Table("t", log.Opened(settings, self.game.rules_version, "guest 0"), 0.0)
        self.session = Session(self.table, Seeded(Rng(2)), 0.0)
        self.task = cast(TableTask, SimpleNamespace(session=self.session, clock=Clock()))
        self.pages = [Page(seat, language) for seat in range(players)]
        for seat, page in enumerate(self.pages):
            self.session.presence.connect(page.viewer.guest)
            self.apply(log.Sat(seat, page.viewer.guest, f"Player {seat}"))

    def apply(self, entry: Entry) -> None:
        self.session.apply(entry, 0.0)

    def run_autoplay(self) -> list[int]:
        """Apply the entries that are due; return the size of each page's update."""
        while (entry := self.session.autoplay.next_entry(1.0)) is not None:
            self.apply(entry)
        return [page.update(self.task) for page in self.pages]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(games()))
def test_an_update_after_a_move_is_under_four_kilobytes_for_each_seat(game: str, language: str) -> None:
    played = PlayedGame(game, language)
    rng = Rng(4)
    first = played.run_autoplay()
    assert min(first) > 0
    while played.table.status != "over":
        seat = played.table.waiting()[rng.below(len(played.table.waiting()))]
        legal = played.table.state.legal(seat)
        played.apply(log.Chose(seat, legal[rng.below(len(legal))]))
        updates = played.run_autoplay()
        assert 0 < max(updates) < MAX_BYTES, f"entry {played.table.seq}: {updates}"
