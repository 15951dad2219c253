"""Replays a finished game step by step, from the point of view of any seat."""

from dataclasses import dataclass

import msgspec

from chabudai.games.registry import game as find_game
from chabudai.kernel.errors import BadRecord
from chabudai.kernel.event import Event
from chabudai.kernel.state import State
from chabudai.records.play import Play
from chabudai.records.record import Record, read_record
from chabudai.records.replay import replay_steps
from chabudai.scene.builder import People, has_moment, log_line, make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.scene.words import words
from chabudai.session.names import clean_name


@dataclass(frozen=True)
class Step:
    """A position to show, the number of moves before it, and the range of its own events.

    A step that shows a moment has the position before it too. The events of a step after a moment were told with it.
    """

    state: State
    moves: int
    first_event: int
    end_event: int
    before: State | None = None


class Replay:
    """The steps of a record: before the first move, after each move with its chance events, and at each moment."""

    def __init__(self, line: bytes) -> None:
        self.record: Record = read_record(line)
        self.game: Game = find_game(self.record.game)
        self.steps: list[Step] = []
        self.events: list[Event] = []
        self._decided_at: list[int] = []
        """For each move, the step at which it was decided."""
        before: State | None = None
        for play in replay_steps(self.record, self.game, closely=True):
            self._add_steps(play, before)
            self.events = play.events
            before = play.state.clone()
        if not self.steps:
            raise BadRecord("the record ends before there is anything to show")
        self._names = _names_in_record(line)

    def _add_steps(self, play: Play, before: State | None) -> None:
        """Add the moment of the last step, if it shows one, and then the position, unless chance comes next.

        If nothing has happened since the last step, add nothing.
        """
        state, moves, end = play.state, len(play.moves), len(play.events)
        first_event = self.steps[-1].end_event if self.steps else 0
        if self.steps and first_event == end and self.steps[-1].moves == moves:
            return
        has_new_moment = before is not None and has_moment(self.game, state.events)
        if state.due >= 0 and not has_new_moment:
            return
        decided_at = max(0, len(self.steps) - 1)
        self._decided_at += [decided_at] * (moves - len(self._decided_at))
        position = state.clone()
        if has_new_moment:
            self.steps.append(Step(position, moves, first_event, end, before))
        if state.due < 0:
            self.steps.append(Step(position, moves, first_event, end))

    def names(self, language: str) -> list[str]:
        """Return the names in the record; seats without one get the names of bots."""
        game_words = words(self.game, language)
        names = self._names + [""] * self.record.players
        return [names[seat] or game_words.name(f"bot{seat}") for seat in range(self.record.players)]

    def scene(self, step: int, seat: int, language: str) -> Scene:
        """Return the scene of a seat (or SPECTATOR) at a step, with perfect recall."""
        shown = self.steps[step]
        before = None if shown.before is None else shown.before.seen_by(seat, True)
        view = shown.state.seen_by(seat, True)
        return make_scene(self.game, view, words(self.game, language), self.names(language), before=before)

    def log(self, step: int, seat: int, language: str, lines: int | None = None) -> list[LogLine]:
        """Return the log up to a step, as far as the seat could know it: the last lines, or all of them (None)."""
        current = self.steps[step]
        latest: list[Event] = []
        for index in range(current.end_event - 1, -1, -1):
            event = self.events[index]
            if len(latest) == lines:
                break
            if index >= current.first_event or event.name not in self.game.fleeting_events:
                latest.append(event)
        return [self._line(event, seat, language) for event in reversed(latest)]

    def step_text(self, step: int, seat: int, language: str) -> str:
        """Describe the events of a step in words."""
        current = self.steps[step]
        return " ".join(
            self._line(event, seat, language).text for event in self.events[current.first_event : current.end_event]
        )

    def decision_step(self, move: int) -> int:
        """Return the step at which a move of the record was decided."""
        return self._decided_at[move] if move < len(self._decided_at) else 0

    def _line(self, event: Event, seat: int, language: str) -> LogLine:
        people = People(words(self.game, language), seat, self.names(language))
        return log_line(self.game, event.seen_by(seat), people)


class _RecordNames(msgspec.Struct):
    names: list[str] = []


def _names_in_record(line: bytes) -> list[str]:
    """Return the names in a record, or none if it has no valid list of names."""
    try:
        return [clean_name(name) for name in msgspec.json.decode(line, type=_RecordNames).names]
    except msgspec.MsgspecError:
        return []
