"""Results: from deals to shares and margins."""

import pytest

from chabudai.arena.duplicate import Deal, ThinkingTime
from chabudai.arena.estimate import estimate
from chabudai.arena.lineup import Pair
from chabudai.arena.results import as_csv, pair_results, thinking_times


def deal(number: int, shares: list[float], margins: list[float], one: str = "a", rest: str = "b") -> Deal:
    return Deal(one, rest, number, shares, margins, {one: ThinkingTime(2, 0.5), rest: ThinkingTime(4, 0.25)})


DEALS = [
    deal(1, [1.0, 0.0, 0.0, 1.0], [4.0, -2.0, 0.0, 2.0]),
    deal(0, [1.0, 1.0, 1.0, 1.0], [8.0, 8.0, 4.0, 4.0]),
    deal(2, [0.0, 0.0, 0.5, 0.5], [-1.0, -1.0, 0.0, 0.0]),
]


def test_each_deal_counts_as_one_value() -> None:
    (row,) = pair_results([Pair("a", "b", alone=True)], DEALS)
    assert (row.deals, row.games, row.fair) == (3, 12, 0.25)
    assert row.share == estimate([1.0, 0.5, 0.25]).within(0, 1)
    assert row.margin == estimate([6.0, 1.0, -0.5])


def test_the_rest_share_what_the_lone_side_leaves() -> None:
    lone, rest = pair_results([Pair("a", "b", alone=True), Pair("b", "a", alone=False)], DEALS)
    assert rest.sides == (3, 1)
    assert lone.share.mean + 3 * rest.share.mean == pytest.approx(1)
    assert rest.share.high == pytest.approx((1 - lone.share.low) / 3)
    assert (rest.margin.low, rest.margin.high) == (-lone.margin.high, -lone.margin.low)


def test_a_share_is_clear_only_if_its_interval_excludes_the_fair_share() -> None:
    above = [deal(number, [1.0, 0.5, 0.5, 1.0 - 0.1 * number], [1.0] * 4) for number in range(5)]
    below = [deal(number, [0.0, 0.0, 0.1 * number, 0.0], [1.0] * 4) for number in range(5)]
    unclear = [deal(number, [float(number % 2), 0.0, 0.0, 0.5], [1.0] * 4) for number in range(5)]
    verdicts = [pair_results([Pair("a", "b", alone=True)], deals)[0].verdict for deals in (above, below, unclear)]
    assert verdicts == [1, -1, 0]


def test_a_few_equal_deals_prove_nothing() -> None:
    few, many = ([deal(number, [0.0] * 4, [-1.0] * 4) for number in range(deals)] for deals in (2, 20))
    assert [pair_results([Pair("a", "b", alone=True)], deals)[0].verdict for deals in (few, many)] == [0, -1]
    assert [pair_results([Pair("b", "a", alone=False)], deals)[0].verdict for deals in (few, many)] == [0, 1]


def test_the_order_in_which_deals_were_finished_does_not_matter() -> None:
    pairs = [Pair("a", "b", alone=True)]
    assert pair_results(pairs, DEALS) == pair_results(pairs, DEALS[::-1])


def test_pairs_without_deals_have_no_result() -> None:
    assert pair_results([Pair("b", "a", alone=True)], DEALS) == []


def test_thinking_time_adds_up_over_all_pairs() -> None:
    total = thinking_times([*DEALS, deal(0, [0.0], [0.0], "b", "c")])
    assert total == {"a": ThinkingTime(6, 1.5), "b": ThinkingTime(14, 1.25), "c": ThinkingTime(4, 0.25)}


def test_the_csv_has_one_line_for_each_pair() -> None:
    lines = as_csv(pair_results([Pair("a", "b", alone=True)], DEALS)).splitlines()
    assert lines[0].split(",")[:7] == ["bot", "against", "sides", "against_sides", "deals", "games", "fair"]
    assert lines[1].split(",")[:8] == ["a", "b", "1", "3", "3", "12", "0.25000", "0.58333"]
    assert len(lines[1].split(",")) == len(lines[0].split(",")) == 13
