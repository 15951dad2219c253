"""Drawn worlds against an enumeration: which hands are possible and how likely, with and without recall."""

from collections import Counter, defaultdict
from itertools import combinations
from math import factorial, prod

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.equipment import ALL_CARDS, suit_of
from chabudai.games.fine_weather.phases import PLAY
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.words import WISHES
from chabudai.kernel.bits import count, has, mask_of, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.testing.table import StackedTable, deal
from games.fine_weather.positions import of_weather, weather
from goodness_of_fit import assert_fits, even

Hands = tuple[int, ...]
"""The hands of all seats, as bit sets."""


def enumerated(view: Weather) -> dict[Hands, float]:
    """Return all hands that are consistent with the view, with their probabilities.

    A deal assigns the unseen cards to hands, to won cards that were forgotten, and to the cards set aside. All
    consistent deals are equally likely. A seat that did not follow a suit holds none of it.
    """
    players = view.equipment.players
    in_sight = 0
    for player in view.seats:
        in_sight |= player.hand | player.won | (mask_of([player.played]) if player.played >= 0 else 0)
    hidden = frozenset(members(ALL_CARDS & ~in_sight))
    piles = [0 if view.recall else player.tricks * players for player in view.seats]
    ways: dict[Hands, int] = {}

    def deal_to(seat: int, left: frozenset[int], hands: Hands) -> None:
        if seat == players:
            aside = len(left) - sum(piles)
            assert aside == 36 - players * view.equipment.cards_per_hand
            ways[hands] = factorial(len(left)) // (factorial(aside) * prod(map(factorial, piles)))
            return
        if seat == view.viewer:
            deal_to(seat + 1, left, (*hands, view.seats[seat].hand))
            return
        may_hold = [card for card in sorted(left) if not has(view.seats[seat].void, suit_of(card))]
        for hand in combinations(may_hold, view.hand_size(seat)):
            deal_to(seat + 1, left - set(hand), (*hands, mask_of(list(hand))))

    deal_to(0, hidden, ())
    total = sum(ways.values())
    return {hands: number / total for hands, number in ways.items()}


def reached(players: int, viewer: int, recall: bool, trick: int, void: bool) -> tuple[Weather, Weather]:
    """Return a position within this trick, reached by random moves, in which the viewer must play; and its view.

    Without recall the viewer plays last: hands are then small enough to enumerate all worlds. With `void`, another seat
    has shown a void; with recall, one that still has to play in this trick.
    """
    for seed in range(3000):
        table = deal(GAME, players, seed=seed)
        table.play_on(until=lambda state: _in_trick(of_weather(state), trick) and _to_play(state, viewer))
        state = weather(table)
        if state.over() or state.part or not (recall or _last_to_play(state)):
            continue
        view = of_weather(state.seen_by(viewer, recall))
        others = [player for seat, player in enumerate(view.seats) if seat != viewer]
        if (
            not void
            or any(player.void and not player.played >= 0 for player in others)
            or (not recall and any(player.void for player in others))
        ):
            return state, view
    raise AssertionError("no such position was reached")


def _in_trick(state: Weather, trick: int) -> bool:
    """Check whether a card has been played in this trick of round 1; also true after the round, to stop the game."""
    return state.part > 0 or (state.trick == trick and state.first == PLAY and state.led >= 0)


def _to_play(state: State, viewer: int) -> bool:
    """Check whether the viewer must play; also true for a spectator, and after round 1, to stop the game."""
    return of_weather(state).part > 0 or viewer == SPECTATOR or has(state.waiting, viewer)


def _last_to_play(state: Weather) -> bool:
    return sum(player.played < 0 for player in state.seats) == 1


def assert_samples_fit_enumeration(view: Weather, draws: int, seats: tuple[int, ...] = (0, 1, 2, 3)) -> None:
    """Compare drawn worlds with the enumerated ones by a χ² test on the joint hands of these seats."""
    possible = enumerated(view)
    expected: defaultdict[Hands, float] = defaultdict(float)
    for hands, chance in possible.items():
        expected[_hands_of(hands, seats)] += chance
    drawn: Counter[Hands] = Counter()
    worlds, world, rng = view.worlds(), of_weather(view.clone()), Rng(seed=11)
    for _ in range(draws):
        world.imagine_into(view, worlds, rng)
        hands = tuple(player.hand for player in world.seats)
        assert hands in possible, "an impossible world was drawn"
        played = sum(1 << player.played for player in world.seats if player.played >= 0)
        assert sum(hands) + played + sum(player.won for player in world.seats) + world.undealt == ALL_CARDS
        assert all(count(player.won) == player.tricks * len(world.seats) for player in world.seats)
        drawn[_hands_of(hands, seats)] += 1
    assert_fits(drawn, expected)


def _hands_of(hands: Hands, seats: tuple[int, ...]) -> Hands:
    return tuple(hand for seat, hand in enumerate(hands) if seat in seats)


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
@pytest.mark.parametrize("void", [False, True])
def test_with_recall_late_hands_of_3_players_are_sampled_with_the_right_probabilities(
    viewer: int, void: bool
) -> None:  # FW-1, FW-20
    _, view = reached(3, viewer, True, 8, void)
    assert_samples_fit_enumeration(view, draws=6000)


@pytest.mark.parametrize("viewer", [0, 3])
@pytest.mark.parametrize("void", [False, True])
def test_with_recall_late_hands_of_4_players_are_sampled_with_the_right_probabilities(
    viewer: int, void: bool
) -> None:  # FW-1, FW-20
    _, view = reached(4, viewer, True, 6, void)
    assert_samples_fit_enumeration(view, draws=6000, seats=((viewer + 1) % 4, (viewer + 2) % 4))


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("void", [False, True])
def test_without_recall_the_last_cards_are_sampled_with_the_right_probabilities(
    players: int, void: bool
) -> None:  # FW-1, FW-22
    trick = {3: 8, 4: 6}[players]
    _, view = reached(players, 1, False, trick, void)
    assert all(player.won == 0 for player in view.seats)
    assert_samples_fit_enumeration(view, draws=6000, seats=(0, 2))


@pytest.mark.parametrize("recall", [True, False])
def test_the_true_hands_are_among_the_enumerated_ones(recall: bool) -> None:  # FW-20
    state, view = reached(3, 0, recall, 8, False)
    assert tuple(player.hand for player in state.seats) in enumerated(view)


def _hidden(*moves: str, past: str = "") -> StackedTable:
    """Deal a game with hidden wishes and make these moves; `past` is what every seat wished for in round 1, if any."""
    table = deal(GAME, 3, options={"hidden_wishes": True}, chance={"start": "0"}, seed=5)
    table.play(*moves)
    if past:
        table.set_up(
            part=1,
            seats=[{**seat.as_json(), "wished": [WISHES.index(past), -1, -1, -1]} for seat in weather(table).seats],
        )
    return table


@pytest.mark.parametrize("past", ["", "fine", "rainy", "snow"])
def test_a_hidden_wish_is_drawn_uniformly_from_the_allowed_wishes(past: str) -> None:  # FW-13, FW-40
    table = _hidden("wish snow", "announce very-fine", "wish fine", past=past)
    view = of_weather(table.state.seen_by(2, recall=True))
    allowed = members(view.allowed_wishes(0))
    assert len(allowed) == (6 if past in ("fine", "rainy") else 5)
    rng = Rng(seed=7)
    drawn: Counter[tuple[int, int]] = Counter()
    for _ in range(4000):
        world = of_weather(view.imagine(rng))
        assert world.seats[2].wish == -1, "a seat that has not wished yet has no wish in any world"
        drawn[world.seats[0].wish, world.seats[1].wish] += 1
    assert_fits(drawn, even([(first, second) for first in allowed for second in allowed]))


def test_a_seat_knows_its_own_wish() -> None:  # FW-40
    view = _hidden("wish snow", "announce fine").state.seen_by(0, recall=True)
    assert {of_weather(view.imagine(Rng(seed))).seats[0].wish for seed in range(20)} == {4}
