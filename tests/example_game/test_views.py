"""What each player sees of a position, now and with a perfect memory."""

import pytest

from chabudai.kernel.errors import HiddenInformation
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import NONE, SPECTATOR
from chabudai.testing.table import StackedTable, deal
from example_game import GAME
from example_game.equipment import FACE_DOWN
from example_game.phases import TO_POND
from example_game.rules import Pond
from example_game.words import CARDS

CLOUD, HALF, FULL = range(len(CARDS))


def view_of(table: StackedTable, viewer: int, *, recall: bool) -> Pond:
    """Return the view of a viewer."""
    view = table.state.seen_by(viewer, recall)
    assert isinstance(view, Pond)
    return view


@pytest.mark.parametrize("recall", [True, False])
def test_a_simultaneous_choice_is_hidden_until_all_have_chosen(recall: bool) -> None:  # EX-5
    table = deal(GAME, 2)
    table.move(1, "go pond")
    assert view_of(table, 0, recall=recall).seats[1].place == FACE_DOWN
    assert view_of(table, 1, recall=recall).seats[1].place == TO_POND
    assert view_of(table, 1, recall=recall).seats[0].place == NONE


def test_only_the_player_who_looked_knows_the_reflection_and_only_from_memory() -> None:  # EX-6, EX-15
    table = deal(GAME, 2, chance={"deck": "cloud cloud full half"})
    table.play("go veranda", "go pond")
    assert view_of(table, 1, recall=True).reflection.kind == FULL
    assert view_of(table, 1, recall=False).reflection.kind == FACE_DOWN
    assert view_of(table, 0, recall=True).reflection.kind == FACE_DOWN


def test_the_player_who_looked_knows_who_drew_the_reflection() -> None:  # EX-6
    table = deal(GAME, 4, chance={"deck": "cloud cloud cloud half | full | half cloud full"})
    table.play("go pond", *["go veranda"] * 3, "lay half as half", "lay cloud as half", "lay cloud as half")
    for viewer, knows in ((0, True), (1, False), (2, False), (3, True), (SPECTATOR, False)):
        assert view_of(table, viewer, recall=True).seats[3].drawn.kind == (FULL if knows else FACE_DOWN)
    assert view_of(table, 0, recall=False).seats[3].drawn.kind == FACE_DOWN


def test_shown_cards_are_known_only_from_memory() -> None:  # EX-7, EX-15
    table = deal(GAME, 2, chance={"deck": "cloud cloud full half"})
    table.play("go pond", "go pond")
    for viewer in (SPECTATOR, 0, 1):
        assert view_of(table, viewer, recall=True).pile == [HALF, FULL]
        assert view_of(table, viewer, recall=False).pile == [FACE_DOWN, FACE_DOWN]


def test_a_viewer_who_remembers_the_pile_knows_the_cards_held_over_when_it_is_shuffled() -> None:  # EX-8
    table = deal(GAME, 4, chance={"deck": "half full cloud cloud | cloud cloud half full"})
    table.play(*["go pond"] * 4)
    assert view_of(table, SPECTATOR, recall=True).held_over == [CLOUD, CLOUD, HALF, FULL]
    assert view_of(table, SPECTATOR, recall=False).held_over == []
    deals_with_recall = {
        tuple(player.dealt.kind for player in imagined(table, 2, True, seed).seats) for seed in range(200)
    }
    deals_without_recall = {
        tuple(player.dealt.kind for player in imagined(table, 2, False, seed).seats) for seed in range(200)
    }
    assert {dealt_kinds[2] for dealt_kinds in deals_with_recall | deals_without_recall} == {CLOUD}
    assert {tuple(sorted(dealt_kinds)) for dealt_kinds in deals_with_recall} == {(CLOUD, CLOUD, HALF, FULL)}
    assert len({tuple(sorted(dealt_kinds)) for dealt_kinds in deals_without_recall}) > 5


def imagined(table: StackedTable, viewer: int, recall: bool, seed: int) -> Pond:
    world = view_of(table, viewer, recall=recall).imagine(Rng(seed))
    assert isinstance(world, Pond)
    return world


@pytest.mark.parametrize("recall", [True, False])
def test_a_laid_card_is_hidden_but_its_name_is_not(recall: bool) -> None:  # EX-9
    table = deal(GAME, 2, chance={"deck": "cloud half full half"})
    table.play("go veranda", "go veranda", "lay full as cloud")
    seen_by_other = view_of(table, 1, recall=recall).seats[0]
    assert (seen_by_other.laid, seen_by_other.named, seen_by_other.dealt.kind, seen_by_other.drawn.kind) == (
        FACE_DOWN,
        CLOUD,
        FACE_DOWN,
        FACE_DOWN,
    )
    seen_by_owner = view_of(table, 0, recall=recall).seats[0]
    assert (seen_by_owner.laid, seen_by_owner.named, seen_by_owner.dealt.kind, seen_by_owner.drawn.kind) == (
        FULL,
        CLOUD,
        CLOUD,
        FULL,
    )


@pytest.mark.parametrize("recall", [True, False])
def test_whispering_partners_see_each_others_dealt_card_and_no_other(recall: bool) -> None:  # EX-14
    table = deal(GAME, 4, options={"whisper": True}, chance={"deck": "cloud half full cloud"})
    table.play(*["go veranda"] * 4)
    view = view_of(table, 2, recall=recall)
    assert [player.dealt.kind for player in view.seats] == [CLOUD, FACE_DOWN, FULL, FACE_DOWN]
    assert view.seats[0].drawn.kind == FACE_DOWN


@pytest.mark.parametrize("recall", [True, False])
def test_a_view_shows_the_size_of_the_deck_but_none_of_its_cards(recall: bool) -> None:  # EX-8
    table = deal(GAME, 2)
    assert view_of(table, 0, recall=recall).deck == [FACE_DOWN] * 6


def test_a_view_cannot_be_turned_into_one_that_knows_more() -> None:  # EX-15
    view = deal(GAME, 2).state.seen_by(0, False)
    with pytest.raises(HiddenInformation):
        view.seen_by(1, False)
    with pytest.raises(HiddenInformation):
        view.seen_by(0, True)
