"""The content of an OpenSpiel state: a state of the game, and the events that led to it."""

from typing import Any

import msgspec

from chabudai.kernel.bits import bit
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.scene.game import Game

CHOICE = "a choice"
"""Name of the event recorded when a seat makes a choice. Everybody sees the event; only the seat sees its choice. No
game has an event of this name, since event names are single words."""


class GameHistory:
    """A state, all events that led to it, and the number of decisions.

    `State.events` holds only the last step, whereas perfect recall needs all steps and the seat's own choices. Copies
    share the events, which never change, and the text already written for each seat.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.state.listening = True
        self.decisions = 0
        self.events: list[Event] = []
        # For each seat and, last (index -1), the spectator: the text written so far, and how many events it covers.
        self._texts = [""] * (state.setup.players + 1)
        self._text_ends = [0] * (state.setup.players + 1)

    def __deepcopy__(self, memo: Any) -> "GameHistory":
        return self.copy()

    def copy(self) -> "GameHistory":
        """Return an independent copy."""
        return self._with_state(self.state.clone(), list(self.events), list(self._texts), list(self._text_ends))

    def choose(self, seat: int, action: int) -> None:
        """Make a choice for a seat."""
        self.state.apply(seat, action)
        self.decisions += 1
        self.events.append(Event(CHOICE, seat, [], [action], bit(seat)))
        self.events += self.state.events

    def settle(self, outcome: int) -> None:
        """Settle the next outcome of the chance event that is due."""
        self.state.settle(outcome)
        self.events += self.state.events

    def view_text(self, seat: int) -> str:
        """Return what a seat, or a spectator, knows of the state, as text."""
        return state_text(self.state.seen_by(seat, recall=True))

    def event_text(self, game: Game, seat: int) -> str:
        """Return what a seat, or a spectator, has seen and chosen: one line for each event."""
        start = self._text_ends[seat]
        if start < len(self.events):
            self._texts[seat] += "".join(_event_line(game, event.seen_by(seat)) for event in self.events[start:])
            self._text_ends[seat] = len(self.events)
        return self._texts[seat]

    def imagine(self, seat: int, rng: Rng) -> "GameHistory":
        """Return a history that looks the same to the seat: a sampled world, with the events as the seat saw them."""
        texts, text_ends = [""] * len(self._texts), [0] * len(self._texts)
        for viewer in (seat, SPECTATOR):
            texts[viewer], text_ends[viewer] = self._texts[viewer], self._text_ends[viewer]
        world = self.state.seen_by(seat, recall=True).imagine(rng)
        return self._with_state(world, [event.seen_by(seat) for event in self.events], texts, text_ends)

    def _with_state(self, state: State, events: list[Event], texts: list[str], text_ends: list[int]) -> "GameHistory":
        history = GameHistory.__new__(GameHistory)
        history.state = state
        history.decisions = self.decisions
        history.events = events
        history._texts = texts
        history._text_ends = text_ends
        return history


def state_text(state: State) -> str:
    """Return a state or view as JSON."""
    return msgspec.json.encode(state.position()).decode()


def _event_line(game: Game, event: Event) -> str:
    if event.name == CHOICE:
        words: tuple[str | int, ...] = tuple(game.actions[action] for action in event.secret)
    else:
        words = game.event_words(event)
    return " ".join(str(word) for word in (event.name, event.seat, *words)) + "\n"
