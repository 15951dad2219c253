"""Scores, winners, sides, and what the end of a game or of a part is worth."""

from math import isclose

from chabudai.kernel.bits import below, count, has, members
from chabudai.kernel.state import State
from chabudai.testing.broken import Clause, Place
from chabudai.testing.moments import Moment


def check_standing(moment: Moment) -> None:
    """What holds at any time: sides, winners and shares fit together."""
    state, players = moment.state, moment.setup.players
    with Clause(
        "sides divide the seats: each seat is on its own side, and all of a side agree", moment.place
    ) as clause:
        for seat in range(players):
            side = state.sides(seat)
            clause.require(has(side, seat) and 0 < side <= below(players), f"sides({seat}) is {side:#b}")
            for other in members(side):
                clause.require(state.sides(other) == side, f"sides({seat}) and sides({other}) differ")
    with Clause("somebody wins, and always whole sides", moment.place) as clause:
        winners = state.winners()
        clause.require(0 < winners <= below(players), f"winners are {winners:#b}")
        for seat in members(winners):
            clause.require(state.sides(seat) & ~winners == 0, f"of the side of seat {seat} only some win: {winners:#b}")
    with Clause("utility is from 0 to 1, the winners' alone, and the sides share 1", moment.place) as clause:
        shares = [state.utility(seat) for seat in range(players)]
        for seat, share in enumerate(shares):
            clause.require((share > 0) == has(winners, seat), f"seat {seat} has {share}, winners are {winners:#b}")
        _check_shares(clause, state, shares)
    with Clause("there is a score for each seat", moment.place) as clause:
        clause.require(state.scores() == [state.score(seat) for seat in range(players)], f"{state.scores()}")


def check_end(moment: Moment) -> None:
    """What holds at the end of a game or of a part: scores within bounds, and an outlook for each side."""
    state = moment.state
    check_bounds(moment, state, moment.place)
    with Clause("outlook is from 0 to 1, and the sides share 1", moment.place) as clause:
        _check_shares(clause, state, [state.outlook(seat) for seat in range(moment.setup.players)])


def check_bounds(moment: Moment, state: State, place: Place) -> None:
    """The scores of a finished game are within the bounds that the game declares."""
    if not state.over():
        return
    with Clause("final scores are within the declared bounds", place) as clause:
        least, most = moment.game.score_bounds(moment.setup)
        for seat, score in enumerate(state.scores()):
            clause.require(least <= score <= most, f"seat {seat} has {score}, the bounds are {least} to {most}")


def check_part(before: int, state: State, place: Place) -> None:
    """Parts are counted up."""
    with Clause("`part` never decreases", place) as clause:
        clause.require(0 <= before <= state.part, f"it went from {before} to {state.part}")


def _check_shares(clause: Clause, state: State, shares: list[float]) -> None:
    """Shares of the seats, each side counted once, come to 1."""
    total = 0.0
    for seat, share in enumerate(shares):
        clause.require(0.0 <= share <= 1.0, f"seat {seat} has {share}")
        for other in members(state.sides(seat)):
            clause.require(isclose(share, shares[other]), f"seats {seat} and {other} of one side have {shares}")
        total += share / float(count(state.sides(seat)))
    clause.require(isclose(total, 1.0, abs_tol=1e-9), f"the seats have {shares}")
