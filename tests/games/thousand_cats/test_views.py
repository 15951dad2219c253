"""What seats and spectators see, with and without recall."""

from collections.abc import Iterator

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.games.thousand_cats.phases import PLAY, SWAP
from chabudai.games.thousand_cats.rules import Cats
from chabudai.kernel.bits import count, has
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from games.thousand_cats.positions import dealt, of_cats, play

VIEWERS = (SPECTATOR, 0, 1, 2)
RULES = ("basic", "experienced", "advanced")


def positions(players: int, seed: int, **options: object) -> Iterator[Cats]:
    """Yield all positions of a random match, one for each move or chance outcome."""
    state = GAME.setup(players, options).start()
    rng = Rng(seed)
    while True:
        yield of_cats(state)
        if state.due >= 0:
            state.settle(state.draw(rng))
        elif state.waiting:
            seat = rng.member(state.waiting)
            state.apply(seat, state.first + rng.member(state.choices(seat)))
        else:
            return


def blanked(state: Cats, viewer: int, recall: bool) -> dict[str, object]:
    """Return the fields that the view should have, blanked independently of the game."""
    seats = []
    for seat, player in enumerate(state.seats):
        shown = player.as_json()
        if seat != viewer:
            shown["hand"] = shown["multipliers"] = 0
            if (
                state.first == PLAY
                and state.waiting
                and seat < state.equipment.players
                and not has(state.waiting, seat)
            ):
                shown["played"] = -1
        seats.append(shown)
    blanks = {"undealt": 0, "undealt_multipliers": 0, "deck": 0, "loose": 0}
    return {**state.position(), "seats": seats, "viewer": viewer, "recall": recall, **blanks}


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("recall", [True, False])
def test_hands_choices_and_decks_are_hidden_and_everything_else_is_seen(
    players: int, rules: str, recall: bool
) -> None:  # TC-21, TC-26, TC-51, TC-70
    for state in positions(players, seed=1, rules=rules, target=15):
        for viewer in VIEWERS:
            assert state.seen_by(viewer, recall).position() == blanked(state, viewer, recall)


def test_only_its_player_knows_a_chosen_card_until_all_are_revealed() -> None:  # TC-21
    table = dealt("fall-7 … | yorozu-0 … | yorozu-13 … | winter-9 …", face_up="spring-1 spring-3")
    table.move(1, "play yorozu-0")
    assert of_cats(table.state.seen_by(1, recall=True)).seats[1].played == 36
    for viewer in (SPECTATOR, 0, 2, 3):
        seen = of_cats(table.state.seen_by(viewer, recall=True))
        assert seen.seats[1].played == -1
        assert seen.has_chosen(1)
        assert seen.hand_size(1) == 9
    table.move(0, "play fall-7")
    table.move(2, "play yorozu-13")
    table.move(3, "play winter-9")
    assert table.state.first == SWAP
    seen = of_cats(table.state.seen_by(SPECTATOR, recall=False))
    assert all(player.played >= 0 for player in seen.seats)


def test_only_its_player_sees_a_dealt_hand() -> None:  # TC-10, TC-51
    table = dealt(rules="experienced")
    for name, cards in (("dealt", 9), ("multipliers_dealt", 3)):
        everything = table.events(name)
        assert [len(event) for event in everything] == [cards + 1] * 4
        for viewer in VIEWERS:
            seen = table.events(name, seen_by=viewer)
            assert seen == [event if seat == viewer else (seat,) for seat, event in enumerate(everything)]


def test_everybody_sees_all_other_events() -> None:
    table = dealt(rules="advanced")
    table.play_on()
    for name in set(GAME.events) - {"dealt", "multipliers_dealt"}:
        assert table.events(name, seen_by=SPECTATOR) == table.events(name)


def test_nothing_that_was_shown_is_forgotten() -> None:  # TC-22, TC-26
    table = dealt("summer-5 … | winter-12 … | winter-7 … | summer-2 …", face_up="spring-3 fall-9")
    play(table, "summer-5 winter-12 winter-7 summer-2")
    without_recall = table.state.seen_by(0, recall=False).position()
    assert {**without_recall, "recall": True} == table.state.seen_by(0, recall=True).position()


def test_hands_left_at_the_end_are_put_away() -> None:  # TC-27
    ended_early = 0
    for seed in range(6):
        cards_before = 0
        for state in positions(4, seed, target=15):
            if state.counted:
                assert [player.hand for player in state.seats] == [0, 0, 0, 0]
                ended_early += cards_before > 4  # more than the four cards of the last round
            cards_before = sum(count(player.hand) for player in state.seats)
    assert ended_early


def test_scores_and_winners_are_the_same_in_every_view() -> None:  # TC-40
    for state in positions(4, seed=5, target=10):
        for viewer in VIEWERS:
            seen = state.seen_by(viewer, recall=False)
            assert (seen.scores(), seen.winners()) == (state.scores(), state.winners())
