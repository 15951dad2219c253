"""Batches of games: each game is the same as if it were played alone."""

from typing import Any

import numpy as np
import pytest

from chabudai.envs.batch import Batch
from chabudai.envs.env_settings import BadEnvSettings
from chabudai.kernel.bits import lowest, members
from chabudai.kernel.errors import IllegalMove
from chabudai.kernel.rng import Rng
from chabudai.scene.game import Game
from envs.variants import GAMES, IDS, VARIANTS, short


@pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=IDS)
def test_a_game_in_a_batch_is_the_game_that_the_kernel_plays(game: Game, variant: dict[str, Any]) -> None:
    batch = Batch(game, games=2, seed=9, **variant)
    options = {name: value for name, value in variant.items() if name != "players"}
    setup = game.setup(int(variant["players"]), options)
    observer = game.observer(setup)
    states = [setup.start(), setup.start()]
    streams = [Rng(9, 0), Rng(9, 1)]
    for state, rng in zip(states, streams, strict=True):
        state.resolve(rng)
    rows = batch.rows
    for _ in range(70):
        waiting = [(number, seat) for number, state in enumerate(states) for seat in members(state.waiting)]
        assert list(zip(rows.game.tolist(), rows.seat.tolist(), strict=True)) == waiting
        for row, (number, seat) in enumerate(waiting):
            state = states[number]
            assert np.packbits(rows.observation[row], bitorder="little").tobytes().ljust(
                observer.row, b"\0"
            ) == observer.observe(state, seat)
            assert np.flatnonzero(rows.action_mask[row]).tolist() == state.legal(seat)
        actions = batch.random_actions()
        rows = batch.step(actions)
        for (number, seat), action in zip(waiting, actions.tolist(), strict=True):
            states[number].apply(seat, action)
        for number, state in enumerate(states):
            if state.due >= 0:
                state.resolve(streams[number])
            game_rows = rows.game == number
            over = state.over()
            assert (rows.terminated[game_rows] == over).all()
            rewards = [state.utility(seat) if over else 0.0 for seat in range(setup.players)]
            assert np.allclose(rows.reward[game_rows], rewards)
            if over:
                state.copy_from(setup.start())
                state.resolve(streams[number])
    assert rows.observation.dtype == rows.action_mask.dtype == np.int8


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_that_ends_is_restarted(game: Game) -> None:
    batch = Batch(game, games=8, seed=1, **short(game))
    ended = 0
    while ended < 10:
        rows = batch.step(batch.random_actions())
        first_rows = np.unique(rows.game, return_index=True)[1]
        assert len(first_rows) == 8, "every game has a row"
        over = rows.terminated[first_rows]
        ended += int(over.sum())
        assert (rows.reward[first_rows][~over] == 0.0).all()
        assert (rows.reward[first_rows][over].sum(axis=1) >= 0.999).all()


def test_a_game_does_not_depend_on_the_size_of_its_batch() -> None:
    small, large = Batch("kasane", games=2, seed=4), Batch("kasane", games=5, seed=4)
    for _ in range(30):
        of_small = large.rows.game < 2
        assert np.array_equal(small.rows.observation, large.rows.observation[of_small])
        actions = large.random_actions()
        small.step(actions[of_small])
        large.step(actions)


def test_a_game_that_is_too_long_is_truncated_without_a_reward() -> None:
    batch = Batch("kasane", games=3, seed=1, max_decisions=5)
    for _ in range(5):
        assert not batch.rows.truncated.any()
        batch.step(batch.random_actions())
    assert batch.rows.truncated.all()
    assert not batch.rows.terminated.any()
    assert not batch.rows.reward.any()


def test_seats_that_choose_simultaneously_have_one_row_each() -> None:
    batch = Batch("thousand_cats", games=3, seed=2, target=20)
    assert batch.rows.seat.tolist() == [0, 1, 2, 3] * 3
    assert batch.rows.game.tolist() == [0] * 4 + [1] * 4 + [2] * 4


def test_random_actions_are_legal_and_vary() -> None:
    batch = Batch("only_one", games=50, seed=2)
    seen = set()
    for _ in range(20):
        actions = batch.random_actions()
        assert batch.rows.action_mask[np.arange(len(actions)), actions].all()
        seen |= set(actions.tolist())
        batch.step(actions)
    assert len(seen) > 4


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    batch = Batch("ameno_kirifuda", games=3, seed=1)
    actions = batch.random_actions().copy()
    before = [running.state.as_json() for running in batch._vector.games]
    actions[2] = 128
    with pytest.raises(IllegalMove, match=r"row 2: seat \d cannot choose action 128 now"):
        batch.step(actions)
    with pytest.raises(IllegalMove, match="3 actions are needed, not 2"):
        batch.step(actions[:2])
    with pytest.raises(IllegalMove, match="actions must be integers, not float64"):
        batch.step(batch.random_actions() + 0.5)
    assert [running.state.as_json() for running in batch._vector.games] == before
    batch.step(batch.random_actions())


def test_a_batch_can_be_reset() -> None:
    batch = Batch("kasane", games=2, seed=1)
    first = batch.rows.observation.copy()
    batch.step(batch.random_actions())
    assert np.array_equal(batch.reset(1).observation, first)
    assert not np.array_equal(batch.reset(2).observation, first)


def test_an_invalid_number_of_games_or_choices_is_refused() -> None:
    with pytest.raises(BadEnvSettings, match="games must be a positive integer, not 0"):
        Batch("kasane", games=0)
    with pytest.raises(BadEnvSettings, match=r"max_decisions must be a positive integer, not 2\.5"):
        Batch("kasane", max_decisions=2.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_rows_show_only_what_the_seat_knows(game: Game) -> None:
    batch, rng = Batch(game, games=1, seed=3, **short(game)), Rng(1)
    for _ in range(40):
        state = batch._vector.games[0].state
        seat = lowest(state.waiting)
        world = state.seen_by(seat, recall=True).imagine(rng)
        batch._row_writer.write(world, seat, True)
        row = np.unpackbits(np.frombuffer(batch._row_writer.bit_writer.take(), np.uint8), bitorder="little")
        assert np.array_equal(row[: batch.observer.size], batch.rows.observation[0])
        mask = row[batch._row_writer.mask_start :][: len(game.actions)]
        assert np.array_equal(mask, batch.rows.action_mask[0])
        batch.step(batch.random_actions())
