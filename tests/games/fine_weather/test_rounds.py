"""Rounds, their first leaders and the order of wishes: FW-10 to FW-12, FW-14."""

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.phases import PLAY, WISH
from chabudai.kernel.bits import lowest
from chabudai.testing.table import StackedTable, deal
from games.fine_weather.positions import last_trick, trick, weather

LAST_TRICKS = {3: "fine-1 fine-2 fine-3", 4: "fine-1 fine-2 fine-3 fine-4"}
"""By number of players: the cards of a last trick that scores nothing under a wish for Rainy."""


def next_round(points: list[int], opener: int = 0, **options: object) -> StackedTable:
    """Return a table at the start of a round, after one that this seat opened and that ended with these totals."""
    players = len(points)
    table = last_trick(LAST_TRICKS[players], points=points, opener=opener, wish=["rainy"] * players, options=options)
    trick(table, LAST_TRICKS[players])
    return table


def wish_order(table: StackedTable) -> list[int]:
    """Return the seats in the order in which they wish."""
    order: list[int] = []
    while table.state.first != PLAY:
        seat = lowest(table.state.waiting)
        order += [seat] if table.state.first == WISH else []
        table.play_on(moves=1)
    return order


@pytest.mark.parametrize(("players", "option", "rounds"), [(3, 3, 3), (4, 3, 3), (3, "players", 3), (4, "players", 4)])
def test_there_are_three_rounds_or_one_per_player(players: int, option: object, rounds: int) -> None:  # FW-10
    table = deal(GAME, players, options={"rounds": option})
    table.play_on()
    assert table.events("round_over") == [(number + 1,) for number in range(rounds)]
    assert table.state.part == rounds


def test_each_round_is_a_part_with_an_outlook() -> None:  # FW-10
    table = next_round([3, 0, 9, -2])
    assert table.state.part == 1
    outlook = [table.state.outlook(seat) for seat in range(4)]
    assert sum(outlook) == pytest.approx(1)
    assert sorted(range(4), key=lambda seat: -outlook[seat]) == [2, 0, 1, 3]


@pytest.mark.parametrize("players", [3, 4])
def test_chance_decides_who_leads_first_in_round_1(players: int) -> None:  # FW-11
    for start in range(players):
        table = deal(GAME, players, chance={"start": str(start)})
        assert table.events("opens") == [(start,)]
        assert table.record().chance[0].result == [start]
        table.play_on(until=lambda state: state.first == PLAY)
        assert table.state.waiting == 1 << start
    assert {weather(deal(GAME, players, seed=seed)).opener for seed in range(30)} == set(range(players))


@pytest.mark.parametrize(("points", "opener", "leads"), [
    ([3, 0, 9, -2], 0, 3), ([1, -5, 0, 7], 2, 1), ([4, 5, 3], 1, 2), ([-4, 5, 3], 1, 0),
])  # fmt: skip
def test_the_lowest_total_leads_the_next_round(points: list[int], opener: int, leads: int) -> None:  # FW-11
    table = next_round(points, opener)
    assert table.events("opens")[-1] == (leads,)
    table.play_on(until=lambda state: state.first == PLAY)
    assert table.state.waiting == 1 << leads


@pytest.mark.parametrize(("opener", "leads"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_with_rotate_the_next_seat_leads_the_next_round(opener: int, leads: int) -> None:  # FW-11
    assert next_round([3, 0, 9, -2], opener, first_lead="rotate").events("opens")[-1] == (leads,)


def test_with_rotate_the_first_lead_rotates_whatever_the_totals() -> None:  # FW-11
    table = deal(GAME, 4, options={"first_lead": "rotate", "rounds": "players"}, chance={"start": "2"})
    table.play_on()
    assert table.events("opens") == [(2,), (3,), (0,), (1,)]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("start", [0, 2])
def test_in_round_1_wishes_are_made_clockwise_from_the_leader(players: int, start: int) -> None:  # FW-12
    table = deal(GAME, players, chance={"start": str(start)})
    assert wish_order(table) == [(start + step) % players for step in range(players)]


@pytest.mark.parametrize("first_lead", ["lowest", "rotate"])
def test_later_wishes_go_from_the_highest_total_down(first_lead: str) -> None:  # FW-12
    assert wish_order(next_round([3, 0, 9, -2], first_lead=first_lead)) == [2, 0, 1, 3]
    assert wish_order(next_round([3, 0, 9], opener=1, first_lead=first_lead)) == [2, 0, 1]


def test_wishes_are_made_openly_after_the_deal_and_before_the_first_card() -> None:  # FW-12
    table = deal(GAME, 4, chance={"start": "0"})
    table.play("wish fine", "wish snow")
    assert table.events("wished", seen_by=-1) == [(0, "fine"), (1, "snow")]
    assert table.refusal(2, "play fine-1") == "it is time to wish"
    for viewer in range(-1, 4):
        seats = table.state.seen_by(viewer, recall=False).as_json()["seats"]
        assert isinstance(seats, list)
        assert [seat["wish"] for seat in seats] == [0, 4, -1, -1]


# ---- Ties ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "opener", "leads"),
    [
        ([0, 0, 0, 0], 0, 1),
        ([0, 0, 0, 0], 3, 0),
        ([0, 0, 5, 0], 1, 3),
        ([-1, 5, 5, -1], 0, 3),  # the previous leader comes last
        ([-1, 5, 5, -1], 3, 0),
        ([5, -1, -1, 5], 1, 2),
        ([2, 2, 2], 1, 2),
        ([2, 2, 7], 1, 0),
        ([2, 2, 7], 0, 1),
    ],
)
def test_a_tie_for_the_lowest_goes_to_the_next_seat_after_the_previous_leader(
    points: list[int], opener: int, leads: int
) -> None:  # FW-14
    assert next_round(points, opener).events("opens")[-1] == (leads,)


@pytest.mark.parametrize(
    ("points", "opener", "order"),
    [
        ([0, 0, 0, 0], 0, [1, 2, 3, 0]),
        ([0, 0, 0, 0], 2, [3, 0, 1, 2]),
        ([4, 1, 4, 1], 0, [2, 0, 1, 3]),
        ([4, 1, 4, 1], 1, [2, 0, 3, 1]),
        ([4, 1, 4, 1], 3, [0, 2, 1, 3]),
        ([5, 5, 0], 0, [1, 0, 2]),
        ([5, 5, 0], 1, [0, 1, 2]),
    ],
)
@pytest.mark.parametrize("first_lead", ["lowest", "rotate"])
def test_among_equal_totals_the_next_seat_after_the_previous_leader_wishes_first(
    points: list[int], opener: int, order: list[int], first_lead: str
) -> None:  # FW-14
    assert wish_order(next_round(points, opener, first_lead=first_lead)) == order
