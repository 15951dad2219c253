"""The fact panels of Wishing for Fine Weather!!. Won cards, unseen cards and revealed voids are memory aids."""

from chabudai.games.fine_weather.equipment import ALL_CARDS, cards_of, rank_of
from chabudai.games.fine_weather.phases import PLAY
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.score_steps import signed, suit_counts, tally_points, wish_text
from chabudai.games.fine_weather.scoring import tally_of
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import bit
from chabudai.scene.builder import People
from chabudai.scene.trick_zones import cards_left, voids_shown
from chabudai.scene.vocabulary import FactRow, Facts
from chabudai.scene.words import Verbatim, Words


def facts(view: Weather, words: Words, people: People) -> list[Facts]:
    """Return the panels: points by round, the last round, wishes; with recall, also won and unseen cards, and voids."""
    panels = [_standing(view, words, people)]
    if view.part and (view.first != PLAY or view.dealt == 0):
        panels.append(_last_round(view, words, people))
    panels += _wishes(view, words, people)
    if view.recall and view.dealt and view.due < 0:
        if view.trick:
            panels.append(_won_so_far(view, words, people))
        panels += [_unseen(view, words), *voids_shown([player.void for player in view.seats], SUITS, people)]
    return panels


def known_wish(view: Weather, seat: int) -> tuple[int, bool]:
    """Return the wish of a seat as far as the viewer knows it (-1 for none), and whether it is only announced."""
    player = view.seats[seat]
    return (player.wish, False) if player.wish >= 0 else (player.announced, True)


def _standing(view: Weather, words: Words, people: People) -> Facts:
    """Return the points of each round and the totals."""
    rows = []
    for seat, player in enumerate(view.seats):
        rounds = [signed(tally_points(view.equipment, player.wished[n], player.tallies[n])) for n in range(view.part)]
        rounds += [""] * (view.equipment.rounds - view.part)
        rows.append(FactRow(people.name(seat).text, [*rounds, str(view.score(seat))], seat=seat))
    columns = [words.text("fact", "round", round=number + 1) for number in range(view.equipment.rounds)]
    columns.append(words.text("fact", "points"))
    return Facts(id="standing", title=words.text("fact", "standing"), columns=columns, rows=rows)


def _last_round(view: Weather, words: Words, people: People) -> Facts:
    """Return what each player won in the last scored round, with points."""
    rows = []
    for seat, player in enumerate(view.seats):
        wish, tally = player.wished[view.part - 1], player.tallies[view.part - 1]
        cells = [
            words.name(WISHES[wish]),
            *map(str, suit_counts(tally)),
            signed(tally_points(view.equipment, wish, tally)),
        ]
        rows.append(FactRow(people.name(seat).text, cells, seat=seat))
    title = words.text("fact", "round_before", round=view.part)
    return Facts(id="round_before", title=title, columns=_columns(words), rows=rows)


def _wishes(view: Weather, words: Words, people: People) -> list[Facts]:
    """Return how the wishes of this round score."""
    rows = []
    for seat in range(view.equipment.players):
        wish, announced = known_wish(view, seat)
        if wish >= 0 and view.dealt:
            name = words.text("fact", "announced" if announced else "wished", wish=WISHES[wish])
            rows.append(FactRow(people.name(seat).text, [name, wish_text(view.equipment, wish, words)], seat=seat))
    return [Facts(id="wishes", title=words.text("fact", "wishes"), rows=rows)] if rows else []


def _won_so_far(view: Weather, words: Words, people: People) -> Facts:
    """Return what each player has won this round, and its points under the known or announced wish."""
    rows = []
    for seat, player in enumerate(view.seats):
        wish, announced = known_wish(view, seat)
        tally = tally_of(player.won)
        name = words.text("fact", "announced" if announced else "wished", wish=WISHES[wish])
        points = Verbatim(signed(tally_points(view.equipment, wish, tally)))
        scored = words.text("fact", "if_true" if announced else "true", points=points)
        rows.append(FactRow(people.name(seat).text, [name, *map(str, suit_counts(tally)), scored], seat=seat))
    return Facts(id="so_far", title=words.text("fact", "so_far"), columns=_columns(words), rows=rows)


def _columns(words: Words) -> list[str]:
    return [words.text("fact", "wish"), *(words.name(suit) for suit in SUITS), words.text("fact", "points")]


def _unseen(view: Weather, words: Words) -> Facts:
    """Return the cards that the viewer has not seen this round, by suit."""
    unseen = ALL_CARDS
    for player in view.seats:
        unseen &= ~player.hand & ~player.won
        if player.played >= 0:
            unseen &= ~bit(player.played)
    suits = [(name, cards_of(suit)) for suit, name in enumerate(SUITS)]
    rows = cards_left(unseen, suits, rank_of, words)
    aside = len(CARDS) - view.equipment.cards_per_hand * view.equipment.players
    return Facts(id="left", title=words.text("fact", "left", aside=aside), rows=rows)
