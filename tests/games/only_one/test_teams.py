"""Teams (OO-60, OO-61). Familiars with teams are tested in test_familiars.py."""

from chabudai.kernel.bits import members
from games.only_one.positions import only_one, scored, winners


def test_partners_sit_opposite_and_win_together() -> None:  # OO-60
    table = scored(["2* 9", "3", "5", "7"], teams=True)
    assert [members(table.state.sides(seat)) for seat in range(4)] == [[0, 2], [1, 3], [0, 2], [1, 3]]
    assert table.state.scores() == [3, 1, 1, 1]
    assert winners(table) == [0, 2]
    assert [table.state.utility(seat) for seat in range(4)] == [1.0, 0.0, 1.0, 0.0]


def test_the_points_of_a_team_are_added_up() -> None:  # OO-60
    table = scored(["2* 9", "3 10*", "", "7 egg*"], teams=True)
    assert table.state.scores() == [3, 3, 0, 2]
    assert winners(table) == [1, 3], "5 to 3, though nobody has more than seat 0"


def test_a_tie_goes_to_the_team_with_more_potions() -> None:  # OO-60
    table = scored(["egg* egg*", "3", "", "5"], teams=True)
    assert table.state.scores() == [2, 1, 0, 1]
    assert winners(table) == [1, 3]


def test_a_tie_for_potions_goes_to_the_team_with_the_start_token() -> None:  # OO-60
    table = scored(["2", "3", "5", "7"], teams=True)
    assert only_one(table).holder == 3
    assert winners(table) == [1, 3]
    table = scored(["7", "3", "2", "5"], teams=True)
    assert only_one(table).holder == 0
    assert winners(table) == [0, 2]


def test_a_kind_is_won_by_one_player_with_their_own_cards() -> None:  # OO-61
    table = scored(["9 9", "9 9 9", "9 9", ""], teams=True)
    assert table.events("potion") == [(1, "9", 3)], "the team of seat 0 has four of them, but no single player has"
    assert table.events("right_bonus") == [(1, "9", 2)]


def test_partners_do_not_share_the_start_token() -> None:  # OO-61
    table = scored(["2", "9", "9", "9"], token=0, teams=True)
    assert table.events("potion") == [(0, "2", 1), (1, "9", 1)], "seat 1 is nearest to the token, not the partner"
