"""Measures baselines for learners and writes docs/baselines.md: each bot in one seat, random players in the others.

    python -m tools.baselines --games 100

The environment is Gymnasium's form of a game, so that a learner can be measured in the very same way.
"""

import argparse
from math import sqrt
from pathlib import Path

from chabudai.arena.estimate import estimate
from chabudai.bots import registry
from chabudai.envs.gymnasium import SeatEnv
from chabudai.games.registry import games
from chabudai.kernel.rng import Rng
from chabudai.scene.game import Game
from tools.pages import formatted

PAGE = Path(__file__).parent.parent / "docs" / "baselines.md"

BASELINES = {"random": 50, "club": 1, "expert": 1}
"""The bots, and how many games each plays for one of a bot that thinks."""

SCORE = 1.96
"""The standard errors to each side that hold 95 % of a normal distribution."""

HEAD = """\
# Baselines

This page is written by `tools/baselines.py`, which measures everything on it anew.

One seat against random players, with the highest number of players and the default options, the seats in turn: the
share of games won (a tie is shared) and the mean points at the end, each with its 95 % interval. A learner is measured
the same way with `SeatEnv(GAME, seat=NUMBER % PLAYERS)` and `reset(seed=NUMBER)`, for game numbers from 0 on.
`make strength` plays the bots against each other ([strength](strength.md)).

| game | players | bot | games | won | points |
|---|---:|---|---:|---:|---:|
"""


def played(game: Game, name: str, number: int) -> tuple[float, int]:
    """Game `number` of a bot among random players: its share of the win, and its points."""
    players = game.players[-1]
    table = SeatEnv(game, seat=number % players, rewards="end")
    bot = registry.bot(name, game, Rng(number, players))
    table.reset(seed=number)
    while not table.episode.ended:
        table.step(bot.choose(table.episode.state.seen_by(table.seat, bot.recall)))
    state = table.episode.state
    return state.utility(table.seat), state.score(table.seat)


def row(game: Game, name: str, number: int) -> str:
    """A row of the table: so many games of a bot."""
    shares, points = zip(*(played(game, name, place) for place in range(number)), strict=True)
    won, scored = sum(shares) / number, estimate(points)
    low, high = likely_shares(won, number)
    return (
        f"| {game.title} | {game.players[-1]} | `{name}` | {number} "
        f"| {won:.0%} ({low:.0%} to {high:.0%}) "
        f"| {scored.mean:.1f} ({scored.low:.1f} to {scored.high:.1f}) |"
    )


def likely_shares(won: float, number: int) -> tuple[float, float]:
    """The 95 % interval of a share of so many games, by Wilson: it has a width even where all games were won.

    >>> [round(share, 3) for share in likely_shares(1.0, 16)]
    [0.806, 1.0]
    """
    middle = won + SCORE**2 / (2 * number)
    reach = SCORE * sqrt(won * (1 - won) / number + (SCORE / (2 * number)) ** 2)
    whole = 1 + SCORE**2 / number
    return (middle - reach) / whole, (middle + reach) / whole


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games of each bot that thinks")
    options = parser.parse_args()
    rows = []
    for game in games().values():
        for name, times in BASELINES.items():
            rows.append(row(game, name, times * options.games))
            print(rows[-1], flush=True)
    PAGE.write_text(formatted(HEAD + "\n".join(rows) + "\n"), encoding="utf-8")


if __name__ == "__main__":
    main()
