"""Scoring after a round and at the end: AK-30 to AK-32."""

import pytest

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.phases import DISCARD
from chabudai.games.ameno_kirifuda.scoring import longest_line
from chabudai.games.ameno_kirifuda.words import OMEGUMI, SEASONS
from chabudai.kernel.bits import members
from chabudai.scene.builder import make_scene
from chabudai.scene.words import words
from chabudai.testing.table import StackedTable, deal
from games.ameno_kirifuda.positions import ameno, draft_first, last_trick, lay_stones, named, picture, prepare, trick

SEAT_2_WINS = "summer-1 spring-3 autumn-2 winter-1"


def scored(omegumi: str, board: str, part: int = 0) -> StackedTable:
    """Finish a round with these stones on the board and these Omegumi cards for seat 0; seat 2 wins the last trick."""
    table = last_trick(SEAT_2_WINS, omegumi, part)
    lay_stones(table, board.replace("|", ""))
    trick(table, SEAT_2_WINS, "place autumn-d")
    return table


def test_exactly_the_omegumi_cards_whose_condition_holds_are_scored() -> None:  # AK-30
    table = scored("spring-x2 spring-x3 summer-x1 summer-x0 autumn-x1", "0 0 . . | 0 . . . | . . . . | . . . .")
    assert table.events("scored") == [(0, "spring-x2"), (0, "summer-x1")]


def test_a_condition_of_two_does_not_hold_with_three() -> None:  # AK-30
    table = scored("spring-x2 spring-x3", "0 0 0 . | . . . . | . . . . | . . . .")
    assert table.events("scored") == [(0, "spring-x3")]


def test_a_card_scores_by_the_condition_that_its_name_gives() -> None:  # AK-30
    for seed in range(10):
        table = deal(GAME, 3 + seed % 2, seed=seed)
        for part in (1, 2):
            while table.state.part < part:
                owned = [set(named(OMEGUMI, player.omegumi).split()) for player in ameno(table).seats]
                earlier = [set(named(OMEGUMI, player.scored).split()) for player in ameno(table).seats]
                table.play_on(moves=1)
            rows = picture(table).split(" | ")
            for seat, player in enumerate(ameno(table).seats):
                stones = {season: row.split().count(str(seat)) for season, row in zip(SEASONS, rows, strict=True)}
                met = {omegumi for omegumi in owned[seat] if holds(omegumi, stones)}
                assert set(named(OMEGUMI, player.scored).split()) == earlier[seat] | met


def holds(omegumi: str, stones: dict[str, int]) -> bool:
    """Check a condition, read from the name of the card."""
    season, required = omegumi.split("-x")
    following = SEASONS[(SEASONS.index(season) + 1) % 4]
    return stones[season] == int(required) and (required != "0" or stones[following] == 2)


def test_a_scored_card_stays_scored_when_its_condition_no_longer_holds() -> None:  # AK-30
    table = scored("spring-x1", "0 . . . | . . . . | . . . . | . . . .")
    prepare(table)
    lay_stones(table, "0 0 . . . . . . . . . . . . . .", in_hand=(3, 3, 3, 3))
    assert named(OMEGUMI, ameno(table).fulfilled(0)) == ""
    table.play_on()
    assert "spring-x1" in named(OMEGUMI, ameno(table).seats[0].scored)
    assert table.events("scored").count((0, "spring-x1")) == 1


def test_a_card_not_scored_in_the_first_round_may_be_scored_in_the_second() -> None:  # AK-30
    table = scored("spring-x1", "0 0 . . | . . . . | . . . . | . . . .")
    assert table.events("scored") == []
    assert table.state.part == 1
    table = scored("spring-x1", "0 . . . | . . . . | . . . . | . . . .", part=1)
    assert table.events("scored") == [(0, "spring-x1")]
    assert table.state.over()


def standing(table: StackedTable) -> list[list[str]]:
    """Return the cells of the panel of points: stones, line, Omegumi cards and points."""
    scene = make_scene(GAME, table.state.seen_by(1, recall=False), words(GAME, "en"), ["Ami", "Ben", "Chika", "Dai"])
    return [list(map(str, row.cells)) for facts in scene.facts if facts.id == "standing" for row in facts.rows]


@pytest.mark.parametrize("part", [0, 1])
def test_the_standing_counts_cards_whose_condition_holds_as_scored(part: int) -> None:  # AK-30
    table = last_trick(SEAT_2_WINS, "spring-x2 summer-x1", part)
    lay_stones(table, "0 0 . .  . . . .  . . . .  . . . .")
    assert standing(table)[0] == ["2", "×2", "+3", "7"]
    assert table.state.scores()[0] == 4
    trick(table, SEAT_2_WINS, "place autumn-d")
    assert standing(table)[0] == ["2", "×2", "+3", "7"]
    assert table.state.scores()[0] == 7


def test_the_standing_counts_a_scored_card_once() -> None:  # AK-30
    table = scored("spring-x1", "0 . . . | . . . . | . . . . | . . . .")
    assert standing(table)[0] == ["1", "×1", "+2", "3"]
    lay_stones(table, "0 0 . .  . . . .  . . . .  . . . .")
    assert standing(table)[0] == ["2", "×2", "+2", "6"]


def test_the_second_round_keeps_board_stones_and_omegumi_cards() -> None:  # AK-31
    table = scored("spring-x1 spring-x2", "0 0 . 1 | . . 3 . | . . . . | . . . .")
    before = ameno(table)
    assert picture(table) == "0 0 . 1 | . . 3 . | . . . 2 | . . . ."
    assert [player.stones for player in before.seats] == [1, 1, 0, 1]
    assert named(OMEGUMI, before.seats[0].omegumi) == "spring-x1 spring-x2"
    assert named(OMEGUMI, before.seats[0].scored) == "spring-x2"
    while table.state.first != DISCARD:
        draft_first(table)
    assert picture(table) == "0 0 . 1 | . . 3 . | . . . 2 | . . . ."
    assert len(named(OMEGUMI, ameno(table).seats[0].omegumi).split()) == 4


def test_the_second_round_begins_with_new_hands_and_no_played_cards() -> None:  # AK-31
    table = scored("", ". . . . | . . . . | . . . . | . . . .")
    state = ameno(table)
    assert (state.gone, state.trick, state.part) == (0, 0, 1)
    assert [len(members(player.hand)) for player in state.seats] == [8, 8, 8, 8]
    assert [player.void for player in state.seats] == [0, 0, 0, 0]


def test_there_are_two_rounds() -> None:  # AK-31
    table = deal(GAME, 4)
    table.play_on()
    assert table.events("round_over") == [(1,), (2,)]


def test_stones_are_multiplied_by_the_longest_line() -> None:  # AK-32
    """The rulebook's example, a full board: 5 stones with a line of 3, 3 with 1, 3 with 2, 5 with 2."""
    table = last_trick(SEAT_2_WINS)
    lay_stones(table, "3 1 2 3  0 0 3 3  0 0 2 2  3 1 0 1")
    assert table.state.scores() == [5 * 3, 3 * 1, 3 * 2, 5 * 2]


@pytest.mark.parametrize(
    ("board", "score"),
    [
        (". . . . | . . . . | . . . . | . . . .", 0),
        (". . . . | . 0 . . | . . . . | . . . .", 1 * 1),
        ("0 0 0 0 | . . . . | . . . . | . . . .", 4 * 4),  # a row
        ("0 . . . | 0 . . . | 0 . . . | . . . .", 3 * 3),  # a column
        ("0 . . . | . 0 . . | . . 0 . | . . . 0", 4 * 4),  # a diagonal
        (". . . 0 | . . 0 . | . 0 . . | . . . .", 3 * 3),  # the other diagonal
        (". 0 . . | . . 0 . | . . . 0 | . . . .", 3 * 3),  # a short diagonal
        ("0 0 . 0 | . . . . | . . . . | . . . .", 3 * 2),  # unbroken
        ("0 0 . . | 0 . . . | . . . . | . . . .", 3 * 2),  # in one direction
        ("0 . . . | . . . . | . . . . | 0 . . .", 2 * 1),  # Winter and Spring do not touch
        ("0 . . . | 0 . . . | . . . . | 0 . . .", 3 * 2),
        (". . . 0 | 0 . . . | . . . . | . . . .", 2 * 1),  # nor do the end of a row and the start of the next
        ("0 . . 0 | . . . . | . . . . | . . . .", 2 * 1),
        ("0 0 . . | 0 0 . . | . . 0 . | 0 . . 0", 7 * 4),  # the highest possible
    ],
)
def test_a_line_is_unbroken_in_a_row_a_column_or_a_diagonal_and_does_not_wrap(board: str, score: int) -> None:  # AK-32
    table = last_trick(SEAT_2_WINS)
    lay_stones(table, board.replace("|", ""), in_hand=(0, 1, 1, 1))
    assert table.state.scores()[0] == score


def test_the_longest_line_is_right_on_every_board() -> None:  # AK-32
    lines = [
        sum(1 << (row + step * down) * 4 + column + step * across for step in range(length))
        for down, across in [(0, 1), (1, 0), (1, 1), (1, -1)]
        for length in (4, 3, 2, 1)
        for row in range(4)
        for column in range(4)
        if row + (length - 1) * down < 4 and 0 <= column + (length - 1) * across < 4
    ]
    longest_first = sorted(((bin(line).count("1"), line) for line in lines), reverse=True)
    for board in range(1 << 16):
        assert longest_line(board) == next((length for length, line in longest_first if board & line == line), 0)


def test_the_points_of_scored_omegumi_cards_are_added() -> None:  # AK-32
    table = scored("spring-x2 summer-x1 autumn-x3", "0 0 . . | 0 . . . | . . . . | . . . .", part=1)
    assert table.state.over()
    assert table.state.scores()[0] == 3 * 2 + 3 + 2


def test_most_points_win() -> None:  # AK-32
    table = scored("", "0 0 . . | 1 1 1 . | 3 . . . | . . . .", part=1)
    assert table.state.scores() == [4, 9, 1, 1]
    result = table.record().result
    assert result is not None
    assert result.winners == [1]


def test_a_tie_is_shared() -> None:  # AK-32
    table = scored("", "0 0 . . | . . . . | 1 . . . | . . 3 3", part=1)
    assert table.state.scores() == [4, 1, 1, 4]
    result = table.record().result
    assert result is not None
    assert result.winners == [0, 3]
    assert [table.state.utility(seat) for seat in range(4)] == [0.5, 0.0, 0.0, 0.5]


def test_no_game_ends_outside_the_declared_bounds() -> None:  # AK-32
    for seed in range(10):
        table = deal(GAME, 3 + seed % 2, seed=seed)
        table.play_on()
        least, most = GAME.score_bounds(table.state.setup)
        assert all(least <= score <= most for score in table.state.scores())
