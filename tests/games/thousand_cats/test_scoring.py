"""Points of a game, and the match: TC-30, TC-40, TC-41."""

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.games.thousand_cats.phases import PLAY
from chabudai.games.thousand_cats.scoring import halved
from chabudai.kernel.bits import members
from chabudai.testing.table import deal
from games.thousand_cats.positions import cats, last_round, play, points_of

NOTHING_HAPPENS = "summer-5 fall-6 fall-8 winter-9"
"""Cards for a last round in which only cards without icons are taken, if the middle has none either."""
NO_ICONS = "spring-4 winter-7"
"""Cards without icons, for the middle."""


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        ("spring-1 spring-9 spring-3", 5),
        ("spring-1 spring-9 spring-3 spring-2 fall-4 spring-5 spring-4", 8),  # 5 fish, 2 booze, 1 crow
        ("spring-1 spring-9 spring-3 spring-2 fall-4 winter-5 spring-5", 2),  # 5 fish, 3 booze, 1 crow; FAQ 8
        ("spring-2", 2),
        ("spring-5 summer-6", -2),
        ("spring-2 fall-4 yorozu-0", 0),
        ("spring-4 summer-5", 0),
    ],
)
def test_fish_booze_and_crows_count(taken: str, points: int) -> None:  # TC-30
    assert points_of(taken) == points


@pytest.mark.parametrize(("fish", "half"), [(5, 3), (4, 2), (0, 0), (-1, 0), (-2, -1), (-3, -1)])
def test_half_the_fish_is_rounded_up(fish: int, half: int) -> None:  # TC-30
    assert halved(fish) == half


def test_the_points_of_all_games_add_up() -> None:  # TC-40
    # 8 points, then 7 more
    table = last_round(NOTHING_HAPPENS, NO_ICONS, ["spring-1 spring-9 spring-3 spring-2 fall-4 spring-5"], target=30)
    play(table, NOTHING_HAPPENS)
    assert table.state.scores()[0] == 8
    assert table.state.part == 1
    table.play_on(until=lambda state: state.first == PLAY)
    last_round(NOTHING_HAPPENS, NO_ICONS, ["spring-1 spring-9 spring-3 fall-4"], table=table)
    play(table, NOTHING_HAPPENS)
    assert table.state.scores()[0] == 15
    assert table.events("scored")[-4] == (0, 5, 2, 0, 7, 15)


@pytest.mark.parametrize(("target", "over"), [(20, True), (25, False), (30, False)])
def test_the_match_is_over_when_somebody_has_the_target(target: int, over: bool) -> None:  # TC-40
    taken = ["", "spring-1 spring-9", "", ""]
    table = last_round(NOTHING_HAPPENS, NO_ICONS, taken, [3, 16, 5, 5], target=target)
    play(table, NOTHING_HAPPENS)
    assert table.state.scores() == [3, 20, 5, 5]
    assert table.state.over() is over
    assert members(table.state.winners()) == [1]


def test_of_several_players_beyond_the_target_the_highest_total_wins() -> None:  # TC-40
    taken = ["spring-1", "summer-2 summer-10", "", ""]
    table = last_round(NOTHING_HAPPENS, NO_ICONS, taken, [29, 28, 5, 5], target=30)
    play(table, NOTHING_HAPPENS)
    assert table.state.over()
    assert (table.state.scores(), members(table.state.winners())) == ([31, 32, 5, 5], [1])


def tied() -> list[int]:
    """Return totals with a tie for most, beyond a target of 30."""
    return [31, 31, 29, 5]


def test_a_tie_for_most_is_broken_by_one_more_game() -> None:  # TC-40
    table = last_round(NOTHING_HAPPENS, NO_ICONS, [], tied(), target=30)
    play(table, NOTHING_HAPPENS)
    assert not table.state.over()
    assert cats(table).extra
    assert len(table.events("extra_game")) == 1


def winners_of_extra_game(taken: list[str], totals: list[int]) -> list[int]:
    """Return the winners after an extra game in which the seats took these cards; `totals` are those before it."""
    table = last_round(NOTHING_HAPPENS, NO_ICONS, [], tied(), target=30)
    play(table, NOTHING_HAPPENS)
    table.play_on(until=lambda state: state.first == PLAY)
    last_round(NOTHING_HAPPENS, NO_ICONS, taken, totals, table=table)
    play(table, NOTHING_HAPPENS)
    assert table.state.over()
    return members(table.state.winners())


def test_the_extra_game_can_be_won_by_somebody_who_was_not_tied() -> None:  # TC-40
    # FAQ 9
    assert winners_of_extra_game(["", "", "spring-1 spring-9", ""], tied()) == [2]


def test_a_tie_after_the_extra_game_is_shared() -> None:  # TC-40
    assert winners_of_extra_game(["", "", "", ""], tied()) == [0, 1]


def test_the_extra_game_is_the_last_even_if_nobody_has_the_target_then() -> None:  # TC-41
    crows = "spring-5 summer-6"
    assert winners_of_extra_game([crows, "fall-7 winter-8", "", ""], [30, 30, 28, 5]) == [0, 1, 2]


@pytest.mark.parametrize("rules", ["experienced", "advanced"])
def test_the_extra_game_is_prepared_like_any_other(rules: str) -> None:  # TC-41
    table = last_round(NOTHING_HAPPENS, NO_ICONS, [], tied(), target=30, rules=rules)
    play(table, NOTHING_HAPPENS)
    assert cats(table).extra
    table.play_on(until=lambda state: state.first == PLAY and state.waiting != 0)
    assert cats(table).extra
    for player in cats(table).seats:
        assert player.multiplier >= 0 if rules == "experienced" else player.tokens > 0


def test_totals_can_be_negative() -> None:  # TC-41
    table = last_round(NOTHING_HAPPENS, NO_ICONS, ["spring-5 summer-6"], [1, 0, 0, 0], target=30)
    play(table, NOTHING_HAPPENS)
    assert table.state.scores()[0] == -1


def test_the_parts_of_a_match_are_its_games() -> None:  # TC-40
    table = deal(GAME, 4, options={"target": 20})
    table.play_on()
    assert table.state.part == len(table.events("game_over")) > 1
