"""The rules text: the same chapters in every language, the card data in play, and correct diagrams (Ameno Kirifuda)."""

import re
import tomllib
from dataclasses import replace

import pytest
from rich.cells import cell_len

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.equipment import STONES
from chabudai.games.ameno_kirifuda.phases import DRAFT
from chabudai.games.ameno_kirifuda.scoring import longest_line
from chabudai.games.ameno_kirifuda.words import CARDS, OMEGUMI, SEASONS, SPACES
from chabudai.games.registry import games
from chabudai.kernel.bits import count, mask_of
from chabudai.kernel.errors import BadTable
from chabudai.scene.game import Game
from chabudai.scene.rules_text import MissingRules, UnknownChapter, rules_chapter, rules_chapters, rules_text
from chabudai.scene.words import LANGUAGES, UnknownLanguage, Verbatim, title, words
from chabudai.testing.table import StackedTable, deal
from games.ameno_kirifuda.positions import ameno, draft_first, last_trick, lay_stones, named, picture, trick

DIAGRAM = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WIDEST = 76
PLAYERS = {"en": ["Ami", "Ben", "Chika", "Dai"], "ja": ["アミ", "ベン", "チカ", "ダイ"]}
SCORED = {"en": "scored", "ja": "得点"}

every_game = pytest.mark.parametrize("game", games().values(), ids=games())
both_languages = pytest.mark.parametrize("language", LANGUAGES)


def diagrams(language: str, kind: str, chapter: str) -> list[list[str]]:
    """Return the diagrams of a kind in a chapter, as lines."""
    blocks = DIAGRAM.findall(rules_chapter(GAME, language, chapter).markdown)
    return [drawing.splitlines() for name, drawing in blocks if name == kind]


def boards(lines: list[str]) -> list[str]:
    """Return the boards of a diagram, each as a text of its sixteen spaces with their marks."""
    rows = [re.findall(r"\|(.*?)\|", line) for line in lines if "|" in line]
    return ["".join(parts) for parts in zip(*rows, strict=True)]


def owners(board: str) -> str:
    """Convert a board of a diagram to the notation of `lay_stones`."""
    return " ".join("." if stone == "." else str("ABCD".index(stone)) for stone in re.findall(r"[A-D.]", board))


def marked(board: str, marks: str) -> list[str]:
    """Return the spaces whose stones are in these brackets."""
    spaces = re.findall(r".[A-D.].", board)
    return [SPACES[number] for number, space in enumerate(spaces) if space[0] + space[2] == marks]


def after_trick(cards: str, board: str, in_hand: tuple[int, ...] = (1, 1, 1, 1)) -> StackedTable:
    """Return a table where these cards have just been played as a trick, with the board of a diagram."""
    table = last_trick(cards)
    lay_stones(table, owners(board), in_hand)
    trick(table, cards)
    return table


@every_game
def test_both_languages_have_the_same_chapters_in_the_same_order(game: Game) -> None:
    english, japanese = ([chapter.id for chapter in rules_chapters(game, language)] for language in LANGUAGES)
    assert english == japanese
    assert len(set(english)) == len(english) > 0


@every_game
@both_languages
def test_the_text_is_its_title_and_its_chapters_and_nothing_else(game: Game, language: str) -> None:
    chapters = [f"<!-- id: {id_} -->\n## {head}\n\n{body}" for id_, head, body in rules_chapters(game, language)]
    assert rules_text(game, language).strip() == "\n\n".join([f"# {title(game, language)}", *chapters])


@every_game
@both_languages
def test_every_table_is_filled_and_as_wide_as_its_head(game: Game, language: str) -> None:
    text = rules_text(game, language)
    assert "{{" not in text
    for table in game.tables:
        assert all(f"| {words(game, language).name(row)} " in text for row in table.rows)
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({line.count("|") for line in table.splitlines()}) == 1


@every_game
@both_languages
def test_every_option_is_explained(game: Game, language: str) -> None:
    text = rules_text(game, language)
    assert all(f"`{option.name}`" in text for option in game.options)


@every_game
@both_languages
def test_no_line_of_a_diagram_is_wider_than_a_terminal_shows(game: Game, language: str) -> None:
    for _, drawing in DIAGRAM.findall(rules_text(game, language)):
        assert all(cell_len(line) <= WIDEST for line in drawing.splitlines())


@both_languages
def test_the_rims_of_a_drawn_board_are_aligned(language: str) -> None:
    for kind, drawing in DIAGRAM.findall(rules_text(GAME, language)):
        rims = {
            tuple(cell_len(line[: rim.start()]) for rim in re.finditer(r"[|+]", line))
            for line in drawing.splitlines()
            if re.search(r"[|+]", line)
        }
        assert len(rims) == (1 if kind in ("board", "omegumi", "score") else 0)


@both_languages
def test_assumed_tables_are_marked_and_all_omegumi_cards_are_named(language: str) -> None:  # AK-4
    game_words = words(GAME, language)
    shown = rules_chapter(GAME, language, "assumed").markdown
    sign = game_words.sentence("rules", "assumed_sign")
    assert all(f"| {game_words.name(omegumi)} {sign} |" in shown for omegumi in OMEGUMI)
    assert f"{sign} {game_words.text('rules', 'assumed')}" in shown
    assert game_words.text("rules", "changed") not in shown


@both_languages
def test_overridden_card_data_is_shown_and_marked(language: str) -> None:
    game_words = words(GAME, language)
    setup = GAME.setup(4, data={"omegumi": {"spring-x0": [0, 2, 7, 6, 19]}})
    shown = rules_text(GAME, language, setup)
    game_words = words(GAME, language, setup)
    changed, assumed = (game_words.sentence("rules", f"{sign}_sign") for sign in ("changed", "assumed"))
    assert f"| {game_words.name('spring-x0')} {changed} | 0 | 2 | 7 | 6 | 19 |" in shown
    assert f"| {game_words.name('spring-x1')} {assumed} | 1 |" in shown
    assert f"{changed} {game_words.text('rules', 'changed')}" in shown


@both_languages
def test_the_example_data_file_in_the_rules_is_valid(language: str) -> None:
    (lines,) = diagrams(language, "toml", "assumed")
    setup = GAME.setup(4, data=tomllib.loads("\n".join(lines)))
    assert setup.overridden == ("omegumi",)


@both_languages
def test_the_seasons_are_listed_in_order(language: str) -> None:
    names = [words(GAME, language).name(season) for season in (*SEASONS, SEASONS[0])]
    assert diagrams(language, "seasons", "equipment") == [[" -> ".join(names)]]


@both_languages
def test_the_empty_board_has_the_rows_and_columns_of_the_spaces(language: str) -> None:
    (lines,) = diagrams(language, "board", "equipment")
    assert lines[0].split() == sorted({space[-1] for space in SPACES})
    assert [line.split()[0] for line in lines if "|" in line] == [words(GAME, language).name(name) for name in SEASONS]
    assert owners(boards(lines)[0]).split() == ["."] * len(SPACES)


@both_languages
def test_the_pictured_draft_goes_as_the_rules_say(language: str) -> None:  # AK-11
    (lines,) = diagrams(language, "draft", "draft")
    there, back = (re.findall("|".join(PLAYERS[language]), line) for line in lines)
    table = deal(GAME, 4, chance={"deck": "… | … | … | spring-1 …"})
    while table.state.first == DRAFT:
        draft_first(table)
    assert [PLAYERS[language][int(seat)] for seat, _ in table.events("drafted")] == [*there, *reversed(back)]


@both_languages
def test_the_pictured_tricks_are_won_as_the_rules_say(language: str) -> None:  # AK-21
    card_named = {words(GAME, language).name(card): card for card in CARDS}
    tricks = diagrams(language, "trick", "trick")
    assert len(tricks) == 3
    for lines in tricks:
        drawn = [re.findall(r"^(\w+) +\[(.+)\]", line)[0] for line in lines]
        assert [name for name, _ in drawn] == PLAYERS[language]
        cards = [card_named[card] for _, card in drawn]
        table = last_trick(" ".join(cards))
        trick(table, " ".join(cards))
        assert table.events("won") == [(seat, cards[seat]) for seat, line in enumerate(lines) if "<==" in line]


@both_languages
def test_the_pictured_stone_goes_where_the_rules_say(language: str) -> None:  # AK-22
    (lines,) = diagrams(language, "board", "stone")
    before, after = boards(lines)
    table = after_trick("spring-8 spring-3 summer-2 autumn-6", before)
    table.play(*(f"place {space}" for space in marked(after, "[]")))
    assert picture(table).replace(" |", "") == owners(after)


@both_languages
def test_the_pictured_pushes_go_where_the_rules_say(language: str) -> None:  # AK-23
    pushes = diagrams(language, "board", "push")
    assert len(pushes) == 2
    for lines in pushes:
        before, after = boards(lines)
        (pushed,), (to,) = marked(before, "()"), marked(after, "()")
        table = after_trick("summer-8 spring-3 winter-2 summer-1", before)
        table.play(f"push {pushed}", f"to {to}")
        assert picture(table).replace(" |", "") == owners(after)
        assert marked(after, "[]") == [pushed]
    in_a_line = boards(pushes[0])[1]
    assert longest_line(_stones(in_a_line, 0)) == 3


@both_languages
def test_the_pictured_bachiatari_costs_what_the_rules_say(language: str) -> None:  # AK-24
    (lines,) = diagrams(language, "board", "bachiatari")
    before, after = boards(lines)
    assert longest_line(_stones(before, 1)) == 4
    table = after_trick("spring-1 spring-8 spring-3 autumn-6", before, in_hand=(1, 0, 1, 1))
    assert table.events("bachiatari") == [(1,)]
    table.play(*(f"return {space}" for space in marked(before, "()")))
    assert picture(table).replace(" |", "") == owners(after)
    assert ameno(table).seats[1].stones == 3


@both_languages
def test_the_omegumi_cards_of_the_example_are_scored_as_the_rules_say(language: str) -> None:  # AK-30
    (lines,) = diagrams(language, "omegumi", "omegumi")
    game_words = words(GAME, language)
    cards = "spring-x1 summer-x0 autumn-x3"
    table = last_trick("spring-1 spring-8 spring-3 autumn-6", cards)
    lay_stones(table, owners(boards(lines)[0]))
    met = named(OMEGUMI, ameno(table).fulfilled(0)).split()
    for card, line in zip(cards.split(), lines[-3:], strict=True):
        condition, verdict = line.split("->")
        needs = [
            Verbatim(game_words.text("omegumi", "need", season=season, need=need))
            for season, need in zip(SEASONS, ameno(table).equipment.tables["omegumi"][card], strict=False)
            if need >= 0
        ]
        assert condition.strip() == game_words.list(needs).text
        assert (verdict.strip() == SCORED[language]) == (card in met)


@both_languages
def test_the_pictured_final_score_is_what_the_rules_say(language: str) -> None:  # AK-32
    (lines,) = diagrams(language, "score", "score")
    (board,) = boards(lines)
    table = last_trick("summer-1 spring-3 autumn-2 winter-1")
    lay_stones(table, owners(board))
    shown = [re.findall(r"(\w+) +\D*(\d+)\D+(\d+) = (\d+)", line.rpartition("|")[2])[0] for line in lines[1:5]]
    assert [name for name, *_ in shown] == PLAYERS[language]
    for seat, (_, *numbers) in enumerate(shown):
        stones = _stones(board, seat)
        assert [int(number) for number in numbers] == [count(stones), longest_line(stones), table.state.scores()[seat]]
    line = mask_of([SPACES.index(space) for space in marked(board, "[]")])
    assert count(line) == longest_line(line) == longest_line(_stones(board, 0))
    assert line & _stones(board, 0) == line


@both_languages
def test_the_numbers_for_three_and_four_players_are_those_of_the_rules(
    language: str,
) -> None:  # AK-1, AK-3, AK-11, AK-25
    shown = rules_chapter(GAME, language, "three_players").markdown
    numbers = [
        (int(four), int(three)) for four, three in re.findall(r"^\|.*\| (\d+) \| (\d+) \|$", shown, re.MULTILINE)
    ]
    four, three = (ameno(deal(GAME, players)).equipment for players in (4, 3))
    assert numbers == [
        (four.card_count, three.card_count),
        (four.stones, three.stones),
        (STONES - four.stones, STONES - three.stones),
        (four.omegumi_per_round, three.omegumi_per_round),
        (four.tricks, three.tricks),
    ]


def test_a_chapter_is_found_by_its_id_or_its_title() -> None:
    assert rules_chapter(GAME, "en", "bachiatari") == rules_chapter(GAME, "en", "Bachiatari")
    assert rules_chapter(GAME, "ja", "トリック").id == "trick"
    with pytest.raises(UnknownChapter, match="no chapter 'cheating'; the chapters are: aim, equipment, round"):
        rules_chapter(GAME, "en", "cheating")


def test_a_game_without_rules_text_is_named() -> None:
    with pytest.raises(MissingRules, match=r"ameno_kirifuda has no rules text in 'ja' \(text/rules.ja.md is missing\)"):
        rules_text(replace(GAME, package="chabudai.scene"), "ja")


def test_a_table_that_the_game_lacks_is_refused() -> None:
    with pytest.raises(BadTable, match="the rules of ameno_kirifuda show table 'omegumi'"):
        rules_text(replace(GAME, tables=()), "en")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage, match="the languages are: en, ja"):
        rules_text(GAME, "tlh")


def _stones(board: str, seat: int) -> int:
    """Return a seat's stones on a board of a diagram as a set of spaces."""
    return mask_of([space for space, owner in enumerate(owners(board).split()) if owner == str(seat)])
