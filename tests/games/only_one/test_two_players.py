"""Two players (OO-40, OO-41)."""

from games.only_one.positions import collection, columns, only_one, position, scored

COLUMNS = "4A 9 | 8A 6A | 10 5 3"


def test_the_last_player_in_may_only_add_to_or_collect_the_nearest_column() -> None:  # OO-40
    table = position(COLUMNS, 2, deck="2")
    table.play("collect 1")
    assert table.legal(1) == ["explore", "collect 0"]
    assert table.refusal(1, "collect 2") == (
        "the other player is out: you can only choose column-0, the nearest to the deck"
    )
    table.play("explore")
    assert table.legal(1) == ["add 0"]


def test_the_column_left_over_stays_and_two_new_heads_are_dealt() -> None:  # OO-40
    table = position(COLUMNS, 2, deck="2 7")
    table.play("collect 1", "collect 0")
    assert columns(table) == "2 | 7 | 10 5 3"
    assert only_one(table).token == 1
    assert table.legal(1) == ["explore", "collect 0", "collect 1", "collect 2"]


def test_a_farther_column_with_the_1_must_be_taken_instead() -> None:  # OO-40
    table = position("4A 9 | 8A 6A | 10 5 1", 2)
    table.play("collect 1")
    assert table.legal(1) == ["collect 2"]
    assert table.refusal(1, "collect 0") == "you must take column-2, which has the 1"


def test_a_full_nearest_column_can_only_be_collected() -> None:  # OO-40
    table = position("4A 9 2 7 | 8A 6A | 10 5 3", 2)
    table.play("collect 1")
    assert table.legal(1) == ["collect 0"]
    assert table.refusal(1, "explore") == "column-0 is the only column left to you, and it is full"


def test_the_nearest_column_left_need_not_be_column_0() -> None:  # OO-40
    table = position(COLUMNS, 2)
    table.play("collect 0")
    assert table.legal(1) == ["explore", "collect 1"]


def test_a_bust_leaves_the_other_player_alone_as_well() -> None:  # OO-40
    table = position(COLUMNS, 2, deck="9*")
    table.play("explore", "add 0")
    assert collection(table, 0) == "9*"
    assert table.legal(1) == ["explore", "collect 1"]


def test_while_both_are_in_nobody_has_to_take_the_1() -> None:  # OO-41
    table = position("4A 9 | 8A 6A | 10 5 1", 2)
    assert table.legal(0) == ["collect 0", "collect 1", "collect 2"]
    table = position(COLUMNS, 2)
    table.set_up(turned=only_one(table).equipment.before_the_one)
    table.play("explore")
    assert table.legal(0) == ["add 0", "add 1", "add 2"]


def test_once_the_1_is_taken_the_last_player_in_takes_the_nearest_column() -> None:  # OO-41
    table = position("4A 9 | 8A 1 | 10 5 3", 2)
    table.play("collect 1")
    assert table.legal(1) == ["collect 0"]


def test_the_last_player_in_adds_the_1_to_the_nearest_column() -> None:  # OO-41
    table = position(COLUMNS, 2)
    table.play("collect 0")
    table.set_up(turned=only_one(table).equipment.before_the_one)
    table.play("explore")
    assert table.legal(1) == ["add 1"]
    table.play("add 1")
    assert table.legal(1) == ["collect 1"]


def test_a_full_column_may_be_left_over_and_keeps_its_place() -> None:  # OO-41
    table = position("4A 9 | - | 8A 6A 10 5", 2, turn=1, out=[0], deck="2 7")
    table.play("collect 0")
    assert columns(table) == "2 | 7 | 8A 6A 10 5"
    assert table.legal(1) == ["explore", "collect 0", "collect 1", "collect 2"]
    table = position("- | 8A 6A 10 5 | 4A 9", 2, turn=1, out=[0])
    assert table.legal(1) == ["collect 1"], "it is the nearest, and full"


def test_after_the_game_the_column_left_over_counts_for_nobody() -> None:  # OO-40
    table = position("4A 9 | 8A 1 | 10 5 3", 2)
    table.play("collect 1", "collect 0")
    assert table.state.over()
    assert columns(table) == "- | - | 10 5 3"
    assert [collection(table, seat) for seat in (0, 1)] == ["1 8A", "4A 9"]
    assert only_one(table).discard.size() == 0
    assert table.state.scores() == [2, 2]


def test_there_is_no_bonus_from_the_discard() -> None:  # OO-40
    table = scored(["7", "2"], discard="7 7 2*")
    assert table.state.scores() == [1, 1]


def test_the_bonus_from_the_right_comes_from_the_opponent() -> None:  # OO-41
    table = scored(["7 7", "7 2 2*"])
    assert table.events("right_bonus") == [(0, "7", 1)]
    assert table.state.scores() == [2, 2]
