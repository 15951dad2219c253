"""The cards: TC-1 to TC-7, TC-12."""

from collections import Counter
from pathlib import Path

import pytest

from chabudai.games.thousand_cats import GAME
from chabudai.games.thousand_cats.faces import icon_of
from chabudai.games.thousand_cats.words import CARDS, SEASONS
from chabudai.kernel.card_data import read_data
from chabudai.kernel.errors import BadOption, BadPlayers, BadTable
from chabudai.testing.table import deal
from games.thousand_cats.positions import cats, dealt, numbers, pair, play, points_of


def icons(season: str) -> list[str]:
    equipment = cats(deal(GAME, 4)).equipment
    return [icon_of(equipment, number) for number, card in enumerate(CARDS) if card.startswith(season)]


def test_there_are_nine_cards_in_each_of_four_seasons_and_two_yorozu() -> None:  # TC-1
    assert Counter(card.split("-")[0] for card in CARDS) == {**dict.fromkeys(SEASONS, 9), "yorozu": 2}
    assert CARDS[-2:] == ("yorozu-0", "yorozu-13")


def test_each_season_begins_one_higher_than_the_one_before() -> None:  # TC-2
    equipment = cats(deal(GAME, 4)).equipment
    for first, season in enumerate(SEASONS, start=1):
        values = [equipment.value(number) for number, card in enumerate(CARDS) if card.startswith(season)]
        assert values == list(range(first, first + 9))
    assert [equipment.value(number) for number in numbers("yorozu-0 yorozu-13")] == [0, 13]


@pytest.mark.parametrize("season", SEASONS)
def test_a_season_has_fish_at_its_ends_then_booze_and_a_crow_in_the_middle(season: str) -> None:  # TC-3, TC-4, TC-5
    season_icons = icons(season)
    assert (season_icons[0], season_icons[8]) == ("fish_2", "fish_2")
    assert (season_icons[1], season_icons[7]) == ("booze", "booze")
    assert season_icons[4] == "crow"


def test_ten_cards_have_booze_and_four_have_crows() -> None:  # TC-4, TC-5
    equipment = cats(deal(GAME, 4)).equipment
    by_icon = {name: [card for number, card in enumerate(CARDS) if icon_of(equipment, number) == name] for name in
               ("booze", "crow")}  # fmt: skip
    assert " ".join(by_icon["booze"]) == (
        "spring-2 spring-8 summer-3 summer-9 fall-4 fall-10 winter-5 winter-11 yorozu-0 yorozu-13"
    )
    assert by_icon["crow"] == ["spring-5", "summer-6", "fall-7", "winter-8"]


def test_the_other_cards_have_one_fish_or_none_and_are_marked_as_assumed() -> None:  # TC-6
    assert icons("spring")[2:7] == ["fish_1", "none", "crow", "none", "fish_1"]
    equipment = cats(deal(GAME, 4)).equipment
    assert Counter(icon_of(equipment, number) for number in range(36)) == {
        "fish_2": 8, "fish_1": 8, "booze": 8, "crow": 4, "none": 8,
    }  # fmt: skip
    fish = next(table for table in GAME.tables if table.name == "fish")
    assert fish.assumed
    assert "TC-6" in fish.provenance


def test_of_equal_values_the_card_with_more_cats_is_higher() -> None:  # TC-7
    table = dealt("spring-4 … | summer-4 … | fall-6 … | fall-8 …", face_up="winter-7 winter-9")
    play(table, "spring-4 summer-4 fall-6 fall-8")
    assert pair(table) == "summer-4 fall-8"
    rank = cats(table).equipment.rank
    for equal_values in ("winter-4 fall-4 summer-4 spring-4", "winter-9 fall-9 summer-9 spring-9"):
        ranks = [rank[number] for number in numbers(equal_values)]
        assert ranks == sorted(ranks)
        assert len(set(ranks)) == 4


def test_a_data_file_changes_the_fish(tmp_path: Path) -> None:  # TC-6
    file = tmp_path / "mine.toml"
    file.write_text("[fish]\nspring = [2, 0, 0, 1, 0, 1, 0, 0, 2]\n")
    table = deal(GAME, 4, data=read_data(file))
    equipment = cats(table).equipment
    assert [equipment.fish[number] for number in range(9)] == [2, 0, 0, 1, 0, 1, 0, 0, 2]
    assert table.record().data == {"fish": {**GAME.tables[0].rows, "spring": [2, 0, 0, 1, 0, 1, 0, 0, 2]}}
    assert points_of("spring-4") == 0, "without the file, this card has no fish"


def test_a_data_file_cannot_put_fish_where_the_rules_have_none() -> None:  # TC-3, TC-4
    with pytest.raises(BadTable, match="1 is not a whole number from 0 to 0"):
        GAME.setup(4, data={"fish": {"spring": [2, 1, 1, 0, 0, 0, 1, 0, 2]}})


def test_booze_tokens_never_run_out() -> None:  # TC-12
    for seed in range(30):
        table = deal(GAME, 4, seed=seed, options={"target": 10})
        while not table.state.over():
            table.play_on(moves=1)
            assert sum(player.booze for player in cats(table).seats) <= 10


@pytest.mark.parametrize("players", [1, 2, 5])
def test_the_game_is_for_3_or_4_players(players: int) -> None:
    with pytest.raises(BadPlayers, match="3 or 4 players"):
        deal(GAME, players)


@pytest.mark.parametrize("target", [0, 201])
def test_the_target_is_from_1_to_200(target: int) -> None:  # TC-40
    with pytest.raises(BadOption, match="a whole number from 1 to 200"):
        deal(GAME, 4, options={"target": target})
