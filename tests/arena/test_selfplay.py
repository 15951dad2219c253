"""Self-play: the same games on any number of processes, with and without records."""

import pytest

from chabudai.arena.selfplay import GameTotals, SelfplayJob, play_batch, play_recorded, selfplay
from chabudai.games.registry import games
from chabudai.kernel.playout import playout
from chabudai.kernel.rng import Rng
from chabudai.records.record import read_record
from chabudai.records.replay import replay


@pytest.mark.parametrize("name", games())
def test_a_recorded_game_is_the_game_that_playout_plays(name: str) -> None:
    game = games()[name]
    setup = game.setup(game.players[0])
    for seed in range(5):
        state = setup.start()
        choices = playout(state, Rng(seed))
        play = play_recorded(game, setup, Rng(seed))
        assert play.state.same_position(state)
        assert len(play.moves) == choices


@pytest.mark.parametrize("name", games())
def test_records_and_totals_do_not_depend_on_the_number_of_processes(name: str) -> None:
    game = games()[name]
    job = SelfplayJob(name, game.setup(game.players[-1]), seed=3, games=120, records=True)
    by_one, by_two = (list(selfplay(job, processes)) for processes in (1, 2))
    assert by_one == by_two
    assert sum(totals.games for totals in by_one) == 120


def test_totals_are_the_same_with_and_without_records() -> None:
    game = games()["ameno_kirifuda"]
    recorded, quick = (
        play_batch(SelfplayJob(game.name, game.setup(4), seed=9, games=20, records=records), range(20))
        for records in (True, False)
    )
    recorded.records.clear()
    assert recorded == quick


def test_records_replay_to_their_results() -> None:
    game = games()["ameno_kirifuda"]
    for players in game.players:
        totals = play_batch(SelfplayJob(game.name, game.setup(players), seed=2, games=5, records=True), range(5))
        for line in totals.records:
            assert replay(read_record(line)).record().result == read_record(line).result


def test_totals_add_up() -> None:
    total = GameTotals.empty(2)
    total.add(GameTotals(1, 10, [3, 4], [0.5, 0.5]))
    total.add(GameTotals(2, 12, [1, 1], [2.0, 0.0], [b"{}"]))
    assert total == GameTotals(3, 22, [4, 5], [2.5, 0.5])
