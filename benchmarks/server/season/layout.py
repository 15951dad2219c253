"""Lays out Season for a viewer: the trick, their hand, and the cards that everybody has won, as in boardgame.io."""

from functools import lru_cache

from benchmarks.server.season.equipment import CARDS_PER_SEASON, SEATS, season_of
from benchmarks.server.season.rules import Season
from benchmarks.server.season.words import CARDS, SEASONS
from chabudai.kernel.bits import has, members
from chabudai.scene.builder import People
from chabudai.scene.vocabulary import AnyZone, Card, Fan, Layout, Pile, Ring, Row, Seat
from chabudai.scene.words import Words


def lay_out(view: Season, words: Words, people: People) -> Layout:
    """Lay out the table for the viewer."""
    trick = [season_card(number, words) if number >= 0 else None for number in view.trick]
    return Layout(
        status="",
        prompt="",
        zones=[Ring(id="trick", title=words.text("zone", "trick"), cards=trick)],
        seats=[_seat(view, words, people, seat) for seat in range(SEATS)],
    )


@lru_cache(maxsize=256)
def season_card(number: int, words: Words) -> Card:
    """Return a card as it is shown."""
    return Card(
        CARDS[number], words.name(CARDS[number]), str(number % CARDS_PER_SEASON + 1), SEASONS[season_of(number)]
    )


def _seat(view: Season, words: Words, people: People, seat: int) -> Seat:
    title = words.text("zone", "hand")
    hand: AnyZone = Pile(id=f"hand-{seat}", title=title, count=view.hand_size(seat))
    if seat == view.viewer:
        hand = Fan(
            id="hand",
            title=title,
            verbs=["play"],
            cards=[season_card(card, words) for card in members(view.hands[seat])],
        )
    won = [season_card(card, words) for card in members(view.won[seat])]
    return Seat(
        number=seat,
        name=people.name(seat).text,
        you=seat == view.viewer,
        waited_for=has(view.waiting, seat),
        score=view.points[seat],
        zones=[hand, Row(id=f"won-{seat}", title=words.text("zone", "won"), cards=won)],
    )
