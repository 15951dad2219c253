"""What is compared with what: the tables of the page, and how each is measured."""

from benchmarks import openspiel, ours
from benchmarks.rounds import Contest

PEER = "hearts"
"""OpenSpiel's game that is nearest to ours: trick taking, with hidden hands."""


PLAYOUTS = f"""\
Ours: `playouts` plays whole games at random in one call, deals included.
OpenSpiel: its C++ `MCTSBot` searches from {openspiel.DEALS} dealt positions, {openspiel.SIMULATIONS} simulations each,
once with {openspiel.FEW} and once with {openspiel.MANY} rollouts a simulation. The difference in time is that of the
further rollouts, with no share of the search. It is divided by the decisions in them: as many as random games from the
position have, less those already made in the tree. No deal is timed, which favours OpenSpiel."""

MOVES = """\
The same loop for both, with a call for each step: ask for the legal actions, pick one by `random()`, apply it.
Ours resolves a deal by one call and is timed with it. OpenSpiel deals card by card, so it is shown whole and once
dealt."""


def contests() -> list[Contest]:
    """All comparisons of a run, with the peers that are installed."""
    there = openspiel.installed() is not None
    return [
        Contest("Random playouts", PLAYOUTS, ours.playout_tasks(), [openspiel.rollout_task(PEER)] if there else []),
        Contest("Move by move from Python", MOVES, ours.move_tasks(), openspiel.move_tasks(PEER) if there else []),
    ]
