"""The deal and the re-deal: TC-10, TC-11, TC-13."""

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.games.thousand_cats.phases import PLAY, REDEAL
from chabudai.kernel.bits import count
from chabudai.testing.table import StackedTable, deal
from games.thousand_cats.positions import ALL_SEATS, booze_held, card_words, cats, chance_for, dealt, pair

THREE_CROWS = "… | spring-5 summer-6 fall-7 … | … | …"


def asked(hands: str, **options: object) -> StackedTable:
    """Deal these hands, in which a seat is asked about a re-deal."""
    return deal(GAME, 4, options=options, chance=chance_for(hands))


def test_every_seat_is_dealt_nine_cards_with_two_season_cards_with_booze() -> None:  # TC-10
    for seed in range(20):
        state = cats(dealt(seed=seed))
        assert [count(state.seats[seat].hand) for seat in ALL_SEATS] == [9, 9, 9, 9]
        assert [booze_held(state, seat) for seat in ALL_SEATS] == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("turned_up", "shown"),
    [
        ("winter-9 spring-3", "spring-3 winter-9"),
        ("spring-3 winter-9", "spring-3 winter-9"),
        ("yorozu-13 yorozu-0", "yorozu-0 yorozu-13"),
        ("spring-4 summer-4", "summer-4 spring-4"),  # of equal values, the card with more cats is higher
    ],
)
def test_the_lower_face_up_card_is_on_the_left(turned_up: str, shown: str) -> None:  # TC-7, TC-10
    assert pair(dealt(face_up=turned_up)) == shown


def test_the_record_lists_booze_cards_before_the_rest() -> None:  # TC-10
    record = dealt("spring-2 … | … | … | …").record()
    assert [(entry.what, len(entry.result)) for entry in record.chance] == [("booze", 8), ("deck", 30)]
    assert "spring-2" in record.chance[0].result[:2]


def test_a_player_with_three_crows_may_keep_the_hand() -> None:  # TC-11
    table = asked(THREE_CROWS)
    assert (table.state.first, table.state.waiting) == (REDEAL, 0b10)
    assert table.legal(1) == ["keep", "redeal"]
    assert table.events("asked") == [(1,)]
    hand = card_words(cats(table).seats[1].hand)
    table.play("keep")
    assert table.state.first == PLAY
    assert card_words(cats(table).seats[1].hand) == hand
    assert table.record().moves == [(1, "keep")]


def test_a_player_with_three_crows_may_demand_a_re_deal_of_all_cards() -> None:  # TC-11
    two_deals = {name: [first, second] for (name, first), second in zip(
        chance_for(THREE_CROWS).items(), chance_for("spring-5 … | summer-6 … | … | …").values(), strict=True
    )}  # fmt: skip
    table = deal(GAME, 4, chance=two_deals)
    table.play("redeal")
    assert table.state.first == PLAY
    assert "spring-5" in card_words(cats(table).seats[0].hand)
    assert [entry.what for entry in table.record().chance] == ["booze", "deck", "booze", "deck"]


def test_a_player_with_three_crows_is_asked_again_after_a_re_deal() -> None:  # TC-11
    three_deals = {name: [first, first, last] for (name, first), last in zip(
        chance_for(THREE_CROWS).items(), chance_for("spring-5 … | summer-6 … | … | …").values(), strict=True
    )}  # fmt: skip
    table = deal(GAME, 4, chance=three_deals)
    table.play("redeal")
    assert table.legal(1) == ["keep", "redeal"]
    table.play("redeal")
    assert table.state.first == PLAY


def test_a_player_with_two_crows_is_not_asked() -> None:  # TC-11
    table = dealt("spring-5 summer-6 … | fall-7 winter-8 … | … | …")
    assert table.state.first == PLAY
    assert table.events("asked") == []


def test_a_player_with_all_four_crows_is_asked() -> None:  # TC-11
    table = asked("… | … | … | spring-5 summer-6 fall-7 winter-8 …")
    assert table.state.waiting == 0b1000


@pytest.mark.parametrize(
    ("rules", "first_moves"), [("experienced", ["multiplier"]), ("advanced", ["tokens"]), ("basic", ["play"])]
)
def test_multipliers_and_tokens_are_chosen_after_a_hand_is_kept(rules: str, first_moves: list[str]) -> None:  # TC-13
    table = asked(THREE_CROWS, rules=rules)
    assert [entry.what for entry in table.record().chance] == ["booze", "deck"]
    table.play("keep")
    seat = next(seat for seat in ALL_SEATS if table.legal(seat))
    assert {move.split()[0] for move in table.legal(seat)} == set(first_moves)


def test_multiplier_cards_are_kept_in_a_re_deal() -> None:  # TC-11
    table = dealt(rules="experienced", target=200)
    table.play_on(until=lambda state: state.part == 1 and state.first == PLAY and state.waiting != 0)
    before = [(player.multipliers, player.multiplier) for player in cats(table).seats]
    state = cats(table)
    state.start_deal()
    assert [(player.multipliers, player.multiplier) for player in state.seats] == before
