"""Recorded games as arrays to learn from."""

from pathlib import Path

import numpy as np
import pytest

from chabudai.arena.selfplay import SelfplayJob, selfplay
from chabudai.envs.demonstrations import demonstrations
from chabudai.games.registry import games
from chabudai.kernel.bits import members
from chabudai.kernel.chance import Seeded
from chabudai.kernel.errors import BadRecord
from chabudai.kernel.rng import Rng
from chabudai.records.play import Play
from chabudai.records.record import Record, read_record, read_records
from chabudai.records.replay import replay, replay_steps
from chabudai.scene.game import Game

RECORDS = Path(__file__).parents[2] / "examples" / "records"


def random_records(game: Game, players: int, number: int) -> list[Record]:
    """Return the records of this many random games."""
    setup = game.setup(players)
    job = SelfplayJob(game.name, setup, seed=3, games=number, records=True)
    return [read_record(line) for totals in selfplay(job, processes=1) for line in totals.records]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_each_choice_is_paired_with_what_its_seat_saw(game: Game) -> None:
    records = random_records(game, game.players[0], 2)
    shown = demonstrations(records)
    row = 0
    for record in records:
        utilities = [replay(record).state.utility(seat) for seat in range(record.players)]
        for play in replay_steps(record):
            if len(play.moves) == len(record.moves):
                break
            seat, words = record.moves[len(play.moves)]
            observer = game.observer(play.setup)
            packed = np.packbits(shown.observation[row], bitorder="little").tobytes()
            assert packed.ljust(observer.row, b"\0") == observer.observe(play.state, seat)
            assert (shown.seat[row], shown.action[row], shown.layout) == (seat, game.action(words), observer.layout)
            assert np.flatnonzero(shown.action_mask[row]).tolist() == play.state.legal(seat)
            assert shown.utility[row] == pytest.approx(utilities[seat])
            assert seat in members(play.state.waiting)
            row += 1
    assert row == len(shown.action)


def test_the_utility_of_an_unfinished_game_is_unknown() -> None:
    kasane = games()["kasane"]
    play = Play(kasane, kasane.setup(3), Seeded(Rng(1)))
    play.settle()
    nothing = demonstrations([play.record()])
    assert len(nothing.observation) == len(nothing.action_mask) == len(nothing.action) == 0
    for _ in range(5):
        seat = members(play.state.waiting)[0]
        play.choose(seat, play.state.legal(seat)[0])
    shown = demonstrations([play.record()])
    assert len(shown.action) == 5
    assert np.isnan(shown.utility).all()


def test_records_of_several_layouts_and_an_empty_list_are_refused() -> None:
    kasane = games()["kasane"]
    with pytest.raises(BadRecord, match="of one game with one observation layout"):
        demonstrations([*random_records(kasane, 3, 1), *random_records(kasane, 4, 1)])
    with pytest.raises(BadRecord, match="of one game with one observation layout"):
        demonstrations([])


@pytest.mark.parametrize("name", games())
def test_the_example_records_follow_the_rules(name: str) -> None:
    records = list(read_records(RECORDS / f"{name}.jsonl"))
    assert len(records) >= 20
    for record in records[::4]:
        assert record.game == name
        assert replay(record).state.over()
