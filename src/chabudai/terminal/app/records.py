"""The records in this folder: unfinished games to go on with, finished ones to watch."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen

from chabudai.games.registry import game as find_game
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.rng import SEEDS
from chabudai.records.record import Record, read_record, record_lines
from chabudai.records.replay import replay
from chabudai.scene.words import title
from chabudai.session.saved import resume
from chabudai.terminal.app.local_table import LocalTable
from chabudai.terminal.app.replay_screen import ReplayScreen
from chabudai.terminal.app.rows import Row, RowList
from chabudai.terminal.app.table_screen import TableScreen
from chabudai.terminal.app.words import ScreenWords
from chabudai.terminal.local_game import USUAL_PACE, YOU, LocalGame
from chabudai.terminal.seating import saved_seating


@dataclass(frozen=True)
class Found:
    """A file with a record in it that is right."""

    path: Path
    line: bytes
    record: Record


def records_here() -> list[Found]:
    """The records in this folder, each alone in its file; what is none, or is wrong, is left out."""
    found = []
    for path in sorted(Path().glob("*.json")):
        try:
            if not path.is_file():
                continue  # a pipe would be waited for
            ((_, line),) = record_lines(path)
            record = read_record(line)
            replay(record)
        except (ChabudaiError, ValueError, OSError):
            continue
        found.append(Found(path, line, record))
    return found


class Records(ModalScreen[None]):
    """A list of records."""

    BINDINGS: ClassVar = [Binding("escape,q", "dismiss", show=False)]

    def __init__(self, words: ScreenWords) -> None:
        super().__init__()
        self.words = words
        self._found: list[Found] = []

    def compose(self) -> ComposeResult:
        """The frame and the rows."""
        with Vertical(id="sheet") as frame:
            frame.border_title = self.words("records.title")
            frame.border_subtitle = self.words("records.keys")
            with VerticalScroll(id="sheet-scroll", can_focus=False):
                yield RowList(self._rows)

    def on_mount(self) -> None:
        """Look into the folder."""
        self._found = records_here()
        self.query_one(RowList).focus()

    def _rows(self) -> Sequence[Row]:
        if not self._found:
            return [Row(self.words("records.none"))]
        return [self._row(found) for found in self._found]

    def _row(self, found: Found) -> Row:
        record = found.record
        text = self.words(
            "records.running" if record.result is None else "records.finished",
            file=found.path.name,
            title=title(find_game(record.game), self.words.language),
            players=record.players,
            moves=len(record.moves),
        )
        return Row(text, enter=lambda: self._open(found))

    def _open(self, found: Found) -> None:
        record = found.record
        self.dismiss()
        if record.result is not None:
            self.app.push_screen(ReplayScreen(found.line))
            return
        seating = saved_seating(found.line, record.players)
        opened, before = resume(record, find_game(record.game), YOU.guest, aids=seating.aids, pace=USUAL_PACE)
        game = LocalGame(opened, seating, self.words.language, secrets.randbelow(SEEDS), before=before)
        self.app.push_screen(TableScreen(LocalTable(game)))
