"""Checks that copies of a state are equal to it, and remain equal when they take the same steps."""

import json
import pickle

from chabudai.kernel.piece import Piece, attributes
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.sampling.walk import play_randomly, take_step
from chabudai.testing.contract import NO_SIDE_EFFECTS, Clause
from chabudai.testing.random_game import Checkpoint

_STEPS_AFTER_COPY = 3


def check_fields(checkpoint: Checkpoint) -> None:
    """Check that `fields` lists all attributes, because JSON does not contain the others."""
    with Clause("`fields` must list every attribute of the state and its pieces", checkpoint.location) as clause:
        base_attributes = set(attributes(State(checkpoint.setup)))
        for piece, path in _pieces(checkpoint.state, type(checkpoint.state).__name__):
            known = {*piece.fields(), *base_attributes} if isinstance(piece, State) else {*piece.fields()}
            for name in sorted(set(attributes(piece)) - known):
                # A setup never changes, so a state may keep it under a second name with a narrower type.
                is_setup = isinstance(getattr(piece, name), Setup)
                clause.require(is_setup, f"{path}.{name} is not in `fields`; set it in __init__")


def _pieces(piece: Piece, path: str) -> list[tuple[Piece, str]]:
    """Return a piece and all pieces in it, each with its path."""
    pieces = [(piece, path)]
    for name in piece.fields():
        value = getattr(piece, name)
        items = enumerate(value) if isinstance(value, list) else [(0, value)]
        for i, item in items:
            if isinstance(item, Piece):
                pieces += _pieces(item, f"{path}.{name}[{i}]" if isinstance(value, list) else f"{path}.{name}")
    return pieces


def check_copies(checkpoint: Checkpoint, scratch: State) -> dict[str, State]:
    """Copy the state in every way, compare each copy with it, and return the copies by name.

    `scratch` is a state of the same setup, to copy into.
    """
    state = checkpoint.state
    copies: dict[str, State] = {}
    with Clause("`clone` must return an equal state", checkpoint.location) as clause:
        copies["a clone"] = state.clone()
        clause.require_equal_states(copies["a clone"], state, "clone")
    with Clause(NO_SIDE_EFFECTS, checkpoint.location) as clause:
        before = state.as_json()
        play_randomly(state.clone(), checkpoint.rng, _STEPS_AFTER_COPY)
        clause.require_equal(state.as_json(), before, "after steps of a clone")
    with Clause("`copy_from` must make any state equal to the other", checkpoint.location) as clause:
        change_every_field(scratch, state)
        scratch.copy_from(state)
        clause.require_equal_states(scratch, state, "copy")
        copies["a copy made by copy_from"] = scratch.clone()
    with Clause("a state must survive pickling", checkpoint.location) as clause:
        copies["an unpickled copy"] = pickle.loads(pickle.dumps(state))
        clause.require_equal_states(copies["an unpickled copy"], state, "unpickled")
    with Clause("a state must survive a round trip through JSON", checkpoint.location) as clause:
        values = json.loads(json.dumps(state.as_json()))
        copies["a copy loaded from JSON"] = checkpoint.game.state_from_json(checkpoint.fresh_setup(), values)
        clause.require_equal_states(copies["a copy loaded from JSON"], state, "loaded from JSON")
    return copies


def change_every_field(scratch: State, state: State) -> None:
    """Give every field of `scratch` a value that differs from that in `state`, so that `copy_from` must set all."""
    for name in state.position():
        setattr(scratch, name, _changed(getattr(scratch, name), getattr(state, name)))


def _changed(old: object, value: object) -> object:
    """Return a value of the same shape as `value` that differs from it. Pieces in `old` are changed in place.

    A value that is neither a number, a bool, a list nor a piece is returned as it is.
    """
    if isinstance(value, Piece):
        for name in value.fields():
            setattr(old, name, _changed(getattr(old, name), getattr(value, name)))
        return old
    if isinstance(value, list):
        if value and isinstance(value[0], Piece | list) and isinstance(old, list):
            return [_changed(old_item, item) for old_item, item in zip(old, value, strict=True)]
        return [number + 1 for number in value] or [0]
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else value


class FollowingCopies:
    """Copies of a state that take every later step of the game, and must remain equal to it."""

    def __init__(self) -> None:
        self._copies: dict[str, State] = {}

    def replace(self, copies: dict[str, State]) -> None:
        """Follow the game with these copies from now on."""
        self._copies = copies

    def follow(self, checkpoint: Checkpoint) -> None:
        """Take the last step of the game, and compare."""
        for name, copy in self._copies.items():
            with Clause(f"{name} must continue like the original", checkpoint.location) as clause:
                take_step(copy, checkpoint.history[-1])
                clause.require_equal(copy.as_json(), checkpoint.state.as_json(), name)


class EventlessGame:
    """The same game played without `listening`; it must reach the same positions."""

    def __init__(self, setup: Setup) -> None:
        self._state = setup.start()

    def follow(self, checkpoint: Checkpoint) -> None:
        """Take the last step of the game, if there is one, and compare."""
        with Clause("`listening` must not affect the position", checkpoint.location) as clause:
            if checkpoint.history:
                take_step(self._state, checkpoint.history[-1])
            clause.require_equal(self._state.position(), checkpoint.state.position(), "without listening")
        with Clause("a state must have no events unless it is `listening`", checkpoint.location) as clause:
            clause.require(self._state.events == [], f"events is {self._state.events}")
