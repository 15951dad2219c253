"""Imagined worlds against plain enumeration: who may hold what, and how likely, for both kinds of memory."""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from math import factorial

import pytest

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.rules import PLAY, Ameno
from chabudai.games.ameno_kirifuda.words import CARDS
from chabudai.kernel.bits import count, has, mask_of, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.testing.table import Table, deal
from games.ameno_kirifuda.positions import ameno, of_ameno
from goodness_of_fit import assert_fits, even

SPRING_1 = CARDS.index("spring-1")

Hands = tuple[int, ...]
"""What the seats hold, as bit sets: with the cards in sight it settles which cards are gone."""


def enumerated(view: Ameno) -> dict[Hands, float]:
    """All hands that fit the view, each with its probability.

    A deal is what each seat holds and, without memory, what each has played before: all such deals that fit are equally
    likely. Spring 1 was dealt to the opener. Who did not follow a season has none of it now.
    """
    players, tricks = view.rules.players, 0 if view.recall or view.over() else view.trick
    in_sight = view.gone
    for player in view.seats:
        in_sight |= player.hand | (mask_of([player.played]) if player.played >= 0 else 0)
    hidden = frozenset(members(view.rules.deck & ~in_sight))
    ways: dict[Hands, int] = {}

    def deal_to(seat: int, left: frozenset[int], hands: Hands) -> None:
        if seat == players:
            assert len(left) == players * tricks
            splits = factorial(len(left)) // factorial(tricks) ** players
            if SPRING_1 in left:
                # It is one of the opener's cards among those played before, so one of all of them in so many deals.
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


def reached(viewer: int, recall: bool, trick: int, wanted: str, table: Callable[[int], Table]) -> tuple[Ameno, Ameno]:
    """A position in the middle of this trick, reached by random moves, in which the viewer must play; and its view.

    Without memory the viewer is the last to play: so few cards are in hand then that all worlds can be told. Wanted may
    be "spring-1": another seat still has it; "void": the view tells of another seat that it has none of a season of
    which cards are out.
    """
    for seed in range(3000):
        tried = table(seed)
        tried.play_on(until=lambda state: _in_trick(of_ameno(state), trick) and _to_play(state, viewer))
        state = ameno(tried)
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
    raise AssertionError("no such position is reached")


def _in_trick(state: Ameno, trick: int) -> bool:
    return state.trick == trick and state.first == PLAY and state.led >= 0


def _to_play(state: State, viewer: int) -> bool:
    return state.waiting != 0 and (viewer == SPECTATOR or has(state.waiting, viewer))


def _last_to_play(state: Ameno) -> bool:
    return sum(player.played < 0 for player in state.seats) == 1


def of_3(seed: int) -> Table:
    return deal(GAME, 3, seed=seed)


def of_4(seed: int) -> Table:
    return deal(GAME, 4, seed=seed)


def of_6_tricks(seed: int) -> Table:
    return deal(GAME, 3, options={"tricks_3p": 6}, seed=seed)


def assert_imagined_as_enumerated(view: Ameno, draws: int, seats: tuple[int, ...] = (0, 1, 2, 3)) -> None:
    """Compare so many imagined worlds with the enumerated ones by χ² of the hands of these seats together."""
    possible = enumerated(view)
    expected: defaultdict[Hands, float] = defaultdict(float)
    for hands, chance in possible.items():
        expected[_of(hands, seats)] += chance
    drawn: Counter[Hands] = Counter()
    worlds, world, rng = view.worlds(), of_ameno(view.clone()), Rng(seed=11)
    for _ in range(draws):
        world.imagine_into(view, worlds, rng)
        hands = tuple(player.hand for player in world.seats)
        assert hands in possible, "a world was imagined that cannot be"
        played = sum(1 << player.played for player in world.seats if player.played >= 0)
        assert sum(hands) + played + world.gone == view.rules.deck
        drawn[_of(hands, seats)] += 1
    assert_fits(drawn, expected)


def _of(hands: Hands, seats: tuple[int, ...]) -> Hands:
    return tuple(hand for seat, hand in enumerate(hands) if seat in seats)


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
@pytest.mark.parametrize("wanted", ["", "spring-1", "void", "spring-1 and a void"])
def test_late_hands_of_3_players_with_a_perfect_memory(viewer: int, wanted: str) -> None:  # AK-10, AK-20
    _, view = reached(viewer, True, 6 if viewer < 0 else 5, wanted, of_3)
    assert_imagined_as_enumerated(view, draws=6000)


@pytest.mark.parametrize("viewer", [SPECTATOR, 1, 3])
@pytest.mark.parametrize("wanted", ["spring-1", "void", "spring-1 and a void"])
def test_late_hands_of_4_players_with_a_perfect_memory(viewer: int, wanted: str) -> None:  # AK-10, AK-20
    _, view = reached(viewer, True, 6, wanted, of_4)
    assert_imagined_as_enumerated(view, draws=12000)


@pytest.mark.parametrize("wanted", ["", "spring-1", "void", "spring-1 and a void"])
def test_the_last_cards_of_3_players_without_memory(wanted: str) -> None:  # AK-10, AK-26
    _, view = reached(1, False, 6, wanted, of_3)
    assert view.gone == 0
    assert_imagined_as_enumerated(view, draws=10000)


@pytest.mark.parametrize("wanted", ["spring-1", "void"])
def test_the_last_cards_of_4_players_without_memory(wanted: str) -> None:  # AK-10, AK-26
    _, view = reached(2, False, 6, wanted, of_4)
    for other in {0, 1, 3} - {view.opener}:
        assert_imagined_as_enumerated(view, draws=8000, seats=(view.opener, other))


def test_hands_before_the_last_of_six_tricks() -> None:  # AK-25
    _, view = reached(1, True, 5, "spring-1", of_6_tricks)
    assert view.hand_size(1) == 3
    assert_imagined_as_enumerated(view, draws=6000)


def test_an_opener_who_cannot_follow_spring_has_played_spring_1() -> None:  # AK-10, AK-20
    for seed in range(3000):
        table = of_3(seed)
        table.play_on(until=lambda state: _in_trick(of_ameno(state), 6) and _last_to_play(of_ameno(state)))
        opener = ameno(table).seats[ameno(table).opener]
        if ameno(table).led == 0 and opener.played >= CARDS.index("summer-1"):
            break
    view = of_ameno(table.state.seen_by(members(table.state.waiting)[0], recall=False))
    assert not any(has(hand, SPRING_1) for hands in enumerated(view) for hand in hands)
    assert_imagined_as_enumerated(view, draws=10000)


@pytest.mark.parametrize("discards", [0, 1, 2])
def test_without_memory_any_omegumi_card_out_of_sight_may_be_to_come(discards: int) -> None:  # AK-11, AK-12
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
def test_the_true_hands_are_among_the_enumerated_ones(recall: bool, trick: int) -> None:
    state, view = reached(0, recall, trick, "", of_3)
    assert tuple(player.hand for player in state.seats) in enumerated(view)
