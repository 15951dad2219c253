"""A small learner in NumPy alone: it plays against itself, and then against random players.

    python examples/learner.py --game kasane --seconds 60

The policy is linear: what a seat sees, zeros and ones, times a weight for each action. It learns by policy gradient
(REINFORCE): after a game every choice of a seat becomes likelier or less likely, as the game went for it.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chabudai.envs.batch import Batch, Rows
from chabudai.games.registry import games

Floats = NDArray[np.float32]


class Policy:
    """A weight for each feature and action, and how to move the weights (Adam)."""

    def __init__(self, size: int, actions: int, rate: float) -> None:
        self.rate = rate
        self.weights = np.zeros((size + 1, actions), np.float32)  # the last row is what an action is worth by itself
        self._mean = np.zeros_like(self.weights)
        self._square = np.zeros_like(self.weights)
        self._moves = 0

    def chances(self, rows: Rows) -> Floats:
        """How likely each action is for each row: none that is not legal."""
        scores = inputs(rows) @ self.weights
        scores = np.where(rows.action_mask == 1, scores - scores.max(axis=1, keepdims=True), -np.inf)
        scores -= scores.max(axis=1, keepdims=True)
        chances = np.exp(scores)
        return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)

    def move(self, gradient: Floats) -> None:
        """Move the weights up the gradient."""
        self._moves += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.01 * (gradient**2 - self._square)
        mean = self._mean / (1 - 0.9**self._moves)
        square = self._square / (1 - 0.99**self._moves)
        self.weights += self.rate * mean / (np.sqrt(square) + 1e-6)


def inputs(rows: Rows) -> Floats:
    """What the seats see, and a one."""
    ones = np.ones((len(rows.seat), 1), np.int8)
    return np.concatenate([rows.observation, ones], axis=1).astype(np.float32)


def drawn(chances: Floats, luck: np.random.Generator) -> NDArray[np.int64]:
    """An action for each row."""
    marks = luck.random((len(chances), 1), np.float32) * chances.sum(axis=1, keepdims=True)
    sums = np.cumsum(chances, axis=1)
    # The last action with a chance, where rounding leaves a mark beyond the sum.
    last = chances.shape[1] - 1 - np.argmax(chances[:, ::-1] > 0, axis=1)
    return np.asarray(np.minimum((sums <= marks).sum(axis=1), last))


@dataclass
class Moment:
    """A step of all games: what was seen, how likely each action was, which was taken, and what the step brought."""

    before: Rows
    chances: Floats
    actions: NDArray[np.int64]
    after: Rows


def learn(policy: Policy, batch: Batch, steps: int, luck: np.random.Generator) -> None:
    """Play so many steps of all games, every seat by the policy, and learn from the games that came to an end."""
    moments = []
    for _ in range(steps):
        before = batch.rows
        chances = policy.chances(before)
        actions = drawn(chances, luck)
        moments.append(Moment(before, chances, actions, batch.step(actions)))
    players = batch.setup.players
    worth = np.zeros((batch.games, players), np.float32)
    known = np.zeros(batch.games, bool)
    gradient = np.zeros_like(policy.weights)
    choices = 0
    for moment in reversed(moments):
        after, before = moment.after, moment.before
        worth[after.game[after.terminated]] = after.reward[after.terminated] - 1 / players
        known[after.game[after.terminated]] = True
        known[after.game[after.truncated]] = False
        good = worth[before.game, before.seat] * known[before.game]
        taken = -moment.chances * good[:, None]
        taken[np.arange(len(good)), moment.actions] += good
        gradient += inputs(before).T @ taken
        choices += int(known[before.game].sum())
    if choices:
        policy.move(gradient / np.float32(choices))


def win_share(policy: Policy, batch: Batch, games: int, luck: np.random.Generator) -> float:
    """The share of wins of the policy, in seat 0, against random players in the others: about so many games."""
    shares: list[float] = []
    while len(shares) < games:
        rows = batch.rows
        actions = batch.random_actions().copy()
        own = rows.seat == 0
        if own.any():
            mine = rows._replace(**{name: getattr(rows, name)[own] for name in rows._fields})
            actions[own] = drawn(policy.chances(mine), luck)
        after = batch.step(actions)
        first = np.unique(after.game, return_index=True)[1]
        shares += after.reward[first][after.terminated[first], 0].tolist()
    return float(np.mean(shares))


def main() -> None:
    """Learn for some time, and tell how well it goes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="kasane", choices=games(), help="the game to learn")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to learn")
    parser.add_argument("--seed", type=int, default=1, help="where all random numbers come from")
    options = parser.parse_args()
    luck = np.random.default_rng(options.seed)
    batch = Batch(options.game, games=256, seed=options.seed)
    policy = Policy(batch.observer.size, len(batch.game.actions), rate=0.02)
    test = Batch(options.game, games=256, seed=options.seed + 1)
    begun = time.monotonic()
    told = -10.0
    while (passed := time.monotonic() - begun) < options.seconds:
        if passed >= told + 10.0:
            told = passed
            print(f"{passed:4.0f} s   {win_share(policy, test, 1000, luck):.1%} of 1,000 games against random players")
        learn(policy, batch, 64, luck)
    print(f"{options.seconds:4.0f} s   {win_share(policy, test, 4000, luck):.1%} of 4,000 games against random players")


if __name__ == "__main__":
    main()
