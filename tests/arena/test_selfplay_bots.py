"""Self-play by bots with names: they really play, and the same games on any number of processes."""

import json

from chabudai.arena.selfplay import Task, play_batch, selfplay
from chabudai.games.registry import game

KASANE = game("kasane")


def task(*bots: str, games: int = 2) -> Task:
    return Task("kasane", KASANE.setup(3), seed=3, games=games, records=True, bots=bots)


def test_one_name_is_for_all_seats() -> None:
    assert play_batch(task("novice@2"), range(1)) == play_batch(task(*["novice@2"] * 3), range(1))


def test_records_name_who_played_and_do_not_depend_on_the_number_of_processes() -> None:
    played = task("random", "club@4", "casual@4")
    one, two = (list(selfplay(played, jobs)) for jobs in (1, 2))
    assert one == two
    assert json.loads(one[0].records[0])["bots"] == ["random", "club@4", "casual@4"]


def test_a_bot_that_thinks_beats_those_that_do_not() -> None:
    shares = [0.0, 0.0, 0.0]
    for tally in selfplay(task("random", "club@12", "random", games=6), 1):
        shares = [all_of + one for all_of, one in zip(shares, tally.shares, strict=True)]
    assert shares[1] >= 4.0
