"""The example learner learns."""

from collections.abc import Callable

import numpy as np
import pytest

from chabudai.envs.batch import Batch
from examples import learner, maskable_ppo
from examples.learner import Policy, draw_actions, learn, win_share

RANDOM = 1 / 3
"""Win share of a random player against two others."""


def test_the_learner_beats_random_players_after_a_few_hundred_games() -> None:
    rng = np.random.default_rng(1)
    batch = Batch("kasane", players=3, games=32, seed=1)
    policy = Policy(batch.observer.size, len(batch.game.actions), rate=0.1)
    for _ in range(10):
        learn(policy, batch, 64, rng)
    share = win_share(policy, Batch("kasane", players=3, games=50, seed=2), 300, rng)
    assert share > RANDOM + 0.12, "four standard errors"


@pytest.mark.parametrize("main", [learner.main, maskable_ppo.main], ids=["learner", "maskable_ppo"])
def test_an_unknown_game_is_refused_by_name(
    main: Callable[[], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["learn", "--game", "chess"])
    with pytest.raises(SystemExit):
        main()
    assert "invalid choice: 'chess' (choose from" in capsys.readouterr().err


def test_an_untrained_policy_plays_at_random() -> None:
    batch = Batch("kasane", players=3, games=20, seed=1)
    policy = Policy(batch.observer.size, len(batch.game.actions), rate=0.1)
    probabilities = policy.probabilities(batch.rows)
    legal = batch.rows.action_mask
    assert np.allclose(probabilities, legal / legal.sum(axis=1, keepdims=True))


def test_actions_are_drawn_in_proportion_to_their_probabilities() -> None:
    probabilities = np.tile(np.array([0.0, 0.25, 0.0, 0.75, 0.0], np.float32), (4000, 1))
    actions = draw_actions(probabilities, np.random.default_rng(1))
    assert set(actions.tolist()) == {1, 3}
    assert (actions == 3).mean() == pytest.approx(0.75, abs=0.03)
