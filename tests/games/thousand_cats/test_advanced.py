"""Season tokens: TC-60 to TC-64."""

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.games.thousand_cats.phases import ONE_TOKEN, PLAY, THREE_TOKENS
from chabudai.games.thousand_cats.words import SEASONS
from chabudai.kernel.bits import lowest
from chabudai.testing.table import StackedTable, deal
from games.thousand_cats.positions import cats, keep, last_round, play, points_of

NOTHING_HAPPENS = "summer-5 fall-6 fall-8 winter-9"
"""Cards without icons, one for each seat to play."""
NO_ICONS = "spring-4 winter-7"
"""Cards without icons, for the middle."""


def advanced(players: int = 4, seed: int = 0, **chance: str) -> StackedTable:
    return deal(GAME, players, options={"rules": "advanced", "target": 200}, chance=chance, seed=seed)


def tokens(table: StackedTable, seat: int) -> str:
    player = cats(table).seats[seat]
    return " ".join(name for season, name in enumerate(SEASONS) for _ in range(player.tokens_of(season)))


def scored_game(taken: list[str], totals: list[int] | None = None, players: int = 4, target: int = 200) -> StackedTable:
    """End a game in which the seats took these cards, and return the table after its scoring."""
    hands = " ".join(NOTHING_HAPPENS.split()[:players])
    dummy = "" if players == 4 else "winter-9"
    table = last_round(hands, NO_ICONS, taken, totals or [0] * players, dummy, rules="advanced", target=target)
    play(table, hands)
    keep(table)
    return table


def test_in_the_first_game_players_take_three_tokens_of_different_seasons_in_the_order_drawn() -> None:  # TC-60
    table = advanced(order="2 0 3 1")
    order = []
    while table.state.first == THREE_TOKENS:
        seat = lowest(table.state.waiting)
        order.append(seat)
        assert table.legal(seat) == [
            "tokens summer fall winter",
            "tokens spring fall winter",
            "tokens spring summer winter",
            "tokens spring summer fall",
        ]
        table.play("tokens spring fall winter")
    assert order == [2, 0, 3, 1]
    assert [tokens(table, seat) for seat in range(4)] == ["spring fall winter"] * 4
    assert [cats(table).supply(season) for season in range(4)] == [0, 4, 0, 0]
    assert table.events("took_tokens")[0] == (2, "spring", "fall", "winter")


@pytest.mark.parametrize(("owned", "points"), [("", 0), ("spring", 2), ("spring spring", 4)])
def test_fish_are_multiplied_by_the_tokens_of_their_season(owned: str, points: int) -> None:  # TC-61
    assert points_of("spring-1", tokens=owned, rules="advanced") == points
    assert points_of("spring-1 spring-2 spring-5", tokens=owned, rules="advanced") == points + 1


def test_with_three_booze_the_multiplied_fish_are_halved() -> None:  # TC-61
    taken = "spring-1 spring-3 fall-4 winter-5 yorozu-0"
    assert points_of(taken, tokens="spring spring", rules="advanced") == 3


def test_all_tokens_are_returned_after_scoring() -> None:  # TC-61
    table = last_round(NOTHING_HAPPENS, NO_ICONS, [], tokens=["spring spring fall"] * 2, rules="advanced", target=200)
    play(table, NOTHING_HAPPENS)
    assert [tokens(table, seat) for seat in range(4)] == ["", "", "", ""]


def test_a_booze_card_gives_a_token_of_its_season() -> None:  # TC-62
    table = scored_game(["spring-2 winter-11", "fall-4 fall-10", "", "summer-3 summer-9 spring-8"], [9, 9, 9, 0])
    assert [tokens(table, seat) for seat in range(4)] == ["spring winter", "fall fall", "", "spring summer summer"]


def test_a_yorozu_gives_a_token_of_any_season_and_the_owner_of_0_chooses_first() -> None:  # TC-62, TC-64
    # FAQ 13, FAQ 14
    table = scored_game(["yorozu-13", "", "yorozu-0", ""])
    assert (table.state.first, table.state.waiting) == (ONE_TOKEN, 0b100)
    assert table.legal(2) == [f"token {season}" for season in SEASONS]
    table.play("token fall")
    assert table.state.waiting == 0b1
    table.play("token fall")
    assert (tokens(table, 0), tokens(table, 2)) == ("fall", "fall")
    assert table.state.part == 1


def test_one_owner_of_both_yorozu_takes_two_tokens() -> None:  # TC-62
    table = scored_game(["", "yorozu-0 yorozu-13", "", ""])
    table.play("token winter", "token winter")
    assert tokens(table, 1) == "winter winter"


def test_nobody_takes_a_third_token_of_a_season() -> None:  # TC-62
    # FAQ 11
    table = scored_game(["", "fall-4 fall-10 yorozu-0", "", ""])
    assert table.legal(1) == ["token spring", "token summer", "token winter"]
    table.play("token spring")
    table.play_on(until=lambda state: state.waiting == 0b10 and state.first == ONE_TOKEN)
    assert "token fall" not in table.legal(1)


def test_three_booze_give_three_tokens_and_no_booze_gives_none() -> None:  # TC-62
    table = scored_game(["spring-2 fall-4 winter-5", "", "", ""], [9, 0, 9, 9])
    assert tokens(table, 0) == "spring fall winter"
    assert tokens(table, 1) == ""


def test_before_a_later_game_players_take_one_more_token_from_the_lowest_total_clockwise() -> None:  # TC-63
    table = scored_game(["spring-2", "", "", ""], [5, 9, 2, 7])
    order = []
    while table.state.first == ONE_TOKEN:
        order.append(lowest(table.state.waiting))
        table.play("token spring" if "token spring" in table.legal(order[-1]) else "token summer")
    assert order == [2, 3, 0, 1]
    # A season has four tokens, so the fifth to be taken is another one.
    assert [tokens(table, seat) for seat in range(4)] == ["spring spring", "summer", "spring", "spring"]


def test_a_tie_for_the_lowest_total_is_broken_by_a_draw() -> None:  # TC-63
    # FAQ 12
    table = scored_game(["", "", "", ""], [5, 2, 2, 7])
    assert lowest(table.state.waiting) in (1, 2)
    assert table.record().chance[-1].what == "lowest"
    assert table.events("lowest_drawn") == [(lowest(table.state.waiting),)]
    assert table.events("lowest") == []


def test_tokens_are_taken_after_the_new_hand_is_dealt() -> None:  # TC-63
    table = scored_game(["", "", "", ""], [5, 1, 2, 7])
    assert [player.hand != 0 for player in cats(table).seats] == [True] * 4


def test_after_the_last_game_nobody_takes_tokens() -> None:  # TC-64
    table = scored_game(["spring-1 yorozu-0", "", "", ""], [30, 0, 0, 0], target=30)
    assert table.state.over()
    assert table.events("took_token") == []


def test_a_player_who_can_take_a_token_must_take_one() -> None:  # TC-64
    table = scored_game(["yorozu-0", "", "", ""])
    assert table.refusal(0, "pass") == "you can take a token, for example spring"


def test_tokens_for_booze_never_run_out() -> None:  # TC-64
    for seed in range(12):
        for players in (3, 4):
            table = advanced(players, seed)
            while table.state.part < 4 and not table.state.over():
                table.play_on(moves=1)
                assert all(cats(table).supply(season) >= 0 for season in range(4))
                assert all(player.tokens_of(season) <= 2 for player in cats(table).seats for season in range(4))


def test_with_3_players_a_player_who_can_take_no_token_passes() -> None:  # TC-63, TC-64
    table = scored_game(["", "", ""], [0, 5, 9], players=3)
    table.play_on(until=lambda state: state.first == ONE_TOKEN)
    seats = [player.as_json() for player in cats(table).seats]
    seats[0]["tokens"], seats[1]["tokens"], seats[2]["tokens"] = 0x2222, 0x1111, 0
    table.set_up(seats=seats)
    assert table.legal(0) == ["pass"]
    table.play("pass")
    assert table.events("passed") == [(0,)]
    assert table.state.waiting == 0b10


def test_players_keep_their_tokens_during_the_game() -> None:  # TC-61
    table = advanced()
    table.play_on(until=lambda state: state.first == PLAY)
    before = [tokens(table, seat) for seat in range(4)]
    table.play_on(moves=8)
    assert table.state.part == 0
    assert [tokens(table, seat) for seat in range(4)] == before
