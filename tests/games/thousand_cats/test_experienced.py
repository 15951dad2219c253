"""Multiplier cards: TC-50 to TC-53."""

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.games.thousand_cats.equipment import factor_of
from chabudai.games.thousand_cats.phases import MULTIPLIER, NAME_START, PLAY
from chabudai.games.thousand_cats.words import MULTIPLIER_NAMES
from chabudai.kernel.bits import count, lowest
from chabudai.testing.table import StackedTable
from games.thousand_cats.positions import cats, deal_unasked, keep, last_round, play, points_of

KOU_1 = MULTIPLIER_NAMES.index("kou-1")


def experienced(players: int = 4, seed: int = 0, **chance: str) -> StackedTable:
    return deal_unasked(chance, players, seed, rules="experienced", target=200)


def test_each_of_twelve_cards_doubles_one_season_and_subtracts_another() -> None:  # TC-50
    equipment = cats(experienced()).equipment
    cards = [[factor_of(packed, season) for season in range(4)] for packed in equipment.multipliers]
    assert len({tuple(card) for card in cards}) == len(MULTIPLIER_NAMES) == 12
    for number, card in enumerate(cards):
        assert sorted(card) == [-1, 1, 1, 2]
        assert card[number % 4] == 2
        assert card[(number % 4 + 1 + number // 4) % 4] == -1
    assert cards[KOU_1] == [2, -1, 1, 1]
    assert next(table for table in GAME.tables if table.name == "multipliers").assumed


def test_players_have_three_cards_and_choose_openly_clockwise_from_the_start_player() -> None:  # TC-51, TC-52
    table = experienced(start="2")
    assert table.events("starts") == [(2,)]
    assert [count(player.multipliers) for player in cats(table).seats] == [3, 3, 3, 3]
    order = []
    while table.state.first == MULTIPLIER:
        seat = lowest(table.state.waiting)
        order.append(seat)
        assert len(table.legal(seat)) == 3
        table.play(table.legal(seat)[0])
    assert order == [2, 3, 0, 1]
    assert len(table.events("multiplier", seen_by=-1)) == 4


def test_chosen_cards_are_discarded_and_all_are_dealt_again_when_used_up() -> None:  # TC-51
    table = experienced()
    for game in range(7):
        _to_round_1(table, game)
        cards_left = [count(player.multipliers) for player in cats(table).seats]
        assert cards_left == [2 - game % 3] * 4
        assert count(cats(table).discarded) == 4 * (game % 3)
    record = table.record()
    assert sum(entry.what == "multipliers" for entry in record.chance) == 3


def _to_round_1(table: StackedTable, game: int) -> None:
    """Play on to the first round of a game, counted from 0."""
    table.play_on(until=lambda state: state.part == game and state.first == PLAY and state.waiting != 0)


def test_choosing_the_last_multiplier_card_is_still_a_move() -> None:  # TC-51
    table = experienced()
    table.play_on(until=lambda state: state.part == 2 and state.first == MULTIPLIER and state.waiting != 0)
    assert len(table.legal(lowest(table.state.waiting))) == 1


def next_game(totals: list[int]) -> StackedTable:
    """End a game in which only cards without icons were taken, with these totals, and deal the next."""
    table = last_round(
        "summer-5 fall-6 fall-8 winter-9", "spring-4 winter-7", [], totals, rules="experienced", target=200
    )
    play(table, "summer-5 fall-6 fall-8 winter-9")
    keep(table)
    return table


def test_the_player_with_the_lowest_total_names_any_start_player() -> None:  # TC-52
    table = next_game([5, 9, 2, 7])
    assert table.state.first == NAME_START
    assert table.legal(2) == ["start 0", "start 1", "start 2", "start 3"]
    table.play("start 1")
    assert table.events("starts")[-1] == (1,)
    assert table.state.waiting == 0b10


def test_a_tie_for_the_lowest_total_is_broken_by_a_draw() -> None:  # TC-52
    table = next_game([5, 2, 9, 2])
    assert lowest(table.state.waiting) in (1, 3)
    assert table.record().chance[-1].what == "lowest"


def test_in_the_first_game_the_start_player_is_drawn() -> None:  # TC-52
    starts = {experienced(seed=seed).events("starts")[0][0] for seed in range(30)}
    assert starts == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ("spring-1 summer-2 winter-6 spring-2 fall-4 spring-5 summer-6", 5),  # 4 − 2 + 1 + 4 − 2
        ("spring-1 summer-2 winter-6 spring-2 fall-4 winter-5 spring-5 summer-6", 0),  # half of 3, − 2
        ("summer-2 summer-4", -3),
        ("summer-2 summer-4 spring-2 fall-4 winter-5", -1),
        ("spring-2 spring-5", 1),  # neither booze nor crow is multiplied: FAQ 10
    ],
)
def test_fish_count_times_the_multiplier_of_their_season(taken: str, points: int) -> None:  # TC-30, TC-53
    assert points_of(taken, multiplier=KOU_1, rules="experienced") == points


def test_events_report_each_step_of_the_scoring() -> None:  # TC-53
    table = last_round(
        "summer-5 fall-6 fall-8 winter-9", "spring-4 winter-7", ["spring-1 summer-2 winter-6 spring-2 spring-5"],
        multipliers=[KOU_1] * 4, rules="experienced", target=200,
    )  # fmt: skip
    play(table, "summer-5 fall-6 fall-8 winter-9")
    counted = [event for event in table.events("fish_counted") if event[0] == 0]
    assert counted == [(0, "spring", 2, 2, 4), (0, "summer", 2, -1, -2), (0, "winter", 1, 1, 1)]
    assert table.events("scored")[0] == (0, 3, 2, -1, 4, 4)
