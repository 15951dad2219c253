"""Cards, melds and boxes: KI-1 to KI-3."""

from collections import Counter
from pathlib import Path

import pytest

from chabudai.games.kasane import GAME
from chabudai.games.kasane.melds import BOXES
from chabudai.games.kasane.words import CARDS, MELDS
from chabudai.kernel.bits import count, has
from chabudai.kernel.card_data import read_data
from chabudai.kernel.errors import BadOption, BadPlayers, BadTable
from chabudai.scene.builder import action_text
from chabudai.scene.words import LANGUAGES, words
from chabudai.testing.table import deal
from games.kasane.positions import kasane, last_turn, offered, taken, turn


def deck(players: int) -> Counter[str]:
    """Count the cards of the first deck in a record, by kind."""
    table = deal(GAME, players)
    table.play_on()
    return Counter(map(str, table.record().chance[1].result))


def test_with_4_players_there_are_five_of_each_number_and_seven_plus_ones() -> None:  # KI-1
    assert deck(4) == {**dict.fromkeys(CARDS[:9], 5), "+1": 7}
    assert sum(deck(4).values()) == 52


def test_with_3_players_one_set_and_two_plus_ones_are_removed() -> None:  # KI-1
    assert deck(3) == {**dict.fromkeys(CARDS[:9], 4), "+1": 5}
    assert sum(deck(3).values()) == 41


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_number_has_its_own_color(language: str) -> None:  # KI-1
    text = words(GAME, language)
    assert len({text.name(f"dye{number}") for number in range(1, 10)}) == 9
    assert len(set(text.tables["suit_colour"].values())) == 9


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_the_game_is_for_3_or_4_players(players: int) -> None:
    with pytest.raises(BadPlayers, match=f"kasane is for 3 or 4 players, not {players}"):
        deal(GAME, players)


def test_there_are_nine_melds_with_27_boxes() -> None:  # KI-2, KI-3
    boxes = [points for table in GAME.tables for row in table.rows.values() for points in row]
    assert (len(MELDS), len(BOXES), len(boxes)) == (9, 21, 27)
    assert {f"{meld}-{cards}" for meld, cards in BOXES} == {name for table in GAME.tables for name in table.rows}


BOXES_OF = {
    "kasane": "2→2 2→2 3→4 3→4 4→7",
    "juu": "2→2 2→2 3→3 4→5",
    "sakura": "3→4 3→3",
    "chidori": "3→4 3→3",
    "asanoha": "3→4 3→3",
    "kagen": "3→3 4→5 5→8",
    "jyougen": "3→3 4→5 5→8",
    "katyou": "4→3 5→5 6→7",
    "setsugetsu": "3→2 4→4 5→6",
}
"""The boxes of each meld: number of cards→points."""


@pytest.mark.parametrize("meld", MELDS)
def test_each_meld_has_its_boxes(meld: str) -> None:  # KI-2
    rows = {name: row for table in GAME.tables for name, row in table.rows.items()}
    boxes = [f"{cards}→{points}" for name, cards in BOXES if name == meld for points in rows[f"{name}-{cards}"]]
    assert " ".join(boxes) == BOXES_OF[meld]


def test_boxes_without_a_source_are_marked_as_assumed() -> None:  # KI-2
    known, assumed = GAME.tables
    assert (known.assumed, assumed.assumed) == (False, True)
    assert {name.split("-")[0] for name in assumed.rows} == {"kasane", "juu", "katyou", "setsugetsu"}
    assert [name for name in assumed.rows if name.startswith("setsugetsu")] == ["setsugetsu-5"]
    assert all("KI-2" in table.provenance for table in GAME.tables)


def test_a_box_is_used_once_in_the_game_by_the_first_player_to_fill_it() -> None:  # KI-2
    table = taken("1-3", "", "5")
    assert offered(table) == {"kagen 3"}
    table.play("meld kagen 3")
    assert kasane(table).seats[0].points == 3
    state = kasane(table)
    seats = [player.as_json() for player in state.seats]
    seats[1] |= {"hand": 0x13, "held": 2}
    table.set_up(seats=seats, rows=[{"cards": 0x5}] * 4, ends=15)
    table.play("take 0")
    assert table.state.waiting == 0b100, "nobody is asked, since the only box is marked"


def test_the_better_of_two_boxes_is_used_first_even_if_one_player_uses_both() -> None:  # KI-2
    table = taken("1-2", "", "6")
    for points in (4, 7):
        table.play("meld sakura 3")
        assert kasane(table).seats[0].points == points
        seats = [player.as_json() for player in kasane(table).seats]
        seats[0] |= {"hand": 0x12, "held": 2, "field": 0, "laid": 0}
        table.set_up(seats=seats, rows=[{"cards": 0x996}] * 4, waiting=1)
        table.play("take 0")
    assert table.events("melded") == [(0, "sakura", 3, 4), (0, "sakura", 3, 3)]
    assert table.state.waiting == 0b10, "both boxes are marked"


def test_a_data_file_changes_the_points_of_boxes(tmp_path: Path) -> None:  # KI-2
    file = tmp_path / "mine.toml"
    file.write_text("[boxes]\nkagen-3 = [9]\nsakura-3 = [1, 6]\n[assumed_boxes]\nkasane-4 = [20]\n")
    data = read_data(file)
    table = taken("3-2", "", "1", data=data)
    table.play("meld kagen 3")
    assert table.state.scores()[0] == 9
    table = taken("1-2", "", "6", data=data)
    table.play("meld sakura 3")
    assert table.state.scores()[0] == 6, "the better of two boxes is used first, in whatever order the file lists them"
    assert table.record().data == {
        "boxes": {**GAME.tables[0].rows, "kagen-3": [9], "sakura-3": [1, 6]},
        "assumed_boxes": {**GAME.tables[1].rows, "kasane-4": [20]},
    }


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            {"boxes": {"kagen-3": [3, 3]}},
            r"table boxes, row kagen-3: needs a list of 1 number \(points\)"
            r" or 3 numbers \(points, points again, cards\)$",
        ),
        ({"boxes": {"kagen-6": [3]}}, "table boxes has no row 'kagen-6'"),
        ({"assumed_boxes": {"juu-2": [2, 21]}}, "21 is not a whole number from 0 to 20"),
    ],
)
def test_a_data_file_cannot_add_boxes_or_score_more_than_20_points(
    data: dict[str, object], message: str
) -> None:  # KI-2
    with pytest.raises(BadTable, match=message):
        deal(GAME, 4, data=data)


def test_a_data_file_changes_the_number_of_cards_of_a_box() -> None:  # KI-2
    data = {"assumed_boxes": {"katyou-6": [6, 0, 3]}}
    table = taken("1-3", "", "7", data=data)
    assert "katyou 6" in offered(table)
    assert "katyou 6" not in offered(taken("1-3", "", "7"))
    table.play("meld katyou 6")
    assert table.events("melded") == [(0, "katyou", 3, 6)]
    assert kasane(table).seats[0].laid == 3
    assert table.record().data == {"assumed_boxes": {**GAME.tables[1].rows, "katyou-6": [6, 0, 3]}}


def test_a_data_file_adds_a_second_box_or_leaves_a_box_out() -> None:  # KI-2
    data = {"boxes": {"kagen-3": [3, 5, 3]}, "assumed_boxes": {"kasane-2": [2, 0], "kasane-4": [0, 0, 0]}}
    state = kasane(turn(data=data))
    box = BOXES.index
    assert has(state.twice_free, box(("kagen", 3)))
    assert not has(state.twice_free, box(("kasane", 2)))
    assert not has(state.free, box(("kasane", 4)))
    assert state.points_for(box(("kagen", 3))) == 5, "the better box is used first"
    assert "kasane 4" in offered(taken("2-2-2", "", "2"))
    assert "kasane 4" not in offered(taken("2-2-2", "", "2", data=data))


@pytest.mark.parametrize(
    ("row", "values", "message"),
    [
        ("kasane-4", [0], "a box for 4 cards needs points; [0, 0, 0] leaves it out"),
        ("kasane-4", [5, 0, 0], "a box with points needs a number of cards"),
        ("kasane-4", [5, 0, 3], "another row of kasane is for 3 cards, too"),
        ("kasane-4", [5, 0, 6], "kasane can be made with 2 to 5 cards, not with 6"),
        ("katyou-4", [5, 0, 1], "katyou can be made with 2 to 9 cards, not with 1"),
    ],
)
def test_boxes_that_break_the_game_are_refused(row: str, values: list[int], message: str) -> None:  # KI-2
    with pytest.raises(BadTable) as error:
        GAME.setup(4, data={"assumed_boxes": {row: values}})
    assert str(error.value) == f"table assumed_boxes, row {row}: {message}"
    assert (error.value.table, error.value.row) == ("assumed_boxes", row)


def test_a_red_meld_always_has_three_cards() -> None:  # KI-2
    with pytest.raises(BadTable, match="sakura can be made with 3 cards, not with 4"):
        GAME.setup(4, data={"boxes": {"sakura-3": [4, 3, 4]}})


def test_every_number_of_cards_that_is_allowed_can_be_played() -> None:  # KI-2
    longest = {"kasane-4": [9, 0, 5], "juu-4": [9, 0, 7], "katyou-6": [9, 0, 9], "setsugetsu-5": [9, 0, 9]}
    for seed in range(3):
        table = deal(GAME, 3 + seed % 2, data={"assumed_boxes": longest}, seed=seed)
        table.play_on()
        assert table.state.over()


@pytest.mark.parametrize(("boxes", "left"), [({}, 25), ({"juu-2": [2, 0], "katyou-4": [3, 0, 2]}, 24)])
def test_blocked_pairs_mark_one_box_of_juu_and_of_kasane(boxes: dict[str, list[int]], left: int) -> None:  # KI-40
    state = kasane(deal(GAME, 3, options={"blocked_pairs": True}, data={"assumed_boxes": boxes}))
    assert count(state.free) + count(state.twice_free) == left
    assert has(state.free, BOXES.index(("juu", 2))) == (not boxes), "its only box for 2 cards is marked"


@pytest.mark.parametrize(("language", "text"), [("en", "Katyou Fuugetsu with 3 cards"), ("ja", "花鳥風月（3枚）")])
def test_a_corrected_meld_is_named_with_its_number_of_cards(language: str, text: str) -> None:  # KI-2
    setup = GAME.setup(4, data={"assumed_boxes": {"katyou-6": [6, 0, 3]}})
    assert action_text("meld katyou 6", words(GAME, language, setup)) == text
    assert action_text("meld katyou 6", words(GAME, language)) != text


def test_all_27_boxes_are_free_at_the_start() -> None:  # KI-3
    state = kasane(turn())
    assert count(state.free) + count(state.twice_free) == 27


def test_scores_do_not_stop_at_19() -> None:  # KI-3
    table = last_turn("1", "2", "3", "4", points=(30, 19, 20, 0))
    table.play("take 0")
    assert table.state.scores() == [30, 19, 20, 0]


def test_blocked_pairs_are_refused_with_4_players() -> None:  # KI-40
    with pytest.raises(BadOption, match="option blocked_pairs can be true only with 3 players"):
        deal(GAME, 4, options={"blocked_pairs": True})


@pytest.mark.parametrize("name", ["open_hands", "blocked_pairs", "plus_one_meld"])
def test_options_are_true_or_false(name: str) -> None:
    with pytest.raises(BadOption, match=f"option {name} cannot be 1: it must be false or true"):
        deal(GAME, 3, options={name: 1})
