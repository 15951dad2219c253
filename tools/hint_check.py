"""Whether hints are worth taking: the move that a hint puts first wins more than the one it puts last.

    python tools/hint_check.py [--positions 200] [--worlds 400] [--simulations 8000] [--bot NAME]

Takes the same positions of every game each time, asks for a hint, and plays its first and its last move on to the end
of the game in worlds that are imagined anew, all seats choosing as the game's knowledge does or, with `--bot`, as that
bot does. Prints for each game how much more the first move wins, with a 95 % interval over positions; fails if it is
not above 0 for all games together.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from math import sqrt

from chabudai.bots import registry
from chabudai.bots.hint import SIMULATIONS, hint
from chabudai.games.registry import games
from chabudai.kernel.bits import count, lowest
from chabudai.kernel.knowledge import Knowledge
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.scene.game import Game

Choose = Callable[[State, int, Rng], int]
"""What a seat does in a position, as an action."""

POSITIONS = 200
WORLDS = 400

_PLAY, _PICK, _WORLDS = 1, 2, 3
"""Seeds apart from each other and from that of hints: for how positions come to be, which are taken, and new worlds."""


def by_knowledge(game: Game) -> Choose:
    """All seats choose as the game's knowledge does, or at random if it has none."""
    knowledge = game.knowledge or Knowledge()
    return lambda state, seat, rng: state.first + knowledge.rollout(state, seat, rng)


def by_bot(game: Game, name: str) -> Choose:
    """All seats choose as this bot does."""

    def choose(state: State, seat: int, rng: Rng) -> int:
        bot = registry.bot(name, game, rng)
        return bot.choose(state.seen_by(seat, bot.recall))

    return choose


def positions(game: Game, number: int) -> Iterator[State]:
    """So many views of seats that have a choice, each from a game of its own, at every number of players in turn."""
    choose = by_knowledge(game)
    for place in range(number):
        setup = game.setup(game.players[place % len(game.players)])
        views: list[State] = []
        state = setup.start()
        rng = Rng(_PLAY, place)
        while not state.over():
            state.resolve(rng)
            if state.waiting:
                seat = lowest(state.waiting)
                if count(state.choices(seat)) > 1:
                    views.append(state.seen_by(seat, recall=True))
                state.commit(seat, choose(state, seat, rng))
        yield views[Rng(_PICK, place).below(len(views))]


def win_share(view: State, action: int, worlds: int, choose: Choose) -> float:
    """How many games the viewer wins after this action, in worlds that are the same for every action."""
    total = 0.0
    for number in range(worlds):
        rng = Rng(_WORLDS, number)
        state = view.imagine(rng)
        state.commit(view.viewer, action)
        while not state.over():
            state.resolve(rng)
            if state.waiting:
                seat = lowest(state.waiting)
                state.commit(seat, choose(state, seat, rng))
        total += state.utility(view.viewer)
    return total / worlds


def gains(game: Game, number: int, worlds: int, choose: Choose, simulations: int) -> list[float]:
    """For so many positions: what the first move of a hint wins more than its last."""
    found = []
    for view in positions(game, number):
        ranked = hint(game, view, simulations=simulations, seconds=None).choices
        best, worst = (win_share(view, ranked[place].action, worlds, choose) for place in (0, -1))
        found.append(best - worst)
    return found


def interval(numbers: list[float]) -> tuple[float, float, float]:
    """The mean, and the ends of its 95 % interval."""
    mean = sum(numbers) / len(numbers)
    error = sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers))
    return mean, mean - 1.96 * error, mean + 1.96 * error


def main() -> int:
    """Check all games."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--bot")
    options = parser.parse_args()
    every: list[float] = []
    for game in games().values():
        choose = by_bot(game, options.bot) if options.bot else by_knowledge(game)
        found = gains(game, options.positions // len(games()), options.worlds, choose, options.simulations)
        _print(game.name, found)
        every += found
    _print("all", every)
    return 0 if interval(every)[1] > 0.0 else 1


def _print(name: str, found: list[float]) -> None:
    mean, low, high = interval(found)
    better, worse = sum(gain > 0 for gain in found), sum(gain < 0 for gain in found)
    print(f"{name}: first over last {mean:+.3f} ({low:+.3f} to {high:+.3f}), better in {better}, worse in {worse}")


if __name__ == "__main__":
    sys.exit(main())
