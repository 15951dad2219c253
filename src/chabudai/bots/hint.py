"""Hints: evaluate and rank everything that a seat can choose now, based on what the seat knows."""

import hashlib
import time
from collections.abc import Collection

import msgspec

import chabudai
from chabudai.bots.belief import Belief
from chabudai.bots.choice_playouts import ChoicePlayouts
from chabudai.bots.estimates import ChoiceEstimate, compare_choices, rank_choices
from chabudai.bots.reasons import Reason, reasons_for
from chabudai.kernel.bits import bit
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.knowledge import CHOICES, Knowledge
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game

SIMULATIONS = 8_000 if chabudai.COMPILED else 400
"""Default number of playouts for a hint: a tenth of a second with compiled rules, about a second without."""

_POOL_SIZE = 500
"""Number of worlds that are weighted by the moves the seat has seen (see `Belief`). Hints with few playouts use a
smaller pool, so that drawing it does not take longer than the playouts."""

_SLICE = 64
"""Approximate number of playouts per call of compiled code, which checks neither Ctrl-C nor the clock."""


class NothingToChoose(ChabudaiError):
    """A hint was requested for a seat that can choose nothing now (or nothing in `among`), or from no seat's view."""


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """The expected result of one choice for the seat, if everybody plays sensibly afterwards.

    A match is played out as far as search looks ahead (`State.parts_ahead`), usually to the end of its current part. If
    the match continues after that, `win` is the estimated value of the standing, and `score` and `margin` are those at
    the end of the part.
    """

    action: int
    words: str
    """The action as records write it."""
    win: float
    """Share of games won, from 0 to 1; tied sides share a win."""
    error: float
    """Standard error of `win`."""
    score: float
    """Points of the seat."""
    margin: float
    """Points of the seat's side minus those of the best other side."""
    best: float
    """Probability that this is the best choice, from 0 to 1."""
    equal: bool
    """Whether it is about as good as the best choice: the playouts do not show it to be clearly worse. True for the
    best choice itself, and never true of a choice after one that is clearly worse."""
    worlds: int
    """Number of worlds in which it was played out; weaker choices are dropped earlier."""
    reason: Message | None = None
    """What speaks for it, compared with `over`; from the game's texts in the table `advice`. It does not speak for it
    over any choice that is clearly better. None if there is no such reason."""
    over: int | None = None
    """The choice, further down or about as good, over which the reason speaks for this one: the number of an action."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """An evaluation of what a seat can choose now (all of it, or the actions in `among`), best first.

    It is based on what the seat knows.
    """

    seat: int
    choices: list[Prospect]
    simulations: int
    """Number of playouts."""
    goes_on: bool
    """Whether the match may continue after the playouts, so that points are those at the end of a part."""
    points_decide: bool = False
    """Whether the game is as good as decided, whatever the seat chooses: then `margin` alone ranks the choices."""
    identical: bool = False
    """Whether all choices have exactly the same result in every world."""
    complete: bool = True
    """Whether all playouts were run; false if time ran out. Only a complete hint is the same every time."""


def hint(
    game: Game,
    view: State,
    *,
    seed: int | None = None,
    simulations: int = SIMULATIONS,
    seconds: float | None = None,
    among: Collection[int] | None = None,
) -> Hint:
    """Evaluate what the viewer of this view can choose, or only the actions in `among`.

    All choices are played out in the same worlds. After each round, the better half is played out in further worlds
    (sequential halving). If choices have exactly the same result, the one that the game's knowledge prefers comes
    first. `simulations` is the approximate number of playouts of all choices together. Without a `seed`, the view
    determines it, so that the same view and `simulations` always give the same hint. `seconds` is a time limit; a hint
    that reaches it is not `complete`, and may differ from one time to the next.
    """
    start = time.monotonic()
    seat = view.viewer
    legal = view.legal(seat)
    actions = legal if among is None else [action for action in legal if action in among]
    if not actions:
        raise NothingToChoose(
            f"seat {seat} has nothing to choose" if seat >= 0 else "a hint must be made from a seat's view"
        )
    if seed is None:
        seed = view_seed(game, view, simulations)
    pool_size = min(_POOL_SIZE, simulations // 10) if game.knowledge else 0
    knowledge = game.knowledge or Knowledge()
    playouts = ChoicePlayouts(view, knowledge, seed, pool_size)
    # Every sort from here on is stable, so equal choices keep this order.
    choices = _by_prior([action - view.first for action in actions], view, knowledge, seed)
    complete = _halve(playouts, choices, simulations, start, seconds)
    ranking = compare_choices(playouts, choices)
    ranked = [view.first + estimate.choice for estimate in ranking.estimates]
    aspects = [game.aspects(view, action) for action in ranked]
    reasons = reasons_for(ranked, [estimate.as_good for estimate in ranking.estimates], aspects)
    return Hint(
        seat=seat,
        choices=[
            _prospect(game, view, estimate, reason) for estimate, reason in zip(ranking.estimates, reasons, strict=True)
        ],
        simulations=sum(len(playouts.values[choice]) for choice in choices),
        goes_on=playouts.unfinished > 0,
        points_decide=ranking.points_decide,
        identical=ranking.identical,
        complete=complete,
    )


def view_seed(game: Game, view: State, simulations: int) -> int:
    """Return the seed of a hint for this view: the same in every process, in both builds, and for the same position.

    Like the hint, it does not depend on whether others have already chosen in secret.
    """
    seen = view.clone()
    seen.reopen()
    setup = view.setup
    asked = [game.name, setup.players, setup.options, setup.overridden_tables(), seen.position(), simulations]
    digest = hashlib.sha256(msgspec.json.encode(asked, order="deterministic")).digest()
    return int.from_bytes(digest[:12])


def _by_prior(choices: list[int], view: State, knowledge: Knowledge, seed: int) -> list[int]:
    """Sort the choices by the prior of the game's knowledge, best first."""
    # Any world will do, because knowledge depends only on what the seat knows. A separate generator leaves the random
    # numbers of the playouts unchanged.
    world = view.clone()
    Belief(view, Rng(seed)).draw_into(world)
    weights = [0.0] * CHOICES
    knowledge.prior(world, view.viewer, weights)
    return sorted(choices, key=lambda choice: -weights[choice])


def _halve(playouts: ChoicePlayouts, choices: list[int], simulations: int, start: float, seconds: float | None) -> bool:
    """Run sequential halving. Every round gets the same share of the playouts and of the time.

    Return whether all playouts were run.
    """
    rounds = max(1, (len(choices) - 1).bit_length())
    remaining = choices
    complete = True
    for round_number in range(1, rounds + 1):
        worlds = max(2, simulations // rounds // len(remaining))
        deadline = None if seconds is None else start + seconds * round_number / rounds
        complete = _run_playouts(playouts, remaining, worlds, deadline) and complete
        remaining = rank_choices(playouts, remaining)[: (len(remaining) + 1) // 2]
    return complete


def _run_playouts(playouts: ChoicePlayouts, choices: list[int], worlds: int, deadline: float | None) -> bool:
    """Play out the choices in this many more worlds, or until the deadline. Return whether there was time for all."""
    mask = 0
    for choice in choices:
        mask |= bit(choice)
    worlds_per_call = max(2, _SLICE // len(choices))
    while worlds > 0:
        playouts.run(mask, min(worlds, worlds_per_call))
        worlds -= worlds_per_call
        if deadline is not None and time.monotonic() >= deadline:
            return worlds <= 0
    return True


def _prospect(game: Game, view: State, estimate: ChoiceEstimate, reason: Reason | None) -> Prospect:
    action = view.first + estimate.choice
    return Prospect(
        action=action,
        words=game.actions[action],
        win=estimate.win,
        error=estimate.error,
        score=estimate.score,
        margin=estimate.margin,
        best=estimate.best_probability,
        equal=estimate.as_good,
        worlds=estimate.worlds,
        reason=None if reason is None else reason.message,
        over=None if reason is None else reason.over,
    )
