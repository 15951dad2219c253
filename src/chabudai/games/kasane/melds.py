"""The nine melds of Kasane no Irome (KI-2), and the table by which the rules find them.

A meld is a row of cards that keeps a condition, and there must be a box for its length. The rules read a hand from its
top downwards, so each condition here is told card by card: what it has come to so far, and whether one card more can
follow. All of them run backwards as well as forwards.

From that a table is made for reading a hand once for all melds: a state stands for what all conditions have come to
after some cards, and the table leads from a state and a card to the next state.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

NUMBERS = range(1, 10)

Progress = tuple[int, ...] | None
"""What a condition has come to after some cards; None if it is broken."""


class Meld(ABC):
    """A meld: its word of the record, and the lengths that it has boxes for."""

    def __init__(self, name: str, lengths: tuple[int, ...]) -> None:
        self.name = name
        self.lengths = lengths

    begin: Progress = ()

    @abstractmethod
    def follow(self, so_far: tuple[int, ...], number: int) -> Progress:
        """What the condition comes to with one card more."""

    def is_met(self, so_far: tuple[int, ...]) -> bool:
        """Whether the condition is met as far as it has come."""
        return True


class Same(Meld):
    """All the same number."""

    def follow(self, so_far: tuple[int, ...], number: int) -> Progress:
        return (number,) if so_far in ((), (number,)) else None


class Ten(Meld):
    """Numbers that add up to 10."""

    begin: Progress = (0,)

    def follow(self, so_far: tuple[int, ...], number: int) -> Progress:
        return (so_far[0] + number,) if so_far[0] + number <= 10 else None

    def is_met(self, so_far: tuple[int, ...]) -> bool:
        return so_far == (10,)


class Trio(Meld):
    """Three given numbers, in any order."""

    def __init__(self, name: str, numbers: tuple[int, int, int]) -> None:
        super().__init__(name, (3,))
        self.begin = numbers

    def follow(self, so_far: tuple[int, ...], number: int) -> Progress:
        return tuple(other for other in so_far if other != number) if number in so_far else None

    def is_met(self, so_far: tuple[int, ...]) -> bool:
        return so_far == ()


class Moon(Meld):
    """Numbers of a range that only rise or only fall, with gaps or without."""

    def __init__(self, name: str, numbers: range) -> None:
        super().__init__(name, (3, 4, 5))
        self.numbers = numbers

    def follow(self, so_far: tuple[int, ...], number: int) -> Progress:
        if number not in self.numbers:
            return None
        if so_far == ():
            return (number, 0)
        last, direction = so_far
        if number == last:
            return None
        step = 1 if number > last else -1
        return (number, step) if direction in (0, step) else None


class Parity(Meld):
    """All odd, or all even."""

    def __init__(self, name: str, lengths: tuple[int, ...], remainder: int) -> None:
        super().__init__(name, lengths)
        self.remainder = remainder

    def follow(self, so_far: tuple[int, ...], number: int) -> Progress:
        return () if number % 2 == self.remainder else None


MELDS: tuple[Meld, ...] = (
    Same("kasane", (2, 3, 4)),
    Ten("juu", (2, 3, 4)),
    Trio("sakura", (1, 2, 6)),
    Trio("chidori", (3, 8, 9)),
    Trio("asanoha", (4, 5, 7)),
    Moon("kagen", range(1, 6)),
    Moon("jyougen", range(5, 10)),
    Parity("katyou", (4, 5, 6), remainder=1),
    Parity("setsugetsu", (3, 4, 5), remainder=0),
)

BOXES: tuple[tuple[str, int], ...] = tuple((meld.name, length) for meld in MELDS for length in meld.lengths)
"""The melds with their lengths, each of which has a box or two."""

BOX_MELDS: tuple[int, ...] = tuple(number for number, meld in enumerate(MELDS) for _ in meld.lengths)
"""The meld of each of these, by its place in MELDS."""

BROKEN, BEGIN = 0, 1
"""The states in which no meld can come of the cards any more, and in which no card has been read."""

STRIDE = 16
"""The table has so many entries for a state, one for each number."""


@dataclass(frozen=True)
class MeldTable:
    """`following[state * STRIDE + number]` is the next state; `made[state]` the melds made, as a bit set of `BOXES`."""

    following: bytes
    made: list[int]


def _made(so_far: tuple[Progress, ...], length: int) -> int:
    """The melds that these cards make, all of them taken together."""
    made = 0
    for meld, progress in zip(MELDS, so_far, strict=True):
        if progress is not None and length in meld.lengths and meld.is_met(progress):
            made |= 1 << BOXES.index((meld.name, length))
    return made


def _followed(so_far: tuple[Progress, ...], length: int, number: int) -> Iterator[Progress]:
    """What all conditions come to with one card more; a meld that has no box for so many is broken."""
    for meld, progress in zip(MELDS, so_far, strict=True):
        too_long = length >= meld.lengths[-1]
        yield None if progress is None or too_long else meld.follow(progress, number)


def make_table() -> MeldTable:
    """The table for reading a hand, made from the conditions."""
    nothing: tuple[tuple[Progress, ...], int] = ((None,) * len(MELDS), 0)
    known = {nothing: BROKEN, (tuple(meld.begin for meld in MELDS), 0): BEGIN}
    to_read = list(known)
    following: list[int] = []
    for so_far, length in to_read:
        row = [BROKEN] * STRIDE
        for number in NUMBERS:
            after = tuple(_followed(so_far, length, number)), length + 1
            if not any(progress is not None for progress in after[0]):
                continue
            if after not in known:
                known[after] = len(known)
                to_read.append(after)
            row[number] = known[after]
        following += row
    return MeldTable(bytes(following), [_made(so_far, length) for so_far, length in known])


TABLE = make_table()
