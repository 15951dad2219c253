"""Copies of every kind are equal to what they were copied from, and play on as it does."""

import json
import pickle

from chabudai.kernel.piece import Piece, attributes
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import State
from chabudai.sampling.walk import play_on, take
from chabudai.testing.broken import ALONE, Clause
from chabudai.testing.moments import Moment

_STEPS_ON = 3


def check_fields(moment: Moment) -> None:
    """`fields` lists all attributes, as far as they can be looked up: what it leaves out is lost in JSON."""
    with Clause("`fields` names every attribute that makes up the state", moment.place) as clause:
        of_state = set(attributes(State(moment.setup)))
        for piece, where in _pieces(moment.state, type(moment.state).__name__):
            known = {*piece.fields(), *of_state} if isinstance(piece, State) else {*piece.fields()}
            for name in sorted(set(attributes(piece)) - known):
                # A setup never changes, so a state may keep it under a second name of a narrower type.
                is_setup = isinstance(getattr(piece, name), Setup)
                clause.require(is_setup, f"{where}.{name} is not among them: does __init__ set it?")


def _pieces(piece: Piece, where: str) -> list[tuple[Piece, str]]:
    """The piece and all that it is made of."""
    found = [(piece, where)]
    for name in piece.fields():
        value = getattr(piece, name)
        parts = enumerate(value) if isinstance(value, list) else [(0, value)]
        for i, part in parts:
            if isinstance(part, Piece):
                found += _pieces(part, f"{where}.{name}[{i}]" if isinstance(value, list) else f"{where}.{name}")
    return found


def check_copies(moment: Moment, scratch: State) -> dict[str, State]:
    """Make copies of every kind, compare them, and return them to be played on.

    `scratch` is a state of the same setup.
    """
    state = moment.state
    copies: dict[str, State] = {}
    with Clause("`clone` gives an equal state", moment.place) as clause:
        copies["a clone"] = state.clone()
        clause.same_state(copies["a clone"], state, "clone")
    with Clause(ALONE, moment.place) as clause:
        before = state.as_json()
        play_on(state.clone(), moment.rng, _STEPS_ON)
        clause.same(state.as_json(), before, "after a clone of it played on")
    with Clause("`copy_from` makes a used state equal to another", moment.place) as clause:
        spoil(scratch, state)
        scratch.copy_from(state)
        clause.same_state(scratch, state, "copy")
        copies["a copy by copy_from"] = scratch.clone()
    with Clause("a state is the same after pickling", moment.place) as clause:
        copies["an unpickled copy"] = pickle.loads(pickle.dumps(state))
        clause.same_state(copies["an unpickled copy"], state, "unpickled")
    with Clause("a state is the same after a round trip through JSON", moment.place) as clause:
        read = json.loads(json.dumps(state.as_json()))
        copies["a copy through JSON"] = moment.game.state_from_json(moment.fresh_setup(), read)
        clause.same_state(copies["a copy through JSON"], state, "read from JSON")
    return copies


def spoil(scratch: State, state: State) -> None:
    """Make every field of one state different from another's: so it shows when `copy_from` forgets one."""
    for name in state.position():
        setattr(scratch, name, _spoilt(getattr(scratch, name), getattr(state, name)))


def _spoilt(old: object, value: object) -> object:
    """A value of the same shape as the given one, but different; pieces stay the old ones."""
    if isinstance(value, Piece):
        for name in value.fields():
            setattr(old, name, _spoilt(getattr(old, name), getattr(value, name)))
        return old
    if isinstance(value, list):
        if value and isinstance(value[0], Piece | list) and isinstance(old, list):
            return [_spoilt(mine, others) for mine, others in zip(old, value, strict=True)]
        return [number + 1 for number in value] or [0]
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else value


class Twins:
    """Copies that take every step of a game after it, and must be equal to it then."""

    def __init__(self) -> None:
        self._copies: dict[str, State] = {}

    def replace(self, copies: dict[str, State]) -> None:
        """Let these copies play on from now."""
        self._copies = copies

    def follow(self, moment: Moment) -> None:
        """Take the last step of the game, and compare."""
        for name, copy in self._copies.items():
            with Clause(f"{name} plays on as its original does", moment.place) as clause:
                take(copy, moment.history[-1])
                clause.same(copy.as_json(), moment.state.as_json(), name)


class Deaf:
    """A game that nobody listens to, beside one that is listened to."""

    def __init__(self, setup: Setup) -> None:
        self._state = setup.start()

    def follow(self, moment: Moment) -> None:
        """Take the last step of the other game, if there is one, and compare."""
        with Clause("it makes no difference to the position whether anybody listens", moment.place) as clause:
            if moment.history:
                take(self._state, moment.history[-1])
            clause.same(self._state.position(), moment.state.position(), "not listened to")
        with Clause("when nobody listens there are no events", moment.place) as clause:
            clause.require(self._state.events == [], f"there are {self._state.events}")
