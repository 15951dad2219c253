"""Imagined worlds follow plain enumeration: who may hold what, given booze, crows, markers and cards seen."""

from collections import Counter
from itertools import combinations, permutations
from math import comb, factorial

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.games.thousand_cats.equipment import CROWS, card_at
from chabudai.games.thousand_cats.phases import MULTIPLIER, PLAY, REDEAL
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.words import CARDS
from chabudai.kernel.bits import below, count, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.testing.table import StackedTable, deal
from games.thousand_cats.plain import SEASONS, Plain, has_booze, is_crow, season
from games.thousand_cats.positions import card_words, cats, chance_for, dealt, of_cats
from goodness_of_fit import assert_fits, even

Hands = tuple[frozenset[str], ...]
"""The hands of the four seats."""

KEEPER = "… | spring-5 summer-6 fall-7 … | … | …"
"""Hands with three crows for seat 1, which is asked about a re-deal."""
FOUR_CROWS = "… | spring-5 summer-6 fall-7 winter-8 … | … | …"


def possible_hands(plain: Plain, viewer: int) -> list[Hands]:
    """Return all equally likely hands that a viewer cannot tell from the true ones."""
    in_sight = set(plain.pair) | {card for row in plain.rows for card in row}
    own = plain.hands[viewer] if viewer >= 0 else set()
    fitting: list[Hands] = []

    def fits(seat: int, hand: frozenset[str]) -> bool:
        cards = [*hand, *plain.played[seat]]
        crows = sum(map(is_crow, cards))
        if any(season(card) in plain.lacking[seat] for card in hand):
            return False
        if sum(has_booze(card) and season(card) in SEASONS for card in cards) != 2:
            return False
        return seat >= plain.humans or (crows >= 3) == (seat == plain.keeper)

    def deal_to(seat: int, left: frozenset[str], hands: Hands) -> None:
        if seat == 4:
            fitting.append(hands)
            return
        if seat == viewer:
            deal_to(seat + 1, left, (*hands, frozenset(own)))
            return
        for cards in combinations(sorted(left), len(plain.hands[seat])):
            if fits(seat, frozenset(cards)):
                deal_to(seat + 1, left - set(cards), (*hands, frozenset(cards)))

    deal_to(0, frozenset(CARDS) - in_sight - own, ())
    return fitting


def hands_of(state: Cats) -> Hands:
    return tuple(frozenset(card_words(player.hand).split()) for player in state.seats)


def draws(view: Cats, number: int, seed: int = 11) -> list[Cats]:
    """Return this many imagined worlds of a view."""
    worlds, rng, drawn = view.worlds(), Rng(seed), []
    for _ in range(number):
        world = of_cats(view.clone())
        world.imagine_into(view, worlds, rng)
        drawn.append(world)
    return drawn


def late_table(players: int, rounds: int, wanted: str) -> StackedTable:
    """Return a table after this many rounds of a game.

    `wanted` may contain "marker" (a seat other than 0 has a marker for a season with cards hidden from seat 0) and
    "crow" (seat 1 kept a hand with three crows, and still holds one).
    """
    for seed in range(2000):
        if "crow" in wanted:
            table = deal(GAME, players, chance=chance_for(KEEPER), options={"target": 200}, seed=seed)
            table.play("keep")
        else:
            table = dealt(players=players, seed=seed, target=200)
        table.play_on(until=lambda state: of_cats(state).round == rounds or state.part > 0)
        state = cats(table)
        if state.part > 0 or state.first != PLAY:
            continue
        hidden = sum(player.hand for player in state.seats[1:])
        marked = any(
            season(CARDS[number]) == SEASONS[lacking]
            for player in state.seats[1:]
            for lacking in members(player.void)
            for number in members(hidden)
        )
        if ("marker" not in wanted or marked) and ("crow" not in wanted or state.seats[1].hand & CROWS):
            return table
    raise AssertionError("no such position is reached")


@pytest.mark.parametrize("wanted", ["", "marker", "crow", "crow and marker"])
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("recall", [True, False])
def test_late_hands_are_drawn_with_the_probability_of_their_deal(
    players: int, wanted: str, recall: bool
) -> None:  # TC-10, TC-11, TC-22, TC-70
    table = late_table(players, 6, wanted)
    view = of_cats(table.state.seen_by(0, recall))
    cases = possible_hands(Plain(table.record()), 0)
    assert hands_of(cats(table)) in cases if players == 4 else True
    if players == 3:
        # The dummy's card is turned up before the players choose, so it is no longer hidden.
        turned_up = CARDS[cats(table).seats[3].played]
        cases = [(*hands[:3], hands[3] - {turned_up}) for hands in cases if turned_up in hands[3]]
    assert_fits(Counter(hands_of(world) for world in draws(view, 4000)), even(cases))


def test_a_spectator_knows_no_hand() -> None:  # TC-10, TC-22
    table = late_table(4, 7, "marker")
    view = of_cats(table.state.seen_by(SPECTATOR, recall=True))
    cases = possible_hands(Plain(table.record()), SPECTATOR)
    assert_fits(Counter(hands_of(world) for world in draws(view, 4000)), even(cases))


def crow_chances(unseen: int, keeper: int | None) -> dict[tuple[int, ...], float]:
    """Return the probability of each split of the unseen crows among the three other players.

    `keeper` is the place of the player who was asked about a re-deal among those three, if any.
    """
    ways: dict[tuple[int, ...], float] = {}
    for first in range(unseen + 1):
        for second in range(unseen + 1 - first):
            crows = (first, second, unseen - first - second)
            if all((number >= 3) == (seat == keeper) for seat, number in enumerate(crows)):
                rest = 21 - unseen
                to_first = comb(unseen, first) * comb(rest, 7 - first)
                ways[crows] = to_first * comb(unseen - first, second) * comb(rest - 7 + first, 7 - second)
    total = sum(ways.values())
    return {crows: number / total for crows, number in ways.items()}


@pytest.mark.parametrize("answered", [True, False])
@pytest.mark.parametrize("hands", [KEEPER, FOUR_CROWS])
def test_only_the_player_asked_about_a_re_deal_has_three_crows(hands: str, answered: bool) -> None:  # TC-11
    table = deal(GAME, 4, chance=chance_for(hands))
    assert (table.state.first, table.state.waiting) == (REDEAL, 0b10)
    if answered:
        table.play("keep")
    view = of_cats(table.state.seen_by(0, recall=True))
    unseen = count(CROWS & ~view.in_sight() & ~view.seats[0].hand)
    drawn = Counter(tuple(count(world.seats[seat].hand & CROWS) for seat in (1, 2, 3)) for world in draws(view, 3000))
    assert_fits(drawn, crow_chances(unseen, keeper=0))


def test_if_nobody_is_asked_nobody_has_three_crows() -> None:  # TC-11
    view = of_cats(dealt().state.seen_by(2, recall=True))
    unseen = count(CROWS & ~view.in_sight() & ~view.seats[2].hand)
    assert unseen >= 3
    drawn = Counter(tuple(count(world.seats[seat].hand & CROWS) for seat in (0, 1, 3)) for world in draws(view, 3000))
    assert_fits(drawn, crow_chances(unseen, keeper=None))


def test_everybody_holds_two_season_cards_with_booze_until_they_are_played() -> None:  # TC-10
    for seed in range(6):
        table = dealt(seed=seed, target=200)
        while table.state.part == 0:
            state = cats(table)
            for world in draws(of_cats(state.seen_by(1, recall=False)), 3):
                for seat in range(4):
                    held = [card for card in card_words(world.seats[seat].hand).split() if has_booze(card)]
                    assert len([card for card in held if season(card) in SEASONS]) == state.booze_held(seat)
            table.play_on(moves=1)


def test_a_hidden_choice_is_uniform_among_the_legal_cards() -> None:  # TC-21
    table = late_table(4, 7, "")
    plain = Plain(table.record())
    for seat in (1, 2):
        table.move(seat, table.legal(seat)[0])
    view = of_cats(table.state.seen_by(0, recall=True))
    assert [player.played for player in view.seats] == [-1, -1, -1, -1]
    cases = possible_hands(plain, 0)
    closed = {season(card) for card in plain.pair}
    drawn: Counter[tuple[Hands, str, str]] = Counter()
    expected: dict[tuple[Hands, str, str], float] = {}
    for hands in cases:
        allowed = []
        for seat in (1, 2):
            free = [card for card in hands[seat] if season(card) in set(SEASONS) - closed]
            yorozu = [card for card in hands[seat] if season(card) == "yorozu"]
            allowed.append(free + yorozu if free else list(hands[seat]))
        for first in allowed[0]:
            for second in allowed[1]:
                expected[hands, first, second] = 1 / len(cases) / len(allowed[0]) / len(allowed[1])
    for world in draws(view, 6000):
        drawn[hands_of(world), CARDS[world.seats[1].played], CARDS[world.seats[2].played]] += 1
    assert_fits(drawn, expected)


def test_the_dummys_deck_may_be_in_any_order() -> None:  # TC-70
    table = late_table(3, 5, "")
    view = of_cats(table.state.seen_by(0, recall=True))
    assert (view.deck, view.seats[3].hand) == (0, 0)
    drawn: Counter[tuple[int, ...]] = Counter()
    for world in draws(view, 6000):
        deck = [card_at(world.deck, place) for place in range(3)]
        assert sorted(deck) == members(world.seats[3].hand)
        drawn[tuple(sorted(deck).index(card) for card in deck)] += 1
    assert_fits(drawn, even(list(permutations(range(3)))))


def test_during_the_shuffle_nobody_knows_the_dummys_deck() -> None:  # TC-70
    state = of_cats(GAME.setup(3).start())
    rng = Rng(seed=4)
    for _ in range(8 + 30 + 4):
        state.settle(state.draw(rng))
    view = of_cats(state.seen_by(1, recall=True))
    assert (view.deck, view.loose) == (0, 0)
    for world in draws(view, 20):
        deck = {card_at(world.deck, place) for place in range(4)}
        assert len(deck) == 4
        assert sum(1 << card for card in deck) | world.loose == world.seats[3].hand
        assert count(world.seats[3].hand) == 9


@pytest.mark.parametrize("dealt_so_far", [0, 3, 8, 9, 10, 20, 37])
def test_during_the_deal_nobody_knows_the_undealt_cards(dealt_so_far: int) -> None:  # TC-10
    state = of_cats(GAME.setup(4).start())
    rng = Rng(seed=9)
    for _ in range(dealt_so_far):
        state.settle(state.draw(rng))
    view = of_cats(state.seen_by(0, recall=False))
    assert view.undealt == 0
    for world in draws(view, 10):
        assert count(world.undealt) == 38 - dealt_so_far
        assert [count(player.hand) for player in world.seats] == [count(player.hand) for player in state.seats]
        assert world.possible_outcomes() & ~world.undealt == 0


@pytest.mark.parametrize("players", [3, 4])
def test_the_multiplier_cards_of_others_may_be_any_unseen_ones(players: int) -> None:  # TC-51
    table = dealt(players=players, rules="experienced", target=200)
    table.play_on(until=lambda state: state.part == 1 and state.first == MULTIPLIER and state.waiting != 0)
    view = of_cats(table.state.seen_by(0, recall=True))
    others = range(1, players)
    assert all(view.seats[seat].multipliers == 0 for seat in others)
    held = {seat: view.multipliers_held(seat) for seat in others}
    hidden = below(12) & ~view.discarded & ~view.seats[0].multipliers
    for player in view.seats[:players]:
        hidden &= ~(1 << player.multiplier) if player.multiplier >= 0 else -1
    number = count(hidden)
    assert number == sum(held.values())
    drawn: Counter[tuple[int, ...]] = Counter()
    for world in draws(view, 4000):
        drawn[tuple(world.seats[seat].multipliers for seat in others)] += 1
    ways = factorial(number)
    for size in held.values():
        ways //= factorial(size)
    assert set.union(*(set(members(sum(hands))) for hands in drawn)) == set(members(hidden))
    assert len(drawn) == ways
    assert_fits(drawn, even(list(drawn)))
