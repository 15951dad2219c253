"""Imagined worlds against plain enumeration: the cards that were looked at, and the discard."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from chabudai.games.only_one.equipment import Cards
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.words import CARDS
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.testing.table import Table
from games.only_one.positions import of_only_one, only_one, position
from goodness_of_fit import assert_fits

DECK = "4A 4A 4A 10 10 9* 2"
"""So few cards are left to come that all worlds can be told; the 1 is among them, at its place."""


def few_cards(*moves: str, deck: str = "4A 10 9*") -> Table:
    """Seat 0 looks at three cards of a small deck, and makes these moves."""
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
    # All other cards are in the discard; eight cards are left with the 1.
    table.set_up(deck=left.as_json(), discard=discard.as_json(), turned=state.rules.cards - 8)
    table.play(*moves)
    return table


def drawn(view: OnlyOne, draws: int = 4000) -> Counter[str]:
    """What lies on top in so many imagined worlds."""
    worlds, world, rng = view.worlds(), of_only_one(view.clone()), Rng(seed=6)
    found: Counter[str] = Counter()
    for _ in range(draws):
        world.imagine_into(view, worlds, rng)
        found[" ".join(CARDS[card] for card in world.top)] += 1
    return found


def expected(cards: str, places: int, fits: str = "", came: str = "") -> dict[str, float]:
    """How likely each order of so many of the cards is: all equal cards are single ones here."""
    ways: Counter[str] = Counter()
    for order in permutations(cards.split(), places):
        alike = len(set(order)) == 1
        if (fits == "alike" and not alike) or (fits == "different" and alike) or came in order:
            continue
        ways[" ".join(order)] += 1
    total = sum(ways.values())
    return {order: number / total for order, number in ways.items()}


@pytest.mark.parametrize("viewer", [SPECTATOR, 1, 2])
def test_three_cards_that_another_looks_at_may_be_any(viewer: int) -> None:  # OO-51
    view = of_only_one(few_cards("foresight", deck="4A 10 1").state.seen_by(viewer, True))
    # The 1 is third from the top, and its back tells so.
    assert set(drawn(view, 200)) <= {f"{first} {second} 1" for first in CARDS for second in CARDS}
    assert_fits(drawn(view), {f"{order} 1": likely for order, likely in expected(DECK, 2).items()})


def before_the_1(*moves: str, deck: str) -> Table:
    """The same with the 1 far below."""
    table = few_cards(deck=deck)
    table.set_up(turned=table.state.as_json()["turned"] - 12)  # type: ignore[operator]
    table.play("foresight", *moves)
    return table


@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
@pytest.mark.parametrize("moves", [(), ("order 0 2",), ("order 2 0", "add 0")])
def test_that_two_cards_were_put_in_order_tells_that_they_differ(viewer: int, moves: tuple[str, ...]) -> None:  # OO-50
    table = before_the_1("pick 1", *moves, deck="4A 10 9*")
    view = of_only_one(table.state.seen_by(viewer, True))
    assert_fits(drawn(view), expected("4A 4A 4A 10 9* 2", 2, fits="different"))


def test_that_two_cards_were_not_put_in_order_tells_that_they_are_alike() -> None:  # OO-50
    table = before_the_1("pick 1", deck="4A 9* 4A")
    view = of_only_one(table.state.seen_by(1, True))
    assert_fits(drawn(view), expected("4A 4A 4A 10 10 2", 2, fits="alike"))


def test_the_second_card_is_not_like_the_first_that_has_come() -> None:  # OO-50
    table = before_the_1("pick 1", "order 0 2", "add 0", "explore", deck="4A 9* 10")
    assert only_one(table).card == CARDS.index("4A")
    view = of_only_one(table.state.seen_by(2, True))
    assert_fits(drawn(view), expected("4A 4A 10 10 2", 1, came="4A"))


def test_the_looker_imagines_nothing_but_the_truth() -> None:  # OO-51
    table = before_the_1("pick 1", "order 0 2", "add 0", deck="4A 9* 10")
    assert set(drawn(of_only_one(table.state.seen_by(0, True)), 50)) == {"4A 10"}


def test_while_the_order_is_chosen_all_know_that_the_cards_differ_without_memory_too() -> None:  # OO-50
    table = before_the_1("pick 1", deck="4A 9* 10")
    view = of_only_one(table.state.seen_by(1, False))
    assert all(len(set(top.split())) == 2 for top in drawn(view, 500))


def test_without_memory_any_cards_out_of_sight_may_be_the_discard() -> None:  # OO-22
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
    turned = only_one(table).rules.cards - 1 - len(kept.split())
    table.set_up(seats=seats, deck=hidden.as_json(), turned=turned)
    view = of_only_one(table.state.seen_by(1, False))
    assert view.discard_size() == 2
    found: Counter[str] = Counter()
    rng = Rng(seed=2)
    for _ in range(4000):
        world = of_only_one(view.imagine(rng))
        found[" ".join(CARDS[card] for card in world.discard.listed())] += 1
        assert world.deck.size() == 6
    ways: Counter[str] = Counter()
    unseen = sorted([*kept.split(), "9", "10*"], key=CARDS.index)
    for pair in combinations(unseen, 2):
        ways[" ".join(pair)] += 1
    assert_fits(found, {pair: number / ways.total() for pair, number in ways.items()})
