"""Chabudai's own random numbers: sfc32, the same stream compiled or not, on every machine and version of Python."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import count, member

_WORD: Final[i64] = 0xFFFFFFFF
_WORDS: Final[i64] = 0x100000000
SEEDS: Final = 2**96  # mypyc: meant
"""Seeds run from 0 to SEEDS - 1."""


@final
@mypyc_attr(acyclic=True)
class Rng:
    """A stream of random numbers, fixed by a seed and the number of the stream.

    Streams of one seed are independent of each other: a game, a bot, a job each take their own.
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        if not 0 <= seed < SEEDS:
            raise ValueError(f"a seed is a whole number from 0 to 2**96 - 1, not {seed}")
        if stream < 0:
            raise ValueError(f"streams are counted from 0, so {stream} is none")
        # The seed fills the three words; the stream is stirred in, a word at a time, after each round of mixing.
        self.a: i64 = seed & 0xFFFFFFFF
        self.b: i64 = (seed >> 32) & 0xFFFFFFFF
        self.c: i64 = (seed >> 64) & 0xFFFFFFFF
        self.n: i64 = 1
        self._mix()
        rest = stream
        while rest:
            self.a ^= rest & 0xFFFFFFFF
            self._mix()
            rest >>= 32

    def _mix(self) -> None:
        rounds: i64 = 15
        for i in range(rounds):
            self.word()

    def copy_from(self, other: "Rng") -> None:
        """Continue where the other stands."""
        self.a = other.a
        self.b = other.b
        self.c = other.c
        self.n = other.n

    def __reduce__(self) -> tuple[object, ...]:
        return revived, (self.a, self.b, self.c, self.n)

    def word(self) -> i64:
        """A whole number from 0 to 2**32 - 1."""
        c = self.c
        t = (self.a + self.b + self.n) & _WORD
        self.n = (self.n + 1) & _WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (c + (c << 3)) & _WORD
        self.c = ((c << 21) + (c >> 11) + t) & _WORD
        return t

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, for n up to 2**30, exactly uniform (Lemire: reject the few uneven words).

        Where only one number is possible nothing is drawn.
        """
        if n <= 1:
            return 0
        product = self.word() * n
        if (product & _WORD) < n:
            uneven = (_WORDS - n) % n
            while (product & _WORD) < uneven:
                product = self.word() * n
        return product >> 32

    def member(self, mask: i64) -> i64:
        """One number of a set that is not empty, each as likely as the others."""
        return member(mask, self.below(count(mask)))

    def unit(self) -> float:
        """A number from 0 up to, but not including, 1, of 53 random bits."""
        high = self.word() >> 5
        low = self.word() >> 6
        return float(high * 67108864 + low) / 9007199254740992.0

    def shuffle(self, cards: list[int]) -> None:
        """Put a list into a random order, each as likely as the others."""
        i: i64 = len(cards) - 1
        while i > 0:
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1


def revived(a: int, b: int, c: int, n: int) -> Rng:
    """A stream that goes on from these four words: how one is copied and pickled."""
    rng = Rng(0)
    rng.a = a
    rng.b = b
    rng.c = c
    rng.n = n
    return rng
