"""The scene: the trick and why a card is winning, wishes, points by round, score steps, memory aids."""

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.scene.builder import make_scene
from chabudai.scene.vocabulary import Ring, Scene, Strip
from chabudai.scene.words import LANGUAGES, words
from chabudai.testing.table import StackedTable, deal
from games.fine_weather.positions import first_trick, last_trick, trick

NAMES = ["Ami", "Ben", "Chika", "Dai"]


def scene(table: StackedTable, viewer: int = 0, aids: bool = True, language: str = "en") -> Scene:
    return make_scene(GAME, table.state.seen_by(viewer, aids), words(GAME, language), NAMES)


def panel(shown: Scene, name: str) -> list[list[str]]:
    """Return the rows of a fact panel, each with its title first; an empty list if there is no such panel."""
    return [[row.title, *map(str, row.cells)] for facts in shown.facts if facts.id == name for row in facts.rows]


def markers(shown: Scene) -> list[list[str]]:
    return [[marker.name for marker in seat.markers] for seat in shown.seats]


@pytest.mark.parametrize(
    ("words_played", "remark", "strongest"),
    [
        ("fine-3 fine-9", "Fine 9 (Ben) is winning: the highest Fine, the led suit", "Snow, if Thunder is played"),
        ("fine-3 thunder-1", "Thunder 1 (Ben) is winning: Thunder beats everything but Snow", "highest Snow"),
        ("thunder-3 snow-1", "Snow 1 (Ben) is winning: with a Thunder in the trick, Snow wins", "highest Snow"),
        ("snow-1 snow-2", "Snow 2 (Ben) is winning: only Snow has been played", "Snow, if Thunder is played"),
        (
            "snow-3 rainy-1",
            "Rainy 1 (Ben) is winning: Snow was led, so the highest number of the other suits wins",
            "Snow, if Thunder is played",
        ),
    ],
)
def test_the_trick_shows_who_led_which_card_wins_and_why(
    words_played: str, remark: str, strongest: str
) -> None:  # FW-21
    table = last_trick(f"{words_played} cloudy-1 cloudy-2")
    trick(table, words_played)
    shown = scene(table, viewer=2)
    assert shown.remark == remark
    ring, strip = shown.zones
    assert isinstance(ring, Ring)
    assert isinstance(strip, Strip)
    assert [card.marks if card else None for card in ring.cards] == [["led"], ["winning"], None, None]
    assert strip.chips[0].text == strongest


def test_the_hand_shows_which_cards_follow() -> None:  # FW-20
    table = first_trick("fine-1 … | fine-2 snow-1 thunder-1 cloudy-1 cloudy-2 cloudy-3 cloudy-4 cloudy-5 | … | …")
    table.play("play fine-1")
    shown = scene(table, viewer=1)
    assert shown.prompt == "Follow Fine"
    assert [choice.target for choice in shown.choices if choice.why is None] == ["fine-2"]
    assert {choice.why for choice in shown.choices if choice.why} == {"you must follow Fine"}


def test_every_seat_shows_its_wish_and_its_tricks() -> None:  # FW-12, FW-22
    table = first_trick("fine-1 … | fine-10 … | … | …", start=1)
    table.play("play fine-10")
    table.play_on(moves=3)
    shown = scene(table, aids=False)
    assert all("wishes for Fine" in names for names in markers(shown))
    assert sum(seat.counters[0].value for seat in shown.seats) == 1


def test_for_a_hidden_wish_only_the_announcement_is_shown() -> None:  # FW-40
    table = deal(GAME, 3, options={"hidden_wishes": True}, chance={"start": "0"})
    table.play("wish snow", "announce fine", "wish rainy")
    assert markers(scene(table, viewer=0)) == [["leads", "says Fine", "wishes for Snow"], [], []]
    assert markers(scene(table, viewer=1)) == [["leads", "says Fine"], ["wishes for Rainy"], []]
    assert scene(table, viewer=1).prompt == "You wished for Rainy. Announce a wish, true or false"


def test_everybody_sees_the_points_by_round() -> None:  # FW-3
    table = last_trick("fine-1 fine-2 fine-3", wish=["snow", "snow", "fine"], opener=1)
    trick(table, "fine-1 fine-2 fine-3")
    shown = scene(table, viewer=-1, aids=False)
    assert panel(shown, "standing") == [
        ["Ami", "+6", "", "", "6"], ["Ben", "+6", "", "", "6"], ["Chika", "+3", "", "", "3"],
    ]  # fmt: skip
    assert panel(shown, "round_before")[2] == ["Chika", "Fine", "3", "0", "0", "0", "0", "+3"]


def test_memory_aids_show_the_points_of_won_cards_and_the_unseen_cards() -> None:  # FW-22
    table = last_trick("fine-9 fine-2 fine-3", won=["rainy-1 rainy-2 thunder-1", "", ""], tricks=[1, 0, 0])
    with_aids, without = scene(table), scene(table, aids=False)
    assert panel(with_aids, "so_far")[0] == ["you", "Fine", "0", "0", "2", "1", "0", "-1"]
    assert ["Thunder", "2 3"] in panel(with_aids, "left")
    assert panel(without, "so_far") == panel(without, "left") == []


def test_points_under_an_announced_wish_have_a_question_mark() -> None:  # FW-40
    table = last_trick(
        "fine-9 fine-2 fine-3",
        wish=["snow"] * 3,
        announced=["rainy"] * 3,
        won=["", "rainy-1 rainy-2 rainy-3", ""],
        tricks=[0, 1, 0],
        options={"hidden_wishes": True},
    )
    rows = panel(scene(table), "so_far")
    assert rows[0] == ["you", "Snow", "0", "0", "0", "0", "0", "+6"]
    assert rows[1] == ["Ben", "“Rainy”", "0", "0", "3", "0", "0", "+3?"]


@pytest.mark.parametrize(
    ("wish", "cards", "text"),
    [
        ("thunder", "fine-1 thunder-1 thunder-2 snow-1", "1 Thunder × +2, 1 Thunder and 1 Snow cancel"),
        ("fine", "fine-1 cloudy-1 rainy-1 snow-1", "2 Fine × +1, 1 Snow × -1"),
        ("cloudy", "fine-1 fine-4 rainy-1 rainy-2", "no scoring cards"),
        ("snow", "fine-1 cloudy-1 rainy-1 snow-1", "2 tricks × -3"),
        ("very-fine", "fine-1 cloudy-1 rainy-1 snow-1", "2 Fine × +3, 1 Cloudy × -1, 4 Rainy × -1, 1 Snow × -2"),
        ("very-cloudy", "fine-1 cloudy-1 rainy-1 snow-1", "7 Fine, Cloudy or Rainy × -1, with 1 Thunder or Snow (odd)"),
        (
            "very-cloudy",
            "fine-1 cloudy-1 thunder-1 snow-1",
            "6 Fine, Cloudy or Rainy × +1, with 2 Thunder or Snow (even)",
        ),
        (
            "very-rainy",
            "fine-1 cloudy-1 snow-2 snow-1",
            "3 Rainy × +2, 2 Fine × -1, Thunder and Snow product +4",
        ),
    ],
)
def test_each_score_step_shows_the_calculation(
    wish: str, cards: str, text: str
) -> None:  # FW-30, FW-31, FW-32, FW-33, FW-34
    table = last_trick(
        "fine-9 rainy-8 rainy-9 rainy-10",
        wish=[wish, "snow", "snow", "snow"],
        won=[cards, "", "", ""],
        tricks=[1, 0, 0, 0],
        part=2,
    )
    trick(table, "fine-9 rainy-8 rainy-9 rainy-10")
    last = scene(table).scoring[-4]
    assert last.seat == 0
    assert last.text.endswith(text)


def test_a_score_step_mentions_that_no_tricks_were_won() -> None:  # FW-31
    table = last_trick("fine-1 fine-2 fine-3", wish=["snow"] * 3, part=2)
    trick(table, "fine-1 fine-2 fine-3")
    assert scene(table).scoring[-3].text == "In round 3, you wished for Snow: no tricks"


@pytest.mark.parametrize(
    ("language", "won_before", "text"),
    [("en", 0, "1 trick × -3"), ("en", 1, "2 tricks × -3"), ("ja", 0, "1トリック×-3"), ("ja", 1, "2トリック×-3")],
)
def test_the_tricks_of_a_snow_wish_are_counted_in_both_languages(
    language: str, won_before: int, text: str
) -> None:  # FW-31
    won = "rainy-1 rainy-2 rainy-3" if won_before else ""
    table = last_trick("fine-9 fine-2 fine-3", wish=["snow"] * 3, won=[won, "", ""], tricks=[won_before, 0, 0], part=2)
    trick(table, "fine-9 fine-2 fine-3")
    assert scene(table, language=language).scoring[-3].text.endswith(text)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "You wished for Snow, won 0 Fine, 0 Cloudy, 0 Rainy, 0 Thunder and 0 Snow, and scored 6",
                "Ben wished for Snow, won 0 Fine, 0 Cloudy, 0 Rainy, 0 Thunder and 0 Snow, and scored 6",
                "Chika wished for Snow, won 3 Fine, 0 Cloudy, 0 Rainy, 0 Thunder and 0 Snow, and scored -3",
            ],
        ),
        (
            "ja",
            [
                "あなたの願いは雪：晴れ0枚、曇り0枚、雨0枚、雷0枚、雪0枚で6点",
                "Benの願いは雪：晴れ0枚、曇り0枚、雨0枚、雷0枚、雪0枚で6点",
                "Chikaの願いは雪：晴れ3枚、曇り0枚、雨0枚、雷0枚、雪0枚で-3点",
            ],
        ),
    ],
)
def test_the_log_distinguishes_numbers_of_cards_from_cards(language: str, lines: list[str]) -> None:  # FW-31
    """Three Fine cards are not "Fine 3"."""
    table = last_trick("fine-1 fine-2 fine-3", wish=["snow"] * 3, part=2)
    trick(table, "fine-1 fine-2 fine-3")
    assert [line.text for line in scene(table, language=language).log if line.event == "scored"] == lines


@pytest.mark.parametrize("wish", ["fine", "thunder", "very-rainy"])
def test_the_log_quotes_announcements(wish: str) -> None:  # FW-40
    table = deal(GAME, 3, options={"hidden_wishes": True}, chance={"start": "0"})
    table.play("wish snow", f"announce {wish}")
    name = words(GAME, "en").name(wish)
    assert [line.text for line in scene(table, viewer=1).log] == [f"Ami announced: “I wish for {name}!”"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_wish_shows_how_it_scores(language: str) -> None:  # FW-30
    table = deal(GAME, 4, chance={"start": "0"})
    shown = scene(table, language=language)
    assert len(shown.choices) == 8
    assert all(choice.note for choice in shown.choices)
    assert all(choice.why for choice in shown.choices[5:])


def test_the_payout_of_every_wish_is_listed_from_the_start() -> None:  # FW-13, FW-30
    table = deal(GAME, 4, chance={"start": "0"})
    shown = scene(table)
    assert shown.facts[0].id == "wishes"
    assert shown.facts[0].columns == ["Fine", "Cloudy", "Rainy", "Thunder", "Snow"]
    assert shown.facts[0].note == "Thunder and Snow cancel in pairs, except under Very wishes."
    pays = {row[0]: row[1:] for row in panel(shown, "wishes")}
    assert list(pays) == [*("Fine", "Cloudy", "Rainy", "Thunder", "Snow", "Very Fine", "Very Cloudy", "Very Rainy")]
    assert pays["Fine"] == ["+1", "·", "·", "-1", "-1"]
    assert pays["Very Fine"] == ["+3", "-1", "-1", "-2", "-2"]
    assert pays["Snow"] == ["+6 for no tricks, otherwise -3 per trick"]


def test_a_hidden_wish_is_listed_with_all_wishes_that_it_can_be() -> None:  # FW-13, FW-40
    table = deal(GAME, 3, options={"hidden_wishes": True}, chance={"start": "0"})
    table.play("wish snow", "announce fine")
    for viewer in (1, 2, -1):
        # No Very wish in round 1.
        assert panel(scene(table, viewer), "secret") == [["Ami", "Fine, Cloudy, Rainy, Thunder, Snow"]]
    assert panel(scene(table, 0), "secret") == []


def test_who_plays_a_card_sees_first_what_the_round_would_pay() -> None:
    table = first_trick("fine-1 … | fine-10 … | … | …", start=1)
    assert [facts.id for facts in scene(table).facts][:2] == ["so_far", "wishes"]
    assert [row[-1] for row in panel(scene(table), "so_far")] == ["0"] * 4
    assert "so_far" not in [facts.id for facts in scene(table, aids=False).facts]
