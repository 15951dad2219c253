"""Checks that hints are worth following: the move that a hint puts first wins more often than the last one.

    python tools/hint_check.py [--positions 200] [--worlds 400] [--simulations 8000] [--bot NAME]

In each position, it makes a hint, and plays out the first and the last move in newly sampled worlds. After that move,
all seats choose by the game's knowledge or, with `--bot`, as that bot does. It prints for each game how much more the
first move wins, with a 95 % interval over positions, and fails unless the interval over all games together is above 0.
The positions are the same in every run.
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

_PLAY_SEED, _PICK_SEED, _WORLD_SEED = 1, 2, 3
"""Separate seeds for playing the games, picking positions, and sampling worlds."""


def by_knowledge(game: Game) -> Choose:
    """Return a function that chooses by the game's knowledge, or at random if it has none."""
    knowledge = game.knowledge or Knowledge()
    return lambda state, seat, rng: state.first + knowledge.rollout(state, seat, rng)


def by_bot(game: Game, name: str) -> Choose:
    """Return a function that chooses what this bot chooses."""

    def choose(state: State, seat: int, rng: Rng) -> int:
        bot = registry.bot(name, game, rng)
        return bot.choose(state.seen_by(seat, bot.recall))

    return choose


def positions(game: Game, position_count: int) -> Iterator[State]:
    """Yield this many views of seats that have a choice, each from its own game, alternating the number of players."""
    choose = by_knowledge(game)
    for game_number in range(position_count):
        setup = game.setup(game.players[game_number % len(game.players)])
        views: list[State] = []
        state = setup.start()
        rng = Rng(_PLAY_SEED, game_number)
        while not state.over():
            state.resolve(rng)
            if state.waiting:
                seat = lowest(state.waiting)
                if count(state.choices(seat)) > 1:
                    views.append(state.seen_by(seat, recall=True))
                state.commit(seat, choose(state, seat, rng))
        yield views[Rng(_PICK_SEED, game_number).below(len(views))]


def win_share(view: State, action: int, worlds: int, choose: Choose) -> float:
    """Return the viewer's share of wins after this action, in worlds that are the same for every action."""
    total = 0.0
    for world_number in range(worlds):
        rng = Rng(_WORLD_SEED, world_number)
        state = view.imagine(rng)
        state.commit(view.viewer, action)
        while not state.over():
            state.resolve(rng)
            if state.waiting:
                seat = lowest(state.waiting)
                state.commit(seat, choose(state, seat, rng))
        total += state.utility(view.viewer)
    return total / worlds


def win_gains(game: Game, position_count: int, worlds: int, choose: Choose, simulations: int) -> list[float]:
    """Return for each position how much more the first move of a hint wins than the last."""
    gains = []
    for view in positions(game, position_count):
        ranked = hint(game, view, simulations=simulations, seconds=None).choices
        first, last = (win_share(view, move.action, worlds, choose) for move in (ranked[0], ranked[-1]))
        gains.append(first - last)
    return gains


def interval(numbers: list[float]) -> tuple[float, float, float]:
    """Return the mean and the ends of its 95 % interval."""
    mean = sum(numbers) / len(numbers)
    standard_error = sqrt(sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers))
    return mean, mean - 1.96 * standard_error, mean + 1.96 * standard_error


def main() -> int:
    """Check all games; return 1 if the first moves of hints are not clearly better."""
    parser = argparse.ArgumentParser(description="Check that the first move of a hint wins more than the last.")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="positions in all games together")
    parser.add_argument("--worlds", type=int, default=WORLDS, help="worlds in which a move is played out")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="playouts for each hint")
    parser.add_argument("--bot", help="the bot that plays on; without it, the game's knowledge does")
    options = parser.parse_args()
    all_gains: list[float] = []
    for game in games().values():
        choose = by_bot(game, options.bot) if options.bot else by_knowledge(game)
        gains = win_gains(game, options.positions // len(games()), options.worlds, choose, options.simulations)
        _print(game.name, gains)
        all_gains += gains
    _print("all games", all_gains)
    return 0 if interval(all_gains)[1] > 0.0 else 1


def _print(name: str, gains: list[float]) -> None:
    mean, low, high = interval(gains)
    better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    print(
        f"{name}: the first move wins {mean:+.3f} more than the last ({low:+.3f} to {high:+.3f}), "
        f"more in {better} positions, less in {worse}"
    )


if __name__ == "__main__":
    sys.exit(main())
