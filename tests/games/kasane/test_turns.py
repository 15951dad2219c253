"""A turn: taking a card and playing a meld (KI-20, KI-21), and the variants KI-40 and KI-41."""

import pytest

from chabudai.kernel.bits import has
from games.kasane.positions import kasane, offered, shown, taken, turn


def test_a_number_goes_on_top_of_the_hand() -> None:  # KI-20
    table = taken("6-7", "", "3")
    player = kasane(table).seats[0]
    assert (shown(player.hand), player.held, player.points) == ("6 7 3", 3, 0)


def test_a_plus_one_goes_on_top_of_the_field_scores_1_and_ends_the_turn() -> None:  # KI-20
    table = taken("9-9", "1-2", "+1")
    player = kasane(table).seats[0]
    assert (shown(player.hand), shown(player.field), player.laid, player.points) == ("9 9", "1 2 +1", 3, 1)
    assert table.events("plus_one") == [(0, 1)]
    assert table.state.waiting == 0b10, "Kasane with 9-9 cannot be played this turn"


def test_a_player_without_a_possible_meld_is_not_asked() -> None:  # KI-21
    table = taken("1", "", "4")
    assert table.state.waiting == 0b10
    assert table.record().moves == [(0, "take 0")]


def test_3_2_1_is_kagen_and_the_rest_of_the_hand_stays() -> None:  # KI-21
    table = taken("6-7-3-2", "", "1")
    assert offered(table) == {"kagen 3"}
    table.play("meld kagen 3")
    player = kasane(table).seats[0]
    assert (shown(player.field), shown(player.hand), player.points) == ("3 2 1", "6 7", 3)
    assert (player.laid, player.held) == (3, 2)


def test_the_top_card_of_the_field_may_start_a_meld() -> None:  # KI-21
    table = taken("3-2-4", "8-7-6", "6")
    assert offered(table) == {
        "setsugetsu 4 field", "setsugetsu 3 field", "setsugetsu 3", "kasane 2 field", "juu 2",
    }  # fmt: skip
    table.play("meld setsugetsu 4 field")
    player = kasane(table).seats[0]
    assert (shown(player.field), shown(player.hand), player.points) == ("8 7 6 2 4 6", "3", 4)
    assert table.events("melded_on") == [(0, "setsugetsu", 4, 4, "6")]
    assert table.events("laid") == [(0, "2", "4", "6")]


@pytest.mark.parametrize(
    ("meld", "field", "hand", "points"),
    [
        ("setsugetsu 3 field", "8 7 6 4 6", "3 2", 2),
        ("setsugetsu 3", "8 7 6 2 4 6", "3", 2),
        ("kasane 2 field", "8 7 6 6", "3 2 4", 2),
        ("juu 2", "8 7 6 4 6", "3 2", 2),
    ],
)
def test_a_player_may_choose_any_meld_not_just_the_best(meld: str, field: str, hand: str, points: int) -> None:  # KI-21
    table = taken("3-2-4", "8-7-6", "6")
    table.play(f"meld {meld}")
    player = kasane(table).seats[0]
    assert (shown(player.field), shown(player.hand), player.points) == (field, hand, points)


def test_a_plus_one_on_top_of_the_field_cannot_start_a_meld() -> None:  # KI-21
    table = taken("3-2-4", "8 7 6 +1", "6")
    assert offered(table) == {"setsugetsu 3", "juu 2"}
    assert table.refusal(0, "meld kasane 2 field") == "the +1 on top of the robe cannot start a meld"


def test_only_the_top_card_of_the_field_can_be_used() -> None:  # KI-21
    assert offered(taken("1", "6-8", "6")) == set()


def test_every_meld_uses_the_number_just_taken() -> None:  # KI-21
    assert offered(taken("9-9", "4-6", "2")) == set()


def test_melding_is_optional() -> None:  # KI-21
    table = taken("6-7-3-2", "", "1")
    assert "pass" in table.legal(0)
    table.play("pass")
    player = kasane(table).seats[0]
    assert (shown(player.hand), shown(player.field), player.points) == ("6 7 3 2 1", "", 0)
    assert table.events("passed") == [(0,)]
    assert table.state.waiting == 0b10


def test_only_one_meld_is_played_each_turn() -> None:  # KI-21
    table = taken("4-6-3-2", "", "1")
    table.play("meld kagen 3")
    assert table.state.waiting == 0b10, "4-6 would be Juu, but the turn is over"


def test_the_length_of_a_meld_includes_the_card_from_the_field() -> None:  # KI-21
    table = taken("3", "3", "3")
    assert offered(table) == {"kasane 2", "kasane 2 field", "kasane 3 field"}
    table.play("meld kasane 3 field")
    assert kasane(table).seats[0].points == 4
    assert kasane(table).seats[0].laid == 3


def test_a_meld_is_offered_as_long_as_one_of_its_two_boxes_is_free() -> None:  # KI-21
    equipment = kasane(turn()).equipment
    nothing: set[str] = set()
    for boxes, melds in [
        ({"free": equipment.initially_free, "twice_free": equipment.initially_twice_free}, {"kasane 2"}),
        ({"free": equipment.initially_free, "twice_free": 0}, {"kasane 2"}),
        ({"free": 0, "twice_free": 0}, nothing),
    ]:
        table = turn("2-9", "", "9")
        table.set_up(**boxes)
        table.play("take 0")
        assert offered(table) == melds


def test_with_blocked_pairs_one_two_card_box_of_juu_and_one_of_kasane_are_marked() -> None:  # KI-40
    blocked, plain = kasane(turn(players=3, blocked_pairs=True)), kasane(turn(players=3))
    assert blocked.free == plain.free
    assert [has(plain.twice_free, box) for box in range(21)].count(True) == 6
    table = taken("1", "", "1", players=3, blocked_pairs=True)
    table.play("meld kasane 2")
    assert kasane(table).seats[0].points == 2
    assert not has(kasane(table).free, 0), "Kasane has no box left for 2 cards"
    table = taken("4", "", "6", players=3, blocked_pairs=True)
    table.play("meld juu 2")
    assert not has(kasane(table).free, 3), "neither has Juu"


def test_with_blocked_pairs_all_other_boxes_are_free() -> None:  # KI-40
    blocked, plain = kasane(turn(players=3, blocked_pairs=True)), kasane(turn(players=3))
    assert plain.twice_free & ~blocked.twice_free == 0b1001


def test_with_plus_one_meld_a_meld_from_the_hand_may_follow_a_plus_one() -> None:  # KI-41
    table = taken("3-9-9", "9", "+1", plus_one_meld=True)
    player = kasane(table).seats[0]
    assert (shown(player.field), player.points) == ("9 +1", 1)
    assert offered(table) == {"kasane 2"}, "not with the 9 of the field, which is under the +1"
    table.play("meld kasane 2")
    player = kasane(table).seats[0]
    assert (shown(player.field), shown(player.hand), player.points) == ("9 +1 9 9", "3", 3)


def test_with_plus_one_meld_a_player_without_a_meld_is_not_asked() -> None:  # KI-41
    table = taken("3-9", "9", "+1", plus_one_meld=True)
    assert table.state.waiting == 0b10
