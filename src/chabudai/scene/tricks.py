"""What the tables of trick-taking games show alike: the trick, the cards left, and who lacks what."""

from collections.abc import Callable, Sequence

from chabudai.kernel.bits import has, members
from chabudai.kernel.event import Event
from chabudai.scene.make import People
from chabudai.scene.vocabulary import Card, FactRow, Facts, Mark
from chabudai.scene.words import Words

Face = Callable[[int, tuple[Mark, ...]], Card]
"""What makes the face of a card of its number and its marks."""


def trick(played: Sequence[int], leader: int, winner: int, face: Face) -> list[Card | None]:
    """The cards played so far, by seat (a number below 0 is none), with the marks of who led and who wins."""
    cards: list[Card | None] = []
    for seat, card in enumerate(played):
        marks: list[Mark] = []
        if seat == leader:
            marks.append("led")
        if seat == winner:
            marks.append("winning")
        cards.append(face(card, tuple(marks)) if card >= 0 else None)
    return cards


def finished_trick(events: Sequence[Event], players: int, face: Face) -> list[Card | None]:
    """The trick that the last step ended, from its events; none if it ended none.

    They are `played`, told of the last card, and `won`, whose values are the best card and then those of all seats.
    """
    for event in events:
        if event.name == "played":
            leader = (event.seat + 1) % players
        elif event.name == "won":
            return trick(event.values[1:], leader, event.seat, face)
    return []


def cards_left(
    unseen: int, suits: Sequence[tuple[str, int]], rank: Callable[[int], int], words: Words
) -> list[FactRow]:
    """The cards not seen yet, suit by suit: each suit with its name and all its cards as a bit set."""
    rows = []
    for suit, cards in suits:
        ranks = " ".join(str(rank(card)) for card in members(unseen & cards))
        rows.append(FactRow(words.name(suit), [ranks or words.text("fact", "none")], suit=suit))
    return rows


def voids_shown(voids: Sequence[int], suits: Sequence[str], people: People) -> list[Facts]:
    """A panel of who has shown to lack a suit by not following, if anybody has; the viewer knows the own hand."""
    rows = []
    for seat, void in enumerate(voids):
        if void and seat != people.viewer:
            lacking = [name for suit, name in enumerate(suits) if has(void, suit)]
            rows.append(FactRow(people.name(seat).text, [people.words.list(lacking).text], seat=seat))
    return [Facts(id="voids", title=people.words.text("fact", "voids"), rows=rows)] if rows else []
