"""A position together with the story of how it came about, as each seat has seen it: what OpenSpiel's states hold."""

from typing import Any

import msgspec

from chabudai.kernel.bits import bit
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.scene.game import Game

CHOICE = "a choice"
"""The name of the event that a seat has chosen: all know that, and the seat itself knows what. No game has this name,
since it is not one word."""


class Story:
    """A position, all events that led to it, and how many decisions were made.

    `State.events` tells of the last step alone; who recalls everything knows all steps, and the own choices. Copies
    share the events, which never change, and the text that was made of them for a seat.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.state.listening = True
        self.decisions = 0
        self.log: list[Event] = []
        self._told = [""] * (state.setup.players + 1)
        self._told_up_to = [0] * (state.setup.players + 1)

    def __deepcopy__(self, memo: Any) -> "Story":
        return self.copy()

    def copy(self) -> "Story":
        """An independent copy."""
        return self._going_on(self.state.clone(), list(self.log), list(self._told), list(self._told_up_to))

    def choose(self, seat: int, action: int) -> None:
        """Let a seat make a choice."""
        self.state.apply(seat, action)
        self.decisions += 1
        self.log.append(Event(CHOICE, seat, [], [action], bit(seat)))
        self.log += self.state.events

    def turn_up(self, outcome: int) -> None:
        """Let an outcome of what is due come."""
        self.state.settle(outcome)
        self.log += self.state.events

    def view(self, seat: int) -> str:
        """What the seat knows of the position, or a spectator, as a text."""
        return in_text(self.state.seen_by(seat, recall=True))

    def told(self, game: Game, seat: int) -> str:
        """What the seat has seen happen, or a spectator, and what it has chosen: a line for each event."""
        begun = self._told_up_to[seat]
        if begun < len(self.log):
            self._told[seat] += "".join(_line(game, event.seen_by(seat)) for event in self.log[begun:])
            self._told_up_to[seat] = len(self.log)
        return self._told[seat]

    def imagined(self, seat: int, rng: Rng) -> "Story":
        """A story that looks the same to the seat: the position imagined, and no more told than the seat was told."""
        told, up_to = [""] * len(self._told), [0] * len(self._told)
        for listener in (seat, SPECTATOR):
            told[listener], up_to[listener] = self._told[listener], self._told_up_to[listener]
        world = self.state.seen_by(seat, recall=True).imagine(rng)
        return self._going_on(world, [event.seen_by(seat) for event in self.log], told, up_to)

    def _going_on(self, state: State, log: list[Event], told: list[str], up_to: list[int]) -> "Story":
        other = Story.__new__(Story)
        other.state = state
        other.decisions = self.decisions
        other.log = log
        other._told = told
        other._told_up_to = up_to
        return other


def in_text(state: State) -> str:
    """A position, or a view, as JSON."""
    return msgspec.json.encode(state.position()).decode()


def _line(game: Game, event: Event) -> str:
    if event.name == CHOICE:
        words: tuple[str | int, ...] = tuple(game.actions[action] for action in event.secret)
    else:
        words = game.event_words(event)
    return " ".join(str(word) for word in (event.name, event.seat, *words)) + "\n"
