"""The rules text for players: every example in it is true."""

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
from games.fine_weather.test_scoring import simple_points, worth

DIAGRAM = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLAYERS = {"en": ["Ami", "Ben", "Chika", "Dai"], "ja": ["アミ", "ベン", "チカ", "ダイ"]}

both_languages = pytest.mark.parametrize("language", LANGUAGES)


def diagrams(language: str, kind: str, chapter: str) -> list[list[str]]:
    """Return the lines of each diagram of a kind in a chapter."""
    blocks = DIAGRAM.findall(rules_chapter(GAME, language, chapter).markdown)
    return [diagram.splitlines() for name, diagram in blocks if name == kind]


@both_languages
def test_the_diagram_of_the_cards_is_complete(language: str) -> None:  # FW-1
    (lines,) = diagrams(language, "cards", "cards")
    drawn = [(line.split()[0], line.split()[1:]) for line in lines]
    names = {words(GAME, language).name(suit): suit for suit in SUITS}
    assert [f"{names[suit]}-{rank}" for suit, ranks in drawn for rank in ranks] == list(CARDS)


@both_languages
def test_the_card_counts_for_three_and_four_players_are_right(language: str) -> None:  # FW-1
    text = rules_chapter(GAME, language, "cards").markdown
    numbers = [(int(three), int(four)) for three, four in re.findall(r"^\|.*\| (\d+) \| (\d+) \|$", text, re.MULTILINE)]
    three, four = (weather(deal(GAME, players)) for players in (3, 4))
    assert numbers == [
        (three.equipment.cards_per_hand, four.equipment.cards_per_hand),
        (count(three.undealt), count(four.undealt)),
    ]


@both_languages
def test_the_example_of_the_wish_order_and_the_leader_is_right(language: str) -> None:  # FW-11, FW-12, FW-14
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
def test_the_example_tricks_are_won_as_shown(language: str, chapter: str, number: int) -> None:  # FW-21
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
def test_the_scoring_examples_add_up(language: str) -> None:  # FW-30, FW-33, FW-34
    names = {words(GAME, language).name(wish): wish for wish in WISHES}
    suits = [words(GAME, language).name(suit) for suit in SUITS]
    lines = [
        line for chapter in ("wishes", "very") for diagram in diagrams(language, "score", chapter) for line in diagram
    ]
    examples = list(zip(lines[::2], lines[1::2], strict=True))
    assert len(examples) == 4
    for example, result in examples:
        wish = next(names[name] for name in sorted(names, key=len, reverse=True) if example.startswith(name))
        won = []
        for suit in suits:
            number = re.search(rf"(\d+) {suit}|{suit}(\d+)", example)
            assert number is not None
            won.append(int(number[1] or number[2]))
        points = int(result.rpartition("=")[2])
        assert worth(wish, " ".join(map(str, won))) == simple_points(wish, won, 1) == points


@both_languages
def test_assumed_points_are_marked(language: str) -> None:  # FW-30
    game_words = words(GAME, language)
    text = rules_chapter(GAME, language, "wishes").markdown
    sign = game_words.sentence("rules", "assumed_sign")
    assert all(f"| {game_words.name(wish)} {sign} |" in text for wish in WISHES[:4])
    assert f"{sign} {game_words.text('rules', 'assumed')}" in text


@both_languages
def test_the_data_file_in_the_text_is_valid(language: str) -> None:  # FW-30
    (lines,) = diagrams(language, "toml", "assumed")
    setup = GAME.setup(4, data=tomllib.loads("\n".join(lines)))
    assert setup.overridden == ("points",)


@both_languages
def test_the_thunder_example_follows_the_card_data(language: str) -> None:  # FW-30
    setup = GAME.setup(4, data={"points": {"thunder": [1, 1, 1, 3, -3]}})
    (diagram,) = re.findall(r"```score\n(.*?)```", rules_chapter(GAME, language, "wishes", setup).markdown, re.DOTALL)
    assert diagram.rstrip().endswith("= 9")


def test_the_data_file_offered_to_owners_fits_the_only_known_example() -> None:  # FW-30
    (lines,) = diagrams("en", "toml", "assumed")
    setup = GAME.setup(4, data=tomllib.loads("\n".join(lines)))
    assert GAME.rules_values is not None
    for fitting in (setup, GAME.setup(4)):
        assert GAME.rules_values(fitting, words(GAME)) == {"thunder example": "2"}
