"""What each viewer sees of a table: scenes from their own view and nothing else, made once for all who see the same."""

from dataclasses import dataclass, field

from chabudai.kernel.bits import has
from chabudai.kernel.first_game import LEARNER
from chabudai.kernel.state import SPECTATOR
from chabudai.scene.make import People, log_line, make_scene
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.scene.words import words
from chabudai.server import entries as log
from chabudai.server.entries import Entry
from chabudai.server.table import Table
from chabudai.web.notes import Guide

LINES = 80
"""So much of the log is shown during a game; the replay has all of it."""


@dataclass
class _Past:
    """What happened before the last choice, in words: so many events of the game are told by these lines."""

    events: int = 0
    lines: list[LogLine] = field(default_factory=list)


class Showing:
    """The scenes and logs of a table as it is now, by seat (or SPECTATOR) and language."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._scenes: dict[tuple[int, str, bool], Scene] = {}
        self._past: dict[tuple[int, str], _Past] = {}

    def changed(self, entry: Entry) -> None:
        """Forget what an entry has made untrue."""
        if isinstance(entry, log.Said):
            return
        self._scenes = {}
        # Choices and chance only add to the log; names, and moves taken back, change what is in it.
        if not isinstance(entry, log.Chose | log.Came):
            self._past = {}

    def scene(self, seat: int, language: str, *, moment: bool) -> Scene:
        """What a seat sees, by its own view; with `moment`, what the last step cleared away still lies there."""
        key = (seat, language, moment)
        if key not in self._scenes:
            table = self.table
            view = table.state.seen_by(seat, table.plan.aids)
            self._scenes[key] = make_scene(
                table.game, view, words(table.game, language), table.names(language), moment=moment
            )
        return self._scenes[key]

    def log(self, seat: int, language: str) -> list[LogLine]:
        """What has happened, in words, as far as this seat may read it.

        All of it is a memory aid: it tells also what can no longer be looked at. Without aids there is what the last
        choice brought about. Fleeting events are told only so long, aids or not.
        """
        table = self.table
        events = table.play.events
        people = People(words(table.game, language), seat, table.names(language))
        recent = [log_line(table.game, event.seen_by(seat), people) for event in events[table.recent :]]
        if not table.plan.aids:
            return recent
        past = self._past.setdefault((seat, language), _Past())
        for event in events[past.events : table.recent]:
            if event.name not in table.game.fleeting_events:
                past.lines.append(log_line(table.game, event.seen_by(seat), people))
        past.events = max(past.events, table.recent)
        return (past.lines + recent)[-LINES:]

    def guide(self, seat: int, language: str) -> Guide | None:
        """What a guided game says to the learner at this choice."""
        table = self.table
        first = table.game.first_game
        if not table.plan.first_game or first is None or seat not in table.waiting() or seat != LEARNER:
            return None
        lesson = first.teach(table.state.seen_by(seat, table.plan.aids))
        return Guide(words(table.game, language).say("lesson", lesson.message), lesson.chapter)


def seat_of(table: Table, guest: str, revealed: int | None) -> int:
    """Whose view a guest gets: their seat's; a spectator's if they have none.

    Where one guest holds several seats, that of the one who has said "it's me", for as long as it is their turn.
    """
    seats = table.seats_of(guest)
    if len(seats) == 1:
        return seats[0]
    if revealed in seats and table.status == "playing" and has(table.state.waiting, revealed):
        return revealed
    return SPECTATOR


def curtain(table: Table, guest: str, revealed: int | None) -> int | None:
    """Who is to take the device next, where one guest holds several seats."""
    seats = table.seats_of(guest)
    if len(seats) < 2 or seat_of(table, guest, revealed) != SPECTATOR:
        return None
    return next((seat for seat in table.waiting() if seat in seats), None)
