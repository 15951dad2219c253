"""How much an update is: over whole games of all five, for each seat, in both languages, as it goes over the socket."""

import zlib
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from chabudai.games.registry import games
from chabudai.kernel.chance import Seeded
from chabudai.kernel.rng import Rng
from chabudai.scene.words import LANGUAGES
from chabudai.server.socket.frames import news
from chabudai.server.socket.viewer import Viewer
from chabudai.server.table_task import TableTask
from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.session import Session
from chabudai.session.settings import Settings
from chabudai.session.table import Table

MOST = 4096
"""Bytes of an update after a move."""


class Page:
    """A browser at a table: what it is sent is compressed as one stream, as the socket does it."""

    def __init__(self, seat: int, language: str) -> None:
        self.viewer = Viewer(f"guest {seat}", language)
        self._stream = zlib.compressobj(wbits=-12, memLevel=5)

    def update(self, task: TableTask) -> int:
        """The bytes that it gets now."""
        messages = [msgspec.json.encode(message) for message in news(task, self.viewer)]
        return sum(len(self._stream.compress(text) + self._stream.flush(zlib.Z_SYNC_FLUSH)) for text in messages)


class Played:
    """A random game of people with open eyes: a session without a task and a disk."""

    def __init__(self, game: str, language: str) -> None:
        self.game = games()[game]
        players = max(self.game.players)
        settings = Settings(game=game, players=players, options={}, pace="at_once")
        self.table = Table("t", log.Opened(settings, self.game.rules_version, "guest 0"), 0.0)
        self.session = Session(self.table, Seeded(Rng(2)), 0.0)
        self.task = cast(TableTask, SimpleNamespace(session=self.session))
        self.pages = [Page(seat, language) for seat in range(players)]
        for seat, page in enumerate(self.pages):
            self.session.presence.came(page.viewer.guest)
            self.happen(log.Sat(seat, page.viewer.guest, f"Player {seat}"))

    def happen(self, entry: Entry) -> None:
        self.session.apply(entry, 0.0)

    def go_on(self) -> list[int]:
        """Let happen what happens by itself; the bytes of each page's update."""
        while (entry := self.session.autoplay.next(1.0)) is not None:
            self.happen(entry)
        return [page.update(self.task) for page in self.pages]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(games()))
def test_an_update_after_a_move_is_under_four_kilobytes_for_each_seat(game: str, language: str) -> None:
    played = Played(game, language)
    rng = Rng(4)
    first = played.go_on()
    assert min(first) > 0
    while played.table.status != "over":
        seat = played.table.waiting()[rng.below(len(played.table.waiting()))]
        legal = played.table.state.legal(seat)
        played.happen(log.Chose(seat, legal[rng.below(len(legal))]))
        updates = played.go_on()
        assert 0 < max(updates) < MOST, f"entry {played.table.seq}: {updates}"
