"""What one would reckon at a table of Wishing for Fine Weather!!; with memory aids also what one would remember."""

from chabudai.games.fine_weather.equipment import ALL_CARDS, cards_of, rank_of
from chabudai.games.fine_weather.reckoning import pays, scored, signed, won
from chabudai.games.fine_weather.rules import PLAY, Weather
from chabudai.games.fine_weather.scoring import tally
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import bit
from chabudai.scene.make import People
from chabudai.scene.tricks import cards_left, voids_shown
from chabudai.scene.vocabulary import FactRow, Facts
from chabudai.scene.words import Said, Words


def facts(view: Weather, words: Words, people: People) -> list[Facts]:
    """The panels: points by round, the round before and what wishes pay; with recall also what is worth remembering."""
    panels = [_standing(view, words, people)]
    if view.part and view.first != PLAY:
        panels.append(_round_before(view, words, people))
    panels += _wishes(view, words, people)
    if view.recall and view.dealt and view.due < 0:
        if view.trick:
            panels.append(_so_far(view, words, people))
        panels += [_left(view, words), *voids_shown([player.void for player in view.seats], SUITS, people)]
    return panels


def known_wish(view: Weather, seat: int) -> tuple[int, bool]:
    """The wish of a seat as far as the viewer knows it, -1 if there is none, and whether it is only announced."""
    player = view.seats[seat]
    return (player.wish, False) if player.wish >= 0 else (player.announced, True)


def _standing(view: Weather, words: Words, people: People) -> Facts:
    """The points of each round, and together."""
    rows = []
    for seat, player in enumerate(view.seats):
        rounds = [signed(scored(view.rules, player.wished[n], player.tallies[n])) for n in range(view.part)]
        rounds += [""] * (view.rules.rounds - view.part)
        rows.append(FactRow(people.name(seat).text, [*rounds, str(view.score(seat))], seat=seat))
    columns = [words.text("fact", "round", round=number + 1) for number in range(view.rules.rounds)]
    columns.append(words.text("fact", "points"))
    return Facts(id="standing", title=words.text("fact", "standing"), columns=columns, rows=rows)


def _round_before(view: Weather, words: Words, people: People) -> Facts:
    """What everybody won in the round that was scored last, and its points."""
    rows = []
    for seat, player in enumerate(view.seats):
        wish, counts = player.wished[view.part - 1], player.tallies[view.part - 1]
        cells = [words.name(WISHES[wish]), *map(str, won(counts)), signed(scored(view.rules, wish, counts))]
        rows.append(FactRow(people.name(seat).text, cells, seat=seat))
    title = words.text("fact", "round_before", round=view.part)
    return Facts(id="round_before", title=title, columns=_columns(words), rows=rows)


def _wishes(view: Weather, words: Words, people: People) -> list[Facts]:
    """What the wishes of this round pay."""
    rows = []
    for seat in range(view.rules.players):
        wish, announced = known_wish(view, seat)
        if wish >= 0 and view.dealt:
            name = words.text("fact", "announced" if announced else "wished", wish=WISHES[wish])
            rows.append(FactRow(people.name(seat).text, [name, pays(view.rules, wish, words)], seat=seat))
    return [Facts(id="wishes", title=words.text("fact", "wishes"), rows=rows)] if rows else []


def _so_far(view: Weather, words: Words, people: People) -> Facts:
    """What everybody has won in this round, and what it is worth under the wish, or under what was announced."""
    rows = []
    for seat, player in enumerate(view.seats):
        wish, announced = known_wish(view, seat)
        counts = tally(player.won)
        name = words.text("fact", "announced" if announced else "wished", wish=WISHES[wish])
        points = Said(signed(scored(view.rules, wish, counts)))
        worth = words.text("fact", "if_true" if announced else "true", points=points)
        rows.append(FactRow(people.name(seat).text, [name, *map(str, won(counts)), worth], seat=seat))
    return Facts(id="so_far", title=words.text("fact", "so_far"), columns=_columns(words), rows=rows)


def _columns(words: Words) -> list[str]:
    return [words.text("fact", "wish"), *(words.name(suit) for suit in SUITS), words.text("fact", "points")]


def _left(view: Weather, words: Words) -> Facts:
    """The cards that have not been seen in this round, by suit."""
    unseen = ALL_CARDS
    for player in view.seats:
        unseen &= ~player.hand & ~player.won
        if player.played >= 0:
            unseen &= ~bit(player.played)
    suits = [(name, cards_of(suit)) for suit, name in enumerate(SUITS)]
    rows = cards_left(unseen, suits, rank_of, words)
    aside = len(CARDS) - view.rules.hand * view.rules.players
    return Facts(id="left", title=words.text("fact", "left", aside=aside), rows=rows)
