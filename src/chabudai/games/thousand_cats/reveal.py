"""The last reveal of Festival of Thousand Cats, as it lay before highest and lowest took their cards."""

from msgspec.structs import replace

from chabudai.games.thousand_cats.equipment import DUMMY_SEAT
from chabudai.games.thousand_cats.faces import card, pair
from chabudai.games.thousand_cats.rules import Cats
from chabudai.scene.vocabulary import AnyZone, Card, Mark, Ring, Row
from chabudai.scene.words import Words


def last_reveal(view: Cats, words: Words) -> list[AnyZone]:
    """The cards before the seats and in the middle, if the last step shared them out; read from its events."""
    taken = {event.name.removeprefix("dummy_"): event.values[0] for event in view.events if "took_" in event.name}
    if "took_high" not in taken:
        return []
    lying = _lying(view)
    swapped = {number for event in view.events if event.name == "swap" for number in event.values}
    ring: list[Card | None] = [None] * view.rules.players
    for seat in range(view.rules.players):
        if seat in lying:
            marks: list[Mark] = ["swapped"] if lying[seat] in swapped else []
            ring[seat] = replace(card(view.rules, lying[seat], words), marks=marks)
    zones: list[AnyZone] = [
        Ring(id="played", title=words.text("zone", "played"), cards=ring),
        pair(view.rules, taken["took_low"], taken["took_high"], words),
    ]
    if view.rules.dummy and DUMMY_SEAT in lying:
        shown = [card(view.rules, lying[DUMMY_SEAT], words)]
        zones.append(Row(id="dummy_played", title=words.text("zone", "dummy_played"), cards=shown))
    return zones


def _lying(view: Cats) -> dict[int, int]:
    """What lay before each seat in the end, crows and Yorozu swapped.

    Most kept their card, and what was highest and lowest lies in the middle now: unless a new game was dealt in the
    same step. Then they have what they revealed, and what they swapped it for.
    """
    lying: dict[int, int] = {}
    if view.high < 0:
        lying = {event.seat: event.values[0] for event in view.events if event.name == "played"}
        for event in view.events:
            if event.name == "swap":
                other = dict(zip(event.values, reversed(event.values), strict=True))
                lying = {seat: other.get(number, number) for seat, number in lying.items()}
    for event in view.events:
        seat = DUMMY_SEAT if event.seat < 0 else event.seat
        how = event.name.removeprefix("dummy_")
        if how == "took_own":
            lying[seat] = event.values[0]
        elif how in ("took_high", "took_low") and view.high >= 0:
            lying[seat] = view.high if how == "took_high" else view.low
    return lying
