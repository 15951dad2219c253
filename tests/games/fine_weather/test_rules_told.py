"""The rules as they are told to people: every drawn example is true."""

import re
import tomllib

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import count
from chabudai.scene.rules_text import rules_chapter
from chabudai.scene.words import LANGUAGES, words
from chabudai.testing.table import deal
from games.fine_weather.positions import last_trick, trick, weather
from games.fine_weather.test_rounds import next_round, wish_order
from games.fine_weather.test_scoring import plain_points, worth

DIAGRAM = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLAYERS = {"en": ["Ami", "Ben", "Chika", "Dai"], "ja": ["アミ", "ベン", "チカ", "ダイ"]}

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def diagrams(language: str, kind: str, chapter: str) -> list[list[str]]:
    """The drawings of a kind in a chapter, as lines."""
    found = DIAGRAM.findall(rules_chapter(GAME, language, chapter).markdown)
    return [drawing.splitlines() for each, drawing in found if each == kind]


@both_languages
def test_the_drawn_cards_are_all_cards(language: str) -> None:  # FW-1
    (lines,) = diagrams(language, "cards", "cards")
    drawn = [(line.split()[0], line.split()[1:]) for line in lines]
    names = {words(GAME, language).name(suit): suit for suit in SUITS}
    assert [f"{names[suit]}-{rank}" for suit, ranks in drawn for rank in ranks] == list(CARDS)


@both_languages
def test_the_numbers_for_three_and_four_players_are_those_of_the_rules(language: str) -> None:  # FW-1
    told = rules_chapter(GAME, language, "cards").markdown
    numbers = [(int(three), int(four)) for three, four in re.findall(r"^\|.*\| (\d+) \| (\d+) \|$", told, re.MULTILINE)]
    three, four = (weather(deal(GAME, players)) for players in (3, 4))
    assert numbers == [(three.rules.hand, four.rules.hand), (count(three.undealt), count(four.undealt))]


@both_languages
def test_the_told_order_of_wishes_and_the_leader_are_right(language: str) -> None:  # FW-11, FW-12, FW-14
    (lines,) = diagrams(language, "order", "round")
    totals = [int(line.split()[1]) for line in lines[:4]]
    names = PLAYERS[language]
    assert [line.split()[0] for line in lines[:4]] == names
    order, leader = (re.findall("|".join(names), line) for line in lines[5:])
    table = next_round(totals, opener=0)
    assert [names[seat] for seat in wish_order(table)] == order
    assert [names[weather(table).opener]] == leader


@both_languages
@pytest.mark.parametrize(("chapter", "number"), [("trick", 4), ("snow", 2)])
def test_the_drawn_tricks_are_won_as_the_rules_say(language: str, chapter: str, number: int) -> None:  # FW-21
    card_named = {words(GAME, language).name(card): card for card in CARDS}
    tricks = diagrams(language, "trick", chapter)
    assert len(tricks) == number
    for lines in tricks:
        drawn = [re.findall(r"^(\w+) +\[(.+)\]", line)[0] for line in lines]
        assert [name for name, _ in drawn] == PLAYERS[language][: len(drawn)]
        cards = [card_named[card] for _, card in drawn]
        table = last_trick(" ".join(cards))
        trick(table, " ".join(cards))
        wanted = [(seat, cards[seat], *cards) for seat, line in enumerate(lines) if "<==" in line]
        assert table.events("won") == wanted


@both_languages
def test_the_reckoned_examples_come_to_what_they_say(language: str) -> None:  # FW-30, FW-33, FW-34
    names = {words(GAME, language).name(wish): wish for wish in WISHES}
    suits = [words(GAME, language).name(suit) for suit in SUITS]
    lines = [
        line for chapter in ("wishes", "very") for drawing in diagrams(language, "score", chapter) for line in drawing
    ]
    examples = list(zip(lines[::2], lines[1::2], strict=True))
    assert len(examples) == 4
    for told, result in examples:
        wish = next(names[name] for name in sorted(names, key=len, reverse=True) if told.startswith(name))
        won = []
        for suit in suits:
            found = re.search(rf"(\d+) {suit}|{suit}(\d+)", told)
            assert found is not None
            won.append(int(found[1] or found[2]))
        points = int(result.rpartition("=")[2])
        assert worth(wish, " ".join(map(str, won))) == plain_points(wish, won, 1) == points


@both_languages
def test_assumed_points_are_marked(language: str) -> None:  # FW-30
    speech = words(GAME, language)
    told = rules_chapter(GAME, language, "wishes").markdown
    sign = speech.sentence("rules", "assumed_sign")
    assert all(f"| {speech.name(wish)} {sign} |" in told for wish in WISHES[:4])
    assert f"{sign} {speech.text('rules', 'assumed')}" in told


@both_languages
def test_the_file_of_card_data_in_the_text_can_be_played_with(language: str) -> None:  # FW-30
    (lines,) = diagrams(language, "toml", "assumed")
    setup = GAME.setup(4, data=tomllib.loads("\n".join(lines)))
    assert setup.overridden == ("points",)
