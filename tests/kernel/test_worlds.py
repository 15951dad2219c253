"""The world sampler, compared with an enumeration of all consistent deals."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, product
from math import factorial

import pytest

from chabudai.kernel.bits import has
from chabudai.kernel.errors import ImpossiblePosition
from chabudai.kernel.rng import Rng
from chabudai.kernel.worlds import MAX_CARDS, MAX_HOLDERS, MAX_KINDS, Worlds
from goodness_of_fit import assert_fits, even, p_value

Deal = tuple[frozenset[int], ...]
"""The cards of each holder."""


@dataclass
class Bag:
    """Cards with bounds for each holder; `most` is 0 for holders that cannot have any of them.

    With `own_kind`, the sampler gets the bounds as a kind of its own. Otherwise `kind` is an index into
    `Problem.kinds`, whose bounds hold for all its bags together, or -1.
    """

    cards: list[int]
    least: list[int]
    most: list[int]
    kind: int = -1
    own_kind: bool = False


@dataclass
class Problem:
    """Constraints on a deal, for the sampler and for the enumeration."""

    room: list[int]
    bags: list[Bag]
    kinds: list[tuple[list[int], list[int]]] = field(default_factory=list)

    def worlds(self) -> Worlds:
        worlds = Worlds(list(self.room))
        kinds = [worlds.kind(least, most) for least, most in self.kinds]
        for bag in self.bags:
            holders = sum(2**holder for holder, most in enumerate(bag.most) if most)
            if bag.kind >= 0:
                worlds.put(bag.cards, holders, kinds[bag.kind])
            elif bag.own_kind:
                worlds.put(bag.cards, holders, worlds.kind(bag.least, bag.most))
            else:
                worlds.put(bag.cards, holders)
        return worlds

    def deals(self) -> list[Deal]:
        """Enumerate all consistent deals by giving each card to each holder."""
        cards = [card for bag in self.bags for card in bag.cards]
        deals: list[Deal] = []
        for owners in product(range(len(self.room)), repeat=len(cards)):
            hands = [{card for card, owner in zip(cards, owners, strict=True) if owner == h} for h in self._holders()]
            if all(len(hands[h]) == self.room[h] for h in self._holders()) and self._fits(hands):
                deals.append(tuple(frozenset(hand) for hand in hands))
        return deals

    def _holders(self) -> range:
        return range(len(self.room))

    def _fits(self, hands: list[set[int]]) -> bool:
        bounds = [(set(bag.cards), bag.least, bag.most) for bag in self.bags]
        for kind, (least, most) in enumerate(self.kinds):
            bounds.append(({card for bag in self.bags if bag.kind == kind for card in bag.cards}, least, most))
        return all(
            least[h] <= len(hands[h] & cards) <= most[h] for cards, least, most in bounds for h in self._holders()
        )


def random_problem(rng: Rng) -> Problem:
    """Return a problem with up to six cards in any number of bags, and one to four holders, some without room.

    Most problems have bounds around a deal. Others have no lower bounds and random upper ones, which often allow none.
    """
    room = [rng.below(4) for _ in range(1 + rng.below(4))]
    while sum(room) > 6:
        room[rng.below(len(room))] = 0
    owners = [holder for holder, size in enumerate(room) for _ in range(size)]
    rng.shuffle(owners)
    consistent = rng.below(6) > 0
    kinds = [[0 for _ in room] for _ in range(rng.below(3))]
    bags: list[Bag] = []
    dealt = 0
    while dealt < len(owners):
        cards = list(range(dealt, dealt + 1 + rng.below(min(4, len(owners) - dealt))))
        dealt += len(cards)
        card_counts = [sum(owners[card] == holder and consistent for card in cards) for holder in range(len(room))]
        if rng.below(3) == 0:
            bags.append(Bag(cards, *bounds(card_counts, rng), own_kind=True))
        else:
            kind = rng.below(len(kinds) + 1) - 1
            bags.append(
                Bag(
                    cards,
                    [0 for _ in room],
                    [63 if card_count or rng.below(2) else 0 for card_count in card_counts],
                    kind,
                )
            )
            if kind >= 0:
                kinds[kind] = [sum(both) for both in zip(kinds[kind], card_counts, strict=True)]
    return Problem(room, bags, [bounds(card_counts, rng) for card_counts in kinds])


def bounds(card_counts: list[int], rng: Rng) -> tuple[list[int], list[int]]:
    """Return lower and upper bounds around these numbers of cards."""
    return [max(0, card_count - rng.below(3)) for card_count in card_counts], [
        card_count + rng.below(3) for card_count in card_counts
    ]


def drawn(worlds: Worlds, rng: Rng, draws: int) -> Counter[Deal]:
    deals: Counter[Deal] = Counter()
    for _ in range(draws):
        worlds.deal(rng)
        deals[tuple(frozenset(worlds.held(holder)) for holder in range(len(worlds.room)))] += 1
    return deals


@pytest.mark.parametrize("seed", range(6))
def test_deals_are_uniform_over_all_consistent_deals(seed: int) -> None:
    rng = Rng(seed, stream=4)
    impossible = 0
    deals_of_several_bags = 0
    for _ in range(100):
        problem = random_problem(rng)
        fitting = problem.deals()
        worlds = problem.worlds()
        if not fitting:
            impossible += 1
            with pytest.raises(ImpossiblePosition):
                worlds.count_deals()
            with pytest.raises(ImpossiblePosition):
                worlds.deal(rng)
            continue
        assert worlds.count_deals() == pytest.approx(len(fitting)), problem
        counts = drawn(worlds, rng, 30 * len(fitting))
        assert_fits(counts, even(fitting))
        assert len(counts) == len(fitting)
        deals_of_several_bags += len(fitting) if len(problem.bags) > 1 else 0
    assert impossible >= 5
    assert deals_of_several_bags >= 200


def test_one_bag_is_a_plain_deal() -> None:
    worlds = Worlds([2, 0, 1])
    worlds.put([7, 8, 9], 0b111)
    hands = [frozenset(hand) for hand in combinations([7, 8, 9], 2)]
    deals: list[Deal] = [(hand, frozenset(), frozenset([7, 8, 9]) - hand) for hand in hands]
    assert worlds.count_deals() == 3.0
    assert_fits(drawn(worlds, Rng(1), 900), even(deals))


def test_a_large_deal_is_counted_by_the_multinomial() -> None:
    worlds = Worlds([13, 13, 13, 13])
    worlds.put(list(range(52)), 0b1111)
    assert worlds.count_deals() == pytest.approx(factorial(52) / factorial(13) ** 4)
    worlds.deal(Rng(2))
    assert sorted(card for holder in range(4) for card in worlds.held(holder)) == list(range(52))
    assert all(len(worlds.held(holder)) == 13 for holder in range(4))


def test_a_void_makes_the_others_hold_more_of_a_suit() -> None:
    """Of two suits of three cards, holder 0 is void in the first, so it holds two of the second."""
    worlds = Worlds([2, 2, 2])
    worlds.put([0, 1, 2], 0b110)
    worlds.put([3, 4, 5], 0b111)
    # Choose two of three for holder 0, and deal the other four cards to two holders of two.
    assert worlds.count_deals() == 3 * 6
    rng = Rng(3)
    holder_1_has_second_suit = Counter[bool]()
    for _ in range(3000):
        worlds.deal(rng)
        assert not set(worlds.held(0)) & {0, 1, 2}
        holder_1_has_second_suit[bool(set(worlds.held(1)) & {3, 4, 5})] += 1
    assert_fits(holder_1_has_second_suit, {True: 0.5, False: 0.5})


def test_bounded_bags_are_weighted_by_the_deals_of_the_rest() -> None:
    """Holder 0 has at least one of two crows: uniform over deals, not over the number of crows."""
    worlds = Worlds([2, 6])
    worlds.put([0, 1], 0b11, worlds.kind([1, 0], [2, 2]))
    worlds.put(list(range(2, 8)), 0b11)
    # One crow: 2 ways, and 6 for the other card; both crows: 1 way.
    assert worlds.count_deals() == 13
    rng = Rng(4)
    crows = Counter[int]()
    for _ in range(4000):
        worlds.deal(rng)
        crows[len(set(worlds.held(0)) & {0, 1})] += 1
    assert_fits(crows, {1: 12 / 13, 2: 1 / 13})


def test_a_large_sample_is_uniform_too() -> None:
    """Small samples would not show a slight bias."""
    problem = Problem(
        [2, 1, 2], [Bag([0, 1], [0, 0, 0], [63, 63, 0]), Bag([2, 3, 4], [0, 0, 1], [2, 1, 2], own_kind=True)], []
    )
    fitting = problem.deals()
    assert len(fitting) > 8
    assert p_value(drawn(problem.worlds(), Rng(5), 60_000), even(fitting)) > 1e-3


def test_cards_with_the_same_holders_form_one_bag() -> None:
    worlds = Worlds([1, 1])
    worlds.put([0], 0b11)
    with pytest.raises(ImpossiblePosition, match="1 hidden card cannot fill room for 2"):
        worlds.count_deals()
    worlds.put([], 0b01)
    worlds.put([1], 0b11)
    assert worlds.count_deals() == 2.0
    both: list[Deal] = [(frozenset([0]), frozenset([1])), (frozenset([1]), frozenset([0]))]
    assert_fits(drawn(worlds, Rng(6), 200), even(both))


def test_deals_are_counted_again_after_another_put() -> None:
    worlds = Worlds([2, 0])
    worlds.put([0, 1], 0b11)
    assert worlds.count_deals() == 1.0
    worlds.room[1] = 2
    worlds.put([2, 3], 0b11)
    assert worlds.count_deals() == 6.0


def test_the_mask_of_a_hand_holds_its_cards() -> None:
    worlds = Worlds([3, 3])
    worlds.put([0, 7, 31, 32, 45, 61], 0b11)
    worlds.deal(Rng(7))
    for holder in range(2):
        mask = worlds.held_mask(holder)
        assert sorted(worlds.held(holder)) == [card for card in range(62) if has(mask, card)]


def test_without_hidden_cards_there_is_one_deal() -> None:
    worlds = Worlds([0, 0])
    assert worlds.count_deals() == 1.0
    worlds.deal(Rng(8))
    assert worlds.held(0) == worlds.held(1) == []


@pytest.mark.parametrize(
    ("room", "cards", "holders", "message"),
    [
        ([2], [0], 0b1, "1 hidden card cannot fill room for 2"),
        ([1], [0, 1], 0b1, "2 hidden cards cannot fill room for 1"),
        ([-1, 2], [0], 0b11, "a holder has negative room"),
        ([-1, 0], [], 0b11, "a holder has negative room"),
        ([40, 24], list(range(64)), 0b11, "at most 63 hidden cards can be dealt, not 64"),
        ([40, 20], list(range(64)), 0b11, "at most 63 hidden cards can be dealt, not 64"),
        ([1, 1], [0, 1], 0b01, "no deal of the hidden cards is consistent"),
        ([1], [0], 0b0, "no deal of the hidden cards is consistent"),
    ],
)
def test_an_impossible_position_is_refused_each_time(
    room: list[int], cards: list[int], holders: int, message: str
) -> None:
    worlds = Worlds(room)
    worlds.put(cards, holders)
    for method in (worlds.count_deals, worlds.prepare, lambda: worlds.deal(Rng(1))):
        with pytest.raises(ImpossiblePosition, match=message):
            method()


def test_a_kind_with_a_minimum_needs_cards() -> None:
    worlds = Worlds([1])
    worlds.kind([1], [1])
    worlds.put([0], 0b1)
    with pytest.raises(ImpossiblePosition, match="must have cards of a kind that has no cards"):
        worlds.count_deals()


def test_there_are_at_most_ten_holders() -> None:
    assert Worlds([0] * MAX_HOLDERS).count_deals() == 1.0
    with pytest.raises(ImpossiblePosition, match="at most 10 holders"):
        Worlds([0] * (MAX_HOLDERS + 1))


def test_as_many_cards_as_allowed_can_be_dealt() -> None:
    worlds = Worlds([MAX_CARDS, 0])
    worlds.put(list(range(MAX_CARDS)), 0b11)
    assert worlds.count_deals() == pytest.approx(1)
    worlds.deal(Rng(9))
    assert sorted(worlds.held(0)) == list(range(MAX_CARDS))


def test_there_are_at_most_sixteen_kinds() -> None:
    """Bags of the kind with the highest number, too, are dealt one after another, and before those without a kind."""
    worlds = Worlds([2, 2])
    for number in range(MAX_KINDS - 1):
        assert worlds.kind([0, 0], [1, 1]) == number
    kind = worlds.kind([1, 0], [1, 1])
    worlds.put([0], 0b11, kind)
    worlds.put([1], 0b11)
    worlds.put([2], 0b01)
    worlds.put([3], 0b10, kind)
    # Card 0 is the only card of the kind that holder 0 can have.
    assert worlds.count_deals() == 1.0
    with pytest.raises(ImpossiblePosition, match="at most 16 kinds can be declared"):
        worlds.kind([0, 0], [1, 1])
