"""Hints: evaluate and rank everything that a seat can choose now, based on what the seat knows."""

import time
from collections.abc import Collection

import msgspec

import chabudai
from chabudai.bots.belief import Belief
from chabudai.bots.choice_playouts import ChoicePlayouts
from chabudai.bots.estimates import ChoiceEstimate, estimate_choices, rank_choices
from chabudai.kernel.bits import bit
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.knowledge import CHOICES, Knowledge
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game

SIMULATIONS = 8_000
"""Default number of playouts for a hint."""

SECONDS = 0.7 if chabudai.COMPILED else 3.0
"""Default time limit. When it expires, the hint uses the playouts that are finished."""

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
    best choice itself."""
    worlds: int
    """Number of worlds in which it was played out; weaker choices are dropped earlier."""
    reason: Message | None = None
    """A reason for or against it, from the game's texts in the table `advice`; None if the game has none."""


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


def hint(
    game: Game,
    view: State,
    *,
    seed: int = 0,
    simulations: int = SIMULATIONS,
    seconds: float | None = SECONDS,
    among: Collection[int] | None = None,
) -> Hint:
    """Evaluate what the viewer of this view can choose, or only the actions in `among`.

    All choices are played out in the same worlds. After each round, the better half is played out in further worlds
    (sequential halving). If choices have exactly the same result, the one that the game's knowledge prefers comes
    first. `simulations` is the approximate number of playouts of all choices together. `seconds` is a time limit; with
    None there is no limit. The same `seed` and `simulations` give the same hint, unless time runs out.
    """
    start = time.monotonic()
    seat = view.viewer
    legal = view.legal(seat)
    actions = legal if among is None else [action for action in legal if action in among]
    if not actions:
        raise NothingToChoose(
            f"seat {seat} has nothing to choose" if seat >= 0 else "a hint must be made from a seat's view"
        )
    pool_size = min(_POOL_SIZE, simulations // 10) if game.knowledge else 0
    knowledge = game.knowledge or Knowledge()
    playouts = ChoicePlayouts(view, knowledge, seed, pool_size)
    # Every sort from here on is stable, so equal choices keep this order.
    choices = _by_prior([action - view.first for action in actions], view, knowledge, seed)
    _halve(playouts, choices, simulations, start, seconds)
    return Hint(
        seat=seat,
        choices=[_prospect(game, view, estimate) for estimate in estimate_choices(playouts, choices)],
        simulations=sum(len(playouts.values[choice]) for choice in choices),
        goes_on=playouts.unfinished > 0,
    )


def _by_prior(choices: list[int], view: State, knowledge: Knowledge, seed: int) -> list[int]:
    """Sort the choices by the prior of the game's knowledge, best first."""
    # Any world will do, because knowledge depends only on what the seat knows. A separate generator leaves the random
    # numbers of the playouts unchanged.
    world = view.clone()
    Belief(view, Rng(seed)).draw_into(world)
    weights = [0.0] * CHOICES
    knowledge.prior(world, view.viewer, weights)
    return sorted(choices, key=lambda choice: -weights[choice])


def _halve(playouts: ChoicePlayouts, choices: list[int], simulations: int, start: float, seconds: float | None) -> None:
    """Run sequential halving. Every round gets the same share of the playouts and of the time."""
    rounds = max(1, (len(choices) - 1).bit_length())
    remaining = choices
    for round_number in range(1, rounds + 1):
        worlds = max(2, simulations // rounds // len(remaining))
        deadline = None if seconds is None else start + seconds * round_number / rounds
        _run_playouts(playouts, remaining, worlds, deadline)
        remaining = rank_choices(playouts, remaining)[: (len(remaining) + 1) // 2]


def _run_playouts(playouts: ChoicePlayouts, choices: list[int], worlds: int, deadline: float | None) -> None:
    """Play out the choices in this many more worlds, or until the deadline."""
    mask = 0
    for choice in choices:
        mask |= bit(choice)
    worlds_per_call = max(2, _SLICE // len(choices))
    while worlds > 0:
        playouts.run(mask, min(worlds, worlds_per_call))
        worlds -= worlds_per_call
        if deadline is not None and time.monotonic() >= deadline:
            return


def _prospect(game: Game, view: State, estimate: ChoiceEstimate) -> Prospect:
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
        reason=game.advice(view, view.viewer, action) if game.advice else None,
    )
