"""The rules of The Moon in the Pond, clause by clause; rules.py lists the clauses."""

from collections import Counter

import pytest

from chabudai.kernel.bits import lowest, members
from chabudai.kernel.errors import BadOption, BadPlayers
from chabudai.records.replay import replay
from chabudai.testing.table import StackedTable, deal
from example_game import GAME
from example_game.equipment import ALL_CARDS
from example_game.words import CARDS

STAY = ("go veranda", "go veranda")
"""Both of two players stay on the veranda."""


def lay_anything(table: StackedTable, times: int) -> None:
    """Let this many players in turn lay a card."""
    for _ in range(times):
        table.play(table.legal(lowest(table.state.waiting))[0])


def test_two_or_four_play() -> None:  # EX-1
    assert deal(GAME, 2).state.setup.players == 2
    assert deal(GAME, 4).state.setup.players == 4
    with pytest.raises(BadPlayers, match="2 or 4 players, not 3"):
        GAME.setup(3)


def test_with_four_players_those_opposite_are_partners() -> None:  # EX-1
    four, two = deal(GAME, 4).state, deal(GAME, 2).state
    assert [members(four.sides(seat)) for seat in range(4)] == [[0, 2], [1, 3], [0, 2], [1, 3]]
    assert [members(two.sides(seat)) for seat in range(2)] == [[0], [1]]


def test_there_are_four_clouds_two_half_moons_and_two_full_moons() -> None:  # EX-2
    assert Counter(CARDS[kind] for kind in ALL_CARDS) == {"cloud": 4, "half": 2, "full": 2}


def test_a_game_lasts_two_nights_and_the_starting_seat_changes() -> None:  # EX-3
    table = deal(GAME, 2)
    table.play(*STAY)
    assert members(table.state.waiting) == [0]
    lay_anything(table, 1)
    assert members(table.state.waiting) == [1]
    lay_anything(table, 1)
    table.play(*STAY)
    assert table.state.part == 1
    assert members(table.state.waiting) == [1]
    lay_anything(table, 2)
    assert table.state.part == 2
    assert table.state.over()


def test_each_player_is_dealt_one_card_at_the_start_of_a_night() -> None:  # EX-4
    table = deal(GAME, 4, chance={"deck": "cloud half full cloud"})
    assert table.events("dealt") == [(0, "cloud"), (1, "half"), (2, "full"), (3, "cloud")]
    assert members(table.state.waiting) == [0, 1, 2, 3]


def test_places_are_revealed_when_all_have_chosen() -> None:  # EX-5
    table = deal(GAME, 2)
    table.move(1, "go pond")
    assert table.events("went") == []
    assert members(table.state.waiting) == [0]
    table.move(0, "go veranda")
    assert table.events("went") == [(0, "veranda"), (1, "pond")]


def test_a_player_alone_at_the_pond_sees_the_bottom_card() -> None:  # EX-6
    table = deal(GAME, 2, chance={"deck": "cloud cloud full"})
    table.play("go veranda", "go pond")
    assert table.events("looked", seen_by=1) == [(1, "full")]
    assert table.events("looked", seen_by=0) == [(1,)]


def test_the_reflection_is_drawn_last_and_without_chance() -> None:  # EX-6
    table = deal(GAME, 2, chance={"deck": "cloud cloud full cloud half cloud half full"})
    table.play("go pond", "go veranda", "lay cloud as cloud", "lay half as half", *STAY, "lay full as full")
    assert table.events("drew") == [(0, "cloud"), (1, "half"), (1, "full"), (0, "full")]
    assert table.events("shuffled") == []


def test_the_reflection_is_the_same_card_on_both_nights() -> None:  # EX-6
    table = deal(GAME, 2, chance={"deck": "cloud cloud full"})
    table.play("go pond", "go veranda")
    lay_anything(table, 2)
    table.play("go veranda", "go pond")
    assert table.events("looked") == [(0, "full"), (1, "full")]


def test_several_players_at_the_pond_show_everyone_that_many_cards() -> None:  # EX-7
    table = deal(GAME, 4, chance={"deck": "cloud cloud cloud half | full half cloud"})
    table.play("go pond", "go pond", "go veranda", "go pond")
    assert table.events("shown") == [("full",), ("half",), ("cloud",)]
    assert table.events("looked") == []


def test_no_card_is_shown_if_nobody_is_at_the_pond() -> None:  # EX-7
    table = deal(GAME, 2)
    table.play(*STAY)
    assert table.events("shown") == table.events("looked") == []


def test_the_pile_becomes_the_deck_when_the_deck_is_empty() -> None:  # EX-8
    first_deck = "cloud cloud cloud cloud | half half full full"
    table = deal(GAME, 4, chance={"deck": [first_deck, "full half half full"]})
    table.play(*["go pond"] * 4)
    assert table.events("shuffled") == [()]
    for _ in range(4):
        table.play("lay cloud as cloud")
    assert table.events("drew") == [(0, "full"), (1, "half"), (2, "half"), (3, "full")]
    decks = [" ".join(str(card) for card in entry.result) for entry in table.record().chance]
    assert decks[:2] == ["cloud cloud cloud cloud half half full full", "full half half full"]


def test_the_pile_is_shuffled_when_a_card_to_show_is_missing() -> None:  # EX-8
    first_deck = "cloud cloud | half half | cloud cloud | full full"
    table = deal(GAME, 2, chance={"deck": [first_deck, "half cloud half cloud"]})
    table.play("go pond", "go pond")
    lay_anything(table, 2)
    table.play("go pond", "go pond")
    assert table.events("shown") == [("half",), ("half",), ("half",), ("cloud",)]
    assert table.events("drew")[2:] == [(1, "half")]


def test_in_turn_each_player_draws_and_lays_one_of_two_cards_under_any_name() -> None:  # EX-9
    table = deal(GAME, 2, chance={"deck": "cloud half full half"})
    table.play(*STAY)
    assert table.legal(0) == [f"lay {card} as {name}" for card in ("cloud", "full") for name in CARDS]
    table.play("lay full as cloud")
    assert table.events("laid", seen_by=0) == [(0, "cloud", "full")]
    assert table.events("laid", seen_by=1) == [(0, "cloud")]
    assert table.legal(1) == [f"lay half as {name}" for name in CARDS]


def test_all_cards_are_revealed_after_the_last_turn() -> None:  # EX-10
    table = deal(GAME, 2, chance={"deck": "cloud half full half"})
    table.play(*STAY, "lay full as cloud", "lay half as half")
    assert table.events("revealed") == [(0, "full", "cloud"), (1, "half", "half")]


def test_a_card_scores_if_nobody_else_laid_its_kind() -> None:  # EX-11
    table = deal(GAME, 4, chance={"deck": "half half full cloud"})
    table.play(*["go veranda"] * 4, "lay half as half", "lay half as half", "lay full as full", "lay cloud as cloud")
    assert table.events("scored") == [(0, 0), (1, 0), (2, 3), (3, 0)]


@pytest.mark.parametrize("lie", [0, 1, 3])
def test_a_false_name_costs_points(lie: int) -> None:  # EX-12
    table = deal(GAME, 2, options={"lie": lie}, chance={"deck": "cloud full"})
    table.play(*STAY, "lay cloud as half", "lay full as cloud")
    assert table.events("scored") == [(0, -lie), (1, 3 - lie)]


def test_the_side_with_the_most_points_wins() -> None:  # EX-13
    table = deal(GAME, 4)
    points = [3, 2, 0, 2]
    seats = table.state.as_json()["seats"]
    assert isinstance(seats, list)
    table.set_up(seats=[player | {"points": point} for player, point in zip(seats, points, strict=True)])
    assert members(table.state.winners()) == [1, 3]
    assert [table.state.utility(seat) for seat in range(4)] == [0.0, 1.0, 0.0, 1.0]


def test_tied_sides_share_the_win() -> None:  # EX-13
    two, four = deal(GAME, 2).state, deal(GAME, 4).state
    assert members(two.winners()) == [0, 1]
    assert [two.utility(seat) for seat in range(2)] == [0.5, 0.5]
    assert [four.utility(seat) for seat in range(4)] == [0.5] * 4


def test_the_outlook_after_a_night_favors_the_leading_side() -> None:  # EX-13
    table = deal(GAME, 2, chance={"deck": "cloud full"})
    assert table.state.outlook(0) == table.state.outlook(1) == 0.5
    table.play(*STAY, "lay cloud as cloud", "lay full as full")
    assert table.state.part == 1
    assert table.state.outlook(1) > 0.7
    assert table.state.outlook(0) + table.state.outlook(1) == pytest.approx(1.0)


def test_with_whisper_partners_see_each_others_dealt_card() -> None:  # EX-14
    table = deal(GAME, 4, options={"whisper": True}, chance={"deck": "cloud half full cloud"})
    assert table.events("dealt", seen_by=0) == [(0, "cloud"), (1,), (2, "full"), (3,)]
    assert deal(GAME, 4).events("dealt", seen_by=2)[0] == (0,)
    with pytest.raises(BadOption, match="whisper can be true only with 4 players"):
        GAME.setup(2, {"whisper": True})


def test_a_move_of_another_phase_is_refused() -> None:  # EX-9
    table = deal(GAME, 2)
    assert table.refusal(0, "lay full as full") == "it is time to choose where to go"
    table.play(*STAY)
    assert table.refusal(0, "go pond") == "it is time to lay a card and name it"
    assert table.refusal(1, "lay full as full") == "other seats must choose first: 0"


def test_a_card_that_is_not_held_cannot_be_laid() -> None:  # EX-9
    table = deal(GAME, 2, chance={"deck": "cloud half full"})
    table.play(*STAY)
    assert table.refusal(0, "lay half as full") == "you hold cloud and full, not half"


def test_the_best_card_every_night_gives_the_highest_score() -> None:  # EX-11
    table = deal(GAME, 2, chance={"deck": "full cloud cloud cloud | full half half cloud"})
    table.play(*STAY, "lay full as full", "lay cloud as cloud", *STAY, "lay half as half", "lay full as full")
    assert table.state.scores() == [6, 2]
    assert GAME.score_bounds(table.state.setup)[1] == 6


def test_nothing_but_lies_gives_the_lowest_score() -> None:  # EX-12
    table = deal(GAME, 2, chance={"deck": "cloud half half cloud | cloud full full cloud"})
    table.play(*STAY, "lay cloud as full", "lay half as half", *STAY, "lay full as full", "lay cloud as half")
    assert table.state.scores() == [-2, 5]
    assert GAME.score_bounds(table.state.setup)[0] == -2


def test_card_data_can_change_the_points() -> None:  # EX-2
    table = deal(GAME, 2, data={"moons": {"cloud": [7]}}, chance={"deck": "cloud full"})
    table.play(*STAY, "lay cloud as cloud", "lay full as full")
    assert table.state.scores() == [7, 3]


def test_a_finished_record_has_at_least_two_decks_and_the_first_is_complete() -> None:  # EX-8
    table = deal(GAME, 4, seed=3)
    table.play_on()
    record = table.record()
    assert len(record.chance) >= 2
    assert Counter(record.chance[0].result) == {"cloud": 4, "half": 2, "full": 2}
    assert record.result == replay(record, GAME).record().result
