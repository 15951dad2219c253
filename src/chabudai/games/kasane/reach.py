"""The boxes within reach of a hand in Kasane no Irome: a table that search looks up."""

from functools import lru_cache

from chabudai.games.kasane.melds import BEGIN, NUMBERS, STRIDE, make_automaton

_HANDS = 256
"""The pairs of top cards: two digits of four bits each."""


@lru_cache(maxsize=64)
def make_reach(lengths: bytes) -> list[int]:
    """Return, for every pair of top cards, the kinds of box that they can fill with one more card, as a bit set.

    `lengths` is the number of cards of each kind of box.
    """
    automaton = make_automaton(lengths)
    boxes: list[int] = []
    for hand in range(_HANDS):
        reachable = 0
        for number in NUMBERS:
            meld_state = automaton.next_state[BEGIN * STRIDE + number]
            left = hand
            while meld_state:
                reachable |= automaton.made[meld_state]
                meld_state = automaton.next_state[meld_state * STRIDE + (left & 15)]
                left >>= 4
        boxes.append(reachable)
    return boxes
