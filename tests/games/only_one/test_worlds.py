"""Imagined worlds compared with enumeration: the cards looked at, and the discard."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from chabudai.games.only_one.equipment import Cards
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.words import CARDS
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.testing.table import StackedTable
from games.only_one.positions import of_only_one, only_one, position
from goodness_of_fit import assert_fits

DECK = "4A 4A 4A 10 10 9* 2"
"""A deck small enough to enumerate all worlds. The 1 is in its place too."""


def few_cards(*moves: str, deck: str = "4A 10 9*") -> StackedTable:
    """Set up a small deck that begins with the cards of `deck`, with `foresight` for seat 0, and make these moves."""
    table = position("8A | 6A | 3", 3, familiars="foresight - -", deck=deck)
    left = Cards()
    for word in DECK.split():
        left.add(CARDS.index(word))
    state = only_one(table)
    discard = Cards()
    for card in state.deck.listed():
        discard.add(card)
    for card in left.listed():
        discard.take(card)
    # All other cards are in the discard; with the 1, eight are left.
    table.set_up(deck=left.as_json(), discard=discard.as_json(), turned=state.equipment.card_count - 8)
    table.play(*moves)
    return table


def imagined_tops(view: OnlyOne, draws: int = 4000) -> Counter[str]:
    """Count how often each sequence of cards is on top of the deck, over many imagined worlds."""
    worlds, world, rng = view.worlds(), of_only_one(view.clone()), Rng(seed=6)
    tops: Counter[str] = Counter()
    for _ in range(draws):
        world.imagine_into(view, worlds, rng)
        tops[" ".join(CARDS[card] for card in world.top)] += 1
    return tops


def expected(cards: str, places: int, fits: str = "", came: str = "") -> dict[str, float]:
    """Return the probability of each sequence of cards, drawn without replacement.

    If `fits` is "equal" or "different", only such sequences are possible. If `came` is given, none contains that card.
    """
    ways: Counter[str] = Counter()
    for order in permutations(cards.split(), places):
        equal = len(set(order)) == 1
        if (fits == "equal" and not equal) or (fits == "different" and equal) or came in order:
            continue
        ways[" ".join(order)] += 1
    total = sum(ways.values())
    return {order: number / total for order, number in ways.items()}


@pytest.mark.parametrize("viewer", [SPECTATOR, 1, 2])
def test_three_cards_that_somebody_else_looks_at_may_be_any(viewer: int) -> None:  # OO-51
    view = of_only_one(few_cards("foresight", deck="4A 10 1").state.seen_by(viewer, True))
    # The 1 is third from the top, which its back shows.
    assert set(imagined_tops(view, 200)) <= {f"{first} {second} 1" for first in CARDS for second in CARDS}
    assert_fits(imagined_tops(view), {f"{order} 1": likely for order, likely in expected(DECK, 2).items()})


def far_above_the_1(*moves: str, deck: str) -> StackedTable:
    """Set up the table of `few_cards` with the 1 far below the top, use `foresight`, and make these moves."""
    table = few_cards(deck=deck)
    table.set_up(turned=table.state.as_json()["turned"] - 12)  # type: ignore[operator]
    table.play("foresight", *moves)
    return table


@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
@pytest.mark.parametrize("moves", [(), ("order 0 2",), ("order 2 0", "add 0")])
def test_putting_two_cards_in_order_reveals_that_they_differ(viewer: int, moves: tuple[str, ...]) -> None:  # OO-50
    table = far_above_the_1("pick 1", *moves, deck="4A 10 9*")
    view = of_only_one(table.state.seen_by(viewer, True))
    assert_fits(imagined_tops(view), expected("4A 4A 4A 10 9* 2", 2, fits="different"))


def test_not_putting_two_cards_in_order_reveals_that_they_are_equal() -> None:  # OO-50
    table = far_above_the_1("pick 1", deck="4A 9* 4A")
    view = of_only_one(table.state.seen_by(1, True))
    assert_fits(imagined_tops(view), expected("4A 4A 4A 10 10 2", 2, fits="equal"))


def test_the_second_card_differs_from_the_first_that_appeared() -> None:  # OO-50
    table = far_above_the_1("pick 1", "order 0 2", "add 0", "explore", deck="4A 9* 10")
    assert only_one(table).card == CARDS.index("4A")
    view = of_only_one(table.state.seen_by(2, True))
    assert_fits(imagined_tops(view), expected("4A 4A 10 10 2", 1, came="4A"))


def test_the_owner_of_foresight_imagines_only_the_true_cards() -> None:  # OO-51
    table = far_above_the_1("pick 1", "order 0 2", "add 0", deck="4A 9* 10")
    assert set(imagined_tops(of_only_one(table.state.seen_by(0, True)), 50)) == {"4A 10"}


def test_while_the_order_is_chosen_the_cards_differ_even_without_recall() -> None:  # OO-50
    table = far_above_the_1("pick 1", deck="4A 9* 10")
    view = of_only_one(table.state.seen_by(1, False))
    assert all(len(set(top.split())) == 2 for top in imagined_tops(view, 500))


def test_without_recall_any_unseen_cards_may_be_the_discard() -> None:  # OO-22
    table = position("8A | 6A | 3", 3, discard="9 10*")
    kept = "4A 4A 10 9* 2 egg*"
    seats = [{**player.as_json()} for player in only_one(table).seats]
    hidden = Cards()
    for word in kept.split():
        hidden.add(CARDS.index(word))
    shown = Cards()
    for card in only_one(table).deck.listed():
        shown.add(card)
    for card in hidden.listed():
        shown.take(card)
    seats[0]["cards"] = shown.as_json()
    turned = only_one(table).equipment.card_count - 1 - len(kept.split())
    table.set_up(seats=seats, deck=hidden.as_json(), turned=turned)
    view = of_only_one(table.state.seen_by(1, False))
    assert view.discard_size() == 2
    discards: Counter[str] = Counter()
    rng = Rng(seed=2)
    for _ in range(4000):
        world = of_only_one(view.imagine(rng))
        discards[" ".join(CARDS[card] for card in world.discard.listed())] += 1
        assert world.deck.size() == 6
    ways: Counter[str] = Counter()
    unseen = sorted([*kept.split(), "9", "10*"], key=CARDS.index)
    for pair in combinations(unseen, 2):
        ways[" ".join(pair)] += 1
    assert_fits(discards, {pair: number / ways.total() for pair, number in ways.items()})
