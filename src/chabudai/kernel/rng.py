"""A random number generator (sfc32) with the same streams in compiled and interpreted code, on any machine."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from chabudai.kernel.bits import count, member

_WORD_MASK: Final[i64] = 0xFFFFFFFF
_WORD_COUNT: Final[i64] = 0x100000000
SEEDS: Final = 2**96  # mypyc: meant
"""The number of seeds: a seed is a whole number from 0 to SEEDS - 1."""


@final
@mypyc_attr(acyclic=True)
class Rng:
    """A stream of random numbers, determined by a seed and a stream number.

    The streams of one seed are independent of each other: each game, bot or job uses its own.
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        if not 0 <= seed < SEEDS:
            raise ValueError(f"a seed is a whole number from 0 to 2**96 - 1, not {seed}")
        if stream < 0:
            raise ValueError(f"a stream is a whole number from 0, not {stream}")
        # The seed fills three words. The stream number is then mixed in, one word at a time.
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
        """Continue from the other stream's current position."""
        self.a = other.a
        self.b = other.b
        self.c = other.c
        self.n = other.n

    def __reduce__(self) -> tuple[object, ...]:
        return restore_rng, (self.a, self.b, self.c, self.n)

    def word(self) -> i64:
        """Return a random number from 0 to 2**32 - 1."""
        c = self.c
        t = (self.a + self.b + self.n) & _WORD_MASK
        self.n = (self.n + 1) & _WORD_MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (c + (c << 3)) & _WORD_MASK
        self.c = ((c << 21) + (c >> 11) + t) & _WORD_MASK
        return t

    def below(self, n: i64) -> i64:
        """Return a random number from 0 to n - 1, exactly uniform, for n up to 2**30 (Lemire's rejection method).

        If n is 1, nothing is drawn from the stream.
        """
        if n <= 1:
            return 0
        product = self.word() * n
        if (product & _WORD_MASK) < n:
            threshold = (_WORD_COUNT - n) % n
            while (product & _WORD_MASK) < threshold:
                product = self.word() * n
        return product >> 32

    def member(self, mask: i64) -> i64:
        """Return a random member of a nonempty bit set, uniformly."""
        return member(mask, self.below(count(mask)))

    def unit(self) -> float:
        """Return a random float in [0, 1) with 53 random bits."""
        high = self.word() >> 5
        low = self.word() >> 6
        return float(high * 67108864 + low) / 9007199254740992.0

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle a list in place, uniformly."""
        i: i64 = len(cards) - 1
        while i > 0:
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1


def restore_rng(a: int, b: int, c: int, n: int) -> Rng:
    """Return a stream that continues from these four words. Pickle calls this."""
    rng = Rng(0)
    rng.a = a
    rng.b = b
    rng.c = c
    rng.n = n
    return rng
