"""Playing and winning tricks: AK-20, AK-21, AK-25, AK-26."""

import pytest

from chabudai.games.ameno_kirifuda import GAME
from chabudai.games.ameno_kirifuda.words import CARDS
from chabudai.kernel.errors import BadOption
from chabudai.kernel.state import SPECTATOR
from chabudai.testing.table import deal
from games.ameno_kirifuda.positions import FOUR_WINS, ameno, first_trick, last_trick, of_ameno, trick

FOLLOW = """
    spring-1 summer-8 … |
    spring-2 spring-5 summer-1 summer-2 winter-1 winter-2 autumn-1 autumn-2 |
    spring-3 … |
    summer-5 summer-6 autumn-5 autumn-6 autumn-7 winter-5 winter-6 winter-7
"""


def test_the_leader_may_play_any_card() -> None:  # AK-20
    table = first_trick(FOLLOW)
    assert len(table.legal(0)) == 8


def test_a_player_with_a_card_of_the_led_season_must_follow() -> None:  # AK-20
    table = first_trick(FOLLOW)
    table.play("play spring-1")
    assert table.legal(1) == ["play spring-2", "play spring-5"]
    assert table.refusal(1, "play summer-1") == "you must follow spring"


def test_a_player_with_no_card_of_the_led_season_may_play_any_card() -> None:  # AK-20
    table = first_trick(FOLLOW)
    table.play("play spring-1", "play spring-2", "play spring-3")
    assert len(table.legal(3)) == 8


@pytest.mark.parametrize("players", [3, 4])
def test_the_others_play_clockwise(players: int) -> None:  # AK-20
    table = first_trick(" | ".join(["…"] * (players - 1) + ["spring-1 …"]), players)
    table.play_on(moves=players)
    assert [seat for seat, _ in table.events("played")] == [players - 1, *range(players - 1)]


def test_the_highest_card_of_the_led_season_wins_if_nobody_plays_the_next_season() -> None:  # AK-21
    """The rulebook's first example: Winter is not the season after Spring."""
    table = first_trick(
        "spring-1 spring-3 spring-4 … | spring-5 spring-7 … | spring-2 spring-6 spring-8 … | winter-8 …"
    )
    trick(table, "spring-1 spring-7 spring-2 winter-8")
    assert table.events("won") == [(1, "spring-7")]


def test_the_season_after_the_led_one_beats_it() -> None:  # AK-21
    """The rulebook's second example: a low trump wins, and Autumn is not the next season."""
    table = first_trick(
        "spring-1 spring-8 spring-2 spring-4 … | spring-3 spring-5 spring-6 spring-7 … | summer-2 … | autumn-6 …"
    )
    trick(table, "spring-8 spring-3 summer-2 autumn-6")
    assert table.events("won") == [(2, "summer-2")]


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("spring-8 summer-2 summer-5 summer-4", 2),  # the highest of the next season
        ("spring-8 summer-5 summer-2 spring-3", 1),  # even if it comes first
        ("spring-2 spring-3 summer-1 spring-7", 2),
        ("winter-6 spring-1 winter-8 winter-7", 1),  # after winter comes spring
        ("winter-2 autumn-8 summer-8 winter-1", 0),  # other seasons never win
        ("winter-2 autumn-8 summer-8 spring-1", 3),
        ("autumn-4 winter-1 spring-8 autumn-7", 1),
        ("summer-3 winter-8 summer-4", 2),
        ("summer-3 autumn-1 summer-4", 1),
    ],
)
def test_the_highest_card_of_the_next_season_wins_or_else_of_the_led_one(cards: str, winner: int) -> None:  # AK-21
    table = last_trick(cards)
    trick(table, cards)
    assert table.events("won") == [(winner, cards.split()[winner])]


def test_in_random_games_the_strongest_card_wins_each_trick() -> None:  # AK-21
    for seed in range(12):
        table = deal(GAME, 3 + seed % 2, seed=seed)
        table.play_on()
        played = table.events("played")
        players = table.record().players
        for number, (winner, best) in enumerate(table.events("won")):
            cards = [(seat, CARDS.index(str(card))) for seat, card in played[number * players :][:players]]
            led = cards[0][1] // 8
            strength = {(led + 1) % 4: 2, led: 1}
            strongest = max((strength.get(card // 8, 0), card % 8, seat, card) for seat, card in cards)
            assert (winner, CARDS.index(str(best))) == strongest[2:]


def test_a_round_has_eight_tricks_and_empties_the_hands() -> None:  # AK-25
    for players in (3, 4):
        table = deal(GAME, players)
        table.play_on(until=lambda state: state.part == 1)
        assert len(table.events("won")) == 8
        assert len(table.events("played")) == 8 * players


def test_with_3_players_and_six_tricks_each_player_keeps_two_cards() -> None:  # AK-25
    table = deal(GAME, 3, options={"tricks_3p": 6})
    table.play_on()
    assert table.events("round_over") == [(1,), (2,)]
    assert len(table.events("won")) == 12
    assert len(table.events("played")) == 36
    assert [ameno(table).hand_size(seat) for seat in range(3)] == [2, 2, 2]
    assert table.record().options == {"tricks_3p": 6}


def test_with_4_players_the_number_of_tricks_is_not_an_option() -> None:  # AK-25
    with pytest.raises(BadOption, match="tricks_3p can be 6 only with 3 players: with 4 it is 8"):
        deal(GAME, 4, options={"tricks_3p": 6})
    assert deal(GAME, 4).record().options == {"tricks_3p": 8}


def test_the_last_card_is_not_played_automatically() -> None:  # AK-25
    assert last_trick("summer-1 spring-3 autumn-2").legal(0) == ["play summer-1"]


def test_played_cards_cannot_be_looked_at_until_the_round_ends() -> None:  # AK-26
    table = first_trick(FOUR_WINS)
    trick(table, "summer-8 spring-2 spring-7 summer-1")
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        seen = of_ameno(table.state.seen_by(viewer, recall=False))
        assert [player.played for player in seen.seats] == [CARDS.index(card) for card in (
            "summer-8", "spring-2", "spring-7", "summer-1")]  # fmt: skip
    table.play("place summer-a")
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        assert of_ameno(table.state.seen_by(viewer, recall=False)).gone == 0


def test_played_cards_can_be_looked_at_after_the_last_round() -> None:  # AK-26
    table = deal(GAME, 4)
    table.play_on()
    assert of_ameno(table.state.seen_by(SPECTATOR, recall=False)).gone == ameno(table).equipment.deck
