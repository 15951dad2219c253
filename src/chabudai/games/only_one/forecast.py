"""The probabilities of the next card in Only One Collection, from what a view shows of the deck."""

from functools import lru_cache

from chabudai.games.only_one.equipment import DISTINCT_CARDS, ONE, Cards, values_of
from chabudai.games.only_one.position import FACE_DOWN
from chabudai.games.only_one.rules import OnlyOne


def next_cards(view: OnlyOne) -> dict[int, int]:
    """Return the cards that may be turned up next with their weights, for a view with recall."""
    if view.above_the_one() == 0:
        return {ONE: 1}
    if view.top and view.top[0] != FACE_DOWN:
        return {view.top[0]: 1}
    return _weights(view.deck.kinds, view.deck.special, tuple(view.top), view.twins, view.came)


@lru_cache(maxsize=1024)
def _weights(kinds: int, special: int, top: tuple[int, ...], twins: bool, came: int) -> dict[int, int]:
    """Return the weights while the top card is unknown; cached, because every column needs them."""
    unseen = Cards()
    unseen.kinds, unseen.special = kinds, special
    size = unseen.size()
    weights = {}
    for card in range(DISTINCT_CARDS):
        copies = weight = unseen.copies(card)
        if top.count(FACE_DOWN) == 2:
            # Everybody knows whether the two cards put back are equal.
            weight = copies * (copies - 1 if twins else size - copies)
        elif top and card == came:
            weight = 0  # the second card put back differs from the first
        if weight:
            weights[card] = weight
    return weights


def clash_probability(view: OnlyOne, column: int) -> float:
    """Return the probability that the next card clashes in a column."""
    weights = next_cards(view)
    clashing = sum(weight for card, weight in weights.items() if values_of(card) & view.columns[column].values)
    return clashing / sum(weights.values())
