"""The nine melds: every example of the rulebook, and the automaton against a plain implementation (KI-2)."""

import itertools

import pytest

from chabudai.games.kasane import GAME
from chabudai.games.kasane.melds import BOXES
from chabudai.games.kasane.phases import MELD, PASS
from chabudai.games.kasane.words import ACTIONS
from chabudai.kernel.bits import members
from games.kasane.positions import digits, of_kasane, offered, taken

NUMBERS = range(1, 10)


def is_meld(name: str, cards: tuple[int, ...]) -> bool:
    """Check a condition the way the rules state it."""
    rising = all(first < second for first, second in itertools.pairwise(cards))
    falling = all(first > second for first, second in itertools.pairwise(cards))
    match name:
        case "kasane":
            return len(set(cards)) == 1
        case "juu":
            return sum(cards) == 10
        case "sakura":
            return sorted(cards) == [1, 2, 6]
        case "chidori":
            return sorted(cards) == [3, 8, 9]
        case "asanoha":
            return sorted(cards) == [4, 5, 7]
        case "kagen":
            return set(cards) <= {1, 2, 3, 4, 5} and (rising or falling)
        case "jyougen":
            return set(cards) <= {5, 6, 7, 8, 9} and (rising or falling)
        case "katyou":
            return all(card % 2 == 1 for card in cards)
        case _:
            return all(card % 2 == 0 for card in cards)


STATE = of_kasane(GAME.setup(4).start())
BY_LENGTH = [[(box, name) for box, (name, length) in enumerate(BOXES) if length == cards] for cards in range(7)]


def melds_of(cards: tuple[int, ...]) -> int:
    """Return the melds that exactly these cards make, as a bit set of boxes."""
    return sum(1 << box for box, name in BY_LENGTH[len(cards)] if is_meld(name, cards))


def offers(hand: int, field: int = 0) -> int:
    """Return the melds that the rules find, as a bit set: first from the hand alone, then starting from the field."""
    choices = STATE.meld_choices(hand, field)
    assert choices == 0 or choices >> PASS == 1
    return choices & ~(1 << PASS)


def melds_found(hand: tuple[int, ...], field: int = 0) -> set[str]:
    """Return the melds that the rules find, in words."""
    melds = offers(digits(" ".join(map(str, hand))), field)
    return {ACTIONS[MELD + choice].removeprefix("meld ") for choice in members(melds)}


def assert_found_below(hand: tuple[int, ...], value: int, melds: int, longest: int, field: int = 0) -> int:
    """Compare the melds of this hand and of all hands with more cards below it; return the number of hands."""
    assert offers(value, field) == melds, (hand, field)
    hands = 1
    if len(hand) < longest:
        for card in NUMBERS:
            deeper = (card, *hand)
            more = melds | melds_of(deeper)
            if field:
                more |= melds_of((field, *deeper)) << len(BOXES)
            hands += assert_found_below(deeper, value | card << 4 * len(hand), more, longest, field)
    return hands


@pytest.mark.parametrize("top", NUMBERS)
def test_the_automaton_finds_every_meld_in_all_hands_of_up_to_six_cards(top: int) -> None:  # KI-2, KI-21
    assert assert_found_below((top,), top, 0, longest=6) == sum(9**below for below in range(6))


@pytest.mark.parametrize("field", NUMBERS)
def test_the_automaton_finds_every_meld_of_up_to_five_cards_that_starts_from_the_field(field: int) -> None:  # KI-21
    assert assert_found_below((), 0, 0, longest=4, field=field) == sum(9**below for below in range(5))


def test_the_longest_meld_may_start_from_the_field() -> None:  # KI-21
    assert "katyou 6 field" in melds_found((5, 1, 1, 7, 3), field=7)


def test_cards_below_the_sixth_make_no_difference() -> None:  # KI-2
    assert (
        melds_found((2, 7, 5, 1, 1, 7, 1))
        == melds_found((7, 5, 1, 1, 7, 1))
        == {"katyou 4", "katyou 5", "katyou 6", "juu 4"}
    )


@pytest.mark.parametrize(
    ("cards", "meld"),
    [
        ("2-2", "kasane 2"),
        ("9-9-9", "kasane 3"),
        ("4-6", "juu 2"),
        ("1-7-2", "juu 3"),
        ("1-2-6", "sakura 3"),
        ("2-6-1", "sakura 3"),
        ("3-8-9", "chidori 3"),
        ("9-3-8", "chidori 3"),
        ("4-5-7", "asanoha 3"),
        ("5-7-4", "asanoha 3"),
        ("1-2-4", "kagen 3"),
        ("5-3-2-1", "kagen 4"),
        ("9-8-5", "jyougen 3"),
        ("5-6-7-9", "jyougen 4"),
        ("7-5-1-1-7-3", "katyou 6"),
        ("1-3-7-5", "katyou 4"),
        ("8-4-6-2-8", "setsugetsu 5"),
        ("6-4-8", "setsugetsu 3"),
    ],
)
def test_these_cards_are_a_meld(cards: str, meld: str) -> None:  # KI-2
    *hand, top = cards.split("-")
    table = taken("-".join(hand), "", top)
    assert meld in offered(table)
    table.play(f"meld {meld}")
    assert table.events("laid") == [(0, *cards.split("-"))]


@pytest.mark.parametrize(
    ("cards", "meld"),
    [
        ("6-1-1", "sakura 3"),
        ("9-8-9", "chidori 3"),
        ("4-5-5", "asanoha 3"),
        ("2-3-3-4", "kagen 4"),
        ("4-2-2", "kagen 3"),
        ("6-9-9", "jyougen 3"),
        ("8-7-7-5-5", "jyougen 5"),
    ],
)
def test_these_cards_are_not_that_meld(cards: str, meld: str) -> None:  # KI-2
    assert meld not in melds_found(tuple(map(int, cards.split("-"))))


def test_kagen_and_jyougen_may_not_change_direction() -> None:  # KI-2
    assert melds_found((1, 4, 2)) == set()
    assert "jyougen 4" not in melds_found((5, 7, 9, 8))


def test_a_plus_one_on_the_field_starts_no_meld() -> None:  # KI-21
    assert melds_found((6, 4), digits("6 +1")) == {"juu 2"}
