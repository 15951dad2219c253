"""Parts of a layout that trick-taking games share: the trick, the unseen cards, and the revealed voids."""

from collections.abc import Callable, Sequence

from chabudai.kernel.bits import has, members
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import Card, FactRow, Facts, Mark
from chabudai.scene.words import Words

Face = Callable[[int, tuple[Mark, ...]], Card]
"""Makes a card from its number and its marks."""


def trick(played: Sequence[int], leader: int, winner: int, face: Face) -> list[Card | None]:
    """Return the cards of a trick by seat, marked as led and winning. A negative number in `played` is no card."""
    cards: list[Card | None] = []
    for seat, card in enumerate(played):
        marks: list[Mark] = []
        if seat == leader:
            marks.append("led")
        if seat == winner:
            marks.append("winning")
        cards.append(face(card, tuple(marks)) if card >= 0 else None)
    return cards


def cards_left(
    unseen: int, suits: Sequence[tuple[str, int]], rank: Callable[[int], int], words: Words
) -> list[FactRow]:
    """Return a row of unseen cards for each suit. `suits` has the name of each suit and its cards as a bit set."""
    rows = []
    for suit, cards in suits:
        ranks = " ".join(str(rank(card)) for card in members(unseen & cards))
        rows.append(FactRow(words.name(suit), [ranks or words.text("fact", "none")], suit=suit))
    return rows


def voids_shown(voids: Sequence[int], suits: Sequence[str], people: People) -> list[Facts]:
    """Return a panel of the voids that other seats have revealed by not following suit; none if there are no voids."""
    rows = []
    for seat, void in enumerate(voids):
        if void and seat != people.viewer:
            lacking = [name for suit, name in enumerate(suits) if has(void, suit)]
            rows.append(FactRow(people.name(seat).text, [people.words.list(lacking).text], seat=seat))
    return [Facts(id="voids", title=people.words.text("fact", "voids"), rows=rows)] if rows else []
