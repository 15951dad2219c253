"""Who plays whom."""

import pytest

from chabudai.arena.lineup import BadBots, Lineup, Pair, pairs

FOUR = ((0,), (1,), (2,), (3,))
TEAMS = ((0, 2), (1, 3))


def test_the_lone_bot_has_every_seat_once() -> None:
    seatings = [Lineup("a", "b").seating(FOUR, alone) for alone in range(4)]
    assert seatings == [list("abbb"), list("babb"), list("bbab"), list("bbba")]


def test_a_lone_bot_plays_both_seats_of_its_side() -> None:
    assert [Lineup("a", "b").seating(TEAMS, alone) for alone in range(2)] == [list("abab"), list("baba")]


def test_one_plays_the_rest_and_the_rest_play_one() -> None:
    assert pairs(["a", "b"], FOUR, "one") == [Pair("a", "b", alone=True)]
    assert pairs(["a", "b"], FOUR, "rest") == [Pair("a", "b", alone=False)]
    assert [pair.lineup for pair in pairs(["a", "b"], FOUR, "both")] == [Lineup("a", "b"), Lineup("b", "a")]


def test_between_two_sides_there_is_one_way_to_sit() -> None:
    for form in ("one", "rest", "both"):
        assert pairs(["a", "b"], TEAMS, form) == [Pair("a", "b", alone=True)]


def test_several_bots_meet_in_all_pairs() -> None:
    met = [(pair.bot, pair.other) for pair in pairs(["a", "b", "c"], FOUR, "one")]
    assert met == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize(("bots", "complaint"), [(["a"], "two bots or more"), (["a", "b", "a"], "a is named twice")])
def test_what_cannot_be_compared_is_refused(bots: list[str], complaint: str) -> None:
    with pytest.raises(BadBots, match=complaint):
        pairs(bots, FOUR, "both")
