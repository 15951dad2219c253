"""The layout of a moment of Wishing for Fine Weather!!: the last card has been played, and the trick is still there."""

from msgspec.structs import replace

from chabudai.games.fine_weather.equipment import suit_of
from chabudai.games.fine_weather.facts import last_round
from chabudai.games.fine_weather.layout import lay_out
from chabudai.games.fine_weather.rules import Weather
from chabudai.kernel.bits import bit
from chabudai.kernel.tricks import void_shown
from chabudai.scene.builder import People, nobody_asked
from chabudai.scene.vocabulary import Layout
from chabudai.scene.words import Words


def lay_out_moment(before: Weather, view: Weather, words: Words, people: People) -> Layout:
    """Return the table with the finished trick; after the last of a round, also with the cards that were counted."""
    layout = lay_out(_with_whole_trick(before, view), words, people)
    if view.part == before.part:
        return layout
    return replace(layout, facts=[last_round(view, words, people), *layout.facts])


def _with_whole_trick(before: Weather, view: Weather) -> Weather:
    """Return the position before the step, with the last card of the trick played."""
    shown = before.clone()
    assert isinstance(shown, Weather)
    for event in view.events:
        if event.name == "played":
            card, player = event.values[0], shown.seats[event.seat]
            player.hand &= ~bit(card)
            player.played = card
            player.void |= void_shown(shown.led, suit_of(card))
    shown.waiting = nobody_asked(shown)
    return shown
