"""Trains with sb3-contrib, which is too slow for every test run: `make test-train`."""

from examples.maskable_ppo import train, win_share

STEPS = 20_000
RANDOM = 0.25
"""Win share of a random player against three others."""


def test_maskable_ppo_learns_to_beat_random_players() -> None:
    model = train("kasane", STEPS, seed=1)
    assert win_share(model, "kasane", games=200, seed=2) > RANDOM + 0.1
