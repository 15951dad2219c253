"""The world sampler: deals a view's hidden cards, uniformly over all deals that are consistent with what is known.

Cards that can be dealt to the same holders form a bag. Bags are dealt one after another, and the number of ways to deal
the remaining bags depends only on how much room each holder has left. `prepare` counts the ways once, by dynamic
programming; after that a deal costs one weighted choice and one shuffle for each bag, and no deal is ever rejected.

Bags may belong to a kind that bounds how many of its cards each holder has. The bags of a kind are dealt one after
another, without bags of other kinds between them, and the number of ways then also depends on how many cards of the
kind each holder has so far. Counts are floats because some exceed 62 bits; the rounding error is far too small to
measure.
"""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import bit, count, has, shifted
from chabudai.kernel.errors import ImpossiblePosition
from chabudai.kernel.rng import Rng

_HOLDER_BITS: Final[i64] = 6
"""Bits for each holder in a code, an integer that packs a number (room, or cards of a bag or kind) for every holder."""
_HOLDER_MASK: Final[i64] = 63
"""Mask of one holder's number in a code."""
_NO_KIND: Final[i64] = -1
MAX_HOLDERS: Final[i64] = 10
_CODE_BITS: Final = 60
"""Bits of a code for `MAX_HOLDERS` holders."""
MAX_CARDS: Final[i64] = 63
MAX_KINDS: Final[i64] = 16


@final
@mypyc_attr(acyclic=True)
class _Bag:
    """Cards that can be dealt to the same holders; `holders` is a bit set.

    After a deal, the first holder has the first cards of the bag, and so on; `shares` is the code of how many each has.
    """

    def __init__(self, holders: i64, kind: i64) -> None:
        self.cards: list[int] = []
        self.holders: i64 = holders
        self.kind: i64 = kind
        self.shares: i64 = 0

    def share(self, holder: i64) -> i64:
        """Return how many of the bag's cards a holder has."""
        return (self.shares >> (holder * _HOLDER_BITS)) & _HOLDER_MASK

    def offset(self, holder: i64) -> i64:
        """Return how many of the bag's cards the holders before this one have."""
        cards: i64 = 0
        for earlier in range(holder):
            cards += self.share(earlier)
        return cards


@final
@mypyc_attr(acyclic=True)
class _Kind:
    """Bounds on how many cards of several bags each holder has in total."""

    def __init__(self, least: list[int], most: list[int]) -> None:
        self.least: list[int] = least
        self.most: list[int] = most


@final
@mypyc_attr(acyclic=True)
class _Splits:
    """The ways to divide a bag among the holders for a given room, with the number of deals for each."""

    def __init__(self) -> None:
        self.codes: list[int] = []
        self.deals: list[float] = []
        self.total: float = 0.0


@final
class Worlds:
    """A sampler of deals: how many cards each holder has room for, and which holders can have each card.

    >>> worlds = Worlds([2, 1])          # two holders: a hand of two cards and a hand of one
    >>> worlds.put([4, 5], 0b11)         # holder 0 or 1 can have cards 4 and 5,
    >>> worlds.put([6], 0b01)            # only holder 0 can have card 6
    >>> worlds.count_deals()
    2.0
    >>> worlds.deal(Rng(seed=7))
    >>> sorted(worlds.held(0) + worlds.held(1))
    [4, 5, 6]
    """

    def __init__(self, room: list[int]) -> None:
        if len(room) > MAX_HOLDERS:
            raise ImpossiblePosition(f"cards can be dealt to at most {MAX_HOLDERS} holders")
        self.room: Final = room
        self._bags: list[_Bag] = []
        self._kinds: list[_Kind] = []
        self._bag_of: dict[int, _Bag] = {}
        self._splits_of: list[dict[int, _Splits]] = []
        self._ready: bool = False

    def kind(self, least: list[int], most: list[int]) -> int:
        """Declare a kind for `put`, with the least and the most of its cards for each holder. Return its number."""
        if len(self._kinds) == MAX_KINDS:
            raise ImpossiblePosition(f"at most {MAX_KINDS} kinds can be declared")
        self._kinds.append(_Kind(least, most))
        return len(self._kinds) - 1

    def put(self, cards: list[int], holders: i64, kind: i64 = _NO_KIND) -> None:
        """Add cards that any of these holders (a bit set) can have; `kind` is the number of their kind, if any."""
        if not cards:
            return
        key = shifted(kind + 1, MAX_HOLDERS) | holders
        bag = self._bag_of.get(key)
        if bag is None:
            bag = _Bag(holders, kind)
            self._bags.append(bag)
            self._bag_of[key] = bag
        bag.cards.extend(cards)
        self._ready = False

    def count_deals(self) -> float:
        """Return the number of consistent deals; 1 if there are no hidden cards."""
        self.prepare()
        return self._splits(0, self._code(self.room), 0).total if self._bags else 1.0

    def prepare(self) -> None:
        """Count the deals, if not done yet. Raise ImpossiblePosition if no deal is consistent."""
        if self._ready:
            return
        cards = 0
        for bag in self._bags:
            cards += len(bag.cards)
        if min(self.room, default=0) < 0:
            raise ImpossiblePosition("a holder has negative room")
        if cards > MAX_CARDS:
            raise ImpossiblePosition(f"at most {MAX_CARDS} hidden cards can be dealt, not {cards}")
        if cards != sum(self.room):
            noun = "card" if cards == 1 else "cards"
            raise ImpossiblePosition(f"{cards} hidden {noun} cannot fill room for {sum(self.room)}")
        # Kind by kind, and the most restricted bags first, to reduce branching.
        self._bags.sort(key=_dealing_order)
        for number, kind in enumerate(self._kinds):
            if sum(kind.least) > 0 and not any([bag.kind == number for bag in self._bags]):
                raise ImpossiblePosition("a holder must have cards of a kind that has no cards")
        self._splits_of = [{} for bag in self._bags]
        if self._bags and self._splits(0, self._code(self.room), 0).total <= 0.0:
            raise ImpossiblePosition("no deal of the hidden cards is consistent with what is known")
        self._ready = True

    def deal(self, rng: Rng) -> None:
        """Draw one deal, for `held` and `held_mask` to read."""
        self.prepare()
        room = self._code(self.room)
        of_kind: i64 = 0
        for i in range(len(self._bags)):
            bag = self._bags[i]
            code = _choose_split(self._splits(i, room, of_kind), rng)
            bag.shares = code
            room -= code
            of_kind = of_kind + code if self._kind_continues(i) else 0
            rng.shuffle(bag.cards)

    def held(self, holder: i64) -> list[int]:
        """Return the cards that a holder has in the last deal."""
        cards: list[int] = []
        for bag in self._bags:
            start = bag.offset(holder)
            cards.extend(bag.cards[start : start + bag.share(holder)])
        return cards

    def held_mask(self, holder: i64) -> i64:
        """Return the cards that a holder has in the last deal as a bit set."""
        mask: i64 = 0
        for bag in self._bags:
            start = bag.offset(holder)
            for i in range(start, start + bag.share(holder)):
                mask |= bit(bag.cards[i])
        return mask

    def _code(self, room: list[int]) -> i64:
        """Return the code of the holders' room."""
        code: i64 = 0
        for holder in range(len(room)):
            code |= shifted(room[holder], holder * _HOLDER_BITS)
        return code

    def _kind_continues(self, i: i64) -> bool:
        """Check whether the bag after bag `i` is of the same kind; never true for a bag without a kind."""
        kind = self._bags[i].kind
        return kind >= 0 and i + 1 < len(self._bags) and self._bags[i + 1].kind == kind

    def _splits(self, i: i64, room: i64, of_kind: i64) -> _Splits:
        """Return the ways to divide bag `i`, given the code of the room left for it and later bags.

        `of_kind` is the code of how many cards of its kind the holders already have.
        """
        # The key may exceed 62 bits. An i64 operand would turn the expression into an i64 and lose the high bits.
        kind_code: int = of_kind
        room_code: int = room
        key = (kind_code << _CODE_BITS) | room_code
        splits = self._splits_of[i].get(key)
        if splits is None:
            splits = _Splits()
            self._splits_of[i][key] = splits
            bag = self._bags[i]
            self._divide(i, bag, room, of_kind, 0, len(bag.cards), 0, 1.0, splits)
        return splits

    def _ways_for_later_bags(self, i: i64, bag: _Bag, room: i64, of_kind: i64) -> float:
        """Return the number of ways to deal the later bags.

        It is 0 if the kind of this bag is now complete and a holder has too few cards of it.
        """
        if bag.kind >= 0 and not self._kind_continues(i):
            least = self._kinds[bag.kind].least
            for holder in range(len(self.room)):
                if (of_kind >> (holder * _HOLDER_BITS)) & _HOLDER_MASK < least[holder]:
                    return 0.0
            of_kind = 0
        return self._splits(i + 1, room, of_kind).total if i + 1 < len(self._bags) else 1.0

    def _divide(
        self,
        i: i64,
        bag: _Bag,
        room: i64,
        of_kind: i64,
        holder: i64,
        left: i64,
        code: i64,
        ways: float,
        splits: _Splits,
    ) -> None:
        """Enumerate the shares of the holders from `holder` on, and add each complete split to `splits`.

        `code` is the code of the earlier holders' shares, `ways` the number of ways to deal these; `left` is how many
        cards remain.
        """
        holders: i64 = len(self.room)
        if holder == holders:
            if left == 0:
                later_ways = self._ways_for_later_bags(i, bag, room - code, of_kind + code if bag.kind >= 0 else 0)
                if later_ways > 0.0:
                    splits.codes.append(code)
                    splits.deals.append(ways * later_ways)
                    splits.total += ways * later_ways
            return
        later_room: i64 = 0
        for later in range(holder + 1, holders):
            if has(bag.holders, later):
                later_room += (room >> (later * _HOLDER_BITS)) & _HOLDER_MASK
        most: i64 = 0
        if has(bag.holders, holder):
            most = min(left, (room >> (holder * _HOLDER_BITS)) & _HOLDER_MASK)
        if bag.kind >= 0:
            room_in_kind: i64 = self._kinds[bag.kind].most[holder] - (
                (of_kind >> (holder * _HOLDER_BITS)) & _HOLDER_MASK
            )
            most = min(most, room_in_kind)
        share: i64 = left - later_room
        if share < 0:
            share = 0
        ways *= _binomial(left, share)
        while share <= most:
            with_share = code + shifted(share, holder * _HOLDER_BITS)
            self._divide(i, bag, room, of_kind, holder + 1, left - share, with_share, ways, splits)
            ways = ways * float(left - share) / float(share + 1)
            share += 1


def _dealing_order(bag: _Bag) -> int:
    """Return the sort key of a bag: kind by kind, bags without a kind last, and then by the number of holders."""
    return count(bag.holders) + (MAX_HOLDERS + 1) * (bag.kind if bag.kind >= 0 else MAX_KINDS)


def _binomial(n: i64, k: i64) -> float:
    """Return the binomial coefficient, n choose k."""
    ways = 1.0
    for j in range(k):
        ways = ways * float(n - j) / float(j + 1)
    return ways


def _choose_split(splits: _Splits, rng: Rng) -> i64:
    """Draw a split, weighted by its number of deals, and return its code."""
    if len(splits.codes) == 1:
        return splits.codes[0]
    left = rng.unit() * splits.total
    for i in range(len(splits.codes)):
        left -= splits.deals[i]
        if left < 0.0:
            return splits.codes[i]
    return splits.codes[-1]
