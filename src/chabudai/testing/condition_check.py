"""A position is in one of three conditions, and offers what its condition promises."""

from chabudai.kernel.bits import below, members
from chabudai.testing.broken import Clause
from chabudai.testing.moments import Moment

_SETS = 2**62
"""Bit sets are below this, and so have members from 0 to 61."""
MOST_WEIGHT = 2**30
"""`Rng.below` is exact up to here."""


def check_condition(moment: Moment) -> None:
    """Exactly one condition, with choices or outcomes to go with it."""
    state, game = moment.state, moment.game
    with Clause("chance is due, or seats are waited for, or the game is over: exactly one of these", moment.place) as c:
        c.require(-1 <= state.due < len(game.chances), f"due is {state.due}")
        c.require(0 <= state.waiting <= below(moment.setup.players), f"waiting is {state.waiting:#b}")
        c.require(state.due < 0 or state.waiting == 0, f"due is {state.due} while waiting is {state.waiting:#b}")
        c.require(state.over() == (state.due < 0 and state.waiting == 0), f"over() is {state.over()}")
    if state.due >= 0:
        _check_odds(moment)
    else:
        _check_choices(moment)


def _check_odds(moment: Moment) -> None:
    state = moment.state
    chance = moment.game.chances[state.due]
    with Clause("what is due has outcomes, all declared, each with a weight of 1 or more", moment.place) as clause:
        clause.require(0 < state.odds() < _SETS, f"{chance.name}: odds are {state.odds():#b}")
        total = 0
        for outcome in members(state.odds()):
            clause.require(outcome < len(chance.outcomes), f"{chance.name}: no word for outcome {outcome}")
            weight = state.weight(outcome)
            clause.require(weight >= 1, f"{chance.name} {chance.outcomes[outcome]}: weight {weight}")
            total += weight
        clause.require(total <= MOST_WEIGHT, f"{chance.name}: weights of {total} together")
        clause.require(state.drawn() >= 0, f"{chance.name}: drawn is {state.drawn()}")


def _check_choices(moment: Moment) -> None:
    state, game = moment.state, moment.game
    with Clause("a seat has choices, all of them declared actions, just when it is waited for", moment.place) as clause:
        waiting = members(state.waiting)
        for seat in [-1, *range(moment.setup.players + 1), 64]:
            if seat not in waiting:
                clause.require(state.legal(seat) == [], f"seat {seat} is not waited for and has {state.legal(seat)}")
                continue
            choices = state.choices(seat)
            clause.require(0 < choices < _SETS, f"seat {seat}: choices are {choices:#b}")
            actions = [state.first + choice for choice in members(choices)]
            clause.require(
                actions[0] >= 0 and actions[-1] < len(game.actions),
                f"seat {seat}: actions {actions[0]} to {actions[-1]} of {len(game.actions)}",
            )
            clause.require(state.legal(seat) == actions, f"seat {seat}: legal gives {state.legal(seat)}, not {actions}")
