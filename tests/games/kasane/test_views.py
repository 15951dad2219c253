"""What each seat and a spectator can and cannot see: KI-22."""

import pytest

from chabudai.games.kasane import GAME
from chabudai.games.kasane.phases import DECK, MELD
from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.testing.table import StackedTable, deal
from games.kasane.positions import counts, kasane, of_kasane, shown, taken

VIEWERS = (SPECTATOR, 0, 1, 2)


def midway(players: int = 3, moves: int = 25, **options: object) -> StackedTable:
    """Play random moves from the start of a game."""
    table = deal(GAME, players, options=options, seed=6)
    table.play_on(moves)
    return table


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("players", [3, 4])
def test_with_recall_a_view_knows_everything_since_all_cards_were_face_up(viewer: int, players: int) -> None:  # KI-22
    table = midway(players)
    view = table.state.seen_by(viewer, recall=True)
    assert {**view.as_json(), "viewer": -2} == table.state.as_json()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_without_recall_only_the_size_of_other_hands_is_known(viewer: int) -> None:  # KI-22
    whole = kasane(midway())
    view = of_kasane(whole.seen_by(viewer, recall=False))
    for seat, player in enumerate(view.seats):
        assert player.held == whole.seats[seat].held > 0
        assert player.hand == (whole.seats[seat].hand if seat == viewer else 0)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_fields_rows_boxes_and_points_are_public(viewer: int) -> None:  # KI-22
    whole = kasane(midway())
    view = of_kasane(whole.seen_by(viewer, recall=False))
    assert [player.field for player in view.seats] == [player.field for player in whole.seats]
    assert view.rows == whole.rows
    assert (view.free, view.twice_free) == (whole.free, whole.twice_free)
    assert view.scores() == whole.scores()
    assert view.winners() == whole.winners()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_open_hands_are_visible_without_recall_too(viewer: int) -> None:  # KI-22
    whole = kasane(midway(open_hands=True))
    view = of_kasane(whole.seen_by(viewer, recall=False))
    assert [player.hand for player in view.seats] == [player.hand for player in whole.seats]


@pytest.mark.parametrize("open_hands", [False, True])
def test_without_recall_discards_and_draw_pile_are_blank(open_hands: bool) -> None:  # KI-11, KI-22
    whole = kasane(midway(open_hands=open_hands))
    view = of_kasane(whole.seen_by(1, recall=False))
    assert whole.discards
    assert whole.pile
    assert (view.discards, view.pile) == (0, 0)
    world = of_kasane(view.imagine(Rng(seed=1)))
    assert sum(counts(world.discards).values()) == sum(counts(whole.discards).values())
    assert sum(counts(world.pile).values()) == sum(counts(whole.pile).values())


def test_without_recall_only_the_seat_itself_knows_its_possible_melds() -> None:  # KI-22
    table = taken("6-7-3-2", "", "1")
    assert table.state.first == MELD
    assert of_kasane(table.state.seen_by(0, recall=False)).offers == kasane(table).offers
    assert of_kasane(table.state.seen_by(1, recall=False)).offers == 0


def test_everybody_sees_the_card_just_taken_while_a_meld_may_follow() -> None:  # KI-22
    table = taken("6-7-3-2", "", "1")
    assert of_kasane(table.state.seen_by(2, recall=False)).taken == 1
    table.play("pass")
    assert of_kasane(table.state.seen_by(2, recall=False)).taken == 0


@pytest.mark.parametrize("players", [3, 4])
def test_during_a_deal_draw_pile_and_discards_have_their_true_sizes_in_worlds(
    players: int,
) -> None:  # KI-10, KI-12
    state = of_kasane(GAME.setup(players).start())
    rng = Rng(seed=8)
    while not state.over():
        if state.due == DECK:
            for recall in (True, False):
                world = of_kasane(state.seen_by(SPECTATOR, recall).imagine(rng))
                for imagined, true in ((world.pile, state.pile), (world.discards, state.discards)):
                    assert sum(counts(imagined).values()) == sum(counts(true).values())
            state.settle(state.draw(rng))
        elif state.due >= 0:
            state.settle(state.draw(rng))
        else:
            seat = lowest(state.waiting)
            state.apply(seat, state.first + rng.member(state.choices(seat)))


def test_all_events_are_public() -> None:  # KI-22
    table = midway()
    table.play_on()
    for name in GAME.events:
        assert table.events(name, seen_by=SPECTATOR) == table.events(name)


def test_hands_keep_their_order() -> None:  # KI-20, KI-22
    table = taken("6-1-3-2", "", "8")
    assert shown(of_kasane(table.state.seen_by(0, recall=False)).seats[0].hand) == "6 1 3 2 8"
