"""Lists the records in the current folder: unfinished games to continue, finished ones to watch."""

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
from chabudai.session.resume import resume
from chabudai.terminal.app.local_table import LocalTable
from chabudai.terminal.app.menu_rows import MenuRow, MenuRows
from chabudai.terminal.app.replay_screen import ReplayScreen
from chabudai.terminal.app.screen_words import ScreenWords
from chabudai.terminal.app.table_screen import TableScreen
from chabudai.terminal.local_session import DEFAULT_PACE, YOU, LocalSession
from chabudai.terminal.seat_assignment import saved_seat_assignment


@dataclass(frozen=True)
class RecordFile:
    """A file with one valid record."""

    path: Path
    line: bytes
    record: Record


def records_in_folder() -> list[RecordFile]:
    """Return the valid records in the current folder, one per file; skip everything else."""
    files = []
    for path in sorted(Path().glob("*.json")):
        try:
            if not path.is_file():
                continue  # reading a named pipe would block
            ((_, line),) = record_lines(path)
            record = read_record(line)
            replay(record)
        except (ChabudaiError, ValueError, OSError):
            continue
        files.append(RecordFile(path, line, record))
    return files


class RecordList(ModalScreen[None]):
    """A window with the list of records."""

    BINDINGS: ClassVar = [Binding("escape,q", "dismiss", show=False)]

    def __init__(self, words: ScreenWords) -> None:
        super().__init__()
        self.words = words
        self._files: list[RecordFile] = []

    def compose(self) -> ComposeResult:
        """Create the frame and the rows."""
        with Vertical(id="overlay") as frame:
            frame.border_title = self.words("records.title")
            frame.border_subtitle = self.words("records.keys")
            with VerticalScroll(id="overlay-scroll", can_focus=False):
                yield MenuRows(self._rows)

    def on_mount(self) -> None:
        """Read the folder."""
        self._files = records_in_folder()
        self.query_one(MenuRows).focus()

    def _rows(self) -> Sequence[MenuRow]:
        if not self._files:
            return [MenuRow(self.words("records.none"))]
        return [self._row(file) for file in self._files]

    def _row(self, file: RecordFile) -> MenuRow:
        record = file.record
        text = self.words(
            "records.running" if record.result is None else "records.finished",
            file=file.path.name,
            title=title(find_game(record.game), self.words.language),
            players=record.players,
            moves=len(record.moves),
        )
        return MenuRow(text, enter=lambda: self._open(file))

    def _open(self, file: RecordFile) -> None:
        record = file.record
        self.dismiss()
        if record.result is not None:
            self.app.push_screen(ReplayScreen(file.line))
            return
        assignment = saved_seat_assignment(file.line, record.players)
        opened, before = resume(record, find_game(record.game), YOU.guest, aids=assignment.aids, pace=DEFAULT_PACE)
        local = LocalSession(opened, assignment, self.words.language, secrets.randbelow(SEEDS), before=before)
        self.app.push_screen(TableScreen(LocalTable(local)))
