"""Cards, board, stones and Omegumi cards: AK-1 to AK-4."""

import re
from pathlib import Path

import pytest

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.faces import omegumi_card
from chabudai.games.ameno_kirifuda.words import CARDS, OMEGUMI, SEASONS, SPACES
from chabudai.kernel.bits import count
from chabudai.kernel.card_data import read_data
from chabudai.kernel.errors import BadPlayers
from chabudai.scene.builder import action_text
from chabudai.scene.words import LANGUAGES, words
from chabudai.testing.table import deal
from games.ameno_kirifuda.positions import FOUR_WINS, ameno, first_trick, last_trick, lay_stones, trick


def test_there_are_cards_1_to_8_in_four_seasons() -> None:  # AK-1
    deck = deal(GAME, 4).record().chance[1]
    assert deck.what == "deck"
    assert sorted(map(str, deck.result)) == sorted(CARDS)
    assert len(CARDS) == 32


def test_with_3_players_there_are_no_7s_and_8s() -> None:  # AK-1
    deck = deal(GAME, 3).record().chance[1]
    assert sorted(map(str, deck.result)) == sorted(card for card in CARDS if card[-1] not in "78")


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_the_game_is_for_3_or_4_players(players: int) -> None:
    with pytest.raises(BadPlayers, match=f"ameno_kirifuda is for 3 or 4 players, not {players}"):
        deal(GAME, players)


def test_the_board_has_four_spaces_in_each_of_four_seasons() -> None:  # AK-2
    assert SPACES[:5] == ("spring-a", "spring-b", "spring-c", "spring-d", "summer-a")
    assert len(SPACES) == 16
    table = first_trick(FOUR_WINS)
    trick(table, "summer-8 spring-2 spring-7 summer-1")
    assert table.legal(0) == ["place summer-a", "place summer-b", "place summer-c", "place summer-d"]


def test_sixteen_tricks_never_overfill_the_board() -> None:  # AK-2
    for seed in range(20):
        table = deal(GAME, 3 + seed % 2, seed=seed)
        table.play_on()
        assert len(table.events("won")) == 16
        assert len(table.events("placed")) + len(table.events("bachiatari")) == 16


@pytest.mark.parametrize(("players", "in_hand"), [(3, 4), (4, 3)])
def test_a_player_starts_with_some_stones_in_hand_and_the_rest_in_the_supply(
    players: int, in_hand: int
) -> None:  # AK-3
    for player in ameno(deal(GAME, players)).seats:
        assert (player.stones, player.supply, player.board) == (in_hand, 7 - in_hand, 0)


def test_a_players_stones_in_hand_in_the_supply_and_on_the_board_always_add_up_to_seven() -> None:  # AK-3
    for seed in range(10):
        table = deal(GAME, 3 + seed % 2, seed=seed)
        while not table.state.over():
            table.play_on(moves=1)
            for player in ameno(table).seats:
                assert player.stones + player.supply + count(player.board) == 7
                assert min(player.stones, player.supply) >= 0


def test_omegumi_cards_require_exact_numbers_in_one_or_two_seasons() -> None:  # AK-4
    (table,) = GAME.tables
    assert tuple(table.rows) == OMEGUMI
    assert table.columns == ("spring", "summer", "autumn", "winter", "points")
    for season in range(4):
        for place, (stones, points) in enumerate([(1, 2), (2, 3), (3, 6), (0, 4)]):
            required = [-1, -1, -1, -1]
            required[season] = stones
            if stones == 0:
                required[(season + 1) % 4] = 2
            assert table.rows[OMEGUMI[season * 4 + place]] == [*required, points]


def test_the_omegumi_cards_are_marked_as_assumed() -> None:  # AK-4
    (table,) = GAME.tables
    assert table.assumed
    assert "AK-4" in table.provenance


@pytest.mark.parametrize(
    ("omegumi", "board", "holds"),
    [
        ("spring-x1", "0 1 1 . | . . . . | . . . . | . . . .", True),
        ("spring-x1", "0 . . 0 | . . . . | . . . . | . . . .", False),
        ("summer-x2", ". . . . | 0 . 0 . | . . . . | . . . .", True),
        ("summer-x2", ". . . . | 0 0 0 . | . . . . | . . . .", False),
        ("autumn-x3", ". . . . | . . . . | 0 0 . 0 | . . . .", True),
        ("autumn-x3", ". . . . | . . . . | 0 0 0 0 | . . . .", False),
        ("spring-x0", ". . . . | 0 0 . . | . . . . | . . . .", True),
        ("spring-x0", "1 . 2 . | 0 0 3 . | . . . . | . . . .", True),  # none of the player's own: others are allowed
        ("spring-x0", "0 . . . | 0 0 . . | . . . . | . . . .", False),
        ("spring-x0", ". . . . | 0 0 0 . | . . . . | . . . .", False),
        ("winter-x0", "0 0 . . | . . . . | . . . . | . . . .", True),  # the season after Winter is Spring
    ],
)
def test_a_condition_counts_only_the_players_own_stones_and_requires_the_exact_number(
    omegumi: str, board: str, holds: bool
) -> None:  # AK-4
    cards = "autumn-1 spring-3 winter-2 summer-1"
    table = last_trick(cards, omegumi)
    lay_stones(table, board.replace("|", ""))
    trick(table, cards, "place winter-d")  # seat 2 wins and places a stone, so nothing changes for seat 0
    assert table.events("round_over") == [(1,)]
    assert table.events("scored") == ([(0, omegumi)] if holds else [])


def test_a_data_file_changes_conditions_and_points(tmp_path: Path) -> None:  # AK-4
    file = tmp_path / "mine.toml"
    file.write_text("[omegumi]\nspring-x0 = [0, 2, -1, -1, 5]\nwinter-x1 = [-1, -1, -1, 0, 20]\n")
    cards = "summer-1 spring-3 autumn-2 winter-1"
    table = last_trick(cards, "spring-x0 winter-x1 spring-x1", part=1, data=read_data(file))
    lay_stones(table, ". . . . 0 0 . . . . . . . . . .")
    trick(table, cards, "place autumn-a")
    assert table.events("scored") == [(0, "spring-x0"), (0, "winter-x1")]
    assert table.state.scores()[0] == 2 * 2 + 5 + 20


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Omegumi worth 2: no condition"), ("ja", "お恵み札：条件なしで2点")]
)
def test_a_card_without_any_condition_says_so(language: str, name: str) -> None:  # AK-4
    setup = ameno(deal(GAME, 4, data={"omegumi": {"spring-x1": [-1, -1, -1, -1, 2]}})).equipment
    assert omegumi_card(setup, OMEGUMI.index("spring-x1"), words(GAME, language)).name == name


@pytest.mark.parametrize(
    ("board", "holds"),
    [
        (". . . . | 0 0 . . | . . . . | . . . .", True),
        ("1 . . . | 0 0 . . | . . . . | . . . .", False),  # somebody has a stone in Spring
        ("0 . . . | 0 0 . . | . . . . | . . . .", False),
        (". . . . | 0 0 1 . | . . . . | . . . .", True),  # in Summer only the owner's stones are counted
    ],
)
def test_a_data_file_can_require_that_nobody_has_a_stone_in_a_season(board: str, holds: bool) -> None:  # AK-4
    cards = "autumn-1 spring-3 winter-2 summer-1"
    data = {"omegumi": {"spring-x0": [-1, 2, -1, -1, 4, 0, -1, -1, -1]}}
    table = last_trick(cards, "spring-x0", data=data)
    lay_stones(table, board.replace("|", ""))
    trick(table, cards, "place winter-d")
    assert table.events("scored") == ([(0, "spring-x0")] if holds else [])


def test_a_data_file_can_require_a_number_of_all_players_stones() -> None:  # AK-4
    cards = "autumn-1 spring-3 winter-2 summer-1"
    data = {"omegumi": {"spring-x1": [1, -1, -1, -1, 9, 3, -1, -1, -1]}}
    for board, scored in (("0 1 2 .", [(0, "spring-x1")]), ("0 1 . .", []), ("0 1 2 3", [])):
        table = last_trick(cards, "spring-x1", data=data)
        lay_stones(table, f"{board} . . . . . . . . . . . .")
        trick(table, cards, "place winter-d")
        assert table.events("scored") == scored


@pytest.mark.parametrize(
    ("language", "name", "full"),
    [
        (
            "en",
            "Summer ×2, Spring ×0 (all players)",
            "Omegumi worth 4: exactly 2 in Summer, nobody's stone in Spring",
        ),
        ("ja", "夏×2、春×0（全員）", "お恵み札：夏にちょうど2個、春にだれの石もないで4点"),
    ],
)
def test_a_corrected_omegumi_card_is_named_after_what_it_requires(language: str, name: str, full: str) -> None:  # AK-4
    setup = ameno(deal(GAME, 4, data={"omegumi": {"spring-x0": [-1, 2, -1, -1, 4, 0, -1, -1, -1]}})).equipment
    own_words = words(GAME, language, setup)
    assert own_words.name("spring-x0") == name
    assert own_words.name("spring-x1") == words(GAME, language).name("spring-x1")
    card = omegumi_card(setup, OMEGUMI.index("spring-x0"), own_words)
    assert card.name == full
    assert len(card.chips) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_card_states_its_whole_condition(language: str) -> None:  # AK-4
    plain = words(GAME, language)
    for card, needs in GAME.tables[0].rows.items():
        required = {season: need for season, need in zip(SEASONS, needs, strict=False) if need >= 0}
        assert {season for season in SEASONS if plain.name(season) in plain.name(card)} == set(required)
        assert [int(digit) for digit in re.findall(r"\d", plain.name(card))] == sorted(
            required.values(), key=lambda need: need != 0
        )
        assert plain.name(card) in action_text(f"draft {card}", plain)


def test_a_card_with_other_points_keeps_its_name() -> None:  # AK-4
    setup = ameno(deal(GAME, 4, data={"omegumi": {"spring-x0": [0, 2, -1, -1, 5]}})).equipment
    assert words(GAME, "en", setup).name("spring-x0") == words(GAME, "en").name("spring-x0")


def test_a_record_holds_every_row_of_an_overridden_table() -> None:  # AK-4
    table = deal(GAME, 4, data={"omegumi": {"spring-x0": [0, 2, -1, -1, 5]}})
    assert table.record().data == {"omegumi": {**GAME.tables[0].rows, "spring-x0": [0, 2, -1, -1, 5]}}


def test_without_a_data_file_the_record_holds_no_data() -> None:  # AK-4
    assert deal(GAME, 4).record().data is None
