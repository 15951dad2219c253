"""Setup and rounds (OO-10 to OO-26)."""

import pytest

from chabudai.games.only_one import GAME
from chabudai.games.only_one.equipment import ONE
from chabudai.kernel.state import SPECTATOR
from chabudai.testing.table import deal
from games.only_one.positions import begin, collection, columns, discarded, of_only_one, only_one, position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_1_is_sixth_from_the_bottom(players: int) -> None:  # OO-10
    table = begin(players=players)
    table.play_on(until=lambda state: state.part == 2)
    assert only_one(table).deck_size() == only_one(table).above_the_one() + 6
    table.play_on()
    deck = table.record().chance[1].result
    assert deck.index("1") == len(deck) - 6


def test_the_number_of_cards_left_is_public() -> None:  # OO-10
    table = begin()
    seen = of_only_one(table.state.seen_by(SPECTATOR, recall=False))
    assert (seen.deck_size(), seen.above_the_one()) == (74, 68)
    table.play("explore")
    seen = of_only_one(table.state.seen_by(SPECTATOR, recall=False))
    assert (seen.deck_size(), seen.above_the_one()) == (73, 67)


@pytest.mark.parametrize("start", [0, 1, 2])
def test_chance_decides_who_starts_with_the_start_token(start: int) -> None:  # OO-10
    table = begin(players=3, start=start)
    assert table.events("starts") == [(start,)]
    assert table.state.waiting == 1 << start
    assert only_one(table).token == start


def test_play_is_clockwise() -> None:  # OO-11, OO-21
    table = begin("2 3 4A 4B 5 6A 7 8A", start=2)
    turns = []
    for column in (0, 1, 2, 3):
        turns.append(only_one(table).turn)
        table.play("explore", f"add {column}")
    assert turns == [2, 3, 0, 1]


@pytest.mark.parametrize(("players", "heads"), [(2, 3), (3, 3), (4, 4)])
def test_a_face_up_card_heads_each_column(players: int, heads: int) -> None:  # OO-20
    table = begin("2 3 4A 5", players)
    assert columns(table) == " | ".join(["2", "3", "4A", "5"][:heads])
    assert table.events("head") == [(f"column-{i}", card) for i, card in enumerate(["2", "3", "4A", "5"][:heads])]


def test_a_player_who_is_out_of_the_round_is_skipped() -> None:  # OO-21
    table = begin("2 3 4A 5 6A 7 8A")
    table.play("explore", "add 0", "collect 1", "explore", "add 0", "explore", "add 2")
    assert only_one(table).turn == 0
    table.play("collect 0")
    assert only_one(table).turn == 2


def test_the_last_player_in_the_round_keeps_taking_turns() -> None:  # OO-21
    table = begin("2 3 4A 5 6A 7 8A")
    table.play("collect 0", "collect 1", "collect 2", "explore", "add 3", "explore", "add 3")
    assert only_one(table).turn == 3
    assert columns(table) == "- | - | - | 5 6A 7"


def test_the_card_is_turned_up_before_its_column_is_chosen() -> None:  # OO-22
    table = begin("2 3 4A 5 6A")
    table.play("explore")
    assert table.events("explored") == [(0, "6A")]
    assert table.legal(0) == ["add 0", "add 1", "add 2", "add 3"]


def test_without_a_clash_the_card_joins_the_column() -> None:  # OO-22
    table = position("7 | 9 6A | 10 5 6B | -", deck="6A*", out=[3])
    table.play("explore", "add 0")
    assert columns(table) == "7 6A* | 9 6A | 10 5 6B | -"
    assert only_one(table).turn == 1


def test_a_second_6_busts_though_one_is_a_and_one_is_b() -> None:  # OO-22, OO-4
    table = position("7 | 9 6A | 10 5 6B | -", deck="6A", out=[3])
    table.play("explore", "add 2")
    assert table.events("bust") == [(0, "column-2", "6A")]
    assert collection(table, 0) == "6A"
    assert discarded(table) == "5 6B 10"
    assert columns(table) == "7 | 9 6A | - | -"
    assert only_one(table).in_round == 0b0110


@pytest.mark.parametrize("value", ["3", "5", "7", "9"])
def test_an_egg_clashes_with_3_5_7_and_9(value: str) -> None:  # OO-4
    for in_column, drawn in ((value, "egg*"), ("egg*", value)):
        table = position(f"10 {in_column} | 2 | 4A | 8A", deck=drawn)
        table.play("explore", "add 0")
        assert table.events("bust") == [(0, "column-0", drawn)]
        assert collection(table, 0) == drawn


@pytest.mark.parametrize("value", ["2", "4A", "6B", "8A", "10"])
def test_an_egg_clashes_with_no_even_value(value: str) -> None:  # OO-4
    for in_column, drawn in ((value, "egg*"), ("egg*", value)):
        table = position(f"{in_column} | 9 | 9 | 9", deck=drawn)
        table.play("explore", "add 0")
        assert columns(table) == f"{in_column} {drawn} | 9 | 9 | 9"


def test_two_eggs_clash() -> None:  # OO-4
    table = position("egg* | 2 | 4A | 8A", deck="egg*")
    table.play("explore", "add 0")
    assert (collection(table, 0), discarded(table)) == ("egg*", "egg*")


def test_a_full_column_cannot_be_chosen_not_even_to_bust() -> None:  # OO-22
    table = position("9 4A 7 2 | 8A | 10 | 5", deck="9*")
    table.play("explore")
    assert table.legal(0) == ["add 1", "add 2", "add 3"]
    assert table.refusal(0, "add 0") == "column-0 is full: it has 4 cards"


def test_nobody_can_explore_when_every_column_is_full() -> None:  # OO-22
    table = position("9 4A 7 2 | 10 9 8A 7 | - | -", out=[2, 3])
    assert table.legal(0) == ["collect 0", "collect 1"]
    assert table.refusal(0, "explore") == "every column is full"


def test_collecting_takes_the_whole_column_and_leaves_one_fewer() -> None:  # OO-23
    table = position("7 | 6A 8A | 10 5 6B", 3)
    table.play("collect 1")
    assert collection(table, 0) == "6A 8A"
    assert columns(table) == "7 | - | 10 5 6B"
    assert only_one(table).in_round == 0b110
    assert table.events("collected") == [(0, "column-1")]
    assert table.events("gained") == [(0, "6A", "8A")]


def test_collected_cards_are_face_up_for_everybody() -> None:  # OO-24
    table = position("7 | 6A 8A | 10 5 6B", 3)
    table.play("collect 1")
    for viewer in (-1, 1, 2):
        seen = table.state.seen_by(viewer, recall=False)
        assert seen.as_json()["seats"] == table.state.as_json()["seats"]


def test_the_player_who_takes_the_last_turn_starts_the_next_round() -> None:  # OO-24
    table = begin("2 3 4A 5")
    table.play("collect 0", "collect 1", "collect 2")
    table.play("collect 3")
    assert table.events("round_over") == [(3, 1)]
    assert only_one(table).token == 3
    assert table.state.waiting == 0b1000
    assert table.state.part == 1


def test_a_player_who_busts_last_starts_the_next_round() -> None:  # OO-24
    table = position("7 | - | -", 3, turn=1, out=[0, 2], deck="7*")
    table.play("explore", "add 0")
    assert table.events("round_over") == [(1, 2)]
    assert only_one(table).token == 1


def test_an_explored_1_is_added_to_a_column_and_nobody_explores_anymore() -> None:  # OO-25, OO-26
    table = position("7 | 6A 8A | 10 5 6B", 3, turn=2, token=2)
    table.set_up(turned=only_one(table).equipment.before_the_one)
    table.play("explore")
    assert table.events("one_appeared") == [()]
    assert only_one(table).card == ONE
    table.play("add 0")
    assert columns(table) == "7 1 | 6A 8A | 10 5 6B"
    assert table.legal(0) == ["collect 0", "collect 1", "collect 2"]
    assert table.refusal(0, "explore") == "the 1 has appeared: nobody can explore anymore"


def test_the_player_who_explored_the_1_stays_in_and_collects_in_turn() -> None:  # OO-26
    table = position("7 | 6A 8A | 10 5 6B", 3, turn=2, token=2)
    table.set_up(turned=only_one(table).equipment.before_the_one)
    table.play("explore", "add 0", "collect 1", "collect 2")
    assert only_one(table).turn == 2
    table.play("collect 0")
    assert table.state.over()
    assert "1" in collection(table, 2).split()


def test_the_last_collector_has_the_start_token_when_scoring_begins() -> None:  # OO-26
    table = position("7 1 | 6A 8A | 10 5 6B", 3, turn=1, token=0)
    table.play("collect 0", "collect 1", "collect 2")
    assert table.state.over()
    assert only_one(table).token == 0
    assert table.events("round_over") == [(0, 2)]


@pytest.mark.parametrize("above", [0, 1, 2, 3])
def test_when_the_1_is_a_head_the_other_heads_are_dealt_too(above: int) -> None:  # OO-25, OO-26
    table = position("2 | - | - | -", turn=1, out=[0, 2, 3])
    table.set_up(turned=only_one(table).equipment.before_the_one - above)
    table.play("collect 0")
    heads = columns(table).split(" | ")
    assert heads[above] == "1"
    assert all(head != "-" for head in heads)
    assert table.legal(1) == [f"collect {column}" for column in range(4)]
    table.play("collect 0", "collect 1", "collect 2", "collect 3")
    assert table.state.over()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_ends_with_the_1_and_somebody_owns_it(players: int) -> None:  # OO-25, OO-26
    for seed in range(20):
        table = deal(GAME, players, seed=seed)
        table.play_on()
        owners = [seat for seat in range(players) if "1" in collection(table, seat).split()]
        assert len(owners) == 1
        assert len(table.events("one_appeared")) == 1
        assert only_one(table).deck_size() <= 5
