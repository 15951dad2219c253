"""Checks that hints are worth following: the move that a hint puts first wins more often than the last one.

    python tools/hint_check.py [--positions 200] [--worlds 400] [--simulations 8000] [--bot NAME]

It takes the same positions of every game each time, asks for a hint, and plays the first and the last move to the end
of the game in newly sampled worlds. All seats then follow the game's knowledge or, with `--bot`, that bot. It prints
for each game how much more often the first move wins, with a 95 % interval over positions, and fails if that is not
clearly above 0 for all games together.
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
"""Chooses an action for a seat in a state."""

POSITIONS = 200
WORLDS = 400

_PLAY, _PICK, _WORLDS = 1, 2, 3
"""Separate seeds for playing the games, picking positions, and sampling new worlds."""


def by_knowledge(game: Game) -> Choose:
    """Choose by the game's knowledge, or at random if it has none."""
    knowledge = game.knowledge or Knowledge()
    return lambda state, seat, rng: state.first + knowledge.rollout(state, seat, rng)


def by_bot(game: Game, name: str) -> Choose:
    """Choose as this bot does."""

    def choose(state: State, seat: int, rng: Rng) -> int:
        bot = registry.bot(name, game, rng)
        return bot.choose(state.seen_by(seat, bot.recall))

    return choose


def positions(game: Game, number: int) -> Iterator[State]:
    """Yield this many views of seats that have a choice, each from its own game, alternating the number of players."""
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
    """Return the viewer's share of wins after this action, in worlds that are the same for every action."""
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
    """Return for each position how much more the first move of a hint wins than the last."""
    found = []
    for view in positions(game, number):
        ranked = hint(game, view, simulations=simulations, seconds=None).choices
        best, worst = (win_share(view, ranked[place].action, worlds, choose) for place in (0, -1))
        found.append(best - worst)
    return found


def interval(numbers: list[float]) -> tuple[float, float, float]:
    """Return the mean and the ends of its 95 % interval."""
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
