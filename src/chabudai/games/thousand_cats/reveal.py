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
    revealed = _cards_before_seats(view)
    swapped = {number for event in view.events if event.name == "swap" for number in event.values}
    ring: list[Card | None] = [None] * view.equipment.players
    for seat in range(view.equipment.players):
        if seat in revealed:
            marks: list[Mark] = ["swapped"] if revealed[seat] in swapped else []
            ring[seat] = replace(number_card(view.equipment, revealed[seat], words), marks=marks)
    zones: list[AnyZone] = [
        Ring(id="played", title=words.text("zone", "played"), cards=ring),
        middle_row(view.equipment, taken["took_low"], taken["took_high"], words),
    ]
    if view.equipment.with_dummy and DUMMY_SEAT in revealed:
        shown = [number_card(view.equipment, revealed[DUMMY_SEAT], words)]
        zones.append(Row(id="dummy_played", title=words.text("zone", "dummy_played"), cards=shown))
    return zones


def _cards_before_seats(view: Cats) -> dict[int, int]:
    """Return the card in front of each seat after crows and Yorozu were swapped.

    Most seats kept their card, and the highest and the lowest now lie in the middle. If the same step dealt a new game,
    the middle is gone: then the cards follow from what was revealed and swapped.
    """
    revealed: dict[int, int] = {}
    if view.high < 0:
        revealed = {event.seat: event.values[0] for event in view.events if event.name == "played"}
        for event in view.events:
            if event.name == "swap":
                other = dict(zip(event.values, reversed(event.values), strict=True))
                revealed = {seat: other.get(number, number) for seat, number in revealed.items()}
    for event in view.events:
        seat = DUMMY_SEAT if event.seat < 0 else event.seat
        how = event.name.removeprefix("dummy_")
        if how == "took_own":
            revealed[seat] = event.values[0]
        elif how in ("took_high", "took_low") and view.high >= 0:
            revealed[seat] = view.high if how == "took_high" else view.low
    return revealed
