"""Checks that events and views agree on what is secret: neither reveals what the other hides."""

from itertools import combinations

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


class SecretCheck:
    """Compares pairs of steps from the same position, in all games of a setup: events and views must hide the same."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, int, int], int] = {}
        self._hidden: set[tuple[str, int, int]] = set()

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
            seen = [(step, after, after.seen_by(viewer, True)) for step, after in taken]
            for one, two in combinations(seen, 2):
                # A viewer knows its own choice, whether or not it makes a difference.
                if one[0][0] == "chance" or one[0][1] != viewer:
                    self._compare(checkpoint, viewer, one, two)

    def _compare(
        self, checkpoint: Checkpoint, viewer: int, one: tuple[Step, State, State], two: tuple[Step, State, State]
    ) -> None:
        same_view = one[2].same_position(two[2])
        if one[2].events != two[2].events:
            # If both steps lead to the same position, nothing hidden is left that events could reveal.
            if same_view and not one[1].same_position(two[1]):
                with Clause(EVENT_LEAK, checkpoint.location) as clause:
                    first, second = (
                        describe_step(checkpoint.game, checkpoint.state, step) for step, _, _ in (one, two)
                    )
                    what = f"{viewer_name(viewer)} can tell {first} from {second} by the events alone"
                    clause.require_equal(one[2].as_json()["events"], two[2].as_json()["events"], what)
            return
        if same_view and not one[1].same_position(two[1]) and viewer >= 0:
            with Clause(SEARCH_LEAK, checkpoint.location) as clause:
                first, second = (describe_step(checkpoint.game, checkpoint.state, step) for step, _, _ in (one, two))
                what = f"{viewer_name(viewer)} cannot tell {first} from {second}, but its search can"
                clause.require(not _search_distinguishes(checkpoint.state, viewer, one[0], two[0]), what)
        for event, other in zip(one[1].events, two[1].events, strict=True):
            if event != other:
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


def _search_distinguishes(state: State, observer: int, one: Step, two: Step) -> bool:
    """Check whether the observer's search distinguishes two steps. It never does while several seats must choose."""
    if one[0] == "chance" or two[0] == "chance":
        return state.chance_open(observer)
    if state.waiting != bit(one[1]):
        return False
    choices = (one[2] - state.first, two[2] - state.first)
    return state.glimpse(observer, one[1], choices[0]) != state.glimpse(observer, one[1], choices[1])


def _possible_steps(checkpoint: Checkpoint) -> list[Step]:
    """Return all outcomes of the chance event that is due, or all actions of one waiting seat."""
    state = checkpoint.state
    if state.due >= 0:
        return [("chance", outcome) for outcome in members(state.possible_outcomes())]
    if state.waiting == 0:
        return []
    seat = checkpoint.rng.member(state.waiting)
    return [("choice", seat, action) for action in state.legal(seat)]
