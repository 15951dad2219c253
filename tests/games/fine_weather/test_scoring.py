"""Scoring: FW-30 to FW-35. Five numbers are counts of Fine, Cloudy, Rainy, Thunder and Snow cards won."""

from pathlib import Path

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.scoring import round_points, tally_of
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.card_data import read_data
from chabudai.kernel.rng import Rng
from chabudai.testing.table import deal
from games.fine_weather.positions import cards, last_trick, scored, trick, weather


def worth(wish: str, won: str, tricks: int = 1) -> int:
    """Return the points for these numbers of cards, whether or not they fill whole tricks."""
    numbers = [int(number) for number in won.split()]
    words = [f"{suit}-{rank + 1}" for suit, number in zip(SUITS, numbers, strict=True) for rank in range(number)]
    card_points = weather(deal(GAME, 4)).equipment.card_points
    return int(round_points(WISHES.index(wish), tally_of(cards(" ".join(words))), tricks, card_points))


def simple_points(wish: str, won: list[int], tricks: int) -> int:
    """Return the same points, computed a second time in the simplest way."""
    fine, cloudy, rainy, thunder, snow = won
    if wish == "snow":
        return -3 * tricks if tricks else 6
    if wish == "very-fine":
        return 3 * fine - cloudy - rainy - 2 * thunder - 2 * snow
    if wish == "very-cloudy":
        total = fine + cloudy + rainy
        for _ in range(thunder + snow):
            total *= -1
        return total
    if wish == "very-rainy":
        factors = [1] * thunder + [2] * snow
        product = 1 if factors else 0
        for factor in factors:
            product *= factor
        return product - fine + 2 * rainy
    while thunder and snow:
        thunder, snow = thunder - 1, snow - 1
    if wish == "thunder":
        return 2 * thunder - 2 * snow
    return {"fine": fine, "cloudy": cloudy, "rainy": rainy}[wish] - thunder - snow


def test_the_rulebooks_example_of_thunder_scores_2() -> None:  # FW-30
    assert scored("thunder", "1 2 3 2 1", players=3) == 2


@pytest.mark.parametrize("wish", ["fine", "cloudy", "rainy"])
@pytest.mark.parametrize(
    ("won", "uncanceled"),
    [("3 2 4 0 0", 0), ("3 2 4 2 0", 2), ("3 2 4 1 3", 2), ("3 2 4 3 3", 0)],
)
def test_the_wished_suit_pays_and_uncanceled_thunder_and_snow_cost(
    wish: str, won: str, uncanceled: int
) -> None:  # FW-30
    number = int(won.split()[SUITS.index(wish)])
    assert worth(wish, won) == number - uncanceled


@pytest.mark.parametrize(("won", "wanted"), [("9 9 9 3 0", 6), ("1 1 1 0 3", -6), ("0 0 0 2 2", 0), ("4 0 0 3 1", 4)])
def test_under_thunder_an_uncanceled_thunder_pays_two_and_snow_costs_two(won: str, wanted: int) -> None:  # FW-30
    assert worth("thunder", won) == wanted


def test_the_numbers_on_the_cards_do_not_matter() -> None:  # FW-30
    high, low = tally_of(cards("fine-10 thunder-3")), tally_of(cards("fine-1 thunder-1"))
    assert high == low


def test_the_table_of_the_basic_wishes_is_marked_as_assumed() -> None:  # FW-30
    (table,) = GAME.tables
    assert table.assumed
    assert "FW-30" in table.provenance
    assert tuple(table.rows) == WISHES[:4]
    assert table.columns == SUITS


def test_a_data_file_changes_the_points_of_cards(tmp_path: Path) -> None:  # FW-30
    file = tmp_path / "mine.toml"
    file.write_text("[points]\nthunder = [0, 0, -1, 3, -3]\n")
    assert scored("thunder", "1 2 3 2 1", players=3, data=read_data(file)) == 3 - 3
    assert scored("fine", "1 2 3 2 1", players=3, data=read_data(file)) == scored("fine", "1 2 3 2 1", players=3)


def test_a_record_contains_the_whole_overridden_table() -> None:  # FW-30
    table = deal(GAME, 4, data={"points": {"fine": [2, 0, 0, -1, -1]}})
    assert table.record().data == {"points": {**GAME.tables[0].rows, "fine": [2, 0, 0, -1, -1]}}
    assert deal(GAME, 4).record().data is None


def test_snow_scores_six_for_no_tricks() -> None:  # FW-31
    assert scored("snow", "0 0 0 0 0") == 6


@pytest.mark.parametrize(("won", "wanted"), [("4 0 0 0 0", -3), ("4 0 2 1 1", -6), ("5 4 4 0 3", -12)])
def test_snow_costs_three_per_trick_whatever_its_cards(won: str, wanted: int) -> None:  # FW-31
    assert scored("snow", won) == wanted


@pytest.mark.parametrize(
    ("won", "wanted"), [("10 0 0 0 0", 30), ("1 1 1 1 1", -3), ("0 4 4 3 3", -20), ("2 1 0 0 1", 3)]
)
def test_very_fine_counts_every_card_and_nothing_cancels(won: str, wanted: int) -> None:  # FW-32
    assert worth("very-fine", won) == wanted


def test_the_rulebooks_example_of_very_cloudy_scores_8() -> None:  # FW-33
    assert scored("very-cloudy", "3 3 2 2 2") == 8
    assert scored("very-cloudy", "3 3 2 2 2", players=3) == 8


@pytest.mark.parametrize(("won", "wanted"), [("3 3 2 1 2", -8), ("3 3 2 0 1", -8), ("3 3 2 0 0", 8), ("0 0 0 1 0", 0)])
def test_very_cloudy_is_negative_with_an_odd_number_of_thunder_and_snow(won: str, wanted: int) -> None:  # FW-33
    assert worth("very-cloudy", won) == wanted


def test_the_rulebooks_example_of_very_rainy_scores_11() -> None:  # FW-34
    assert scored("very-rainy", "1 1 4 1 2", players=3) == 11


@pytest.mark.parametrize(("won", "wanted"), [("0 0 0 0 0", 0), ("2 3 1 0 0", 0), ("0 0 0 1 0", 1), ("0 0 0 3 3", 8)])
def test_very_rainy_adds_a_product_only_with_thunder_or_snow(won: str, wanted: int) -> None:  # FW-34
    assert worth("very-rainy", won, tricks=0) == wanted


@pytest.mark.parametrize("wish", WISHES)
def test_random_tallies_score_as_computed_the_simple_way(wish: str) -> None:  # FW-30, FW-31, FW-32, FW-33, FW-34
    rng = Rng(seed=5)
    for _ in range(600):
        won = [rng.below(11), rng.below(11), rng.below(11), rng.below(4), rng.below(4)]
        tricks = rng.below(9)
        assert worth(wish, " ".join(map(str, won)), tricks) == simple_points(wish, won, tricks)


def test_whole_games_score_as_computed_the_simple_way() -> None:  # FW-30, FW-35
    for seed in range(6):
        players = 3 + seed % 2
        table = deal(GAME, players, seed=seed)
        table.play_on()
        totals = [0] * players
        for seat, wish, *won, points in table.events("scored"):
            numbers = [int(number) for number in won]
            assert points == simple_points(str(wish), numbers, sum(numbers) // players)
            totals[int(seat)] += int(points)
        assert totals == table.state.scores()


def test_most_points_win_and_a_tie_is_shared() -> None:  # FW-35
    table = last_trick("fine-1 fine-2 fine-3 fine-4", part=2, points=[3, 9, 9, 5], wish=["rainy"] * 4)
    trick(table, "fine-1 fine-2 fine-3 fine-4")
    assert table.state.over()
    assert table.state.scores() == [3, 9, 9, 5]
    assert table.state.winners() == 0b0110
    assert [table.state.utility(seat) for seat in range(4)] == [0, 0.5, 0.5, 0]


def test_totals_may_be_negative() -> None:  # FW-35
    table = last_trick("fine-1 fine-2 fine-3", part=2, points=[-4, 1, -2], wish=["snow", "fine", "snow"])
    trick(table, "fine-1 fine-2 fine-3")
    assert table.state.scores() == [2, 1, -5]


def test_scores_and_winners_are_the_same_in_every_view() -> None:  # FW-3
    table = deal(GAME, 4, seed=3)
    table.play_on(until=lambda state: state.part == 2 and state.due < 0)
    for viewer in range(-1, 4):
        for recall in (True, False):
            seen = table.state.seen_by(viewer, recall)
            assert (seen.scores(), seen.winners()) == (table.state.scores(), table.state.winners())


def test_the_score_bounds_follow_the_card_data() -> None:  # FW-30
    setup = GAME.setup(4, data={"points": {"fine": [9, 9, 9, 9, 9], "cloudy": [-9, -9, -9, -9, -9]}})
    assert GAME.score_bounds(setup) == (-3 * 36 * 9, 3 * 36 * 9)
    assert GAME.score_bounds(GAME.setup(4)) == (-3 * 32, 3 * 30)
    assert len(CARDS) == 36
    assert weather(deal(GAME, 4)).score(0) == 0
