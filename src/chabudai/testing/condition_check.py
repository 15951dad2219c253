"""Checks that a position is in exactly one of three conditions, and has the choices or outcomes of that condition."""

from chabudai.kernel.bits import below, members
from chabudai.testing.contract import Clause
from chabudai.testing.random_game import Checkpoint

_BIT_SET_LIMIT = 2**62
"""Bit sets are below this, so their members are 0 to 61."""
MAX_TOTAL_WEIGHT = 2**30
"""`Rng.below` is exact up to this number."""

CONDITION = "exactly one must hold: a chance event is due, seats are waiting, or the game is over"
OUTCOMES = "a due chance event must have possible outcomes, all declared, each with a weight of at least 1"
CHOICES = "a seat must have choices exactly while it is waiting, and all must be declared actions"


def check_condition(checkpoint: Checkpoint) -> None:
    """Check the condition of the position, then its choices or outcomes."""
    state, game = checkpoint.state, checkpoint.game
    with Clause(CONDITION, checkpoint.location) as clause:
        clause.require(-1 <= state.due < len(game.chances), f"due is {state.due}")
        clause.require(0 <= state.waiting <= below(checkpoint.setup.players), f"waiting is {state.waiting:#b}")
        clause.require(state.due < 0 or state.waiting == 0, f"due is {state.due} while waiting is {state.waiting:#b}")
        clause.require(state.over() == (state.due < 0 and state.waiting == 0), f"over() is {state.over()}")
    if state.due >= 0:
        _check_outcomes(checkpoint)
    else:
        _check_choices(checkpoint)


def _check_outcomes(checkpoint: Checkpoint) -> None:
    state = checkpoint.state
    chance = checkpoint.game.chances[state.due]
    with Clause(OUTCOMES, checkpoint.location) as clause:
        possible = state.possible_outcomes()
        clause.require(0 < possible < _BIT_SET_LIMIT, f"{chance.name}: possible_outcomes() is {possible:#b}")
        total = 0
        for outcome in members(possible):
            clause.require(outcome < len(chance.outcomes), f"{chance.name}: outcome {outcome} is not declared")
            weight = state.weight(outcome)
            clause.require(weight >= 1, f"{chance.name}: the weight of {chance.outcomes[outcome]} is {weight}")
            total += weight
        clause.require(
            total <= MAX_TOTAL_WEIGHT, f"{chance.name}: the weights add up to {total}, more than {MAX_TOTAL_WEIGHT}"
        )
        clause.require(state.drawn() >= 0, f"{chance.name}: drawn() is {state.drawn()}")


def _check_choices(checkpoint: Checkpoint) -> None:
    state, game = checkpoint.state, checkpoint.game
    with Clause(CHOICES, checkpoint.location) as clause:
        waiting = members(state.waiting)
        for seat in [-1, *range(checkpoint.setup.players + 1), 64]:
            legal = state.legal(seat)
            if seat not in waiting:
                clause.require(legal == [], f"seat {seat} is not waiting, but legal({seat}) is {legal}")
                continue
            choices = state.choices(seat)
            clause.require(0 < choices < _BIT_SET_LIMIT, f"choices({seat}) is {choices:#b}")
            actions = [state.first + choice for choice in members(choices)]
            clause.require(
                actions[0] >= 0 and actions[-1] < len(game.actions),
                f"seat {seat} has actions {actions[0]} to {actions[-1]}; declared are 0 to {len(game.actions) - 1}",
            )
            clause.require(legal == actions, f"legal({seat}) is {legal}, but choices({seat}) gives {actions}")
