"""No leak: a view tells nothing but what its viewer knows, and imagination knows nothing but the view."""

import json
from dataclasses import replace

from chabudai.kernel.bits import has, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, WHOLE, State
from chabudai.sampling.walk import Step, play_on, take
from chabudai.testing.broken import ALONE, Clause
from chabudai.testing.moments import Moment, in_words, viewer_name
from chabudai.testing.score_check import check_bounds
from chabudai.testing.secret_check import SHOWN

_STEPS_TOGETHER = 8
_STEPS_ON = 400

ALIKE = "no leak: an imagined world looks to the viewer as the true one does"
LEGAL = "legal actions depend only on what the seat knows"


def looking_as(viewer: int, recall: bool) -> str:
    """A kind of view as a complaint names it."""
    return f"{viewer_name(viewer)}, recall={recall}"


def check_view(moment: Moment, viewer: int, recall: bool) -> State:
    """What a view is by itself; returns it."""
    state, who = moment.state, looking_as(viewer, recall)
    with Clause(ALONE, moment.place) as clause:
        before = state.as_json()
        view = state.seen_by(viewer, recall)
        clause.same(state.as_json(), before, f"after seen_by: {who}")
    with Clause("a view can be blanked again, and further, with the same result", moment.place) as clause:
        clause.require(view.viewer == viewer and view.recall == recall, f"{who}: it is another's view")
        clause.same_state(view.seen_by(viewer, recall), view, f"{who}: blanked again")
        if recall:
            clause.same_state(view.seen_by(viewer, False), state.seen_by(viewer, False), f"{who}: blanked further")
    if viewer != SPECTATOR:
        with Clause(LEGAL, moment.place) as clause:
            clause.same(view.legal(viewer), state.legal(viewer), f"{who}: legal on its own view")
    return view


def check_imagined(moment: Moment, view: State) -> State:
    """What imagination makes of a view; returns an imagined world."""
    viewer, recall = view.viewer, view.recall
    who, state, game = looking_as(viewer, recall), moment.state, moment.game
    before = view.as_json()
    with Clause("every view of a position that play can reach can be imagined to be whole", moment.place) as clause:
        world = view.imagine(_same(moment.rng))
        clause.require(world.viewer == WHOLE and world.recall, f"{who}: the imagined world is still a view")
        clause.same(view.as_json(), before, f"{who}: the view after imagining")
    with Clause(ALIKE, moment.place) as clause:
        again = world.seen_by(viewer, recall)
        clause.same_state(again, view, f"{who}: view of the imagined world")
    with Clause(LEGAL, moment.place) as clause:
        if viewer != SPECTATOR:
            clause.same(world.legal(viewer), state.legal(viewer), f"{who}: legal in the imagined world")
    with Clause("no leak: what a spectator sees everybody sees", moment.place) as clause:
        shown = world.seen_by(SPECTATOR, recall).position()
        clause.same(shown, state.seen_by(SPECTATOR, recall).position(), f"{who}: imagined world, seen by a spectator")
    with Clause("imagination uses nothing but the view and the rng", moment.place) as clause:
        clause.same_state(view.imagine(_same(moment.rng)), world, f"{who}: imagined again")
        clause.same_state(again.imagine(_same(moment.rng)), world, f"{who}: imagined from the imagined world's view")
        read = game.state_from_json(moment.fresh_setup(), json.loads(json.dumps(before)))
        clause.same_state(read.imagine(_same(moment.rng)), world, f"{who}: imagined from the view read from JSON")
    with Clause("an imagined world can be played on, to the end", moment.place) as clause:
        end = world.clone()
        play_on(end, moment.rng, _STEPS_ON)
        check_bounds(moment, end, replace(moment.place, then=f"imagined by {who}"))
    return world


def check_together(moment: Moment, view: State, world: State) -> None:
    """Play the true and the imagined world on by the same steps: the viewer sees the same, until its view changes.

    A changed view is a card that is shown, say, and ends the walk. Two kinds of step may show what no view keeps: one
    that reveals choices made before the walk began, and one that ends a part. And whoever forgets may be shown again
    what it forgot, so events are compared only while a perfect memory could not tell the worlds apart either.
    """
    viewer, recall = view.viewer, view.recall
    true, imagined = moment.state.clone(), world.clone()
    gathering = moment.gathering
    for _ in range(_STEPS_TOGETHER):
        step = _common_step(true, imagined, moment.rng)
        if step is None:
            return
        words = f"{looking_as(viewer, recall)}, after {in_words(moment.game, true, step)} in both worlds"
        alike, part, gathered = _views_alike(true, imagined, viewer, True), true.part, gathering
        with Clause("an imagined world goes on as the true one does", moment.place):
            gathering = take(true, step) and gathering
            take(imagined, step)
            if not _views_alike(true, imagined, viewer, recall):
                return
        with Clause(LEGAL, moment.place) as clause:
            if viewer != SPECTATOR:
                clause.same(imagined.legal(viewer), true.legal(viewer), f"{words}: legal in the imagined world")
        revealing = true.part != part or true.over() or (gathered and not gathering)
        if alike and not revealing and _views_alike(true, imagined, viewer, True):
            with Clause(SHOWN, moment.place) as clause:
                seen, wanted = (state.seen_by(viewer, recall).as_json()["events"] for state in (imagined, true))
                clause.same(seen, wanted, words)


def _views_alike(one: State, other: State, viewer: int, recall: bool) -> bool:
    return one.seen_by(viewer, recall).same_position(other.seen_by(viewer, recall))


def _common_step(true: State, imagined: State, rng: Rng) -> Step | None:
    """A step that both can take; None if there is none, or the game is over."""
    if true.due >= 0:
        if imagined.due != true.due:
            return None
        outcome = true.draw(rng)
        return ("chance", outcome) if has(imagined.odds(), outcome) else None
    if true.first != imagined.first:
        return None
    for seat in members(true.waiting & imagined.waiting):
        both = true.choices(seat) & imagined.choices(seat)
        if both:
            return "choice", seat, true.first + rng.member(both)
    return None


def _same(rng: Rng) -> Rng:
    """Another rng that stands at the same place."""
    other = Rng(0)
    other.copy_from(rng)
    return other
