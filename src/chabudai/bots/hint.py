"""Hints: all that a seat can choose now, judged by what it knows and put in order."""

import time
from collections.abc import Collection

import msgspec

import chabudai
from chabudai.bots.estimates import Estimate, estimates, leading
from chabudai.bots.imagination import Imagination
from chabudai.bots.judge import Judge
from chabudai.kernel.bits import bit
from chabudai.kernel.errors import ChabudaiError
from chabudai.kernel.knowledge import CHOICES, Knowledge
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game

SIMULATIONS = 8_000
"""Playouts of a hint, unless told otherwise."""

SECONDS = 0.7 if chabudai.COMPILED else 3.0
"""After so much time a hint is given from what has been played out by then."""

_POOL = 500
"""Of so many imagined worlds those are preferred that explain what the seat has seen; of fewer in a short look, so that
imagining does not take longer than playing out."""

_SLICE = 64
"""About how many playouts are made in one go, so that time limits and Ctrl-C work."""


class NotAsked(ChabudaiError):
    """A hint was asked for a seat that has nothing to choose, or not from its own view."""


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """What one choice is likely to bring the seat, if all play sensibly from there.

    A match is played out as far as search looks (`State.parts_ahead`), mostly to the end of its current part: if it
    goes on after that, `win` is what the standing is worth then, and `score` and `margin` are those of that moment.
    """

    action: int
    words: str
    """The action in words of the record."""
    win: float
    """The share of games won, from 0 to 1; tied sides share a win."""
    error: float
    """The standard error of `win`."""
    score: float
    """The seat's points."""
    margin: float
    """The points of the seat's side beyond those of the best other side."""
    best: float
    """How likely it is the best of all choices, from 0 to 1."""
    equal: bool
    """Whether it is about as good as the best one: not clearly worse, by what was played out."""
    worlds: int
    """In how many imagined worlds it was played out; the poorer choices are given up earlier."""
    reason: Message | None = None
    """What speaks for it or against it, to be said by the table `advice`, where the game knows something to say."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat can choose now, the best first."""

    seat: int
    choices: list[Prospect]
    simulations: int
    """How many playouts it was judged by."""
    goes_on: bool
    """Whether the match may go on after what was played out, so that the numbers are those at the end of a part."""


def hint(
    game: Game,
    view: State,
    *,
    seed: int = 0,
    simulations: int = SIMULATIONS,
    seconds: float | None = SECONDS,
    among: Collection[int] | None = None,
) -> Hint:
    """Judge what the viewer of this view can choose; `among` some of these actions only.

    All choices are played out in the same imagined worlds, and after each round the better half of them again in more
    worlds (sequential halving). Of choices that came to exactly the same, the one that the game's knowledge prefers
    goes first. The same seed and simulations give the same hint, unless the time ran out.
    """
    began = time.monotonic()
    seat = view.viewer
    legal = view.legal(seat)
    actions = legal if among is None else [action for action in legal if action in among]
    if not actions:
        raise NotAsked(f"seat {seat} has nothing to choose here" if seat >= 0 else "a hint is made from a seat's view")
    pool = min(_POOL, simulations // 10) if game.knowledge else 0
    knowledge = game.knowledge or Knowledge()
    judge = Judge(view, knowledge, seed, pool)
    # Whatever is put in order from here on keeps the order of equals.
    choices = _preferred([action - view.first for action in actions], view, knowledge, seed)
    _play_out(judge, choices, simulations, began, seconds)
    return Hint(
        seat=seat,
        choices=[_prospect(game, view, estimate) for estimate in estimates(judge, choices)],
        simulations=sum(len(judge.values[choice]) for choice in choices),
        goes_on=judge.unfinished > 0,
    )


def _preferred(choices: list[int], view: State, knowledge: Knowledge, seed: int) -> list[int]:
    """The choices as the game's knowledge prefers them, the best first."""
    # Any world will do, since knowledge goes by what the seat knows; the random numbers of the judge are left alone.
    world = view.clone()
    Imagination(view, Rng(seed)).draw_into(world)
    weights = [0.0] * CHOICES
    knowledge.prior(world, view.viewer, weights)
    return sorted(choices, key=lambda choice: -weights[choice])


def _play_out(judge: Judge, choices: list[int], simulations: int, began: float, seconds: float | None) -> None:
    """Halve the choices round by round, each with the same share of the simulations and of the time."""
    rounds = max(1, (len(choices) - 1).bit_length())
    running = choices
    for number in range(1, rounds + 1):
        worlds = max(2, simulations // rounds // len(running))
        end = None if seconds is None else began + seconds * number / rounds
        _compare(judge, running, worlds, end)
        running = leading(judge, running)[: (len(running) + 1) // 2]


def _compare(judge: Judge, choices: list[int], worlds: int, end: float | None) -> None:
    """Play the choices out in so many more worlds, or until the time has come."""
    together = 0
    for choice in choices:
        together |= bit(choice)
    at_once = max(2, _SLICE // len(choices))
    while worlds > 0:
        judge.compare(together, min(worlds, at_once))
        worlds -= at_once
        if end is not None and time.monotonic() >= end:
            return


def _prospect(game: Game, view: State, estimate: Estimate) -> Prospect:
    action = view.first + estimate.choice
    return Prospect(
        action=action,
        words=game.actions[action],
        win=estimate.win,
        error=estimate.error,
        score=estimate.score,
        margin=estimate.margin,
        best=estimate.best,
        equal=estimate.equal,
        worlds=estimate.worlds,
        reason=game.advice(view, view.viewer, action) if game.advice else None,
    )
