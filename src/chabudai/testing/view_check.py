"""Checks for leaks: a view shows only what its viewer knows, and imagining a world uses only the view."""

import json
from dataclasses import replace

from chabudai.kernel.bits import has, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, WHOLE, State
from chabudai.sampling.walk import Step, play_randomly, take_step
from chabudai.testing.contract import NO_SIDE_EFFECTS, Clause
from chabudai.testing.random_game import Checkpoint, describe_step, viewer_name
from chabudai.testing.score_check import check_bounds
from chabudai.testing.secret_check import EVENT_LEAK

_PARALLEL_STEPS = 8
_MAX_PLAYOUT_STEPS = 400

BLANK_AGAIN = (
    "blanking a view again must change nothing, and blanking it without recall must give the same view as blanking the "
    "state without recall"
)
IMAGINE = "`imagine` must turn any view that play can reach into a whole position"
INDISTINGUISHABLE = "an imagined world must look to the viewer exactly like the true one"
PUBLIC = "a view must contain everything that a spectator sees"
ONLY_VIEW = "`imagine` must depend on nothing but the view and the rng"
PLAYABLE = "an imagined world must be playable to the end"
LEGAL = "legal actions must depend only on what the seat knows"
TRUE_WORLD = "the true world must always be possible"


def view_name(viewer: int, recall: bool) -> str:
    """Return the name of a viewer's view, for an error."""
    return f"{viewer_name(viewer)}, recall={recall}"


def check_view(checkpoint: Checkpoint, viewer: int, recall: bool) -> State:
    """Make a view, check it, and return it."""
    state, who = checkpoint.state, view_name(viewer, recall)
    with Clause(NO_SIDE_EFFECTS, checkpoint.location) as clause:
        before = state.as_json()
        view = state.seen_by(viewer, recall)
        clause.require_equal(state.as_json(), before, f"after seen_by for {who}")
    with Clause(BLANK_AGAIN, checkpoint.location) as clause:
        clause.require(
            view.viewer == viewer and view.recall == recall,
            f"{who}: the view has viewer={view.viewer}, recall={view.recall}",
        )
        clause.require_equal_states(view.seen_by(viewer, recall), view, f"{who}: blanked again")
        if recall:
            forgetful = view.seen_by(viewer, False)
            clause.require_equal_states(forgetful, state.seen_by(viewer, False), f"{who}: blanked without recall")
    if viewer != SPECTATOR:
        with Clause(LEGAL, checkpoint.location) as clause:
            clause.require_equal(view.legal(viewer), state.legal(viewer), f"{who}: legal() on its view")
    return view


def check_imagined(checkpoint: Checkpoint, view: State) -> State:
    """Imagine a world that fits the view, check it, and return it."""
    viewer, recall = view.viewer, view.recall
    who, state, game, location = view_name(viewer, recall), checkpoint.state, checkpoint.game, checkpoint.location
    before = view.as_json()
    with Clause(IMAGINE, location) as clause:
        world = view.imagine(_copy_of(checkpoint.rng))
        clause.require(world.viewer == WHOLE and world.recall, f"{who}: the imagined world is still a view")
        clause.require_equal(view.as_json(), before, f"{who}: the view after imagining")
    with Clause(INDISTINGUISHABLE, location) as clause:
        view_of_world = world.seen_by(viewer, recall)
        clause.require_equal_states(view_of_world, view, f"{who}: view of the imagined world")
    with Clause(LEGAL, location) as clause:
        if viewer != SPECTATOR:
            clause.require_equal(world.legal(viewer), state.legal(viewer), f"{who}: legal() in the imagined world")
    with Clause(PUBLIC, location) as clause:
        public = world.seen_by(SPECTATOR, recall).position()
        expected = state.seen_by(SPECTATOR, recall).position()
        clause.require_equal(public, expected, f"{who}: the imagined world, seen by a spectator")
    with Clause(ONLY_VIEW, location) as clause:
        rng = checkpoint.rng
        clause.require_equal_states(view.imagine(_copy_of(rng)), world, f"{who}: imagined again")
        again = view_of_world.imagine(_copy_of(rng))
        clause.require_equal_states(again, world, f"{who}: imagined from the imagined world's view")
        loaded = game.state_from_json(checkpoint.fresh_setup(), json.loads(json.dumps(before)))
        clause.require_equal_states(loaded.imagine(_copy_of(rng)), world, f"{who}: imagined from the view's JSON")
    with Clause(PLAYABLE, location) as clause:
        end = world.clone()
        play_randomly(end, checkpoint.rng, _MAX_PLAYOUT_STEPS)
        check_bounds(checkpoint, end, replace(location, then=f"imagined by {who}"))
    return world


def check_parallel_play(checkpoint: Checkpoint, view: State, world: State) -> None:
    """Take the same steps in the true and the imagined world, and compare what the viewer sees of them.

    While the viewer's views of both worlds are equal, its legal actions and the events it sees must be equal too. The
    walk ends when the views differ, for example because a card is revealed. Events are compared only if

    - the step does not end a part and does not reveal choices made before the walk began: both kinds of step may show
      what no view keeps;
    - views with recall are equal in both worlds, because a viewer may be shown again what it has forgotten.
    """
    viewer, recall = view.viewer, view.recall
    true, imagined = checkpoint.state.clone(), world.clone()
    pending = checkpoint.choices_pending
    for _ in range(_PARALLEL_STEPS):
        step = _common_step(true, imagined, checkpoint.rng)
        if step is None:
            return
        what = f"{view_name(viewer, recall)}, after {describe_step(checkpoint.game, true, step)} in both worlds"
        equal_before, part, pending_before = _views_equal(true, imagined, viewer, True), true.part, pending
        with Clause("an imagined world must continue like the true one", checkpoint.location):
            pending = take_step(true, step) and pending
            take_step(imagined, step)
            if not _views_equal(true, imagined, viewer, recall):
                return
        with Clause(LEGAL, checkpoint.location) as clause:
            if viewer != SPECTATOR:
                clause.require_equal(
                    imagined.legal(viewer), true.legal(viewer), f"{what}: legal() in the imagined world"
                )
        revealing = true.part != part or true.over() or (pending_before and not pending)
        if equal_before and not revealing and _views_equal(true, imagined, viewer, True):
            with Clause(EVENT_LEAK, checkpoint.location) as clause:
                found, expected = (state.seen_by(viewer, recall).as_json()["events"] for state in (imagined, true))
                clause.require_equal(found, expected, what)


def _views_equal(true: State, imagined: State, viewer: int, recall: bool) -> bool:
    return true.seen_by(viewer, recall).same_position(imagined.seen_by(viewer, recall))


def _common_step(true: State, imagined: State, rng: Rng) -> Step | None:
    """Return a step that is possible in both worlds; None if there is none or the game is over."""
    if true.due >= 0:
        if imagined.due != true.due:
            return None
        outcome = true.draw(rng)
        return ("chance", outcome) if has(imagined.possible_outcomes(), outcome) else None
    if true.first != imagined.first:
        return None
    for seat in members(true.waiting & imagined.waiting):
        both = true.choices(seat) & imagined.choices(seat)
        if both:
            return "choice", seat, true.first + rng.member(both)
    return None


def _copy_of(rng: Rng) -> Rng:
    """Return a copy of a random number generator."""
    copy = Rng(0)
    copy.copy_from(rng)
    return copy
