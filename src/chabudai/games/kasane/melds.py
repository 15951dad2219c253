"""The nine melds of Kasane no Irome (KI-2), and the automaton that finds them in a hand.

A meld is a sequence of cards that meets a condition and has a box for its length. The rules read a hand from the top
down, so each condition is written as a step function: progress so far, and one more card. Every condition holds in
either direction.

`make_automaton` combines the conditions into one finite automaton, so that one pass over a hand finds all melds. Each
of its states, elsewhere called meld states, stands for the progress of all conditions after some cards.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

NUMBERS = range(1, 10)

Progress = tuple[int, ...] | None
"""The progress of a condition after some cards; None if it can no longer be met."""


class Meld(ABC):
    """A meld: its name in records, the lengths that have boxes, the most cards that can make it, and its condition.

    The lengths are those of the game's own data file; the boxes of a table with other card data may have others.
    """

    def __init__(self, name: str, lengths: tuple[int, ...], longest: int) -> None:
        self.name = name
        self.lengths = lengths
        self.longest = longest

    begin: Progress = ()
    """The progress before the first card."""

    @property
    def shortest(self) -> int:
        """The fewest cards that can make the meld."""
        return 2

    @abstractmethod
    def follow(self, so_far: tuple[int, ...], number: int) -> Progress:
        """Return the progress after one more card."""

    def is_met(self, so_far: tuple[int, ...]) -> bool:
        """Check whether the cards so far meet the condition."""
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
    """Three given numbers, in any order. The progress is the numbers still missing."""

    def __init__(self, name: str, numbers: tuple[int, int, int]) -> None:
        super().__init__(name, (3,), longest=3)
        self.begin = numbers

    @property
    def shortest(self) -> int:
        return 3

    def follow(self, so_far: tuple[int, ...], number: int) -> Progress:
        return tuple(missing for missing in so_far if missing != number) if number in so_far else None

    def is_met(self, so_far: tuple[int, ...]) -> bool:
        return so_far == ()


class Moon(Meld):
    """Numbers within a range, strictly rising or strictly falling; gaps are allowed."""

    def __init__(self, name: str, numbers: range) -> None:
        super().__init__(name, (3, 4, 5), longest=5)
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
        super().__init__(name, lengths, longest=9)
        self.remainder = remainder

    def follow(self, so_far: tuple[int, ...], number: int) -> Progress:
        return () if number % 2 == self.remainder else None


MELDS: tuple[Meld, ...] = (
    Same("kasane", (2, 3, 4), longest=5),
    Ten("juu", (2, 3, 4), longest=7),
    Trio("sakura", (1, 2, 6)),
    Trio("chidori", (3, 8, 9)),
    Trio("asanoha", (4, 5, 7)),
    Moon("kagen", range(1, 6)),
    Moon("jyougen", range(5, 10)),
    Parity("katyou", (4, 5, 6), remainder=1),
    Parity("setsugetsu", (3, 4, 5), remainder=0),
)

BOXES: tuple[tuple[str, int], ...] = tuple((meld.name, length) for meld in MELDS for length in meld.lengths)
"""The kinds of box, as pairs of meld and length. Each kind has one box or two."""

BOX_MELDS: tuple[int, ...] = tuple(number for number, meld in enumerate(MELDS) for _ in meld.lengths)
"""The meld of each kind of box, as an index of MELDS."""

LENGTHS = bytes(length for _, length in BOXES)
"""The number of cards of each kind of box, as the game's own data file has them."""

BROKEN, BEGIN = 0, 1
"""The state in which no meld is possible anymore, and the state before the first card."""

STRIDE = 16
"""The number of entries in `next_state` for each state, indexed by card number."""


@dataclass(frozen=True)
class MeldAutomaton:
    """The automaton that reads a hand."""

    next_state: bytes
    """The state after one more card, indexed by `state * STRIDE + number`."""
    made: list[int]
    """For each state the melds made, as a bit set of `BOXES`."""


def _made(so_far: tuple[Progress, ...], length: int, lengths: Sequence[int]) -> int:
    """Return the melds that exactly these cards make, as a bit set of `BOXES`."""
    made = 0
    for box, meld in enumerate(BOX_MELDS):
        progress = so_far[meld]
        if progress is not None and length == lengths[box] and MELDS[meld].is_met(progress):
            made |= 1 << box
    return made


def _steps(so_far: tuple[Progress, ...], length: int, number: int, most: Sequence[int]) -> Iterator[Progress]:
    """Yield the progress of each condition after one more card; None for a meld that has no box for so many cards."""
    for meld, progress, longest in zip(MELDS, so_far, most, strict=True):
        yield None if progress is None or length >= longest else meld.follow(progress, number)


@lru_cache(maxsize=64)
def make_automaton(lengths: bytes = LENGTHS) -> MeldAutomaton:
    """Build the automaton from the conditions and the number of cards of each kind of box; 0 means no such box."""
    most = [
        max(length for length, owner in zip(lengths, BOX_MELDS, strict=True) if owner == meld)
        for meld in range(len(MELDS))
    ]
    broken: tuple[tuple[Progress, ...], int] = ((None,) * len(MELDS), 0)
    known = {broken: BROKEN, (tuple(meld.begin for meld in MELDS), 0): BEGIN}
    pending = list(known)
    next_state: list[int] = []
    for so_far, length in pending:
        row = [BROKEN] * STRIDE
        for number in NUMBERS:
            after = tuple(_steps(so_far, length, number, most)), length + 1
            if not any(progress is not None for progress in after[0]):
                continue
            if after not in known:
                known[after] = len(known)
                pending.append(after)
            row[number] = known[after]
        next_state += row
    return MeldAutomaton(bytes(next_state), [_made(so_far, length, lengths) for so_far, length in known])
