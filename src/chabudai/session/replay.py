"""Replays a finished game step by step: with all hands open, or from the point of view of any seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec.structs import replace

from chabudai.games.registry import game as find_game
from chabudai.kernel.bits import has
from chabudai.kernel.errors import BadRecord
from chabudai.kernel.event import Event
from chabudai.kernel.message import Message
from chabudai.kernel.state import SPECTATOR, State
from chabudai.records.play import Play
from chabudai.records.record import Record, read_record
from chabudai.records.replay import replay_steps
from chabudai.scene.announcements import announcements
from chabudai.scene.builder import People, has_moment, log_line, make_scene
from chabudai.scene.game import Game
from chabudai.scene.open_hands import open_hands
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.scene.words import words
from chabudai.session.names import clean_name, is_bot_name
from chabudai.session.notes import NewsLine

_FIELDS = ("format", "game", "players", "options", "data", "chance", "moves", "result")
_FURTHER_FIELDS = ("names", "seed", "bots", "started", "version")
"""The fields of a record (docs/record.md): those that readers use, and those that they ignore."""

_TOO_LONG = b" " * 1000
"""Further fields that are longer are left out."""

ALL_HANDS: Final = -3
"""The viewer who sees the hands of all seats, which only the replay of a finished game may show."""


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
        self._canonical_line = _in_one_form(line)
        self._decided_at: list[int] = []
        """For each move, the step at which it was decided."""
        before: State | None = None
        for play in replay_steps(self.record, self.game, closely=True):
            self._add_steps(play, before)
            self.events = play.events
            before = play.state.clone()
        if not self.steps:
            raise BadRecord("the record ends before there is anything to show", problem=Message("nothing_to_show"))
        names = _names_in_record(line)[: self.record.players]
        self.names_in_record = names + [""] * (self.record.players - len(names))
        """The name at each seat; an empty one is that of a bot."""

    def canonical_line(self) -> bytes:
        """Return the record in one form, without white space and without fields that no reader knows."""
        return self._canonical_line

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

    def names(self, language: str, people: Sequence[str] = ()) -> list[str]:
        """Return the names at the table, those of bots in this language.

        `people` are the names of the seats now, where they are known; otherwise the record's count.
        """
        return _with_bots(self.game, people or self.names_in_record, language)

    def scene(self, step: int, seat: int, language: str, people: Sequence[str] = ()) -> Scene:
        """Return the scene of a seat (or SPECTATOR, or ALL_HANDS) at a step, with perfect recall.

        The seat is not that of the person who watches, so nobody is addressed and nothing can be chosen. Cards that
        could have been played are marked, but without advice.
        """
        spectator = self._scene(step, SPECTATOR, language, people)
        if seat == SPECTATOR:
            return spectator
        if seat == ALL_HANDS:
            players = range(self.record.players)
            return open_hands(spectator, [self._scene(step, player, language, people) for player in players])
        scene = self._scene(step, seat, language, people)
        choices = [replace(choice, note="") for choice in scene.choices if choice.why is None and choice.target]
        return replace(scene, remark=spectator.remark, choices=choices)

    def _scene(self, step: int, seat: int, language: str, people: Sequence[str]) -> Scene:
        shown = self.steps[step]
        before = None if shown.before is None else shown.before.seen_by(seat, True)
        view, names = shown.state.seen_by(seat, True), self.names(language, people)
        return make_scene(self.game, view, words(self.game, language), names, before=before, addressed=False)

    def log(
        self, step: int, seat: int, language: str, lines: int | None = None, people: Sequence[str] = ()
    ) -> list[LogLine]:
        """Return the log up to a step, as far as the viewer may know it: the last lines, or all of them (None)."""
        current = self.steps[step]
        latest: list[Event] = []
        for index in range(current.end_event - 1, -1, -1):
            event = self.events[index]
            if len(latest) == lines:
                break
            if index >= current.first_event or event.name not in self.game.fleeting_events:
                latest.append(event)
        readers = self._people(seat, language, people)
        return [self._line(event, seat, readers) for event in reversed(latest)]

    def step_text(self, step: int, seat: int, language: str, people: Sequence[str] = ()) -> str:
        """Describe the events of a step in words."""
        current = self.steps[step]
        readers = self._people(seat, language, people)
        return " ".join(
            self._line(event, seat, readers).text for event in self.events[current.first_event : current.end_event]
        )

    def news(self, step: int, seat: int, language: str, people: Sequence[str] = ()) -> list[NewsLine]:
        """Return what screen readers announce when a step is shown."""
        current = self.steps[step]
        seen = [self._seen(event, seat) for event in self.events[current.first_event : current.end_event]]
        readers = self._people(seat, language, people)
        return [NewsLine(step, line.text, line.seat) for line in announcements(self.game, seen, readers)]

    def decision_step(self, move: int) -> int:
        """Return the step at which a move of the record was decided."""
        return self._decided_at[move] if move < len(self._decided_at) else 0

    def _people(self, seat: int, language: str, people: Sequence[str]) -> People:
        game_words = words(self.game, language, self.steps[0].state.setup)
        return People(game_words, max(seat, SPECTATOR), self.names(language, people), addressed=False)

    def _line(self, event: Event, seat: int, readers: People) -> LogLine:
        return log_line(self.game, self._seen(event, seat), readers)

    def _seen(self, event: Event, seat: int) -> Event:
        return event.seen_by(self._witness(event) if seat == ALL_HANDS else seat)

    def _witness(self, event: Event) -> int:
        """Return a seat that sees everything about an event, if there is one."""
        return next((seat for seat in range(self.record.players) if has(event.audience, seat)), SPECTATOR)


def names_of(line: bytes, game: Game, players: int, language: str) -> list[str]:
    """Return the names at the table in a record, those of bots in this language."""
    names = _names_in_record(line)[:players]
    return _with_bots(game, names + [""] * (players - len(names)), language)


def _with_bots(game: Game, names: Sequence[str], language: str) -> list[str]:
    game_words = words(game, language)
    return [name or game_words.name(f"bot{seat}") for seat, name in enumerate(names)]


class _RecordNames(msgspec.Struct):
    names: list[str] = []


def _in_one_form(line: bytes) -> bytes:
    fields: dict[str, msgspec.Raw] = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    kept = {name: fields[name] for name in _FIELDS if name in fields}
    kept |= {name: fields[name] for name in _FURTHER_FIELDS if len(fields.get(name, _TOO_LONG)) < len(_TOO_LONG)}
    return msgspec.json.encode(msgspec.json.decode(msgspec.json.encode(kept)))


def _names_in_record(line: bytes) -> list[str]:
    """Return the names in a record, empty for bots; none if it has no valid list of names."""
    try:
        names = [clean_name(name) for name in msgspec.json.decode(line, type=_RecordNames).names]
    except msgspec.MsgspecError:
        return []
    # People cannot take the name of a bot, and a bot has a name of its own in every language.
    return ["" if is_bot_name(name) else name for name in names]
