"""What each seat and a spectator can and cannot see: AK-13, AK-26."""

from collections.abc import Iterator

import pytest

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.phases import DECK, OMEGUMI_DECK
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.words import CARDS, OMEGUMI
from chabudai.kernel.bits import bit, count
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.walk import random_positions
from games.ameno_kirifuda.positions import FOUR_WINS, first_trick, last_trick, named, of_ameno, trick

VIEWERS = (SPECTATOR, 0, 1, 2)


def positions(players: int, seed: int, **options: object) -> Iterator[Ameno]:
    """Yield all positions of a random game, including every chance outcome."""
    return map(of_ameno, random_positions(GAME.setup(players, options), Rng(seed)))


def phase(state: State) -> tuple[int, int]:
    """Return the first action of the phase (-1 if nobody chooses) and the due chance event (-1 if none is)."""
    return state.first if state.waiting else -1, state.due


def blanked(state: Ameno, viewer: int, recall: bool) -> dict[str, object]:
    """Return the position without what the viewer cannot know."""
    seats = []
    for seat, player in enumerate(state.seats):
        shown = player.as_json()
        if seat != viewer:
            shown["hand"] = 0
        if not recall:
            did_not_follow = (
                player.played >= 0 and CARDS[player.played].split("-")[0] != CARDS[8 * state.led].split("-")[0]
            )
            shown["void"] = bit(state.led) if did_not_follow else 0
            shown["past"] = shown["before"] = 0
        seats.append(shown)
    blanks: dict[str, object] = {"undealt": 0}
    if not recall:
        blanks["unturned"] = 0
        blanks["spaces"] = 1
        blanks["gone"] = state.gone if state.over() else 0
    return {**state.position(), "seats": seats, "viewer": viewer, "recall": recall, **blanks}


@pytest.mark.parametrize(("players", "tricks_3p"), [(3, 8), (3, 6), (4, 8)])
@pytest.mark.parametrize("recall", [True, False])
def test_a_view_hides_exactly_what_the_viewer_cannot_know_in_any_phase(
    players: int, tricks_3p: int, recall: bool
) -> None:  # AK-13, AK-26
    phases = set()
    for seed in range(6):
        for state in positions(players, seed, tricks_3p=tricks_3p):
            phases.add(phase(state))
            for viewer in VIEWERS:
                assert state.seen_by(viewer, recall).position() == blanked(state, viewer, recall)
    assert len(phases) == 10, "draft, discard, play, place, push, move to, return, both kinds of chance, and the end"


@pytest.mark.parametrize("recall", [True, False])
def test_a_seat_sees_its_own_hand_and_no_other(recall: bool) -> None:
    state = first_trick(FOUR_WINS).state
    for viewer in VIEWERS:
        seen = of_ameno(state.seen_by(viewer, recall))
        assert [seat for seat, player in enumerate(seen.seats) if player.hand] == ([viewer] if viewer >= 0 else [])
        assert [seen.hand_size(seat) for seat in range(4)] == [8, 8, 8, 8]


@pytest.mark.parametrize("recall", [True, False])
def test_during_the_deal_nobody_knows_which_cards_are_left(recall: bool) -> None:
    state = next(state for state in positions(4, seed=1) if state.due == DECK and state.dealt == 13)
    assert count(state.undealt) == 19
    for viewer in VIEWERS:
        seen = of_ameno(state.seen_by(viewer, recall))
        assert seen.undealt == 0
        assert [seen.hand_size(seat) for seat in range(4)] == [8, 5, 0, 0]
        world = of_ameno(seen.imagine(Rng(seed=3)))
        assert count(world.undealt) == 19
        assert [count(player.hand) for player in world.seats] == [8, 5, 0, 0]


def test_with_recall_played_cards_and_shown_voids_are_known() -> None:  # AK-26
    table = first_trick(FOUR_WINS)
    trick(table, "summer-8 spring-2 spring-7 summer-1", "place summer-a")
    seen = of_ameno(table.state.seen_by(SPECTATOR, recall=True))
    assert named(CARDS, seen.gone) == "spring-2 spring-7 summer-1 summer-8"
    assert [player.void for player in seen.seats] == [0, bit(1), bit(1), 0]


def test_without_recall_only_the_current_trick_shows_voids() -> None:  # AK-26
    table = first_trick(FOUR_WINS)
    trick(table, "summer-8 spring-2 spring-7 summer-1")
    assert [player.void for player in of_ameno(table.state.seen_by(0, recall=False)).seats] == [0, bit(1), bit(1), 0]
    table.play("place summer-a")
    seen = of_ameno(table.state.seen_by(0, recall=False))
    assert (seen.gone, [player.void for player in seen.seats]) == (0, [0, 0, 0, 0])


def test_with_recall_the_omegumi_cards_still_to_come_are_known() -> None:  # AK-11
    table = first_trick(FOUR_WINS, discards=2)
    seen = of_ameno(table.state.seen_by(1, recall=True))
    turned_up = {str(word) for word in table.events("turned_up")[0]}
    assert set(named(OMEGUMI, seen.unturned).split()) == set(OMEGUMI) - turned_up


def test_without_recall_nobody_knows_which_omegumi_cards_were_discarded() -> None:  # AK-12
    table = first_trick(FOUR_WINS, discards=2)
    view = table.state.seen_by(1, recall=False)
    assert of_ameno(view).unturned == 0
    worlds = [of_ameno(view.imagine(Rng(seed))) for seed in range(30)]
    assert {count(world.unturned) for world in worlds} == {8}
    face_up = sum(player.omegumi for player in worlds[0].seats)
    assert count(face_up) == 6
    assert all(world.unturned & face_up == 0 for world in worlds)
    assert len({world.unturned for world in worlds}) > 10


def test_only_the_seat_itself_sees_the_cards_it_is_dealt() -> None:  # AK-10
    table = first_trick(FOUR_WINS)
    everything = table.events("dealt")
    assert [len(event) for event in everything] == [9, 9, 9, 9]
    for viewer in VIEWERS:
        seen = table.events("dealt", seen_by=viewer)
        assert seen == [event if seat == viewer else (seat,) for seat, event in enumerate(everything)]


def test_everybody_sees_all_other_events() -> None:
    table = first_trick(FOUR_WINS)
    table.play_on()
    for name in set(GAME.events) - {"dealt"}:
        assert table.events(name, seen_by=SPECTATOR) == table.events(name)


def test_unplayed_cards_stay_hidden_at_the_end() -> None:  # AK-25
    state = list(positions(3, seed=1, tricks_3p=6))[-1]
    assert state.over()
    seen = of_ameno(state.seen_by(0, recall=False))
    assert [count(player.hand) for player in seen.seats] == [2, 0, 0]
    assert count(seen.gone) == 18


def test_between_rounds_no_card_is_in_play() -> None:  # AK-26
    state = next(state for state in positions(4, seed=2) if state.part == 1 and state.due == OMEGUMI_DECK)
    for recall in (True, False):
        seen = of_ameno(state.seen_by(0, recall))
        assert (seen.gone, seen.undealt) == (0, 0)
        assert of_ameno(seen.imagine(Rng(seed=1))).undealt == state.equipment.deck


def test_scores_and_winners_are_the_same_in_every_view() -> None:  # AK-32
    table = last_trick("summer-1 spring-3 autumn-2 winter-1", part=1)
    table.play_on()
    for viewer in VIEWERS:
        seen = table.state.seen_by(viewer, recall=False)
        assert (seen.scores(), seen.winners()) == (table.state.scores(), table.state.winners())
