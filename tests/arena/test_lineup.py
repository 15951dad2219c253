"""Lineups of the arena."""

import pytest

from chabudai.arena.lineup import BadBots, Lineup, Pair, pairs

FOUR = ((0,), (1,), (2,), (3,))
TEAMS = ((0, 2), (1, 3))


def test_the_lone_bot_plays_every_seat_once() -> None:
    seatings = [Lineup("a", "b").seating(FOUR, side) for side in range(4)]
    assert seatings == [list("abbb"), list("babb"), list("bbab"), list("bbba")]


def test_a_lone_bot_plays_both_seats_of_its_side() -> None:
    assert [Lineup("a", "b").seating(TEAMS, side) for side in range(2)] == [list("abab"), list("baba")]


def test_the_format_says_whether_the_first_bot_plays_one_side_or_the_rest() -> None:
    assert pairs(["a", "b"], FOUR, "one") == [Pair("a", "b", alone=True)]
    assert pairs(["a", "b"], FOUR, "rest") == [Pair("a", "b", alone=False)]
    assert [pair.lineup for pair in pairs(["a", "b"], FOUR, "both")] == [Lineup("a", "b"), Lineup("b", "a")]


def test_with_two_sides_all_formats_are_the_same() -> None:
    for format_ in ("one", "rest", "both"):
        assert pairs(["a", "b"], TEAMS, format_) == [Pair("a", "b", alone=True)]


def test_several_bots_meet_in_all_pairs() -> None:
    names = [(pair.bot, pair.other) for pair in pairs(["a", "b", "c"], FOUR, "one")]
    assert names == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize(("bots", "message"), [(["a"], "two or more bots"), (["a", "b", "a"], "a is named twice")])
def test_bots_that_cannot_be_compared_are_refused(bots: list[str], message: str) -> None:
    with pytest.raises(BadBots, match=message):
        pairs(bots, FOUR, "both")
