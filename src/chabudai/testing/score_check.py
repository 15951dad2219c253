"""Checks scores, winners, sides, and the value of the end of a game or part."""

from math import isclose

from chabudai.kernel.bits import below, count, has, members
from chabudai.kernel.state import State
from chabudai.testing.contract import Clause, Location
from chabudai.testing.random_game import Checkpoint

SIDES = "sides must partition the seats: a side includes its own seat and is the same for all its seats"
WINNERS = "at least one side must win, and a side must win as a whole"
UTILITY = "utility must be from 0 to 1, positive for winners only, and add up to 1 over the sides"
OUTLOOK = "outlook must be from 0 to 1, and add up to 1 over the sides"


def check_standing(checkpoint: Checkpoint) -> None:
    """Check what must hold in every position: sides, winners, utilities and scores are consistent."""
    state, players, location = checkpoint.state, checkpoint.setup.players, checkpoint.location
    with Clause(SIDES, location) as clause:
        for seat in range(players):
            side = state.sides(seat)
            clause.require(has(side, seat) and 0 < side <= below(players), f"sides({seat}) is {side:#b}")
            for other in members(side):
                clause.require(state.sides(other) == side, f"sides({seat}) and sides({other}) differ")
    with Clause(WINNERS, location) as clause:
        winners = state.winners()
        clause.require(0 < winners <= below(players), f"winners() is {winners:#b}")
        for seat in members(winners):
            clause.require(
                state.sides(seat) & ~winners == 0, f"winners() is {winners:#b}, only a part of sides({seat})"
            )
    with Clause(UTILITY, location) as clause:
        shares = [state.utility(seat) for seat in range(players)]
        for seat, share in enumerate(shares):
            clause.require(
                (share > 0) == has(winners, seat), f"utility({seat}) is {share}, but winners() is {winners:#b}"
            )
        _check_shares(clause, state, shares)
    with Clause("`scores` must give the score of each seat", location) as clause:
        clause.require_equal(state.scores(), [state.score(seat) for seat in range(players)], "scores()")


def check_end(checkpoint: Checkpoint) -> None:
    """Check what must hold at the end of a game or part: scores within bounds, and an outlook for each side."""
    state = checkpoint.state
    check_bounds(checkpoint, state, checkpoint.location)
    with Clause(OUTLOOK, checkpoint.location) as clause:
        _check_shares(clause, state, [state.outlook(seat) for seat in range(checkpoint.setup.players)])


def check_bounds(checkpoint: Checkpoint, state: State, location: Location) -> None:
    """Check that the scores of a finished game are within the bounds that the game declares."""
    if not state.over():
        return
    with Clause("final scores must be within the declared bounds", location) as clause:
        least, most = checkpoint.game.score_bounds(checkpoint.setup)
        for seat, score in enumerate(state.scores()):
            clause.require(least <= score <= most, f"seat {seat} has {score}; the bounds are {least} to {most}")


def check_part(before: int, state: State, location: Location) -> None:
    """Check that the number of finished parts does not decrease."""
    with Clause("`part` must never decrease", location) as clause:
        clause.require(0 <= before <= state.part, f"part went from {before} to {state.part}")


def _check_shares(clause: Clause, state: State, shares: list[float]) -> None:
    """Check that all seats of a side have the same share, and that the shares of the sides add up to 1."""
    total = 0.0
    for seat, share in enumerate(shares):
        clause.require(0.0 <= share <= 1.0, f"seat {seat} has {share}")
        for other in members(state.sides(seat)):
            clause.require(
                isclose(share, shares[other]), f"seats {seat} and {other} are on one side, but the seats have {shares}"
            )
        total += share / float(count(state.sides(seat)))
    clause.require(isclose(total, 1.0, abs_tol=1e-9), f"the seats have {shares}")
