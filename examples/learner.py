"""A small learner in NumPy: it trains in self-play and is tested against random players.

    python examples/learner.py --game kasane --seconds 60

The policy is linear: the observation, zeros and ones, times a weight for each of its features and each action. It
learns by policy gradient (REINFORCE): after a game, every choice of a seat becomes more or less likely, depending on
how the game went for that seat.
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
    """A weight for each feature and action, updated with Adam."""

    def __init__(self, size: int, actions: int, rate: float) -> None:
        self.rate = rate
        self.weights = np.zeros((size + 1, actions), np.float32)  # the last row holds the biases
        self._mean = np.zeros_like(self.weights)
        self._square = np.zeros_like(self.weights)
        self._updates = 0

    def probabilities(self, rows: Rows) -> Floats:
        """Return the probability of each action for each row; illegal actions have 0."""
        scores = inputs(rows) @ self.weights
        scores = np.where(rows.action_mask == 1, scores - scores.max(axis=1, keepdims=True), -np.inf)
        scores -= scores.max(axis=1, keepdims=True)
        probabilities = np.exp(scores)
        return np.asarray(probabilities / probabilities.sum(axis=1, keepdims=True), np.float32)

    def update(self, gradient: Floats) -> None:
        """Move the weights along the gradient."""
        self._updates += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.01 * (gradient**2 - self._square)
        mean = self._mean / (1 - 0.9**self._updates)
        square = self._square / (1 - 0.99**self._updates)
        self.weights += self.rate * mean / (np.sqrt(square) + 1e-6)


def inputs(rows: Rows) -> Floats:
    """Return the observations with a constant input for the bias."""
    ones = np.ones((len(rows.seat), 1), np.int8)
    return np.concatenate([rows.observation, ones], axis=1).astype(np.float32)


def draw_actions(probabilities: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw an action for each row."""
    thresholds = rng.random((len(probabilities), 1), np.float32) * probabilities.sum(axis=1, keepdims=True)
    sums = np.cumsum(probabilities, axis=1)
    # Rounding may leave a threshold above the sum: then take the last possible action.
    last = probabilities.shape[1] - 1 - np.argmax(probabilities[:, ::-1] > 0, axis=1)
    return np.asarray(np.minimum((sums <= thresholds).sum(axis=1), last))


@dataclass
class Transition:
    """One step of all games: rows before, action probabilities, actions taken, and rows after."""

    before: Rows
    probabilities: Floats
    actions: NDArray[np.int64]
    after: Rows


def learn(policy: Policy, batch: Batch, steps: int, rng: np.random.Generator) -> None:
    """Play this many steps of all games in self-play, and learn from the games that ended."""
    transitions = []
    for _ in range(steps):
        before = batch.rows
        probabilities = policy.probabilities(before)
        actions = draw_actions(probabilities, rng)
        transitions.append(Transition(before, probabilities, actions, batch.step(actions)))
    players = batch.setup.players
    advantages = np.zeros((batch.games, players), np.float32)
    finished = np.zeros(batch.games, bool)  # games whose result is known
    gradient = np.zeros_like(policy.weights)
    choices = 0
    for transition in reversed(transitions):
        after, before = transition.after, transition.before
        advantages[after.game[after.terminated]] = after.reward[after.terminated] - 1 / players
        finished[after.game[after.terminated]] = True
        finished[after.game[after.truncated]] = False
        advantage = advantages[before.game, before.seat] * finished[before.game]
        logit_gradient = -transition.probabilities * advantage[:, None]
        logit_gradient[np.arange(len(advantage)), transition.actions] += advantage
        gradient += inputs(before).T @ logit_gradient
        choices += int(finished[before.game].sum())
    if choices:
        policy.update(gradient / np.float32(choices))


def win_share(policy: Policy, batch: Batch, games: int, rng: np.random.Generator) -> float:
    """Return the policy's share of wins in seat 0 against random players, over at least this many games."""
    shares: list[float] = []
    while len(shares) < games:
        rows = batch.rows
        actions = batch.random_actions().copy()
        own = rows.seat == 0
        if own.any():
            own_rows = rows._replace(**{name: getattr(rows, name)[own] for name in rows._fields})
            actions[own] = draw_actions(policy.probabilities(own_rows), rng)
        after = batch.step(actions)
        first = np.unique(after.game, return_index=True)[1]
        shares += after.reward[first][after.terminated[first], 0].tolist()
    return float(np.mean(shares))


def main() -> None:
    """Learn for some time, printing the win share."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="kasane", choices=games(), help="the game to learn")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to learn")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random numbers")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    batch = Batch(options.game, games=256, seed=options.seed)
    policy = Policy(batch.observer.size, len(batch.game.actions), rate=0.02)
    test = Batch(options.game, games=256, seed=options.seed + 1)
    start = time.monotonic()
    printed_at = -10.0
    while (passed := time.monotonic() - start) < options.seconds:
        if passed >= printed_at + 10.0:
            printed_at = passed
            print(f"{passed:4.0f} s   {win_share(policy, test, 1000, rng):.1%} of at least 1,000 games against random")
        learn(policy, batch, 64, rng)
    print(f"{options.seconds:4.0f} s   {win_share(policy, test, 4000, rng):.1%} of at least 4,000 games against random")


if __name__ == "__main__":
    main()
