"""The fact panels of Wishing for Fine Weather!!. Won cards, unseen cards and revealed voids are memory aids."""

from chabudai.games.fine_weather.equipment import ALL_CARDS, cards_of, rank_of
from chabudai.games.fine_weather.phases import PLAY
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.score_steps import signed, suit_counts, suit_of_wish, tally_points, wish_text
from chabudai.games.fine_weather.scoring import tally_of
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import bit, has
from chabudai.kernel.state import NONE
from chabudai.scene.builder import People
from chabudai.scene.trick_zones import cards_left, voids_shown
from chabudai.scene.vocabulary import FactRow, Facts
from chabudai.scene.words import Verbatim, Words


def facts(view: Weather, words: Words, people: People) -> list[Facts]:
    """Return the panels: points by round, the last round, wishes; with recall, also won and unseen cards, and voids.

    Who plays a card looks first at what the round would pay; who wishes, at what the wishes pay.
    """
    standing, wishes = _standing(view, words, people), _wishes(view, words, people)
    last = [last_round(view, words, people)] if view.part else []
    if view.over():
        return [standing, *last, wishes]
    if view.due >= 0 or view.dealt == 0:
        return [*last, standing, wishes]
    cards = []
    if view.recall:
        cards = [_unseen(view, words), *voids_shown([player.void for player in view.seats], SUITS, people)]
    if view.first != PLAY:
        return [wishes, *last, *cards, standing]
    won = [_won_so_far(view, words, people)] if view.recall else []
    return [*won, wishes, *cards, standing]


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
    return Facts(id="round_before", title=title, columns=_columns(words), rows=rows)


def _wishes(view: Weather, words: Words, people: People) -> Facts:
    """Return how every wish of the game scores, and who made it: nobody, in public, or, as far as one knows, in secret.

    Also the wishes that cannot be made yet are listed, so that players can plan.
    """
    rows = []
    for wish in range(view.equipment.wish_count):
        pays = wish_text(view.equipment, wish, words)
        wishers = [_wisher(view, seat, wish, words, people) for seat in range(view.equipment.players)]
        names = words.list([Verbatim(name) for name in wishers if name])
        text = words.text("fact", "pays_for", pays=Verbatim(pays), names=names) if names.text else pays
        rows.append(FactRow(words.name(WISHES[wish]), [text], suit_of_wish(wish)))
    return Facts(id="wishes", title=words.text("fact", "wishes"), rows=rows)


def _wisher(view: Weather, seat: int, wish: int, words: Words, people: People) -> str:
    """Return a seat's name if it made this wish; in quotes if it announced it, with "?" if it may have made it."""
    player, name = view.seats[seat], people.name(seat)
    if view.dealt == 0 or player.wish == NONE:
        return ""
    if player.wish >= 0:
        return name.text if player.wish == wish else ""
    if player.announced == wish:
        return words.text("fact", "says", seat=name)
    return words.text("fact", "may", seat=name) if has(view.allowed_wishes(seat), wish) else ""


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
