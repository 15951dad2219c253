"""A finished game taken apart into steps that can be looked at, each through the eyes of any seat."""

from dataclasses import dataclass

import msgspec

from chabudai.games.registry import game as find_game
from chabudai.kernel.event import Event
from chabudai.kernel.state import State
from chabudai.records.play import Play
from chabudai.records.record import Record, read_record
from chabudai.records.replay import replay_steps
from chabudai.scene.game import Game
from chabudai.scene.make import People, has_moment, log_line, make_scene
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.scene.words import words
from chabudai.session.names import clean_name


@dataclass(frozen=True)
class Step:
    """A position to be looked at: how many moves and events there were by then, and where its own events begin."""

    state: State
    moves: int
    begins: int
    ends: int


class Replay:
    """The steps of a record: after each move with what it brought, and wherever something is worth a look."""

    def __init__(self, line: bytes) -> None:
        self.record: Record = read_record(line)
        self.game: Game = find_game(self.record.game)
        self.steps: list[Step] = []
        self.events: list[Event] = []
        for play in replay_steps(self.record, self.game, closely=True):
            self._look(play)
            self.events = play.events
        self._names = _names(line)

    def _look(self, play: Play) -> None:
        state = play.state
        if state.due >= 0 and not has_moment(self.game, state.events):
            return
        begins = self.steps[-1].ends if self.steps else 0
        if self.steps and begins == len(play.events) and self.steps[-1].moves == len(play.moves):
            return
        self.steps.append(Step(state.clone(), len(play.moves), begins, len(play.events)))

    def names(self, language: str) -> list[str]:
        """The names in the record; seats without one are called as bots are."""
        said = words(self.game, language)
        given = self._names + [""] * self.record.players
        return [given[seat] or said.name(f"bot{seat}") for seat in range(self.record.players)]

    def scene(self, step: int, seat: int, language: str) -> Scene:
        """What a seat (or a spectator) saw then, with all that it remembered."""
        view = self.steps[step].state.seen_by(seat, True)
        return make_scene(self.game, view, words(self.game, language), self.names(language), moment=True)

    def log(self, step: int, seat: int, language: str) -> list[LogLine]:
        """What had happened by then, as the seat could tell it."""
        here = self.steps[step]
        return [
            self._line(event, seat, language)
            for place, event in enumerate(self.events[: here.ends])
            if place >= here.begins or event.name not in self.game.fleeting_events
        ]

    def told(self, step: int, seat: int, language: str) -> str:
        """What the step did, in words."""
        here = self.steps[step]
        return " ".join(self._line(event, seat, language).text for event in self.events[here.begins : here.ends])

    def decision(self, move: int) -> int:
        """The step at which a move of the record was to be decided."""
        return next((number for number, step in enumerate(self.steps) if step.moves > move), 1) - 1

    def _line(self, event: Event, seat: int, language: str) -> LogLine:
        people = People(words(self.game, language), seat, self.names(language))
        return log_line(self.game, event.seen_by(seat), people)


class _Named(msgspec.Struct):
    names: list[str] = []


def _names(line: bytes) -> list[str]:
    """The names that a record gives, as far as it does."""
    try:
        return [clean_name(name) for name in msgspec.json.decode(line, type=_Named).names]
    except msgspec.MsgspecError:
        return []
