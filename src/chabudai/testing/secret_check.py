"""Events and views agree on what is secret: neither tells a viewer what the other keeps from it."""

from itertools import combinations

from chabudai.kernel.bits import bit, members
from chabudai.kernel.state import State
from chabudai.sampling.walk import Step, take
from chabudai.testing.broken import Clause, Place
from chabudai.testing.moments import Moment, in_words, viewer_name

_TRIED = 4
_ENOUGH = 12

SHOWN = "no leak: an event shows a viewer nothing that its view after the step does not tell"
TOLD_APART = "no leak: `glimpse` and `chance_open` tell a search apart only what the observer can tell apart"
KEPT = "no leak: what an event keeps secret from a viewer, its views do not show"


class Secrets:
    """Steps from the same position that a viewer should not be able to tell apart, in all games of one setup."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, int, int], int] = {}
        self._kept: set[tuple[str, int, int]] = set()

    def check(self, moment: Moment) -> None:
        """Take several steps that are possible now, and compare what they look like to everybody."""
        steps = _possible(moment)
        order = list(range(len(steps)))
        moment.rng.shuffle(order)
        taken: list[tuple[Step, State]] = []
        for i in order[:_TRIED]:
            after = moment.state.clone()
            take(after, steps[i])
            taken.append((steps[i], after))
        for viewer in moment.viewers():
            seen = [(step, after, after.seen_by(viewer, True)) for step, after in taken]
            for one, two in combinations(seen, 2):
                # Whoever chooses knows what it chose, whether it makes a difference or not.
                if one[0][0] == "chance" or one[0][1] != viewer:
                    self._compare(moment, viewer, one, two)

    def _compare(
        self, moment: Moment, viewer: int, one: tuple[Step, State, State], two: tuple[Step, State, State]
    ) -> None:
        same_view = one[2].same_position(two[2])
        if one[2].events != two[2].events:
            # Steps that come to the very same position may well be told apart: nothing hidden is left to be told.
            if same_view and not one[1].same_position(two[1]):
                with Clause(SHOWN, moment.place) as clause:
                    first, second = (in_words(moment.game, moment.state, step) for step, _, _ in (one, two))
                    words = f"{viewer_name(viewer)} can tell {first} from {second} by the events alone"
                    clause.same(one[2].as_json()["events"], two[2].as_json()["events"], words)
            return
        if same_view and not one[1].same_position(two[1]) and viewer >= 0:
            with Clause(TOLD_APART, moment.place) as clause:
                first, second = (in_words(moment.game, moment.state, step) for step, _, _ in (one, two))
                words = f"{viewer_name(viewer)} cannot tell {first} from {second}"
                clause.require(not _told_apart(moment.state, viewer, one[0], two[0]), words)
        for event, other in zip(one[1].events, two[1].events, strict=True):
            if event != other:
                key = event.name, event.seat, viewer
                self._pairs[key] = self._pairs.get(key, 0) + 1
                if same_view:
                    self._kept.add(key)
                return

    def judge(self, place: Place) -> None:
        """After a game: of what an event keeps secret, a view must have kept something too, so far.

        One pair proves nothing, since what is kept secret may have consequences that all can see.
        """
        with Clause(KEPT, place) as clause:
            for key, pairs in self._pairs.items():
                name, seat, viewer = key
                clause.require(
                    key in self._kept or pairs < _ENOUGH,
                    f"{viewer_name(viewer)} can always tell by its view what the secret of {name!r} of seat {seat} is",
                )


def _told_apart(state: State, observer: int, one: Step, two: Step) -> bool:
    """Whether a search of the observer would tell these two steps apart; those made at once with others, only later."""
    if one[0] == "chance" or two[0] == "chance":
        return state.chance_open(observer)
    if state.waiting != bit(one[1]):
        return False
    choices = (one[2] - state.first, two[2] - state.first)
    return state.glimpse(observer, one[1], choices[0]) != state.glimpse(observer, one[1], choices[1])


def _possible(moment: Moment) -> list[Step]:
    """All outcomes of what is due, or all actions of one seat that is waited for."""
    state = moment.state
    if state.due >= 0:
        return [("chance", outcome) for outcome in members(state.odds())]
    if state.waiting == 0:
        return []
    seat = moment.rng.member(state.waiting)
    return [("choice", seat, action) for action in state.legal(seat)]
