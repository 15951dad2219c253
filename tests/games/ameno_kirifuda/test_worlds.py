"""Imagined worlds compared with plain enumeration: possible hands and their probabilities, with and without recall."""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from math import factorial

import pytest

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.phases import PLAY
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.words import CARDS
from chabudai.kernel.bits import count, has, mask_of, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.testing.table import StackedTable, deal
from games.ameno_kirifuda.positions import ameno, of_ameno
from goodness_of_fit import assert_fits, even

SPRING_1 = CARDS.index("spring-1")

Hands = tuple[int, ...]
"""The hands of the seats, as bit sets; with the visible cards, they determine which cards are gone."""


def enumerated(view: Ameno) -> dict[Hands, float]:
    """Return all hands that fit the view, each with its probability.

    A deal is what each seat holds and, without recall, what it has played before: all deals that fit are equally
    likely. Spring 1 was dealt to the opener. A seat that did not follow a season has none of it now.
    """
    players, tricks = view.equipment.players, 0 if view.recall or view.over() else view.trick
    in_sight = view.gone
    for player in view.seats:
        in_sight |= player.hand | (mask_of([player.played]) if player.played >= 0 else 0)
    hidden = frozenset(members(view.equipment.deck & ~in_sight))
    ways: dict[Hands, int] = {}

    def deal_to(seat: int, left: frozenset[int], hands: Hands) -> None:
        if seat == players:
            assert len(left) == players * tricks
            splits = factorial(len(left)) // factorial(tricks) ** players
            if SPRING_1 in left:
                # The opener played it: of all played cards, one in `players` is the opener's.
                splits //= players
            ways[hands] = splits
            return
        if seat == view.viewer:
            deal_to(seat + 1, left, (*hands, view.seats[seat].hand))
            return
        may_hold = [
            card
            for card in sorted(left)
            if not has(view.seats[seat].void, card // 8) and (card != SPRING_1 or seat == view.opener)
        ]
        for hand in combinations(may_hold, view.hand_size(seat)):
            if not tricks and seat == view.opener and SPRING_1 in left and SPRING_1 not in hand:
                continue
            deal_to(seat + 1, left - set(hand), (*hands, mask_of(list(hand))))

    deal_to(0, hidden, ())
    total = sum(ways.values())
    return {hands: number / total for hands, number in ways.items()}


def reached(
    viewer: int, recall: bool, trick: int, wanted: str, make_table: Callable[[int], StackedTable]
) -> tuple[Ameno, Ameno]:
    """Play random moves until the viewer must play in this trick; return the state and the view.

    Without recall, the viewer is the last to play: few enough cards are then in hand to enumerate all worlds. `wanted`
    may contain "spring-1" (another seat still holds it) and "void" (the view shows that another seat lacks a season of
    which cards are hidden).
    """
    for seed in range(3000):
        table = make_table(seed)
        table.play_on(until=lambda state: _in_trick(of_ameno(state), trick) and _to_play(state, viewer))
        state = ameno(table)
        if state.over() or not (recall or _last_to_play(state)):
            continue
        view = of_ameno(state.seen_by(viewer, recall))
        hidden = sum(player.hand for seat, player in enumerate(state.seats) if seat != viewer)
        void = any(
            has(player.void, season) and hidden >> 8 * season & 0xFF
            for seat, player in enumerate(view.seats)
            for season in range(4)
            if seat != viewer
        )
        if ("spring-1" not in wanted or has(hidden, SPRING_1)) and ("void" not in wanted or void):
            return state, view
    raise AssertionError("no seed reaches such a position")


def _in_trick(state: Ameno, trick: int) -> bool:
    return state.trick == trick and state.first == PLAY and state.led >= 0


def _to_play(state: State, viewer: int) -> bool:
    return state.waiting != 0 and (viewer == SPECTATOR or has(state.waiting, viewer))


def _last_to_play(state: Ameno) -> bool:
    return sum(player.played < 0 for player in state.seats) == 1


def three_players(seed: int) -> StackedTable:
    return deal(GAME, 3, seed=seed)


def four_players(seed: int) -> StackedTable:
    return deal(GAME, 4, seed=seed)


def six_tricks(seed: int) -> StackedTable:
    return deal(GAME, 3, options={"tricks_3p": 6}, seed=seed)


def assert_samples_fit_enumeration(view: Ameno, draws: int, seats: tuple[int, ...] = (0, 1, 2, 3)) -> None:
    """Compare imagined worlds with the enumerated ones: a χ² test on the joint hands of these seats."""
    possible = enumerated(view)
    expected: defaultdict[Hands, float] = defaultdict(float)
    for hands, chance in possible.items():
        expected[_hands_of(hands, seats)] += chance
    drawn: Counter[Hands] = Counter()
    worlds, world, rng = view.worlds(), of_ameno(view.clone()), Rng(seed=11)
    for _ in range(draws):
        world.imagine_into(view, worlds, rng)
        hands = tuple(player.hand for player in world.seats)
        assert hands in possible, "an impossible world was imagined"
        played = sum(1 << player.played for player in world.seats if player.played >= 0)
        assert sum(hands) + played + world.gone == view.equipment.deck
        drawn[_hands_of(hands, seats)] += 1
    assert_fits(drawn, expected)


def _hands_of(hands: Hands, seats: tuple[int, ...]) -> Hands:
    return tuple(hand for seat, hand in enumerate(hands) if seat in seats)


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
@pytest.mark.parametrize("wanted", ["", "spring-1", "void", "spring-1 and a void"])
def test_with_recall_late_hands_of_3_players_are_sampled_with_the_right_probabilities(
    viewer: int, wanted: str
) -> None:  # AK-10, AK-20
    _, view = reached(viewer, True, 6 if viewer < 0 else 5, wanted, three_players)
    assert_samples_fit_enumeration(view, draws=6000)


@pytest.mark.parametrize("viewer", [SPECTATOR, 1, 3])
@pytest.mark.parametrize("wanted", ["spring-1", "void", "spring-1 and a void"])
def test_with_recall_late_hands_of_4_players_are_sampled_with_the_right_probabilities(
    viewer: int, wanted: str
) -> None:  # AK-10, AK-20
    _, view = reached(viewer, True, 6, wanted, four_players)
    assert_samples_fit_enumeration(view, draws=12000)


@pytest.mark.parametrize("wanted", ["", "spring-1", "void", "spring-1 and a void"])
def test_without_recall_the_last_cards_of_3_players_are_sampled_with_the_right_probabilities(
    wanted: str,
) -> None:  # AK-10, AK-26
    _, view = reached(1, False, 6, wanted, three_players)
    assert view.gone == 0
    assert_samples_fit_enumeration(view, draws=10000)


@pytest.mark.parametrize("wanted", ["spring-1", "void"])
def test_without_recall_the_last_cards_of_4_players_are_sampled_with_the_right_probabilities(
    wanted: str,
) -> None:  # AK-10, AK-26
    _, view = reached(2, False, 6, wanted, four_players)
    for seat in {0, 1, 3} - {view.opener}:
        assert_samples_fit_enumeration(view, draws=8000, seats=(view.opener, seat))


def test_hands_before_the_last_of_six_tricks_are_sampled_with_the_right_probabilities() -> None:  # AK-25
    _, view = reached(1, True, 5, "spring-1", six_tricks)
    assert view.hand_size(1) == 3
    assert_samples_fit_enumeration(view, draws=6000)


def test_an_opener_who_cannot_follow_spring_has_played_spring_1() -> None:  # AK-10, AK-20
    for seed in range(3000):
        table = three_players(seed)
        table.play_on(until=lambda state: _in_trick(of_ameno(state), 6) and _last_to_play(of_ameno(state)))
        opener = ameno(table).seats[ameno(table).opener]
        if ameno(table).led == 0 and opener.played >= CARDS.index("summer-1"):
            break
    else:
        pytest.fail("no seed reaches such a position")
    view = of_ameno(table.state.seen_by(members(table.state.waiting)[0], recall=False))
    assert not any(has(hand, SPRING_1) for hands in enumerated(view) for hand in hands)
    assert_samples_fit_enumeration(view, draws=10000)


@pytest.mark.parametrize("discards", [0, 1, 2])
def test_without_recall_any_unseen_omegumi_card_may_still_come(discards: int) -> None:  # AK-11, AK-12
    table = deal(GAME, 4, chance={"deck": "spring-1 … | … | … | …"})
    table.play_on(until=lambda state: state.first != 0)
    table.play(*(move for move in table.legal(0)[:discards]))
    view = of_ameno(table.state.seen_by(3, recall=False))
    drawn: Counter[int] = Counter()
    rng = Rng(seed=5)
    for _ in range(2000):
        drawn[of_ameno(view.imagine(rng)).unturned] += 1
    hidden = 8 + discards
    assert all(count(unturned) == 8 for unturned in drawn)
    possible = factorial(hidden) // (factorial(8) * factorial(discards))
    assert len(drawn) == possible
    assert_fits(drawn, even(list(drawn)))


@pytest.mark.parametrize(("recall", "trick"), [(True, 5), (False, 7)])
def test_the_true_hands_are_among_the_enumerated_hands(recall: bool, trick: int) -> None:
    state, view = reached(0, recall, trick, "", three_players)
    assert tuple(player.hand for player in state.seats) in enumerated(view)
