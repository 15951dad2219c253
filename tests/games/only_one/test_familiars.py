"""Familiars (OO-50 to OO-52): when each power acts, when it does not, and what it does with teams."""

import pytest

from chabudai.games.only_one import GAME
from chabudai.games.only_one.equipment import ONE
from chabudai.games.only_one.words import POWERS
from chabudai.kernel.errors import BadChance
from chabudai.testing.table import deal
from games.only_one.positions import begin, collection, columns, discarded, only_one, position, scored, winners

FAMILIARS = "encore windfall foresight salvage"
"""The familiars at the heads of the four columns, in most tests of the first round."""


def familiar_of(seat: int, power: str, players: int = 3) -> str:
    """Return familiars for `position`: this power for one seat, none for the others."""
    return " ".join(power if other == seat else "-" for other in range(players))


# ---- Familiars ------------------------------------------------------------------------------------------------------


def test_familiars_head_the_columns_of_the_first_round() -> None:  # OO-50
    table = begin("2 3 4A", familiars=FAMILIARS)
    assert table.events("familiar") == [(f"column-{i}", power) for i, power in enumerate(FAMILIARS.split())]
    assert columns(table) == "- | - | - | -"
    assert only_one(table).deck_size() == 78
    assert table.legal(0) == ["explore", "collect 0", "collect 1", "collect 2", "collect 3"]


def test_three_players_use_three_of_the_four_familiar_cards() -> None:  # OO-50
    seen: set[int] = set()
    for seed in range(40):
        table = deal(GAME, 3, options={"familiars": True}, seed=seed)
        seen.update(column.familiar for column in only_one(table).columns)
        assert len({column.familiar // 2 for column in only_one(table).columns}) == 3
    assert len(seen) == 8
    assert only_one(begin(players=3, familiars="encore crown sixteen")).columns[2].familiar == POWERS.index("sixteen")


def test_both_sides_of_a_familiar_card_never_appear_together() -> None:  # OO-50
    with pytest.raises(BadChance, match="outcome 1 cannot be early_bird"):
        begin(familiars="encore early_bird")


def test_a_familiar_counts_towards_the_four_cards() -> None:  # OO-50
    table = begin("2 3 4A 5", familiars=FAMILIARS)
    table.play("explore", "add 0", "explore", "add 0", "explore", "add 0")
    table.play("explore")
    assert table.legal(3) == ["add 1", "add 2", "add 3"]
    assert table.refusal(3, "add 0") == "column-0 is full: it has 4 cards"


def test_a_familiar_clashes_with_nothing() -> None:  # OO-50
    for card in ("2", "9", "egg*", "10*"):
        table = begin(card, familiars=FAMILIARS)
        table.play("explore", "add 1")
        assert columns(table) == f"- | {card} | - | -"


def test_the_player_who_collects_a_column_takes_its_familiar() -> None:  # OO-50
    table = begin("2 3", familiars=FAMILIARS)
    table.play("explore", "add 2", "collect 2", "collect 0", "collect 3", "collect 1")
    assert [POWERS[player.familiar] for player in only_one(table).seats] == [
        "windfall", "foresight", "encore", "salvage",
    ]  # fmt: skip
    assert collection(table, 1) == "2"
    assert table.events("took_familiar")[0] == (1, "foresight")


def test_the_player_who_busts_takes_the_familiar_of_the_column() -> None:  # OO-50
    table = begin("9 9* 2 3", familiars="daredevil encore windfall foresight")
    table.play("explore", "add 0", "explore", "add 0")
    assert table.events("bust") == [(1, "column-0", "9*")]
    assert POWERS[only_one(table).seats[1].familiar] == "daredevil"
    assert (collection(table, 1), discarded(table)) == ("9*", "9")


def test_a_familiar_is_special() -> None:  # OO-50, OO-30
    table = scored(["9", "2", "3"], familiars="crown - salvage")
    assert table.events("special_points") == [(0, 1), (1, 0), (2, 1)]


def test_powers_do_not_work_in_the_first_round() -> None:  # OO-50
    table = begin("9 9* 2 3", familiars="daredevil encore windfall sixteen")
    table.play("explore", "add 0", "explore", "add 0")
    assert table.events("power_point") == []
    for power, move in (("early_bird", "collect 0"), ("daredevil", "explore"), ("salvage", "explore")):
        table = position("9 | 2 | 3", 3, familiars=familiar_of(0, power), part=0, deck="9*")
        table.play(*([move] if move == "collect 0" else [move, "add 0"]))
        assert table.events("power_point") == []
        assert only_one(table).turn == 1
    table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "foresight"), part=0)
    assert "foresight" not in table.legal(0)


# ---- Each power ------------------------------------------------------------------------------------------------------


def test_encore_adds_2_for_a_potion_won_while_holding_the_start_token() -> None:  # OO-50, OO-52
    table = scored(["9 10", "2", "3"], familiars="encore - -", token=0)
    # Seat 0 begins with the token, loses it to the winners of 2 and 3, and wins it back with 9, before 10.
    assert table.events("encore") == [(0, 2)]
    assert table.state.score(0) == 1 + 1 + (1 + 2)


def test_encore_checks_the_token_before_the_potion_is_won() -> None:  # OO-52
    table = scored(["9", "2", "3"], familiars="encore - -")
    assert table.events("encore") == []
    table = scored(["9", "", ""], familiars="encore - -")
    assert table.events("encore") == [(0, 2)]


def test_encore_of_a_partner_does_not_help() -> None:  # OO-61
    table = scored(["9 10", "", "8A", ""], familiars="- - encore -", teams=True)
    assert table.events("encore") == []


def test_early_bird_scores_for_collecting_first() -> None:  # OO-50, OO-52
    table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "early_bird"))
    table.play("collect 0")
    assert table.events("power_point") == [(0, "early_bird")]
    assert only_one(table).seats[0].points == 1


def test_early_bird_scores_nothing_once_somebody_is_out() -> None:  # OO-50
    table = position("9 | 2 | -", 3, familiars=familiar_of(0, "early_bird"), out=[2])
    table.play("collect 0")
    assert table.events("power_point") == []


def test_early_bird_scores_nothing_for_a_bust() -> None:  # OO-50
    table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "early_bird"), deck="9*")
    table.play("explore", "add 0")
    assert table.events("power_point") == []


def test_early_bird_scores_nothing_once_the_partner_is_out() -> None:  # OO-61
    table = position("9 | 2 | 3 | -", familiars=familiar_of(0, "early_bird", 4), out=[2], teams=True)
    table.play("collect 0")
    assert table.events("power_point") == []


def test_windfall_adds_2_for_three_bonus_points_from_one_kind() -> None:  # OO-50, OO-52
    table = scored(["9 9", "2", "9"], discard="9 9", familiars="windfall - -")
    assert table.events("windfall") == [(0, 2)]
    assert table.state.score(0) == 1 + 1 + 3 + 2


def test_windfall_counts_each_kind_separately() -> None:  # OO-52
    table = scored(["9 9 8A", "2", "9"], discard="9 8A 8A", familiars="windfall - -")
    assert table.events("windfall") == []
    assert table.state.score(0) == 1 + (1 + 2) + (1 + 2)


def test_windfall_of_a_partner_does_not_help() -> None:  # OO-61
    table = scored(["9 9", "", "", "9"], discard="9 9", familiars="- - windfall -", teams=True)
    assert table.events("windfall") == []


def test_crown_wins_a_tie_for_most_points_whatever_the_potions() -> None:  # OO-50
    table = scored(["egg* egg*", "3 5 7", "2"], familiars="crown - -")
    assert table.state.scores() == [3, 3, 1]
    assert winners(table) == [0]


def test_crown_does_not_help_without_a_tie() -> None:  # OO-50
    table = scored(["egg*", "3 5 7", "2"], familiars="crown - -")
    assert table.state.scores() == [2, 3, 1]
    assert winners(table) == [1]


def test_crown_uses_the_score_of_the_team() -> None:  # OO-60
    table = scored(["egg*", "3", "", "5"], familiars="crown - - -", teams=True)
    assert table.state.scores() == [2, 1, 0, 1]
    assert winners(table) == [0, 2]
    table = scored(["egg*", "3", "", "5"], familiars="- - crown -", teams=True)
    assert winners(table) == [0, 2]
    table = scored(["egg* egg*", "3", "", "5"], familiars="- - - crown", teams=True)
    assert table.state.scores() == [2, 1, 0, 2]
    assert winners(table) == [1, 3]


def test_foresight_looks_at_three_chooses_one_and_puts_two_back() -> None:  # OO-50, OO-52
    table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "foresight"), deck="9* 6A 10")
    assert table.legal(0) == ["explore", "foresight", "collect 0", "collect 1", "collect 2"]
    table.play("foresight")
    assert table.events("looked") == [(0, "9*", "6A", "10")]
    assert table.legal(0) == ["pick 0", "pick 1", "pick 2"]
    table.play("pick 1")
    assert table.events("picked") == [(0, 1, "6A")]
    assert table.legal(0) == ["order 0 2", "order 2 0"]
    table.play("order 2 0", "add 0")
    assert columns(table) == "9 6A | 2 | 3"
    assert table.events("put_back") == [(0, "10", "9*")]
    table.play("explore")
    assert table.events("explored") == [(1, "10")]
    table.play("add 1", "explore")
    assert table.events("explored") == [(1, "10"), (2, "9*")]


def test_two_equal_cards_go_back_without_a_choice() -> None:  # OO-50
    table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "foresight"), deck="10 6A 10")
    table.play("foresight", "pick 1")
    assert table.legal(0) == ["add 0", "add 1", "add 2"]
    assert table.events("put_back") == [(0, "10", "10")]
    table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "foresight"), deck="10 6A 10*")
    table.play("foresight", "pick 1")
    assert table.legal(0) == ["order 0 2", "order 2 0"], "one of them is special"


def test_foresight_works_once_per_game() -> None:  # OO-50
    table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "foresight"), deck="4A 6A 10")
    table.play("foresight", "pick 0", "order 1 2", "add 0", "explore", "add 1", "explore", "add 2")
    assert "foresight" not in table.legal(0)
    assert table.refusal(0, "foresight") == "you have already used Foresight, which works once per game"
    assert table.refusal(0, "explore") is None


def test_only_the_owner_of_foresight_can_use_it() -> None:  # OO-50
    table = position("9 | 2 | 3", 3, familiars=familiar_of(1, "foresight"))
    assert table.refusal(0, "foresight") == "you do not have Foresight"


def test_foresight_is_neither_used_nor_shared_by_the_partner() -> None:  # OO-61
    table = position("9 | 2 | 3 | 5", familiars=familiar_of(0, "foresight", 4), deck="4A 6A 10", teams=True, turn=2)
    assert table.refusal(2, "foresight") == "you do not have Foresight"
    table = position("9 | 2 | 3 | 5", familiars=familiar_of(0, "foresight", 4), deck="4A 6A 10", teams=True)
    table.play("foresight")
    assert table.events("looked", seen_by=0) == [(0, "4A", "6A", "10")]
    assert table.events("looked", seen_by=2) == [(0,)]


def test_foresight_cannot_be_used_once_the_1_has_appeared() -> None:  # OO-50, OO-25
    table = position("9 1 | 2 | 3", 3, familiars=familiar_of(0, "foresight"))
    assert table.refusal(0, "foresight") == "the 1 has appeared: nobody can explore anymore"


def test_the_cards_put_back_may_become_heads() -> None:  # OO-52
    table = position("9 | - | -", 3, familiars=familiar_of(0, "foresight"), out=[1, 2], deck="4A 6A 10")
    table.play("foresight", "pick 0", "order 2 1", "add 0", "collect 0")
    assert columns(table).startswith("10 | 6A | ")


@pytest.mark.parametrize("above", [0, 1, 2])
def test_looking_at_the_1_does_not_reveal_it(above: int) -> None:  # OO-51
    table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "foresight"))
    table.set_up(turned=only_one(table).equipment.before_the_one - above)
    table.play("foresight")
    assert table.events("looked")[0][1 + above] == "1"
    assert not only_one(table).revealed
    table.play(f"pick {(above + 1) % 3}")
    assert not only_one(table).revealed
    assert table.events("one_appeared") == []


@pytest.mark.parametrize("above", [0, 1, 2])
def test_choosing_the_1_reveals_it(above: int) -> None:  # OO-51, OO-25
    table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "foresight"))
    table.set_up(turned=only_one(table).equipment.before_the_one - above)
    table.play("foresight", f"pick {above}")
    assert table.events("one_appeared") == [()]
    table.play(table.legal(0)[0])
    if only_one(table).card == ONE:
        table.play("add 0")
    assert table.legal(1) == ["collect 0", "collect 1", "collect 2"]


def test_the_back_of_the_1_shows_its_new_place() -> None:  # OO-52
    for order, above in (("order 0 2", 0), ("order 2 0", 1)):
        table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "foresight"))
        table.set_up(turned=only_one(table).equipment.before_the_one)
        assert only_one(table).above_the_one() == 0
        table.play("foresight", "pick 1", order)
        for viewer in (-1, 0, 1, 2):
            seen = table.state.seen_by(viewer, recall=False)
            assert seen.above_the_one() == above  # type: ignore[attr-defined]


def test_below_the_1_enough_cards_are_left_for_the_heads() -> None:  # OO-26
    table = position("9 | - | -", 3, familiars=familiar_of(0, "foresight"), out=[1, 2], deck="1 4A 6A")
    table.set_up(turned=only_one(table).equipment.before_the_one)
    table.play("foresight", "pick 1", "order 2 0", "add 0")
    assert only_one(table).deck_size() - only_one(table).above_the_one() == 4, "the 1 and three cards below it"
    table.play("collect 0")
    assert columns(table).startswith("6A | 1 | ")
    table.play("collect 0", "collect 1", "collect 2")
    assert table.state.over()


def test_sixteen_ends_the_game_after_the_special_points() -> None:  # OO-50, OO-52
    table = scored(["9", "2", "3"], familiars="sixteen - -", points=[15, 0, 0, 0])
    assert table.events("sixteen") == [(0,)]
    assert table.events("potion") == []
    assert table.state.scores() == [16, 0, 0]
    assert winners(table) == [0]


def test_sixteen_ends_the_game_after_a_whole_kind() -> None:  # OO-50, OO-52
    table = scored(["9 9", "2", "9 10"], discard="9 9", familiars="sixteen - -", points=[11, 0, 0, 0])
    assert [kind for _, kind, _ in table.events("potion")] == ["2", "9"], "10 is not scored anymore"
    assert table.state.scores() == [11 + 1 + 4, 1, 0]


def test_sixteen_ignores_the_scores_of_others() -> None:  # OO-50
    table = scored(["9", "2", "3"], familiars="- - sixteen", points=[20, 0, 0, 0])
    assert table.events("sixteen") == []
    assert len(table.events("potion")) == 3


def test_sixteen_does_nothing_at_15_points() -> None:  # OO-50
    table = scored(["9", "2", "3"], familiars="sixteen - -", points=[13, 0, 0, 0])
    assert table.state.score(0) == 15
    assert table.events("sixteen") == []


def test_after_sixteen_the_winner_is_decided_as_usual() -> None:  # OO-52
    table = scored(["9", "2", "3"], familiars="sixteen - -", points=[15, 17, 0, 0])
    assert table.events("sixteen") == [(0,)]
    assert winners(table) == [1]


def test_sixteen_uses_the_score_of_the_team() -> None:  # OO-60
    table = scored(["9", "2", "3", "5"], familiars="sixteen - - -", points=[8, 0, 7, 0], teams=True)
    assert table.events("sixteen") == [(0,)]
    assert table.events("potion") == []
    table = scored(["9", "2", "3", "5"], familiars="sixteen - - -", points=[8, 7, 0, 0], teams=True)
    assert table.events("sixteen") == []


def test_salvage_keeps_any_one_card_of_the_column() -> None:  # OO-50, OO-51
    table = position("9 6A* 10 | 2 | 3", 3, familiars=familiar_of(0, "salvage"), deck="9*")
    table.play("explore", "add 0")
    assert table.legal(0) == ["keep 6A*", "keep 9", "keep 9*", "keep 10"]
    table.play("keep 6A*")
    assert (collection(table, 0), discarded(table)) == ("6A*", "9 9* 10")
    assert columns(table) == "- | 2 | 3"
    assert only_one(table).turn == 1


def test_salvage_may_keep_the_card_that_caused_the_bust() -> None:  # OO-51
    table = position("9 6A* 10 | 2 | 3", 3, familiars=familiar_of(0, "salvage"), deck="9*")
    table.play("explore", "add 0", "keep 9*")
    assert (collection(table, 0), discarded(table)) == ("9*", "6A* 9 10")


def test_salvage_has_one_choice_among_equal_cards() -> None:  # OO-51
    table = position("9 | 2 | 3", 3, familiars=familiar_of(0, "salvage"), deck="9")
    table.play("explore", "add 0")
    assert table.legal(0) == ["keep 9"]
    table.play("keep 9")
    assert (collection(table, 0), discarded(table)) == ("9", "9")


def test_without_salvage_only_the_card_that_caused_the_bust_is_kept() -> None:  # OO-22
    table = position("9 6A* 10 | 2 | 3 | -", familiars=familiar_of(2, "salvage", 4), deck="9*", out=[3], teams=True)
    table.play("explore", "add 0")
    assert collection(table, 0) == "9*"
    assert table.events("kept") == [(0, "9*")]


def test_daredevil_scores_for_each_bust_of_its_owner() -> None:  # OO-50, OO-52
    table = position("9 6A* 10 | 2 | 3", 3, familiars=familiar_of(0, "daredevil"), deck="9*", points=[2, 0, 0, 0])
    table.play("explore", "add 0")
    assert table.events("power_point") == [(0, "daredevil")]
    assert only_one(table).seats[0].points == 3


def test_daredevil_scores_nothing_when_others_bust() -> None:  # OO-50
    table = position("9 | 2 | 3 | 5", familiars=familiar_of(2, "daredevil", 4), deck="9*", teams=True)
    table.play("explore", "add 0")
    assert table.events("power_point") == []


def test_points_won_during_play_stay_in_the_score() -> None:  # OO-52
    table = scored(["9", "2", "3"], familiars="daredevil - -", points=[2, 0, 0, 0])
    assert table.state.scores() == [2 + 1 + 1, 1, 1]
