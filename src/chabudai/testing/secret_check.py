"""Checks that events and views agree on what is secret: neither reveals what the other hides."""

from itertools import combinations
from typing import NamedTuple

from chabudai.kernel.bits import bit, members
from chabudai.kernel.state import State
from chabudai.sampling.walk import Step, take_step
from chabudai.testing.contract import Clause, Location
from chabudai.testing.random_game import Checkpoint, describe_step, viewer_name

_STEPS_TRIED = 4
_ENOUGH_PAIRS = 12

EVENT_LEAK = "an event must show a viewer nothing that its view after the step does not show"
SEARCH_LEAK = "`glimpse` and `chance_open` must not distinguish what the observer cannot distinguish"
VIEW_LEAK = "what an event hides from a viewer, its views must hide too"


class _SeenStep(NamedTuple):
    """A step, the state after it, and what one viewer sees of that state."""

    step: Step
    after: State
    view: State


class SecretCheck:
    """Compares pairs of steps from the same position, in all games of a setup: events and views must hide the same."""

    def __init__(self) -> None:
        # The keys are the name of an event, its seat, and a viewer from whom the event hides something.
        self._pairs: dict[tuple[str, int, int], int] = {}
        """The number of pairs of steps that the viewer cannot tell apart by their events."""
        self._hidden: set[tuple[str, int, int]] = set()
        """The keys with at least one pair that the viewer cannot tell apart by its views either."""

    def check(self, checkpoint: Checkpoint) -> None:
        """Take several of the possible steps, and compare what each viewer sees."""
        steps = _possible_steps(checkpoint)
        order = list(range(len(steps)))
        checkpoint.rng.shuffle(order)
        taken: list[tuple[Step, State]] = []
        for i in order[:_STEPS_TRIED]:
            after = checkpoint.state.clone()
            take_step(after, steps[i])
            taken.append((steps[i], after))
        for viewer in checkpoint.viewers():
            seen_steps = [_SeenStep(step, after, after.seen_by(viewer, True)) for step, after in taken]
            for first, second in combinations(seen_steps, 2):
                # A viewer knows its own choice, whether or not it makes a difference.
                if first.step[0] == "chance" or first.step[1] != viewer:
                    self._compare(checkpoint, viewer, first, second)

    def _compare(self, checkpoint: Checkpoint, viewer: int, first: _SeenStep, second: _SeenStep) -> None:
        same_view = first.view.same_position(second.view)
        # If both steps lead to the same position, nothing hidden is left that events or search could reveal.
        must_not_differ = same_view and not first.after.same_position(second.after)
        if first.view.events != second.view.events:
            if must_not_differ:
                with Clause(EVENT_LEAK, checkpoint.location) as clause:
                    names = _describe_both(checkpoint, first.step, second.step)
                    what = f"{viewer_name(viewer)} can tell {names} by the events alone"
                    clause.require_equal(first.view.as_json()["events"], second.view.as_json()["events"], what)
            return
        if must_not_differ and viewer >= 0:
            with Clause(SEARCH_LEAK, checkpoint.location) as clause:
                names = _describe_both(checkpoint, first.step, second.step)
                what = f"{viewer_name(viewer)} cannot tell {names}, but its search can"
                clause.require(not _search_distinguishes(checkpoint.state, viewer, first.step, second.step), what)
        for event, second_event in zip(first.after.events, second.after.events, strict=True):
            if event != second_event:
                key = event.name, event.seat, viewer
                self._pairs[key] = self._pairs.get(key, 0) + 1
                if same_view:
                    self._hidden.add(key)
                return

    def finish_game(self, location: Location) -> None:
        """Check after each game that no view has always revealed what an event hides.

        A single pair proves nothing, because a secret may have public consequences.
        """
        with Clause(VIEW_LEAK, location) as clause:
            for key, pairs in self._pairs.items():
                name, seat, viewer = key
                clause.require(
                    key in self._hidden or pairs < _ENOUGH_PAIRS,
                    f"the view of {viewer_name(viewer)} always reveals the secret of the event {name!r} of seat {seat}",
                )


def _describe_both(checkpoint: Checkpoint, first: Step, second: Step) -> str:
    """Describe two steps for an error about telling them apart."""
    game, state = checkpoint.game, checkpoint.state
    return f"{describe_step(game, state, first)} from {describe_step(game, state, second)}"


def _search_distinguishes(state: State, observer: int, first: Step, second: Step) -> bool:
    """Check whether the observer's search distinguishes two steps.

    Return False while several seats must choose: `glimpse` says what the observer will see once all have chosen.
    """
    if first[0] == "chance" or second[0] == "chance":
        return state.chance_open(observer)
    seat = first[1]
    if state.waiting != bit(seat):
        return False
    return state.glimpse(observer, seat, first[2] - state.first) != state.glimpse(
        observer, seat, second[2] - state.first
    )


def _possible_steps(checkpoint: Checkpoint) -> list[Step]:
    """Return all outcomes of the chance event that is due, or all actions of one waiting seat."""
    state = checkpoint.state
    if state.due >= 0:
        return [("chance", outcome) for outcome in members(state.possible_outcomes())]
    if state.waiting == 0:
        return []
    seat = checkpoint.rng.member(state.waiting)
    return [("choice", seat, action) for action in state.legal(seat)]
