"""Three players and the dummy: TC-70 to TC-72."""

import pytest

from chabudai.games.thousand_cats.phases import PLAY
from chabudai.games.thousand_cats.words import CARDS
from chabudai.kernel.bits import count, lowest
from chabudai.testing.table import StackedTable
from games.thousand_cats.positions import (
    card_words,
    cats,
    chance_for,
    deal_unasked,
    dealt,
    keep,
    last_round,
    pair,
    play,
    row,
)

NO_ICONS = "spring-4 winter-7"
"""Cards without icons, for the middle."""


def with_dummy(hands: str, dummy: str, face_up: str = "") -> StackedTable:
    """Deal a first round for 3 players in which the dummy turns up this card, which must be in its hand."""
    return deal_unasked({**chance_for(hands, face_up), "dummy": dummy}, 3, target=200)


def test_the_fourth_hand_becomes_the_dummys_shuffled_deck() -> None:  # TC-70
    table = dealt(players=3)
    record = table.record()
    assert [(entry.what, len(entry.result)) for entry in record.chance] == [("booze", 8), ("deck", 30), ("dummy", 9)]
    fourth_hand = record.chance[0].result[6:] + record.chance[1].result[23:]
    assert sorted(map(str, record.chance[2].result)) == sorted(map(str, fourth_hand))
    assert CARDS[cats(table).seats[3].played] == record.chance[2].result[0]


def test_the_dummys_cards_are_turned_up_in_order_before_the_players_choose() -> None:  # TC-70
    table = dealt(players=3, target=200)
    table.play_on(until=lambda state: state.part == 1)
    rounds = len(table.events("played")) // 3
    turned_up = [event[0] for event in table.events("dummy_played")][:rounds]
    assert turned_up == table.record().chance[2].result[:rounds]


def test_the_dummy_plays_any_season_and_gets_no_markers() -> None:  # TC-70
    table = with_dummy("… | … | … | spring-6 …", "spring-6", face_up="spring-1 spring-9")
    assert CARDS[cats(table).seats[3].played] == "spring-6"
    table.play_on(moves=3)
    assert cats(table).seats[3].void == 0


def test_the_dummy_takes_a_card_and_leaves_its_own_like_any_player() -> None:  # TC-70
    table = with_dummy("summer-5 … | summer-7 … | winter-9 … | winter-12 …", "winter-12", face_up="spring-3 fall-9")
    play(table, "summer-5 summer-7 winter-9")
    assert [row(table, seat) for seat in range(4)] == ["spring-3", "summer-7", "winter-9", "fall-9"]
    assert pair(table) == "summer-5 winter-12"
    assert table.events("dummy_took_high") == [("fall-9",)]


def test_the_dummys_crow_swaps_with_a_players_yorozu() -> None:  # TC-70
    table = with_dummy("yorozu-13 … | summer-7 … | winter-9 … | summer-6 …", "summer-6", face_up="spring-3 fall-9")
    play(table, "yorozu-13 summer-7 winter-9")
    assert table.events("swap") == [("yorozu-13", "summer-6")]
    assert row(table, 3) == "fall-9"
    assert row(table, 0) == "spring-3"


@pytest.mark.parametrize(
    ("crow", "nearer"),
    [("spring-5", "yorozu-0"), ("summer-6", "yorozu-0"), ("fall-7", "yorozu-13"), ("winter-8", "yorozu-13")],
)
def test_the_dummys_crow_between_two_yorozu_swaps_with_the_nearer(crow: str, nearer: str) -> None:  # TC-70
    table = with_dummy(f"yorozu-13 … | yorozu-0 … | winter-9 … | {crow} …", crow, face_up="spring-3 fall-9")
    play(table, "yorozu-13 yorozu-0 winter-9")
    assert table.events("swap") == [(nearer, crow)]
    assert table.state.first == PLAY


def test_a_players_crow_chooses_even_if_one_yorozu_is_the_dummys() -> None:  # TC-23, TC-70
    table = with_dummy("yorozu-13 … | winter-8 … | winter-9 … | yorozu-0 …", "yorozu-0", face_up="spring-3 fall-9")
    play(table, "yorozu-13 winter-8 winter-9")
    assert table.legal(1) == ["swap yorozu-0", "swap yorozu-13"]
    table.play("swap yorozu-0")
    assert row(table, 3) == "winter-8"


def test_the_dummy_takes_no_booze_token_and_three_booze_do_not_end_the_game() -> None:  # TC-71
    table = with_dummy("summer-5 … | summer-7 … | winter-12 … | summer-9 …", "summer-9", face_up="spring-3 fall-9")
    play(table, "summer-5 summer-7 winter-12")
    assert row(table, 3) == "summer-9"
    assert cats(table).seats[3].booze == 0
    for seed in range(60):
        match = dealt(players=3, seed=seed, target=200)
        _to_three_booze(match)
        if match.state.part == 0:
            return
    raise AssertionError("the dummy never had three booze")


def _to_three_booze(table: StackedTable) -> None:
    """Play on until the dummy has taken three booze cards, or the game ends."""
    table.play_on(until=lambda state: state.part == 1 or _booze_of_dummy(table) >= 3)


def _booze_of_dummy(table: StackedTable) -> int:
    booze = {"spring-2", "spring-8", "summer-3", "summer-9", "fall-4", "fall-10", "winter-5", "winter-11",
             "yorozu-0", "yorozu-13"}  # fmt: skip
    return len(booze & set(row(table, 3).split()))


def test_players_have_four_multiplier_cards_each_and_the_dummy_none() -> None:  # TC-71
    table = dealt(players=3, rules="experienced", target=200)
    assert [count(player.multipliers) for player in cats(table).seats] == [4, 4, 4, 0]
    for game in range(5):
        _to_round_1(table, game)
        assert [count(player.multipliers) for player in cats(table).seats] == [3 - game % 4] * 3 + [0]


def _to_round_1(table: StackedTable, game: int) -> None:
    """Play on to the first round of a game, counted from 0."""
    table.play_on(until=lambda state: state.part == game and state.first == PLAY and state.waiting != 0)


def test_there_are_three_tokens_of_each_season_and_none_for_the_dummy() -> None:  # TC-71
    table = dealt(players=3, rules="advanced", target=200)
    assert [cats(table).supply(season) for season in range(4)] == [3, 3, 3, 3]
    for _ in range(3):
        table.play(table.legal(lowest(table.state.waiting))[3])
    assert [cats(table).supply(season) for season in range(4)] == [0, 0, 0, 3]
    assert cats(table).seats[3].tokens == 0


def test_the_dummy_is_not_asked_about_a_re_deal() -> None:  # TC-72
    table = dealt("… | … | … | spring-5 summer-6 fall-7 …", players=3)
    assert table.state.first == PLAY
    assert table.events("asked") == []
    assert "spring-5" in card_words(cats(table).seats[3].hand) or cats(table).seats[3].played == CARDS.index("spring-5")


def test_the_dummy_scores_nothing_and_cannot_win() -> None:  # TC-72
    table = dealt(players=3, target=20)
    table.play_on()
    assert len(table.state.scores()) == 3
    assert cats(table).seats[3].total == 0


def test_the_dummy_cannot_be_lowest_or_start_player_and_clockwise_skips_it() -> None:  # TC-72
    table = last_round("summer-5 fall-6 fall-8", NO_ICONS, [], [5, 2, 9], "winter-9", rules="experienced", target=200)
    play(table, "summer-5 fall-6 fall-8")
    keep(table)
    assert table.legal(1) == ["start 0", "start 1", "start 2"]
    assert table.refusal(1, "start 3") == "there are only players 0 to 2"
    table.play("start 2")
    order = []
    while table.state.first != PLAY:
        order.append(lowest(table.state.waiting))
        table.play(table.legal(order[-1])[0])
    assert order == [2, 0, 1]
