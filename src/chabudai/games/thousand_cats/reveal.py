"""The last reveal of Festival of Thousand Cats, as it lay before highest and lowest took their cards."""

from chabudai.games.thousand_cats.faces import card, pair
from chabudai.games.thousand_cats.rules import Cats
from chabudai.scene.vocabulary import AnyZone, Card, Ring
from chabudai.scene.words import Words


def last_reveal(view: Cats, words: Words) -> list[AnyZone]:
    """The cards before the seats and in the middle, if the last step shared them out; read from its events."""
    taken = {event.name.removeprefix("dummy_"): event.values[0] for event in view.events if "took_" in event.name}
    if "took_high" not in taken or "took_low" not in taken:
        return []
    ring: list[Card | None] = [None] * view.rules.players
    for seat, number in _played(view).items():
        ring[seat] = card(view.rules, number, words)
    return [
        Ring(id="played", title=words.text("zone", "played"), cards=ring),
        pair(view.rules, taken["took_low"], taken["took_high"], words),
    ]


def _played(view: Cats) -> dict[int, int]:
    """What lay before each seat in the end, crows and Yorozu swapped.

    If a crow's owner had to choose, the cards were revealed a step earlier: but what was played highest and lowest lies
    in the middle now, and the others kept their card.
    """
    played = {event.seat: event.values[0] for event in view.events if event.name == "played"}
    if not played:
        played = {event.seat: event.values[0] for event in view.events if event.name == "took_own"}
        for how, number in (("took_high", view.high), ("took_low", view.low)):
            played |= {event.seat: number for event in view.events if event.name == how and number >= 0}
        return played
    for event in view.events:
        if event.name == "swap":
            other = dict(zip(event.values, reversed(event.values), strict=True))
            played = {seat: other.get(number, number) for seat, number in played.items()}
    return played
