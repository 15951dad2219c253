"""Lists what is compared with what: the tables of docs/benchmarks.md, and how each is measured."""

from benchmarks import copies, environments, openspiel, ours, rlcard, search
from benchmarks.limit import ameno
from benchmarks.machine import installed
from benchmarks.plain_python import PlainPythonProcess
from benchmarks.rounds import Comparison

PLAYOUTS = f"""\
Ours: one call of `playouts` plays whole random games, including the deals. OpenSpiel: its C++ `MCTSBot` searches from
{openspiel.DEALS} dealt positions with {openspiel.SIMULATIONS} simulations each (fewer in gin_rummy, which is much
slower), once with {openspiel.FEW} and once with {openspiel.MANY} rollouts per simulation. The difference between the
two times is the time of the extra rollouts alone, without the search. We divide it by the number of decisions in
those rollouts: the mean length of random games from the position, minus the decisions already made in the tree.
OpenSpiel's deals are not timed, which favors OpenSpiel. Hearts is most like our games in which hands are played card
by card (Ameno Kirifuda, Wishing for Fine Weather!!, Festival of Thousand Cats); gin_rummy is most like those with
melds and sets (Kasane no Irome, Only One Collection). Euchre is simpler: five tricks with a small deck, and little to
score."""

PLAIN_PYTHON = """\
The same calls and the same games, with the sources not compiled."""

LIMIT = f"""\
`benchmarks/limit/ameno.c` is the random playout of Ameno Kirifuda and nothing else, written by hand and compiled for
this processor. It uses the same random numbers: before it is timed, {ameno.SAME_GAMES:,} games must give the same
checksum over all moves and scores as the rules. The rules do more than that: they remember what seats have
shown and played, for views and worlds, and they can be queried, copied and viewed at any point."""

MOVES = """\
The same loop for all, with a call for each step: get the legal actions, pick one with `random()`, apply it. Our
deals, resolved in one call, and those of RLCard are timed too. OpenSpiel deals card by card, so it is shown both with
the deal and after it. RLCard is called below its environments, which would cost more."""

COPIES = f"""\
One call from Python in each of {copies.POSITIONS} positions, spread evenly over random games."""

VIEWS = """\
`seen_by(seat, recall=True)`: the position as the seat to move may know it, which is what bots and environments get.
OpenSpiel has no equivalent: its games write text or numbers for a player instead."""

WORLDS = """\
`imagine` on that view, consistent with everything known about the hidden cards. OpenSpiel:
`resample_from_infostate`."""

SEARCH = f"""\
{search.ITERATIONS:,} iterations (fewer in gin_rummy and in Python) from the first choice of {search.DEALS} deals.
Decisions are those that iterations make in the tree and in rollouts, estimated from the mean length of random games
from that position (for ours, up to the end of the part at which the search cuts off a match). `plain-ismcts` does what
OpenSpiel's searches do: random rollouts, without the game's knowledge and without weighting worlds by the moves seen.
`expert` uses both, so an iteration costs more and is worth more: [strength](strength.md) shows how much."""

ENVIRONMENTS = """\
Our PettingZoo environments and its Leduc Hold'em without wrappers, in the same loop: `last`, a legal action picked
with `random()`, `step`. RLCard's Uno is called through its own environment. Every step produces an observation and an
action mask."""

STEPS = """\
The same games again, with only `step` timed. In RLCard's environment, a step also produces the next player's
observation."""

BATCHES = f"""\
A batch steps {environments.BATCH:,} games in one call, with random legal actions; each row is a decision. The peers
are the same as above; they have no batches."""


def comparisons() -> list[Comparison]:
    """Return all comparisons of a run, with the peers that are installed."""
    spiel = installed("open_spiel") is not None
    cards = installed("rlcard") is not None
    first = [
        Comparison("Random playouts", PLAYOUTS, ours.playout_tasks(), openspiel.rollout_tasks() if spiel else []),
        Comparison("Random playouts, not compiled", PLAIN_PYTHON, PlainPythonProcess().tasks(), []),
    ]
    if ameno.compiler():
        first.append(Comparison("The limit: hand-written C", LIMIT, ameno.our_tasks(), ameno.limit_tasks()))
    peers = (openspiel.move_tasks() if spiel else []) + (rlcard.move_tasks() if cards else [])
    return [
        *first,
        Comparison("Move by move from Python", MOVES, ours.move_tasks(), peers),
        Comparison(
            "Copying a position", COPIES, copies.copy_tasks(), copies.peer_copy_tasks() if spiel else [], "copy"
        ),
        Comparison("Making a view", VIEWS, copies.view_tasks(), [], "view"),
        Comparison(
            "Drawing a world",
            WORLDS,
            copies.imagining_tasks(),
            copies.peer_imagining_tasks() if spiel else [],
            "world",
        ),
        Comparison("Search", SEARCH, search.our_tasks(), search.peer_tasks() if spiel else [], game="iterations"),
        Comparison("Environments", ENVIRONMENTS, environments.table_tasks(), environments.peer_table_tasks()),
        Comparison("Environments, steps only", STEPS, environments.step_tasks(), environments.peer_step_tasks()),
        Comparison("Environments in batches", BATCHES, environments.batch_tasks(), environments.peer_table_tasks()),
    ]
