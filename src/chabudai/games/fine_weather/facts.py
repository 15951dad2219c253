"""The fact panels of Wishing for Fine Weather!!. Won cards, unseen cards and revealed voids are memory aids."""

from functools import lru_cache

from chabudai.games.fine_weather.equipment import ALL_CARDS, VERY, Equipment, cards_of, rank_of
from chabudai.games.fine_weather.phases import PLAY
from chabudai.games.fine_weather.position import SECRET
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.score_steps import (
    points_by_suit,
    scores_cards,
    signed,
    suit_counts,
    suit_of_wish,
    tally_points,
    wish_text,
)
from chabudai.games.fine_weather.scoring import tally_of
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import bit, members
from chabudai.scene.builder import People
from chabudai.scene.trick_zones import cards_left, voids_shown
from chabudai.scene.vocabulary import FactRow, Facts
from chabudai.scene.words import Verbatim, Words


def facts(view: Weather, words: Words, people: People) -> list[Facts]:
    """Return the panels: points by round, the last round, wishes; with recall, also won and unseen cards, and voids.

    Who plays a card looks first at what the round would pay; who wishes, at the last round, since the choices say what
    they pay.
    """
    standing, wishes = _standing(view, words, people), _wishes(view, words, people)
    last = [last_round(view, words, people)] if view.part else []
    if view.over():
        return [standing, *last, *wishes]
    if view.due >= 0 or view.dealt == 0:
        return [*last, standing, *wishes]
    cards = []
    if view.recall:
        cards = [_unseen(view, words), *voids_shown([player.void for player in view.seats], SUITS, people)]
    if view.first != PLAY:
        return [*last, *wishes, *cards, standing]
    won = [_won_so_far(view, words, people)] if view.recall else []
    return [*won, *wishes, *cards, standing]


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
    title = words.text("fact", "final" if view.over() else "standing")
    return Facts(id="standing", title=title, columns=columns, rows=rows)


def last_round(view: Weather, words: Words, people: People) -> Facts:
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
    return Facts(id="round_before", title=title, columns=_columns(words), pictures=["", *SUITS], rows=rows)


def _wishes(view: Weather, words: Words, people: People) -> list[Facts]:
    """Return how every wish scores, also those that cannot be made yet, and which wishes may have been made in secret.

    What somebody is known to have wished is at their seat.
    """
    rows = []
    for seat, player in enumerate(view.seats):
        if view.dealt and player.wish == SECRET:
            possible = words.list([WISHES[wish] for wish in members(view.allowed_wishes(seat))])
            rows.append(FactRow(people.name(seat).text, [possible.text], seat=seat))
    secret = [Facts(id="secret", title=words.text("fact", "secret"), rows=rows)] if rows else []
    return [_payouts(view.equipment, words), *secret]


@lru_cache(maxsize=64)
def _payouts(equipment: Equipment, words: Words) -> Facts:
    """Return the points of a card of each suit under every wish, or how the wish scores otherwise."""
    rows = []
    for wish in range(equipment.wish_count):
        points = [signed(number) if number else "·" for number in points_by_suit(equipment, wish)]
        cells = points if scores_cards(wish) else [wish_text(equipment, wish, words)]
        rows.append(FactRow(words.name(WISHES[wish]), cells, suit_of_wish(wish)))
    return Facts(
        id="wishes",
        title=words.text("fact", "wishes"),
        columns=[words.name(suit) for suit in SUITS],
        pictures=list(SUITS),
        rows=rows,
        note=words.text("fact", "cancel_basic" if equipment.wish_count > VERY else "cancel"),
    )


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
    return Facts(
        id="so_far", title=words.text("fact", "so_far"), columns=_columns(words), pictures=["", *SUITS], rows=rows
    )


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
