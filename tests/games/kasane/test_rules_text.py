"""The rules page: its tables, melds and drawn examples of melds and scores agree with the game."""

import re
import tomllib

import pytest

from chabudai.games.kasane import GAME
from chabudai.games.kasane.melds import MELDS
from chabudai.games.kasane.scoring import COLOR_BONUS
from chabudai.scene.rules_text import rules_chapter
from chabudai.scene.words import LANGUAGES, words
from chabudai.testing.table import deal
from games.kasane.positions import kasane, last_turn, offered, shown, taken

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def fenced_blocks(language: str, chapter: str) -> list[list[str]]:
    """Return the fenced blocks of a chapter, such as drawings, as lists of lines."""
    text = rules_chapter(GAME, language, chapter).markdown
    return [block.splitlines() for block in re.findall(r"^```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]


def cards(line: str) -> list[str]:
    """Return the cards at the start of a drawn line."""
    drawn = re.match(r"\S+ +((?:\[?(?:\+1|\d)\]? +)*\[?(?:\+1|\d)\]?)(?: {2,}|$)", line)
    assert drawn is not None, line
    return re.findall(r"\+1|\d", drawn[1])


@both_languages
def test_the_page_lists_the_nine_melds_with_their_boxes_and_correct_examples(language: str) -> None:  # KI-2
    text = rules_chapter(GAME, language, "melds").markdown
    rows = {name: row for table in GAME.tables for name, row in table.rows.items()}
    for meld in MELDS:
        name = words(GAME, language).name(meld.name)
        (line,) = [line for line in text.splitlines() if line.startswith(f"| {name} ") and re.search(r"\d-\d", line)]
        _, _, _, examples, lengths, _ = line.split("|")
        boxes = [length for length in meld.lengths for _ in rows[f"{meld.name}-{length}"]]
        assert [int(length) for length in re.findall(r"\d", lengths)] == boxes
        for example in re.findall(r"\d(?:-\d)+", examples):
            hand, _, top = example.rpartition("-")
            assert f"{meld.name} {len(example.split('-'))}" in offered(taken(hand, "", top))


@both_languages
def test_the_pictured_melds_agree_with_the_rules(language: str) -> None:  # KI-21
    first, second = fenced_blocks(language, "meld")
    table = taken("6-7-3-2", "", "1")
    assert cards(first[0]) == shown(kasane(table).seats[0].hand).split()
    table.play("meld kagen 3")
    robe, hand = kasane(table).seats[0].field, kasane(table).seats[0].hand
    assert [cards(first[2]), cards(first[3])] == [shown(robe).split(), shown(hand).split()]
    table = taken("3-2-4", "8-7-6", "6")
    robe, hand = kasane(table).seats[0].field, kasane(table).seats[0].hand
    assert [cards(second[0]), cards(second[1])] == [shown(robe).split(), shown(hand).split()]
    table.play("meld setsugetsu 4 field")
    robe, hand = kasane(table).seats[0].field, kasane(table).seats[0].hand
    assert [cards(second[3]), cards(second[4])] == [shown(robe).split(), shown(hand).split()]


@both_languages
def test_the_page_gives_the_bonus_for_colors_and_for_all_twelve_cards(language: str) -> None:  # KI-30, KI-31
    text = rules_chapter(GAME, language, "score").markdown
    points = [line for line in text.splitlines() if line.startswith("|")][2]
    assert [int(number) for number in re.findall(r"\d+", points)] == list(COLOR_BONUS[1:])
    ((robe, hand),) = fenced_blocks(language, "score")
    table = last_turn(" ".join(cards(robe)), "", "", "", hands=(" ".join(cards(hand)), "", "", ""))
    assert table.state.scores()[0] == 4
    assert last_turn(" ".join(cards(robe) + cards(hand)), "", "", "").state.scores()[0] == 5 + 2


@both_languages
def test_the_page_marks_assumed_boxes(language: str) -> None:  # KI-2
    game_words = words(GAME, language)
    text = rules_chapter(GAME, language, "assumed").markdown
    sign = game_words.sentence("rules", "assumed_sign")
    assert all(f"| {game_words.name(row)} {sign} |" in text for row in GAME.tables[1].rows)
    assert sign not in rules_chapter(GAME, language, "melds").markdown


@both_languages
def test_the_example_of_a_data_file_is_valid(language: str) -> None:  # KI-2
    (lines,) = fenced_blocks(language, "assumed")
    assert GAME.setup(4, data=tomllib.loads("\n".join(lines))).overridden == ("assumed_boxes",)


@both_languages
def test_the_numbers_for_three_and_four_players_agree_with_the_rules(language: str) -> None:  # KI-1, KI-10, KI-11
    text = rules_chapter(GAME, language, "three_players").markdown
    rows = [line.split("|")[2:4] for line in text.splitlines() if line.startswith("|")][2:]
    numbers = [[sorted(map(int, re.findall(r"\d+", cell))) for cell in row] for row in rows]
    expected = []
    for players in (4, 3):
        equipment = kasane(deal(GAME, players)).equipment
        turns = (equipment.dealt_per_round - players) // players
        expected.append(
            [[equipment.card_count], sorted([players, equipment.row_length]), [players], [turns], [equipment.rounds]]
        )
    assert [list(pair) for pair in zip(*expected, strict=True)] == numbers


@both_languages
def test_the_melds_and_their_examples_follow_the_card_data(language: str) -> None:  # KI-2
    data = {"boxes": {"kagen-3": [9]}, "assumed_boxes": {"katyou-6": [6, 0, 3], "kasane-4": [0, 0, 0]}}
    setup = GAME.setup(4, data=data)
    text = rules_chapter(GAME, language, "melds", setup).markdown
    for meld, lengths in (("katyou", [3, 4, 5]), ("kasane", [2, 2, 3, 3]), ("juu", [2, 2, 3, 4])):
        name = words(GAME, language).name(meld)
        (line,) = [line for line in text.splitlines() if line.startswith(f"| {name} ") and re.search(r"\d-\d", line)]
        assert [int(length) for length in re.findall(r"\d", line.split("|")[4])] == lengths
    assert re.search(r"\b9 points|9点", rules_chapter(GAME, language, "meld", setup).markdown)
