"""The world sampler: who holds which of the cards that a view hides, uniform over all deals that fit what is known.

Cards that may lie in the same places are one bag. Dealing the bags out one after the other, the number of ways to deal
the rest depends only on the room that is left at each holder; those numbers are counted once (`prepare`), after which
a world costs one weighted choice and one shuffle a bag. Bags of one kind, of which each holder has so many in all, are
dealt out in a row, and the number of ways depends also on how many of the kind each holder has by then. Nothing is
drawn and thrown away. Counts are floats: some are beyond 62 bits, and their rounding is far below anything that could
be measured.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import bit, count, has, shifted
from chabudai.kernel.errors import ImpossiblePosition
from chabudai.kernel.rng import Rng

_DIGIT: Final[i64] = 6
"""Room at a holder (or a share of a bag) is one digit of 6 bits in a code for all holders."""
_NO_KIND: Final[i64] = -1
MOST_HOLDERS: Final[i64] = 10
_CODE_BITS: Final = 60
"""Digits for all holders."""
MOST_CARDS: Final[i64] = 63
MOST_KINDS: Final[i64] = 16


@final
@mypyc_attr(acyclic=True)
class _Bag:
    """Cards that are known to lie in the same places, each at one of these holders (a bit set).

    Once dealt, the first holder has the first of the cards, and so on: `shares` is the code for how many each.
    """

    def __init__(self, holders: i64, kind: i64) -> None:
        self.cards: list[int] = []
        self.holders: i64 = holders
        self.kind: i64 = kind
        self.shares: i64 = 0

    def share(self, holder: i64) -> i64:
        """How many of the cards a holder has."""
        return (self.shares >> (holder * _DIGIT)) & MOST_CARDS

    def start(self, holder: i64) -> i64:
        """How many of the cards the holders before this one have."""
        cards: i64 = 0
        for other in range(holder):
            cards += self.share(other)
        return cards


@final
@mypyc_attr(acyclic=True)
class _Kind:
    """Bounds for the cards of several bags together, at each holder."""

    def __init__(self, least: list[int], most: list[int]) -> None:
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
        self._kinds: list[_Kind] = []
        self._open: dict[int, _Bag] = {}
        self._known: list[dict[int, _Splits]] = []
        self._ready: bool = False

    def kind(self, least: list[int], most: list[int]) -> int:
        """A kind of card, for `put`: of all cards of this kind each holder has at least and at most so many."""
        self._kinds.append(_Kind(least, most))
        return len(self._kinds) - 1

    def put(self, cards: list[int], holders: i64, kind: i64 = _NO_KIND) -> None:
        """Add cards that may lie at any of these holders (a bit set), as many as there is room for."""
        if not cards:
            return
        key = shifted(kind + 1, MOST_HOLDERS) | holders
        bag = self._open.get(key)
        if bag is None:
            bag = _Bag(holders, kind)
            self._bags.append(bag)
            self._open[key] = bag
        bag.cards.extend(cards)
        self._ready = False

    def count(self) -> float:
        """How many deals fit; 1 if nothing is open."""
        self.prepare()
        return self._splits(0, self._code(self.room), 0).total if self._bags else 1.0

    def prepare(self) -> None:
        """Count the deals, once; raises ImpossiblePosition if none fits."""
        if self._ready:
            return
        cards = 0
        for bag in self._bags:
            cards += len(bag.cards)
        if cards != sum(self.room) or cards > MOST_CARDS or min(self.room, default=0) < 0:
            raise ImpossiblePosition(f"{cards} cards cannot fill room for {sum(self.room)}")
        # One kind after the other, and the most restricted bags first: fewer ways to branch.
        self._bags.sort(key=_freedom)
        for number, kind in enumerate(self._kinds):
            if sum(kind.least) > 0 and not any([bag.kind == number for bag in self._bags]):
                raise ImpossiblePosition("cards of a kind must be held, and there are none")
        self._known = [{} for bag in self._bags]
        if self._bags and self._splits(0, self._code(self.room), 0).total <= 0.0:
            raise ImpossiblePosition("no deal of the hidden cards fits what is known")
        self._ready = True

    def deal(self, rng: Rng) -> None:
        """Draw one deal; `held` tells it."""
        self.prepare()
        room = self._code(self.room)
        of_kind: i64 = 0
        for i in range(len(self._bags)):
            bag = self._bags[i]
            code = _chosen(self._splits(i, room, of_kind), rng)
            bag.shares = code
            room -= code
            of_kind = of_kind + code if self._goes_on(i) else 0
            rng.shuffle(bag.cards)

    def held(self, holder: i64) -> list[int]:
        """The cards that the last deal gave to a holder."""
        cards: list[int] = []
        for bag in self._bags:
            start = bag.start(holder)
            cards.extend(bag.cards[start : start + bag.share(holder)])
        return cards

    def held_mask(self, holder: i64) -> i64:
        """The same as a bit set."""
        mask: i64 = 0
        for bag in self._bags:
            start = bag.start(holder)
            for i in range(start, start + bag.share(holder)):
                mask |= bit(bag.cards[i])
        return mask

    def _code(self, room: list[int]) -> i64:
        code: i64 = 0
        for holder in range(len(room)):
            code |= shifted(room[holder], holder * _DIGIT)
        return code

    def _goes_on(self, i: i64) -> bool:
        """Whether the bag after this one is of the same kind."""
        kind = self._bags[i].kind
        return kind >= 0 and i + 1 < len(self._bags) and self._bags[i + 1].kind == kind

    def _splits(self, i: i64, room: i64, of_kind: i64) -> _Splits:
        """How bag `i` can be divided when this room is left for it and the bags after it.

        `of_kind` is how many cards of its kind the holders have already, as a code.
        """
        # Together they may be more than 62 bits. An i64 on either side would make all of it an i64, and lose the rest.
        dealt: int = of_kind
        left: int = room
        key = (dealt << _CODE_BITS) | left
        known = self._known[i].get(key)
        if known is None:
            known = _Splits()
            self._known[i][key] = known
            bag = self._bags[i]
            self._divide(i, bag, room, of_kind, 0, len(bag.cards), 0, 1.0, known)
        return known

    def _rest(self, i: i64, bag: _Bag, room: i64, of_kind: i64) -> float:
        """The number of ways to deal the bags after this one, if what is dealt of its kind is within bounds."""
        if bag.kind >= 0 and not self._goes_on(i):
            least = self._kinds[bag.kind].least
            for holder in range(len(self.room)):
                if (of_kind >> (holder * _DIGIT)) & MOST_CARDS < least[holder]:
                    return 0.0
            of_kind = 0
        return self._splits(i + 1, room, of_kind).total if i + 1 < len(self._bags) else 1.0

    def _divide(
        self, i: i64, bag: _Bag, room: i64, of_kind: i64, holder: i64, left: i64, code: i64, ways: float, found: _Splits
    ) -> None:
        """Go through the shares of the holders from `holder` on, `left` cards being undivided, `ways` so far."""
        holders: i64 = len(self.room)
        if holder == holders:
            if left == 0:
                rest = self._rest(i, bag, room - code, of_kind + code if bag.kind >= 0 else 0)
                if rest > 0.0:
                    found.codes.append(code)
                    found.deals.append(ways * rest)
                    found.total += ways * rest
            return
        later: i64 = 0
        for other in range(holder + 1, holders):
            if has(bag.holders, other):
                later += (room >> (other * _DIGIT)) & MOST_CARDS
        most: i64 = 0
        if has(bag.holders, holder):
            most = min(left, (room >> (holder * _DIGIT)) & MOST_CARDS)
        if bag.kind >= 0:
            here: i64 = self._kinds[bag.kind].most[holder] - ((of_kind >> (holder * _DIGIT)) & MOST_CARDS)
            most = min(most, here)
        share: i64 = left - later
        if share < 0:
            share = 0
        ways *= _choose(left, share)
        while share <= most:
            dealt = code + shifted(share, holder * _DIGIT)
            self._divide(i, bag, room, of_kind, holder + 1, left - share, dealt, ways, found)
            ways = ways * float(left - share) / float(share + 1)
            share += 1


def _freedom(bag: _Bag) -> int:
    """Where in the order a bag comes: bags of a kind first, kind after kind, then by the number of places."""
    return count(bag.holders) + (MOST_HOLDERS + 1) * (bag.kind if bag.kind >= 0 else MOST_KINDS)


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
