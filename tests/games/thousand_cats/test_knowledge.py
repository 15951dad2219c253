"""Knowledge and advice in Festival of Thousand Cats: cards, crows, booze, and choices before the first round."""

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.games.thousand_cats.judgement import CERTAIN, CardJudgement, unseen_by
from chabudai.games.thousand_cats.phases import MULTIPLIER, NAME_START, REDEAL, THREE_TOKENS
from chabudai.games.thousand_cats.words import CARDS
from chabudai.kernel.bits import lowest, mask_of, members
from chabudai.testing.table import StackedTable, deal
from games.knowledge_probes import advised, knowledge_win_share, ranked, senseless
from games.thousand_cats.positions import cats, dealt, last_round, numbers, play


def test_the_lowest_card_is_played_for_fish_on_the_left() -> None:  # TC-24
    table = dealt(hands="yorozu-0 summer-5 summer-7 … | … | … | …", face_up="spring-1 winter-8")
    assert ranked(GAME, table)[0] == "play yorozu-0"
    assert advised(GAME, table, "play yorozu-0") == "lowest_gains"


def test_the_highest_card_is_not_spent_on_a_crow() -> None:  # TC-24, TC-30
    table = dealt(hands="yorozu-13 summer-4 … | … | … | …", face_up="spring-4 winter-8")
    assert advised(GAME, table, "play yorozu-13") == "highest_costs"
    moves = ranked(GAME, table)
    assert moves.index("play summer-4") < moves.index("play yorozu-13")


def test_a_crow_is_played_late() -> None:  # TC-30
    table = dealt(hands="summer-6 summer-4 summer-8 … | … | … | …", face_up="spring-4 winter-7")
    assert advised(GAME, table, "play summer-6") == "keeps_the_crow"
    moves = ranked(GAME, table)
    assert max(moves.index("play summer-4"), moves.index("play summer-8")) < moves.index("play summer-6")


def test_face_up_cards_and_the_hand_of_the_seat_count_as_seen() -> None:
    table = dealt(hands="summer-6 … | … | … | …", face_up="spring-4 winter-7")
    seen = {CARDS.index("spring-4"), CARDS.index("winter-7"), *members(cats(table).seats[0].hand)}
    assert set(members(unseen_by(cats(table), 0))) == set(range(len(CARDS))) - seen


@pytest.mark.parametrize("others", ["spring-2 spring-3 spring-4", "winter-9 winter-10 winter-12"])
def test_a_card_above_or_below_all_unseen_cards_is_certain_to_be_highest_or_lowest(others: str) -> None:
    table = last_round(f"summer-6 {others}", face_up="fall-4 fall-8")
    judgement = CardJudgement(cats(table), 0)
    judgement.weigh(CARDS.index("summer-6"))
    assert (judgement.top, judgement.bottom) == ((CERTAIN, 0) if "spring" in others else (0, CERTAIN))


def test_the_dummys_card_is_taken_into_account() -> None:  # TC-70
    table = last_round("summer-6 spring-4 winter-8", face_up="fall-4 fall-8", dummy="winter-12")
    judgement = CardJudgement(cats(table), 0)
    judgement.weigh(CARDS.index("summer-6"))
    assert judgement.top == 0
    assert judgement.bottom > 0


def two_booze(total: int) -> StackedTable:
    """Set up seat 0 with two booze, Yorozu 0 in hand and this total; the lower card of the middle has booze."""
    taken = ["summer-3 winter-5 spring-1 summer-2 fall-3", "", "", ""]
    table = last_round("spring-9 fall-5 fall-6 fall-8", face_up="spring-2 winter-12", taken=taken, target=30)
    seats = [player.as_json() for player in cats(table).seats]
    seats[0] |= {"hand": mask_of(numbers("spring-9 yorozu-0")), "total": total}
    table.set_up(seats=seats)
    return table


def test_a_player_with_two_booze_avoids_a_third() -> None:  # TC-25, TC-30
    table = two_booze(total=0)
    assert advised(GAME, table, "play yorozu-0") == "third_booze"
    assert senseless(GAME, table) == ["play yorozu-0"]


def test_a_third_booze_that_wins_the_match_is_welcome() -> None:  # TC-40
    table = two_booze(total=40)
    assert ranked(GAME, table)[0] == "play yorozu-0"
    assert advised(GAME, table, "play yorozu-0") == "lowest_gains"


def test_a_crow_between_two_yorozu_swaps_for_the_better_prize() -> None:  # TC-23
    table = last_round("yorozu-0 summer-6 yorozu-13 fall-5", face_up="spring-1 winter-8")
    play(table, "yorozu-0 summer-6 yorozu-13 fall-5")
    assert ranked(GAME, table) == ["swap yorozu-0", "swap yorozu-13"]
    assert [advised(GAME, table, f"swap yorozu-{number}") for number in (0, 13)] == ["swap_better", "swap_worse"]


def test_a_hand_with_three_crows_is_given_up() -> None:  # TC-11
    table = deal(GAME, 4, chance={"deck": "…2 | spring-5 summer-6 fall-7 … | … | … | …"})
    assert table.state.first == REDEAL
    assert ranked(GAME, table) == ["redeal", "keep"]
    assert [advised(GAME, table, move) for move in ("redeal", "keep")] == ["another_deal", "keeps_the_crows"]


def test_a_multiplier_card_is_chosen_by_the_fish_in_hand() -> None:  # TC-51, TC-53
    table = dealt(
        "winter-4 winter-12 winter-6 spring-4 spring-6 summer-5 summer-7 … | … | … | …", rules="experienced", seed=1
    )
    table.play_on(until=lambda state: state.first == MULTIPLIER)
    seats = [player.as_json() for player in cats(table).seats]
    seats[0]["multipliers"] = 0b1001  # kou-1: Spring twice; kou-4: Winter twice, Spring subtracted
    table.set_up(seats=seats, waiting=1, queue=0b11100100)
    assert ranked(GAME, table) == ["multiplier kou-4", "multiplier kou-1"]
    assert advised(GAME, table, "multiplier kou-1") == "multiplies"


def test_tokens_are_taken_where_the_fish_are() -> None:  # TC-60, TC-61
    table = dealt("winter-4 winter-12 spring-1 spring-9 fall-3 fall-11 summer-5 … | … | … | …", rules="advanced")
    table.play_on(until=lambda state: state.first == THREE_TOKENS)
    table.set_up(waiting=1, queue=0b11100100)
    assert ranked(GAME, table)[0] == "tokens spring fall winter"
    assert advised(GAME, table, "tokens spring fall winter") == "leaves_out_least"
    assert advised(GAME, table, "tokens spring summer fall") == "leaves_out"


def test_the_player_who_names_the_start_player_prefers_to_choose_last() -> None:  # TC-52
    table = deal(GAME, 4, options={"rules": "experienced"})
    table.play_on(until=lambda state: state.first == NAME_START)
    seat = lowest(table.state.waiting)
    assert ranked(GAME, table)[0] == f"start {(seat + 1) % 4}"
    assert advised(GAME, table, f"start {(seat + 1) % 4}") == "chooses_last"
    assert advised(GAME, table, f"start {seat}") == "chooses_first"


@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_that_knows_the_game_wins_far_more_than_its_share(players: int) -> None:
    assert knowledge_win_share(GAME, players, games=24) > 0.65
