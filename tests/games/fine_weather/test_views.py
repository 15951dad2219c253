"""What each seat and a spectator see and do not see: FW-1, FW-22, FW-40."""

from collections.abc import Iterator

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.phases import DECK, START
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.words import CARDS
from chabudai.kernel.bits import bit, count
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.walk import random_positions
from games.fine_weather.positions import first_trick, named, of_weather, trick

VIEWERS = (SPECTATOR, 0, 1, 2)
HANDS = """
    rainy-1 fine-10 … |
    rainy-2 rainy-5 thunder-1 snow-1 fine-1 fine-2 cloudy-1 cloudy-2 |
    rainy-3 … |
    snow-2 thunder-2 fine-3 fine-4 cloudy-3 cloudy-4 cloudy-5 cloudy-6
"""


def positions(players: int, seed: int, **options: object) -> Iterator[Weather]:
    """Yield all positions of a game of random moves, including every step of the deal."""
    return map(of_weather, random_positions(GAME.setup(players, options), Rng(seed)))


def phase(state: State) -> tuple[int, int]:
    """Return the first action of the phase (-1 if nobody chooses) and the chance event that is due."""
    return state.first if state.waiting else -1, state.due


def blanked(state: Weather, viewer: int, recall: bool) -> dict[str, object]:
    """Return the position with what the viewer cannot know blanked."""
    whole = {**state.position(), "viewer": viewer, "recall": recall}
    seats = [{**player.as_json(), "past": player.past if recall else 0} for player in state.seats]
    if state.dealt == 0:
        return {**whole, "seats": seats}  # between rounds and after the game all cards are face up
    for seat, player in enumerate(state.seats):
        shown = seats[seat]
        if seat != viewer:
            shown["hand"] = 0
            if state.equipment.hidden_wishes and player.wish >= 0:
                shown["wish"] = -2
        if not recall:
            shown["won"] = 0
            led = CARDS[state.seats[state.leader].played].split("-")[0] if state.led >= 0 else ""
            did_not_follow = player.played >= 0 and CARDS[player.played].split("-")[0] != led
            shown["void"] = bit(state.led) if did_not_follow else 0
    return {**whole, "seats": seats, "undealt": 0}


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("recall", [True, False])
def test_only_hidden_information_is_blanked(players: int, hidden: bool, recall: bool) -> None:  # FW-22, FW-40
    phases = set()
    for seed in range(2):
        for state in positions(players, seed, hidden_wishes=hidden):
            phases.add(phase(state))
            for viewer in VIEWERS:
                assert state.seen_by(viewer, recall).position() == blanked(state, viewer, recall)
    # First leader, deal, wishes, announcements, cards, end.
    assert len(phases) == (6 if hidden else 5)


@pytest.mark.parametrize("recall", [True, False])
def test_a_seat_sees_its_own_hand_and_no_other(recall: bool) -> None:  # FW-1
    state = first_trick(HANDS).state
    for viewer in VIEWERS:
        seen = of_weather(state.seen_by(viewer, recall))
        assert [seat for seat, player in enumerate(seen.seats) if player.hand] == ([viewer] if viewer >= 0 else [])
        assert [seen.hand_size(seat) for seat in range(4)] == [8, 8, 8, 8]


@pytest.mark.parametrize("recall", [True, False])
@pytest.mark.parametrize("part", [0, 1])
def test_during_the_deal_nobody_knows_the_undealt_cards(recall: bool, part: int) -> None:  # FW-1
    wanted = (DECK, 13, part)
    state = next(state for state in positions(4, seed=1) if (state.due, state.dealt, state.part) == wanted)
    assert count(state.undealt) == 23
    for viewer in VIEWERS:
        seen = of_weather(state.seen_by(viewer, recall))
        assert seen.undealt == 0
        assert [seen.hand_size(seat) for seat in range(4)] == [8, 5, 0, 0]
        world = of_weather(seen.imagine(Rng(seed=3)))
        assert count(world.undealt) == 23
        assert [count(player.hand) for player in world.seats] == [8, 5, 0, 0]


def test_with_recall_won_cards_and_voids_are_known() -> None:  # FW-22
    table = first_trick(HANDS)
    trick(table, "rainy-1 rainy-5 rainy-3 snow-2")
    seen = of_weather(table.state.seen_by(SPECTATOR, recall=True))
    assert [named(player.won) for player in seen.seats] == ["", "rainy-1 rainy-3 rainy-5 snow-2", "", ""]
    assert [player.void for player in seen.seats] == [0, 0, 0, bit(2)]


def test_without_recall_only_this_trick_shows_voids() -> None:  # FW-22
    table = first_trick(HANDS, start=2)
    trick(table, "rainy-3 snow-2")
    assert [player.void for player in of_weather(table.state.seen_by(0, recall=False)).seats] == [0, 0, 0, bit(2)]
    trick(table, "rainy-1 rainy-5")
    seen = of_weather(table.state.seen_by(0, recall=False))
    assert [(player.won, player.void) for player in seen.seats] == [(0, 0)] * 4


def test_only_the_seat_itself_sees_the_cards_it_is_dealt() -> None:  # FW-1
    table = first_trick(HANDS)
    everything = table.events("dealt")
    assert [len(event) for event in everything] == [9, 9, 9, 9]
    for viewer in VIEWERS:
        seen = table.events("dealt", seen_by=viewer)
        assert seen == [event if seat == viewer else (seat,) for seat, event in enumerate(everything)]


def test_all_events_except_the_deal_and_hidden_wishes_are_public() -> None:  # FW-40
    table = first_trick(HANDS, hidden_wishes=True)
    table.play_on()
    for name in set(GAME.events) - {"dealt", "chose"}:
        assert table.events(name, seen_by=SPECTATOR) == table.events(name)


def test_scored_rounds_stay_public() -> None:  # FW-3
    table = first_trick(HANDS, hidden_wishes=True)
    table.play_on(until=lambda state: state.part == 2)
    whole = of_weather(table.state)
    seen = of_weather(table.state.seen_by(SPECTATOR, recall=False))
    for true, shown in zip(whole.seats, seen.seats, strict=True):
        assert (shown.wished, shown.tallies, shown.points) == (true.wished, true.tallies, true.points)


def test_before_the_first_deal_nothing_is_hidden() -> None:  # FW-11
    state = next(state for state in positions(4, seed=1) if state.due == START)
    for viewer in VIEWERS:
        seen = state.seen_by(viewer, recall=False)
        assert of_weather(seen.imagine(Rng(1))).position() == state.position()
