"""The crow: TC-23."""

import pytest

from chabudai.games.thousand_cats.phases import SWAP
from games.thousand_cats.positions import cats, dealt, last_round, pair, play, row


def test_a_crow_and_a_yorozu_swap_before_cards_are_taken() -> None:  # TC-23, TC-24
    # The rulebook's example: B's crow and D's Yorozu change places.
    table = dealt("summer-10 … | summer-6 … | winter-7 … | yorozu-13 …", face_up="spring-9 fall-11")
    play(table, "summer-10 summer-6 winter-7 yorozu-13")
    assert table.events("swap") == [("yorozu-13", "summer-6")]
    assert [row(table, seat) for seat in range(4)] == ["summer-10", "fall-11", "winter-7", "spring-9"]
    assert pair(table) == "summer-6 yorozu-13"


def test_only_the_crow_nearest_to_yorozu_0_swaps() -> None:  # TC-23
    # Example 1, FAQ 7
    table = dealt("yorozu-0 … | summer-6 … | fall-7 … | winter-8 …", face_up="spring-1 spring-3")
    play(table, "yorozu-0 summer-6 fall-7 winter-8")
    assert table.events("swap") == [("yorozu-0", "summer-6")]
    assert [row(table, seat) for seat in range(4)] == ["summer-6", "spring-1", "fall-7", "spring-3"]


def test_only_the_crow_nearest_to_yorozu_13_swaps() -> None:  # TC-23
    table = dealt("yorozu-13 … | summer-6 … | fall-7 … | winter-8 …", face_up="spring-1 spring-3")
    play(table, "yorozu-13 summer-6 fall-7 winter-8")
    assert table.events("swap") == [("yorozu-13", "winter-8")]


def test_two_yorozu_and_two_crows_make_two_swaps() -> None:  # TC-23
    # Example 2
    table = dealt("yorozu-0 … | summer-6 … | fall-7 … | yorozu-13 …", face_up="spring-1 spring-3")
    play(table, "yorozu-0 summer-6 fall-7 yorozu-13")
    assert table.events("swap") == [("yorozu-0", "summer-6"), ("yorozu-13", "fall-7")]
    assert [row(table, seat) for seat in range(4)] == ["summer-6", "spring-1", "spring-3", "fall-7"]


@pytest.mark.parametrize(
    ("crows", "face_up"), [("spring-5 summer-6", "fall-3 fall-8"), ("fall-7 winter-8", "spring-1 spring-3")]
)
def test_the_lower_crow_swaps_with_0_even_if_both_are_nearer_to_one_yorozu(crows: str, face_up: str) -> None:  # TC-23
    low, high = crows.split()
    table = dealt(f"yorozu-13 … | {high} … | {low} … | yorozu-0 …", face_up=face_up)
    play(table, f"yorozu-13 {high} {low} yorozu-0")
    assert sorted(table.events("swap")) == [("yorozu-0", low), ("yorozu-13", high)]


@pytest.mark.parametrize(("choice", "victim"), [("yorozu-0", 1), ("yorozu-13", 2)])
def test_with_two_yorozu_and_one_crow_its_owner_chooses(choice: str, victim: int) -> None:  # TC-23
    # Example 3
    table = dealt("fall-7 … | yorozu-0 … | yorozu-13 … | winter-9 …", face_up="spring-1 spring-3")
    play(table, "fall-7 yorozu-0 yorozu-13 winter-9")
    assert (table.state.first, table.state.waiting) == (SWAP, 1)
    assert table.legal(0) == ["swap yorozu-0", "swap yorozu-13"]
    table.play(f"swap {choice}")
    assert table.events("swap") == [(choice, "fall-7")]
    assert row(table, victim) == "fall-7"
    assert row(table, 0) == ("spring-1" if choice == "yorozu-0" else "spring-3")
    assert row(table, 3) == "winter-9"


def test_crows_without_a_yorozu_do_nothing() -> None:  # TC-23
    table = dealt("winter-9 … | summer-6 … | fall-7 … | winter-8 …", face_up="spring-1 spring-3")
    play(table, "winter-9 summer-6 fall-7 winter-8")
    assert table.events("swap") == []


def test_a_yorozu_without_a_crow_does_nothing() -> None:  # TC-23
    table = dealt("winter-9 … | yorozu-0 … | fall-6 … | winter-7 …", face_up="spring-1 spring-3")
    play(table, "winter-9 yorozu-0 fall-6 winter-7")
    assert table.events("swap") == []
    assert row(table, 1) == "spring-1"


def test_the_game_ends_after_a_chosen_swap_in_the_last_round() -> None:  # TC-23, TC-26
    table = last_round("fall-7 yorozu-0 yorozu-13 winter-9", target=200)
    play(table, "fall-7 yorozu-0 yorozu-13 winter-9")
    assert cats(table).part == 0
    table.play("swap yorozu-13")
    assert cats(table).part == 1
