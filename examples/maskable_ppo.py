"""Trains MaskablePPO of sb3-contrib against random players.

    python examples/maskable_ppo.py --game kasane --steps 100000

It needs `pip install '.[train]'`.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np

from chabudai.envs.gymnasium import environment_id
from chabudai.games.registry import game as named_game
from chabudai.games.registry import games


def make_environment(game: str, seed: int) -> gymnasium.Env[Any, Any]:
    """Create an environment: one seat of a game, drawn anew for each game, against random players."""
    env = gymnasium.make(environment_id(named_game(game)), seat=None, illegal="raise")
    env.reset(seed=seed)
    return env


def train(game: str, steps: int, seed: int) -> Any:
    """Train a model for this many steps."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO(
        "MultiInputPolicy", make_environment(game, seed), n_steps=1024, batch_size=256, seed=seed, device="cpu"
    )
    return model.learn(steps)


def win_share(model: Any, game: str, games: int, seed: int) -> float:
    """Return a model's share of wins, in random seats, against random players."""
    env = make_environment(game, seed)
    shares = []
    for _ in range(games):
        seen, info = env.reset()
        over = not info["action_mask"].any()
        reward = 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=info["action_mask"].astype(bool), deterministic=True)
            seen, step_reward, terminated, truncated, info = env.step(int(action))
            reward += float(step_reward)
            over = terminated or truncated
        shares.append(reward)
    return float(np.mean(shares))


def main() -> None:
    """Train, and print the win share."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="kasane", choices=games(), help="the game to learn")
    parser.add_argument("--steps", type=int, default=100_000, help="number of choices to learn from, at least")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random numbers")
    options = parser.parse_args()
    model = train(options.game, options.steps, options.seed)
    share = win_share(model, options.game, 500, options.seed + 1)
    print(f"{share:.1%} of 500 games against random players")


if __name__ == "__main__":
    main()
