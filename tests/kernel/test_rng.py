"""Random numbers: reproducible streams, exactly uniform, and different for each stream."""

import copy
import pickle
from collections import Counter
from itertools import permutations

import pytest

from chabudai.kernel.bits import mask_of
from chabudai.kernel.rng import SEEDS, Rng
from goodness_of_fit import assert_fits, even

WORDS = 2**32


def words(rng: Rng, length: int) -> list[int]:
    return [rng.word() for _ in range(length)]


def sfc32(seed: int, stream: int, length: int) -> list[int]:
    """Generate words with the published generator (Doty-Humphrey's sfc32), seeded like ours."""
    state = [seed % WORDS, seed // WORDS % WORDS, seed // WORDS**2 % WORDS, 1]

    def word() -> int:
        a, b, c, n = state
        t = (a + b + n) % WORDS
        state[:] = [b ^ b >> 9, (c + (c << 3)) % WORDS, ((c << 21 | c >> 11) + t) % WORDS, (n + 1) % WORDS]
        return t

    def mix() -> None:
        for _ in range(15):
            word()

    mix()
    while stream:
        state[0] ^= stream % WORDS
        mix()
        stream //= WORDS
    return [word() for _ in range(length)]


def about_to_give(word: int) -> Rng:
    """Return a stream whose next word is this one; its `n` counts the words it has generated."""
    rng = Rng(0)
    rng.a, rng.b, rng.c, rng.n = word, 0, 0, 0
    return rng


@pytest.mark.parametrize(
    ("seed", "stream", "first"),
    [
        (0, 0, [4216505632, 947923937, 2491578854]),
        (1, 0, [3387734806, 1080862987, 3546521498]),
        (20240917, 3, [2695213093, 2573635184, 793447677]),
        (SEEDS - 1, 2**64 + 5, [155349224, 648002383, 2791379542]),
    ],
)
def test_the_stream_of_a_seed_never_changes(seed: int, stream: int, first: list[int]) -> None:
    assert words(Rng(seed, stream), 3) == first


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**64 + 1, SEEDS - 1])
@pytest.mark.parametrize("stream", [0, 1, 2**32, 2**40 + 7])
def test_the_generator_is_sfc32(seed: int, stream: int) -> None:
    assert words(Rng(seed, stream), 200) == sfc32(seed, stream, 200)


def test_the_draws_of_a_seed_never_change() -> None:
    rng = Rng(7)
    cards = list(range(8))
    rng.shuffle(cards)
    assert (cards, rng.below(1000), rng.member(0b101100), rng.unit()) == (
        [3, 0, 5, 1, 2, 4, 6, 7],
        254,
        5,
        0.3699617525041228,
    )


def test_different_seeds_and_streams_give_different_words() -> None:
    starts = [(seed, stream) for seed in (0, 1, 2, 2**32, 2**64) for stream in (0, 1, 2, 2**32, 2**64)]
    seen = Counter(word for seed, stream in starts for word in words(Rng(seed, stream), 100))
    # Of 2,500 words out of 2**32, one pair may be equal by chance, but not more.
    assert seen.total() - len(seen) <= 1


def test_a_seed_alone_means_stream_0() -> None:
    assert words(Rng(5), 5) == words(Rng(5, 0), 5)


@pytest.mark.parametrize("seed", [-1, SEEDS, 10**40])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=f"from 0 to 2\\*\\*96 - 1, not {seed}"):
        Rng(seed)


def test_a_stream_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="a stream is a whole number from 0, not -1"):
        Rng(1, -1)


def test_copy_from_continues_like_the_original() -> None:
    rng, copy = Rng(3, 1), Rng(99)
    words(rng, 10)
    copy.copy_from(rng)
    assert words(copy, 10) == words(rng, 10)


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 52, 63, 64, 97])
def test_below_is_exactly_uniform(n: int) -> None:
    """Each result has the same number of words that are accepted; the other words are rejected."""
    for result in range(n):
        first, end = -(-result * WORDS // n), -(-(result + 1) * WORDS // n)
        assert about_to_give(end - 1).below(n) == result
        # The rejected words are the first ones of a result, so find where they end.
        rejected = 0
        while is_rejected(first + rejected, n):
            rejected += 1
        assert about_to_give(first + rejected).below(n) == result
        assert end - first - rejected == WORDS // n


@pytest.mark.parametrize("n", [3 * 2**28, 2**30 - 1, 2**30])
def test_below_is_exactly_uniform_for_large_numbers(n: int) -> None:
    for result in [0, 1, 2, n // 3, n // 2, n - 2, n - 1]:
        all_words = range(-(-result * WORDS // n), -(-(result + 1) * WORDS // n))
        accepted = [word for word in all_words if not is_rejected(word, n)]
        assert len(accepted) == WORDS // n
        assert {about_to_give(word).below(n) for word in accepted} == {result}


def is_rejected(word: int, n: int) -> bool:
    rng = about_to_give(word)
    rng.below(n)
    return rng.n > 1


@pytest.mark.parametrize("n", [-1, 0, 1])
def test_nothing_is_drawn_if_at_most_one_number_is_possible(n: int) -> None:
    rng = Rng(4)
    assert rng.below(n) == 0
    assert words(rng, 3) == words(Rng(4), 3)


@pytest.mark.parametrize("n", [2, 3, 7, 52])
def test_numbers_below_n_are_uniform(n: int) -> None:
    rng = Rng(11, n)
    assert_fits(Counter(rng.below(n) for _ in range(200 * n)), even(list(range(n))))


def test_members_of_a_set_are_uniform() -> None:
    rng, numbers = Rng(12), [0, 5, 17, 31, 32, 33, 60, 61]
    assert_fits(Counter(rng.member(mask_of(numbers)) for _ in range(4000)), even(numbers))


def test_shuffled_orders_are_uniform() -> None:
    rng = Rng(13)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        cards = [0, 1, 2, 3]
        rng.shuffle(cards)
        counts[tuple(cards)] += 1
    assert_fits(counts, even(list(permutations(range(4)))))


def test_unit_is_uniform_from_0_to_below_1() -> None:
    rng = Rng(14)
    assert_fits(Counter(int(rng.unit() * 20) for _ in range(10_000)), even(list(range(20))))
    # The lowest of its 53 bits are uniform too.
    assert_fits(Counter(int(rng.unit() * 2**53) % 8 for _ in range(10_000)), even(list(range(8))))


def test_copies_and_pickles_continue_like_the_original() -> None:
    rng = Rng(7, 3)
    rng.word()
    twins = [copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]
    ahead = words(rng, 5)
    assert [words(twin, 5) for twin in twins] == [ahead] * 3
