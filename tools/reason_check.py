"""Checks that no reason in a hint goes against the order of the hint.

    python -m tools.reason_check [--positions 2000] [--simulations 400]

It makes hints in this many positions of each game, and looks at every reason that they show:

- It speaks for the choice, compared with one that is further down, or about as good.
- The game says the same when it is asked about these two choices.
- It does not also speak for the choice over one that is clearly better.
- No message speaks for one choice and against another.

It also checks the order: choices that are called about as good come first and, where points decide, so do choices with
more points. It prints what it found, and fails if anything is wrong. The positions are the same in every run.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise

from chabudai.bots.hint import Hint, hint
from chabudai.games.registry import games
from chabudai.kernel.bits import count, lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.option_sets import option_sets
from chabudai.scene.game import Game

POSITIONS = 2_000
SIMULATIONS = 400


def positions(game: Game, position_count: int) -> Iterator[State]:
    """Yield this many views of seats that have a choice, from games played by knowledge, with all option sets."""
    setups = [game.setup(players, options) for players in game.players for options in option_sets(game, players)]
    found = 0
    for game_number in range(position_count):
        state = setups[game_number % len(setups)].start()
        rng = Rng(1, game_number)
        while not state.over():
            state.resolve(rng)
            if not state.waiting:
                continue
            seat = lowest(state.waiting)
            # A few positions of each game, so that they are of all kinds.
            if count(state.choices(seat)) > 1 and rng.below(6) == 0:
                yield state.seen_by(seat, recall=bool(rng.below(2)))
                found += 1
                if found == position_count:
                    return
            assert game.knowledge is not None
            state.commit(seat, state.first + game.knowledge.rollout(state, seat, rng))


def wrong_reasons(game: Game, view: State, given: Hint, signs: dict[str, str]) -> Iterator[str]:
    """Yield what is wrong with the reasons and the order of a hint. `signs` collects which side each message is on."""
    ranks = {choice.action: rank for rank, choice in enumerate(given.choices)}
    flags = [choice.equal for choice in given.choices]
    if flags != sorted(flags, reverse=True):
        yield "a choice that is about as good as the best comes after one that is not"
    margins = [choice.margin for choice in given.choices]
    if given.points_decide and any(later > earlier + 1e-9 for earlier, later in pairwise(margins)):
        yield "points decide, but a choice with more points comes later"
    for rank, choice in enumerate(given.choices):
        if choice.reason is None:
            continue
        if choice.over is None or choice.over == choice.action:
            yield f"{choice.words}: the reason {choice.reason.id} is not compared with another choice"
            continue
        advice = game.compare(view, choice.action, choice.over)
        if not any(said.sign == "for" and said.message == choice.reason for said in advice):
            yield f"{choice.words}: {choice.reason.id} does not speak for it over {game.actions[choice.over]}"
        if ranks[choice.over] < rank and not choice.equal:
            yield f"{choice.words}: {choice.reason.id} is said to make it better than a choice above it"
        for better in given.choices[:rank]:
            said_over_better = [said.message for said in game.compare(view, choice.action, better.action)]
            if not choice.equal and choice.reason in said_over_better:
                yield f"{choice.words}: {choice.reason.id} also speaks for it over {better.words}, which is better"
        if signs.setdefault(choice.reason.id, "for") != "for":
            yield f"{choice.words}: {choice.reason.id} also speaks against choices"
        for said in advice:
            if signs.setdefault(said.message.id, said.sign) != said.sign:
                yield f"{said.message.id} speaks both for and against choices"


def check(game: Game, position_count: int, simulations: int) -> tuple[int, list[str]]:
    """Return the number of reasons shown in this many positions, and what is wrong with them."""
    signs: dict[str, str] = {}
    shown = 0
    problems: list[str] = []
    for number, view in enumerate(positions(game, position_count)):
        given = hint(game, view, simulations=simulations)
        shown += sum(choice.reason is not None for choice in given.choices)
        problems += [f"position {number}: {problem}" for problem in wrong_reasons(game, view, given, signs)]
    return shown, problems


def main() -> int:
    """Check all games; return 1 if any reason goes against the order of its hint."""
    parser = argparse.ArgumentParser(description="Check that no reason in a hint goes against the hint's own order.")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="positions in each game")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="playouts for each hint")
    options = parser.parse_args()
    failed = False
    for game in games().values():
        shown, problems = check(game, options.positions, options.simulations)
        print(
            f"{game.name}: {shown} reasons in {options.positions} positions, {len(problems)} of them wrong", flush=True
        )
        for problem in problems[:20]:
            print(f"  {problem}")
        failed = failed or bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
