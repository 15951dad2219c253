"""Self-play with named bots: they really play, and play the same games on any number of processes."""

import json

from chabudai.arena.selfplay import SelfplayJob, play_batch, selfplay
from chabudai.games.registry import game

KASANE = game("kasane")


def job(*bots: str, games: int = 2) -> SelfplayJob:
    return SelfplayJob("kasane", KASANE.setup(3), seed=3, games=games, records=True, bots=bots)


def test_a_single_name_applies_to_all_seats() -> None:
    assert play_batch(job("novice@2"), range(1)) == play_batch(job(*["novice@2"] * 3), range(1))


def test_records_name_who_played_and_do_not_depend_on_the_number_of_processes() -> None:
    mixed_job = job("random", "club@4", "casual@4")
    by_one, by_two = (list(selfplay(mixed_job, processes)) for processes in (1, 2))
    assert by_one == by_two
    assert json.loads(by_one[0].records[0])["bots"] == ["random", "club@4", "casual@4"]


def test_a_searching_bot_beats_random_ones() -> None:
    shares = [0.0, 0.0, 0.0]
    for totals in selfplay(job("random", "club@12", "random", games=6), 1):
        shares = [total + share for total, share in zip(shares, totals.shares, strict=True)]
    assert shares[1] >= 4.0
