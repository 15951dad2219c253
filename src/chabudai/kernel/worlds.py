"""The world sampler: who holds which of the cards that a view hides, uniform over all deals that fit what is known.

Cards that may lie in the same places are one bag. Dealing the bags out one after the other, the number of ways to deal the
rest depends only on the room that is left at each holder; those numbers are counted once (`prepare`), after which a world costs one
weighted choice and one shuffle a bag. Nothing is drawn and thrown away. Counts are floats: some are beyond 62 bits, and
their rounding is far below anything that could be measured.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import bit, has, shifted
from chabudai.kernel.errors import ImpossiblePosition
from chabudai.kernel.rng import Rng

_DIGIT: Final[i64] = 6
"""Room at a holder (or a share of a bag) is one digit of 6 bits in a code for all holders."""
MOST_HOLDERS: Final[i64] = 10
MOST_CARDS: Final[i64] = 63


@final
@mypyc_attr(acyclic=True)
class _Bag:
    """Cards that are known to lie in the same places: at each holder at least and at most so many of them."""

    def __init__(self, cards: list[int], least: list[int], most: list[int]) -> None:
        self.cards: list[int] = cards
        self.least: list[int] = least
        self.most: list[int] = most


@final
@mypyc_attr(acyclic=True)
class _Splits:
    """The ways to divide a bag among the holders when they have a given room left, with the deals behind each."""

    def __init__(self) -> None:
        self.codes: list[int] = []
        self.deals: list[float] = []
        self.total: float = 0.0


@final
class Worlds:
    """Holders with room for so many cards, bags of cards with where they may lie, and draws from all deals that fit.

    >>> worlds = Worlds([2, 1])          # two holders: a hand of two and a hand of one
    >>> worlds.put([4, 5], 0b11)         # cards 4 and 5 may lie anywhere,
    >>> worlds.put([6], 0b01)            # card 6 only at holder 0
    >>> worlds.count()
    2.0
    >>> worlds.deal(Rng(seed=7))
    >>> sorted(worlds.held(0) + worlds.held(1))
    [4, 5, 6]
    """

    def __init__(self, room: list[int]) -> None:
        if len(room) > MOST_HOLDERS:
            raise ImpossiblePosition(f"cards can be dealt to at most {MOST_HOLDERS} holders")
        self.room: Final = room
        self._bags: list[_Bag] = []
        self._open: dict[int, _Bag] = {}
        self._known: list[dict[int, _Splits]] = []
        self._ready: bool = False
        self._held: list[list[int]] = []

    def put(self, cards: list[int], holders: i64) -> None:
        """Add cards that may lie at any of these holders (a bit set), as many as there is room for."""
        if not cards:
            return
        bag = self._open.get(holders)
        if bag is None:
            most = [63 if has(holders, holder) else 0 for holder in range(len(self.room))]
            bag = self.put_bounded([], [0] * len(self.room), most)
            self._open[holders] = bag
        bag.cards.extend(cards)
        self._ready = False

    def put_bounded(self, cards: list[int], least: list[int], most: list[int]) -> "_Bag":
        """Add cards of which each holder has at least and at most so many."""
        bag = _Bag(list(cards), least, most)
        self._bags.append(bag)
        self._ready = False
        return bag

    def count(self) -> float:
        """How many deals fit; 1 if nothing is open."""
        self.prepare()
        return self._splits(0, self._code(self.room)).total if self._bags else 1.0

    def prepare(self) -> None:
        """Count the deals, once; raises ImpossiblePosition if none fits."""
        if self._ready:
            return
        cards = 0
        for bag in self._bags:
            cards += len(bag.cards)
        if cards != sum(self.room) or cards > MOST_CARDS:
            raise ImpossiblePosition(f"{cards} cards cannot fill room for {sum(self.room)}")
        # The most restricted bags first: fewer ways to branch.
        self._bags.sort(key=_freedom)
        self._known = [{} for bag in self._bags]
        self._ready = True
        if self._bags and self._splits(0, self._code(self.room)).total <= 0.0:
            raise ImpossiblePosition("no deal of the hidden cards fits what is known")

    def deal(self, rng: Rng) -> None:
        """Draw one deal; `held` tells it."""
        self.prepare()
        self._held = [[] for holder in self.room]
        room = self._code(self.room)
        for i in range(len(self._bags)):
            bag = self._bags[i]
            splits = self._splits(i, room)
            code = _chosen(splits, rng)
            room -= code
            rng.shuffle(bag.cards)
            at: i64 = 0
            for holder in range(len(self.room)):
                share = (code >> (holder * _DIGIT)) & MOST_CARDS
                self._held[holder].extend(bag.cards[at : at + share])
                at += share

    def held(self, holder: i64) -> list[int]:
        """The cards that the last deal gave to a holder."""
        return self._held[holder]

    def held_mask(self, holder: i64) -> i64:
        """The same as a bit set."""
        mask: i64 = 0
        for card in self._held[holder]:
            mask |= bit(card)
        return mask

    def _code(self, room: list[int]) -> i64:
        code: i64 = 0
        for holder in range(len(room)):
            code |= shifted(room[holder], holder * _DIGIT)
        return code

    def _splits(self, i: i64, room: i64) -> _Splits:
        """How bag `i` can be divided when this room is left for it and the bags after it."""
        known = self._known[i].get(room)
        if known is None:
            known = _Splits()
            self._known[i][room] = known
            bag = self._bags[i]
            self._divide(i, bag, room, 0, len(bag.cards), 0, 1.0, known)
        return known

    def _divide(
        self, i: i64, bag: _Bag, room: i64, holder: i64, left: i64, code: i64, ways: float, found: _Splits
    ) -> None:
        """Go through the shares of the holders from `holder` on, `left` cards being undivided, `ways` so far."""
        holders: i64 = len(self.room)
        if holder == holders:
            if left == 0:
                rest = self._splits(i + 1, room - code).total if i + 1 < len(self._bags) else 1.0
                if rest > 0.0:
                    found.codes.append(code)
                    found.deals.append(ways * rest)
                    found.total += ways * rest
            return
        later: i64 = 0
        for other in range(holder + 1, holders):
            here: i64 = (room >> (other * _DIGIT)) & MOST_CARDS
            later += min(here, bag.most[other])
        space: i64 = (room >> (holder * _DIGIT)) & MOST_CARDS
        least: i64 = max(bag.least[holder], left - later)
        most: i64 = min(min(bag.most[holder], space), left)
        share: i64 = least
        if share < 0:
            share = 0
        ways *= _choose(left, share)
        while share <= most:
            self._divide(i, bag, room, holder + 1, left - share, code + shifted(share, holder * _DIGIT), ways, found)
            ways = ways * float(left - share) / float(share + 1)
            share += 1


def _freedom(bag: _Bag) -> int:
    return sum([1 if most else 0 for most in bag.most])


def _choose(n: i64, k: i64) -> float:
    """Binomial coefficient n over k."""
    ways = 1.0
    for j in range(k):
        ways = ways * float(n - j) / float(j + 1)
    return ways


def _chosen(splits: _Splits, rng: Rng) -> i64:
    if len(splits.codes) == 1:
        return splits.codes[0]
    left = rng.unit() * splits.total
    for i in range(len(splits.codes)):
        left -= splits.deals[i]
        if left < 0.0:
            return splits.codes[i]
    return splits.codes[-1]
