"""The layout of a moment of Festival of Thousand Cats: the revealed cards, before any were taken."""

from msgspec.structs import replace

from chabudai.games.thousand_cats.equipment import CROWS, SEASON_BOOZE
from chabudai.games.thousand_cats.layout import lay_out
from chabudai.games.thousand_cats.phases import SWAP
from chabudai.games.thousand_cats.rules import Cats
from chabudai.kernel.bits import bit, has, mask_of
from chabudai.scene.builder import People, nobody_asked
from chabudai.scene.vocabulary import AnyZone, Card, Layout, Ring
from chabudai.scene.words import Words


def lay_out_moment(before: Cats, view: Cats, words: Words, people: People) -> Layout:
    """Return the table with the revealed cards, and with the pair that the highest and the lowest will take."""
    swapped = {number for event in view.events if event.name == "swap" for number in event.values}
    shown = _revealed(before, view)
    layout = lay_out(shown, words, people)
    marked = [seat for seat in range(before.equipment.players) if shown.seats[seat].played in swapped]
    return replace(layout, zones=[_with_swapped(zone, marked) for zone in layout.zones])


def _revealed(before: Cats, view: Cats) -> Cats:
    """Return the position before the step, with all cards revealed and swapped."""
    shown = before.clone()
    assert isinstance(shown, Cats)
    for event in view.events:
        if event.name == "played":
            card, player = event.values[0], shown.seats[event.seat]
            player.played = card
            player.hand &= ~bit(card)
            player.shown_booze += 1 if has(SEASON_BOOZE, card) else 0
            player.shown_crows += 1 if has(CROWS, card) else 0
        elif event.name == "no_more":
            shown.seats[event.seat].void |= mask_of(event.values)
        elif event.name == "swap":
            first, second = (shown.seats[shown.owner(card)] for card in event.values)
            first.played, second.played = second.played, first.played
    shown.first = SWAP
    shown.waiting = nobody_asked(shown)
    return shown


def _with_swapped(zone: AnyZone, seats: list[int]) -> AnyZone:
    """Mark the swapped cards in front of these seats."""
    if not isinstance(zone, Ring):
        return zone
    cards: list[Card | None] = [
        replace(card, marks=["swapped"]) if card is not None and seat in seats else card
        for seat, card in enumerate(zone.cards)
    ]
    return replace(zone, cards=cards)
