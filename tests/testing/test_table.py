"""The language for rule tests: stacked decks, and a table that is played in words."""

import pytest

from chabudai.games.ameno_kirifuda import GAME as AMENO
from chabudai.games.ameno_kirifuda.words import CARDS
from chabudai.kernel.errors import BadChance, IllegalMove, UnknownMove
from chabudai.records.replay import replay
from chabudai.testing.table import Table, deal
from example_game import GAME as POND


def deck(table: Table, number: int = 0) -> list[str]:
    """The outcomes of the first deck, or a later one."""
    return [list(map(str, entry.result)) for entry in table.record().chance if entry.what == "deck"][number]


def test_a_text_names_the_first_outcomes_and_the_seed_draws_the_rest() -> None:
    dealt = deck(deal(AMENO, 4, chance={"deck": "winter-8 spring-1"}))
    assert dealt[:2] == ["winter-8", "spring-1"]
    assert sorted(dealt) == sorted(CARDS)


def test_parts_with_dots_are_filled_to_one_size_with_cards_that_are_not_named() -> None:
    dealt = deck(deal(AMENO, 4, chance={"deck": "spring-1 … | … summer-1 | autumn-1 … autumn-2 | …"}))
    assert (dealt[0], dealt[15], dealt[16], dealt[23]) == ("spring-1", "summer-1", "autumn-1", "autumn-2")
    assert sorted(dealt) == sorted(CARDS)


def test_a_part_without_dots_is_as_long_as_it_is_written() -> None:
    dealt = deck(deal(AMENO, 4, chance={"deck": "spring-1 spring-2 | … summer-1 | … summer-2"}))
    assert (dealt[:2], dealt[16], dealt[31]) == (["spring-1", "spring-2"], "summer-1", "summer-2")


def test_counted_dots_stand_for_so_many_outcomes() -> None:
    dealt = deck(deal(AMENO, 4, chance={"deck": "…3 spring-1 …2 spring-2"}))
    assert (dealt[3], dealt[6]) == ("spring-1", "spring-2")


def test_equal_cards_can_be_named_as_often_as_there_are() -> None:
    dealt = deck(deal(POND, 4, chance={"deck": "full half | … full half"}))
    assert dealt == ["full", "half", "cloud", "cloud"]
    with pytest.raises(BadChance, match="deck: full cannot come at place 2"):
        deal(POND, 4, chance={"deck": "full full full"})


def test_each_time_an_event_comes_it_has_its_own_text() -> None:
    table = deal(AMENO, 4, chance={"deck": ["… spring-1", "… winter-1"]})
    table.play_on()
    assert (deck(table, 0)[-1], deck(table, 1)[-1]) == ("spring-1", "winter-1")


def test_the_same_seed_deals_the_same() -> None:
    first, again, other = (deck(deal(AMENO, 4, seed=seed)) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        ({"cards": "spring-1"}, "there is no chance 'cards'; there are: omegumi, deck"),
        ({"deck": "spring-9"}, "deck: there is no 'spring-9'"),
        ({"deck": "… spring-1 …"}, "deck: a part is filled by one … only"),
        ({"deck": "spring-1 spring-1"}, "deck: spring-1 cannot come at place 1"),
        ({"deck": "… | … | …"}, "deck: 32 outcomes cannot fill 3 parts up to one size"),
        ({"deck": "spring-1 …30 | summer-1 … | …"}, "deck: 1 outcomes cannot fill 2 parts up to one size"),
        ({"omegumi": "…16 spring-x1"}, "omegumi: the text names all outcomes that are left, so … is none"),
    ],
)
def test_a_text_that_cannot_be_dealt_is_refused(chance: dict[str, str], said: str) -> None:
    with pytest.raises(BadChance) as refused:
        deal(AMENO, 4, chance=chance).play_on()
    assert str(refused.value) == said


def test_moves_are_made_by_whoever_is_waited_for() -> None:
    table = deal(POND, 2)
    table.play("go pond", "go veranda")
    assert table.record().moves == [(0, "go pond"), (1, "go veranda")]
    assert table.events("went") == [(0, "pond"), (1, "veranda")]


def test_a_move_is_made_by_the_seat_that_is_named() -> None:
    table = deal(POND, 2)
    table.move(1, "go pond")
    with pytest.raises(IllegalMove, match="seat 1 cannot go pond: it is the turn of seat 0"):
        table.move(1, "go pond")
    with pytest.raises(UnknownMove):
        table.move(0, "go home")
    assert table.legal(1) == []
    assert table.legal(0) == ["go veranda", "go pond"]


def test_a_refusal_is_told_in_english_and_there_is_none_for_a_legal_move() -> None:
    table = deal(POND, 2)
    assert table.refusal(0, "lay full as full") == "now everybody chooses where to go"
    assert table.refusal(0, "go pond") is None


def test_events_can_be_told_as_a_seat_saw_them() -> None:
    table = deal(POND, 2, chance={"deck": "full half"})
    assert table.events("dealt") == [(0, "full"), (1, "half")]
    assert table.events("dealt", seen_by=1) == [(0,), (1, "half")]


def test_playing_on_stops_after_so_many_moves_or_when_something_holds_or_at_the_end() -> None:
    table = deal(AMENO, 3)
    table.play_on(moves=4)
    assert len(table.record().moves) == 4
    table.play_on(until=lambda state: state.part == 1)
    assert table.state.part == 1
    table.play_on()
    assert table.state.over()
    assert replay(table.record()).state.scores() == table.state.scores()


def test_a_position_can_be_set_up() -> None:
    table = deal(AMENO, 4)
    table.set_up(part=1)
    assert table.state.part == 1
