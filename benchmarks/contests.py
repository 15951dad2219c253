"""What is compared with what: the tables of the page, and how each is measured."""

from benchmarks import copies, environments, openspiel, ours, rlcard, search
from benchmarks.limit import ameno
from benchmarks.machine import installed
from benchmarks.plain import Plain
from benchmarks.rounds import Contest

PLAYOUTS = f"""\
Ours: `playouts` plays whole games at random in one call, deals included.
OpenSpiel: its C++ `MCTSBot` searches from {openspiel.DEALS} dealt positions, {openspiel.SIMULATIONS} simulations each
(of gin_rummy, where all takes much longer, fewer), once with {openspiel.FEW} and once with {openspiel.MANY} rollouts a
simulation. The difference in time is that of the further rollouts, with no share of the search. It is divided by the
decisions in them: as many as random games from the position have, less those already made in the tree. No deal is
timed, which favours OpenSpiel. Hearts is nearest in kind to the games in which hands are played card by card (Ameno
Kirifuda, Wishing for Fine Weather!!, Festival of Thousand Cats), gin_rummy to those of melds and sets (Kasane no Irome,
Only One Collection). Euchre is further off: five tricks of a small deck, with little to score."""

PLAIN = """\
The same calls and the same games, by the sources as they are, where nothing is compiled."""

LIMIT = f"""\
`benchmarks/limit/ameno.c` is Ameno Kirifuda's random playout alone, written by hand and compiled for this processor.
It draws the same random numbers: before anything is timed, {ameno.ALIKE:,} games must give the same checksum over all
moves and scores as those of the rules. Beyond what it does, the rules keep what seats have shown and played, for views
and imagined worlds, and can be asked, copied and told about at any moment."""

MOVES = """\
The same loop for all, with a call for each step: ask for the legal actions, pick one by `random()`, apply it.
Ours resolves a deal by one call and is timed with it, and so is RLCard's. OpenSpiel deals card by card, so it is shown
whole and once dealt. RLCard is driven below its environments, which cost more."""

COPIES = f"""\
A call from Python in each of {copies.POSITIONS} positions of random games, all of a game alike."""

VIEWS = """\
`seen_by(seat, recall=True)`: the position as the seat that is to choose may know it, which is what bots and
environments get. OpenSpiel has no such copy: a game of its writes text or numbers for a player instead."""

IMAGINED = """\
`imagine` on that view, all known about the hidden cards heeded. OpenSpiel: `resample_from_infostate`."""

SEARCH = f"""\
{search.ITERATIONS:,} iterations (of gin_rummy, and in Python, fewer) from the first choice of {search.DEALS} deals.
A decision here is one that an iteration makes in the tree or in its rollout, counted by the mean length of random games
from that position (of ours: up to the end of the part, where a match is cut). `plain-ismcts` does what OpenSpiel's do
too: random rollouts, no knowledge, no beliefs. `expert` has both, so that an iteration costs more and is worth more
([strength](strength.md) tells how much)."""

ENVIRONMENTS = """\
PettingZoo's form of a game, for ours and for its Leduc Hold'em without wrappers, in the same loop: `last`, a legal
action by `random()`, `step`. RLCard's Uno is driven through its own environment. Every step makes an observation and a
mask."""

STEPS = """\
The same games again, move by move, with nothing timed but `step`. That of RLCard's environment makes what the next
player sees too."""

BATCHES = f"""\
A batch steps {environments.BATCH:,} games in one call, with random legal actions; a decision is one row. Beside it the
peers of before, which have no batches."""


def contests() -> list[Contest]:
    """All comparisons of a run, with the peers that are installed."""
    spiel = installed("open_spiel") is not None
    cards = installed("rlcard") is not None
    found = [
        Contest("Random playouts", PLAYOUTS, ours.playout_tasks(), openspiel.rollout_tasks() if spiel else []),
        Contest("Random playouts, not compiled", PLAIN, Plain().tasks(), []),
    ]
    if ameno.compiler():
        found.append(Contest("The limit: written by hand in C", LIMIT, ameno.our_tasks(), ameno.limit_tasks()))
    peers = (openspiel.move_tasks() if spiel else []) + (rlcard.move_tasks() if cards else [])
    return [
        *found,
        Contest("Move by move from Python", MOVES, ours.move_tasks(), peers),
        Contest("Copying a position", COPIES, copies.copy_tasks(), copies.peer_copy_tasks() if spiel else [], "copy"),
        Contest("What a seat sees", VIEWS, copies.view_tasks(), [], "view"),
        Contest(
            "Imagining what is hidden",
            IMAGINED,
            copies.imagining_tasks(),
            copies.peer_imagining_tasks() if spiel else [],
            "world",
        ),
        Contest("Search", SEARCH, search.our_tasks(), search.peer_tasks() if spiel else [], game="iterations"),
        Contest("Environments", ENVIRONMENTS, environments.table_tasks(), environments.peer_table_tasks()),
        Contest("Environments, steps alone", STEPS, environments.step_tasks(), environments.peer_step_tasks()),
        Contest("Environments in batches", BATCHES, environments.batch_tasks(), environments.peer_table_tasks()),
    ]
