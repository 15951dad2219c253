"""The learner of the examples learns."""

from collections.abc import Callable

import numpy as np
import pytest

from chabudai.envs.batch import Batch
from examples import learner, maskable_ppo
from examples.learner import Policy, drawn, learn, win_share

RANDOM = 1 / 3
"""What a random player wins against two others."""


def test_it_beats_random_players_after_a_few_games() -> None:
    luck = np.random.default_rng(1)
    batch = Batch("kasane", players=3, games=32, seed=1)
    policy = Policy(batch.observer.size, len(batch.game.actions), rate=0.1)
    for _ in range(10):
        learn(policy, batch, 64, luck)
    share = win_share(policy, Batch("kasane", players=3, games=50, seed=2), 300, luck)
    assert share > RANDOM + 0.12, "four times what luck could explain"


@pytest.mark.parametrize("main", [learner.main, maskable_ppo.main], ids=["learner", "maskable_ppo"])
def test_a_game_that_is_not_there_is_refused_by_name(
    main: Callable[[], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["learn", "--game", "chess"])
    with pytest.raises(SystemExit):
        main()
    assert "invalid choice: 'chess' (choose from" in capsys.readouterr().err


def test_before_it_has_learnt_it_plays_at_random() -> None:
    batch = Batch("kasane", players=3, games=20, seed=1)
    policy = Policy(batch.observer.size, len(batch.game.actions), rate=0.1)
    chances = policy.chances(batch.rows)
    legal = batch.rows.action_mask
    assert np.allclose(chances, legal / legal.sum(axis=1, keepdims=True))


def test_only_legal_actions_are_drawn_as_often_as_they_are_likely() -> None:
    chances = np.tile(np.array([0.0, 0.25, 0.0, 0.75, 0.0], np.float32), (4000, 1))
    actions = drawn(chances, np.random.default_rng(1))
    assert set(actions.tolist()) == {1, 3}
    assert (actions == 3).mean() == pytest.approx(0.75, abs=0.03)
