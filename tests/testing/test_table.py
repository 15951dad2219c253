"""The table for rule tests: stacked decks, and moves in words."""

import pytest

from chabudai.games.ameno_kirifuda import GAME as AMENO
from chabudai.games.ameno_kirifuda.words import CARDS
from chabudai.kernel.errors import BadChance, IllegalMove, UnknownMove
from chabudai.records.replay import replay
from chabudai.testing.table import StackedTable, deal
from example_game import GAME as POND


def deck(table: StackedTable, number: int = 0) -> list[str]:
    """Return the outcomes of the deck in the record; `number` counts its shuffles from 0."""
    return [list(map(str, entry.result)) for entry in table.record().chance if entry.what == "deck"][number]


def test_a_text_names_the_first_outcomes_and_the_seed_draws_the_rest() -> None:
    dealt = deck(deal(AMENO, 4, chance={"deck": "winter-8 spring-1"}))
    assert dealt[:2] == ["winter-8", "spring-1"]
    assert sorted(dealt) == sorted(CARDS)


def test_sections_with_dots_are_filled_to_the_same_size_with_unnamed_cards() -> None:
    dealt = deck(deal(AMENO, 4, chance={"deck": "spring-1 … | … summer-1 | autumn-1 … autumn-2 | …"}))
    assert (dealt[0], dealt[15], dealt[16], dealt[23]) == ("spring-1", "summer-1", "autumn-1", "autumn-2")
    assert sorted(dealt) == sorted(CARDS)


def test_a_section_without_dots_has_only_the_cards_it_names() -> None:
    dealt = deck(deal(AMENO, 4, chance={"deck": "spring-1 spring-2 | … summer-1 | … summer-2"}))
    assert (dealt[:2], dealt[16], dealt[31]) == (["spring-1", "spring-2"], "summer-1", "summer-2")


def test_dots_with_a_number_stand_for_that_many_outcomes() -> None:
    dealt = deck(deal(AMENO, 4, chance={"deck": "…3 spring-1 …2 spring-2"}))
    assert (dealt[3], dealt[6]) == ("spring-1", "spring-2")


def test_identical_cards_can_be_named_as_often_as_they_exist() -> None:
    dealt = deck(deal(POND, 4, chance={"deck": "full half | … full half"}))
    assert dealt == ["full", "half", "cloud", "cloud"]
    with pytest.raises(BadChance, match="deck: outcome 2 cannot be full"):
        deal(POND, 4, chance={"deck": "full full full"})


def test_each_entry_of_an_event_has_its_own_text() -> None:
    table = deal(AMENO, 4, chance={"deck": ["… spring-1", "… winter-1"]})
    table.play_on()
    assert (deck(table, 0)[-1], deck(table, 1)[-1]) == ("spring-1", "winter-1")


def test_the_same_seed_deals_the_same_cards() -> None:
    first, again, different = (deck(deal(AMENO, 4, seed=seed)) for seed in (1, 1, 2))
    assert first == again != different


@pytest.mark.parametrize(
    ("chance", "message"),
    [
        ({"cards": "spring-1"}, "there is no chance event 'cards'; the chance events are: omegumi, deck"),
        ({"deck": "spring-9"}, "deck: there is no outcome 'spring-9'"),
        ({"deck": "… spring-1 …"}, "deck: a section can have only one …"),
        ({"deck": "spring-1 spring-1"}, "deck: outcome 1 cannot be spring-1"),
        ({"deck": "… | … | …"}, "deck: 3 sections with … cannot divide 32 of the outcomes equally"),
        ({"deck": "spring-1 …30 | summer-1 … | …"}, "deck: 2 sections with … cannot divide 1 of the outcomes equally"),
        ({"omegumi": "…16 spring-x1"}, "omegumi: the text names all outcomes that are left, so … has none to draw"),
    ],
)
def test_a_text_that_cannot_be_dealt_is_refused(chance: dict[str, str], message: str) -> None:
    with pytest.raises(BadChance) as refused:
        deal(AMENO, 4, chance=chance).play_on()
    assert str(refused.value) == message


def test_moves_are_made_for_the_waiting_seat() -> None:
    table = deal(POND, 2)
    table.play("go pond", "go veranda")
    assert table.record().moves == [(0, "go pond"), (1, "go veranda")]
    assert table.events("went") == [(0, "pond"), (1, "veranda")]


def test_a_move_can_be_made_for_any_seat() -> None:
    table = deal(POND, 2)
    table.move(1, "go pond")
    with pytest.raises(IllegalMove, match="seat 1 cannot go pond: other seats must choose first: 0"):
        table.move(1, "go pond")
    with pytest.raises(UnknownMove):
        table.move(0, "go home")
    assert table.legal(1) == []
    assert table.legal(0) == ["go veranda", "go pond"]


def test_a_refusal_is_in_english_and_a_legal_move_has_none() -> None:
    table = deal(POND, 2)
    assert table.refusal(0, "lay full as full") == "it is time to choose where to go"
    assert table.refusal(0, "go pond") is None


def test_events_can_be_listed_as_one_seat_saw_them() -> None:
    table = deal(POND, 2, chance={"deck": "full half"})
    assert table.events("dealt") == [(0, "full"), (1, "half")]
    assert table.events("dealt", seen_by=1) == [(0,), (1, "half")]


def test_random_play_stops_after_a_number_of_moves_on_a_condition_or_at_the_end() -> None:
    table = deal(AMENO, 3)
    table.play_on(moves=4)
    assert len(table.record().moves) == 4
    table.play_on(until=lambda state: state.part == 1)
    assert table.state.part == 1
    table.play_on()
    assert table.state.over()
    assert replay(table.record()).state.scores() == table.state.scores()


def test_fields_of_a_position_can_be_replaced() -> None:
    table = deal(AMENO, 4)
    table.set_up(part=1)
    assert table.state.part == 1
