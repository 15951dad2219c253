"""The cards of the last reveal of Festival of Thousand Cats, as they lay before any were taken."""

from msgspec.structs import replace

from chabudai.games.thousand_cats.equipment import DUMMY_SEAT
from chabudai.games.thousand_cats.faces import middle_row, number_card
from chabudai.games.thousand_cats.rules import Cats
from chabudai.scene.vocabulary import AnyZone, Card, Mark, Ring, Row
from chabudai.scene.words import Words


def last_reveal(view: Cats, words: Words) -> list[AnyZone]:
    """Return the revealed cards and the middle, from the events of the last step; nothing if it revealed no cards."""
    taken = {event.name.removeprefix("dummy_"): event.values[0] for event in view.events if "took_" in event.name}
    if "took_high" not in taken:
        return []
    in_front = _cards_in_front(view)
    swapped = {number for event in view.events if event.name == "swap" for number in event.values}
    ring: list[Card | None] = [None] * view.equipment.players
    for seat in range(view.equipment.players):
        if seat in in_front:
            marks: list[Mark] = ["swapped"] if in_front[seat] in swapped else []
            ring[seat] = replace(number_card(view.equipment, in_front[seat], words), marks=marks)
    zones: list[AnyZone] = [
        Ring(id="played", title=words.text("zone", "played"), cards=ring),
        middle_row(view.equipment, taken["took_low"], taken["took_high"], words),
    ]
    if view.equipment.with_dummy and DUMMY_SEAT in in_front:
        shown = [number_card(view.equipment, in_front[DUMMY_SEAT], words)]
        zones.append(Row(id="dummy_played", title=words.text("zone", "dummy_played"), cards=shown))
    return zones


def _cards_in_front(view: Cats) -> dict[int, int]:
    """Return the card that lay in front of each seat after crows and Yorozu were swapped, before any were taken.

    Most seats took their own card, and the highest and the lowest now lie in the middle. If the same step started a new
    deal, the middle is empty: then the cards follow from what was revealed and swapped.
    """
    in_front: dict[int, int] = {}
    if view.high < 0:
        in_front = {event.seat: event.values[0] for event in view.events if event.name == "played"}
        for event in view.events:
            if event.name == "swap":
                swapped_for = dict(zip(event.values, reversed(event.values), strict=True))
                in_front = {seat: swapped_for.get(number, number) for seat, number in in_front.items()}
    for event in view.events:
        seat = DUMMY_SEAT if event.seat < 0 else event.seat
        how = event.name.removeprefix("dummy_")
        if how == "took_own":
            in_front[seat] = event.values[0]
        elif how in ("took_high", "took_low") and view.high >= 0:
            in_front[seat] = view.high if how == "took_high" else view.low
    return in_front
