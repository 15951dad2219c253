"""The final scoring (OO-30 to OO-33)."""

import random

import pytest

from chabudai.games.only_one import GAME
from chabudai.games.only_one.equipment import COUNTS
from chabudai.games.only_one.words import KINDS, POWERS
from games.only_one.plain_scoring import plain_scoring
from games.only_one.positions import only_one, position, scored, winners


def test_four_special_cards_are_four_points() -> None:  # OO-30
    table = scored(["2* 5* egg* 10*", "10 10", "5 5"])
    assert table.events("special_points") == [(0, 4), (1, 0), (2, 0)]


def test_special_cards_are_scored_before_the_kinds() -> None:  # OO-30
    table = scored(["2* 5", "3", "4A"])
    names = [event.name for event in table._play.events]
    assert names.index("potion") > max(i for i, name in enumerate(names) if name == "special_points")


def test_the_1_wins_its_potion_a_point_and_the_start_token() -> None:  # OO-31
    table = scored(["9", "1", "5"], token=0)
    assert table.events("potion")[0] == (1, "1", 1)
    # Seat 1 then has the token, so it would win a tie; there is none here.
    assert table.state.scores() == [1, 1, 1]
    assert [player.potions for player in only_one(table).seats] == [1, 1, 1]


def test_most_cards_of_a_kind_win_its_potion_and_a_and_b_are_separate_kinds() -> None:  # OO-31
    table = scored(["6A 6A 6B", "6A 6B 6B", "6A"])
    assert table.events("potion") == [(0, "6A", 2), (1, "6B", 2)]


def test_kinds_are_scored_from_1_to_10() -> None:  # OO-31
    table = scored(["10 9 8B 8A", "7 6B 6A 5", "4B 4A 3 2", "1"])
    assert [kind for _, kind, _ in table.events("potion")] == list(KINDS[:-1])


def test_a_card_in_the_discard_is_a_bonus_point() -> None:  # OO-31, OO-33
    table = scored(["9 9", "2", "3"], discard="9 9* 9 8A")
    assert table.events("discard_bonus") == [(0, "9", 3)]
    assert table.state.score(0) == 4


def test_a_card_of_the_player_on_the_right_is_a_bonus_point() -> None:  # OO-31, OO-11
    table = scored(["9 9 9", "9", "9 9"])
    assert table.events("right_bonus") == [(0, "9", 2)], "seat 2 plays before seat 0, seat 1 after it"
    assert table.state.score(0) == 3


def test_the_bonus_of_a_kind_goes_to_its_winner_only() -> None:  # OO-31
    table = scored(["9", "9 9", "9 9 9"], discard="9")
    assert table.state.scores() == [0, 0, 1 + 1 + 2]


def test_a_tie_goes_to_the_holder_of_the_start_token() -> None:  # OO-31
    for holder in range(3):
        table = scored(["9", "9", "9"], token=holder)
        assert table.events("potion") == [(holder, "9", 1)]


@pytest.mark.parametrize(("holder", "winner"), [(0, 1), (3, 1), (1, 1), (2, 2)])
def test_a_tie_goes_to_the_first_tied_player_clockwise_from_the_start_token(holder: int, winner: int) -> None:  # OO-31
    cards = ["10", "9 9", "9 9", "10"]
    table = scored(cards, token=holder)
    assert table.events("potion")[0] == (winner, "9", 2)


def test_the_start_token_goes_from_winner_to_winner() -> None:  # OO-31
    table = scored(["10 7", "5 7 10", "5 5 10"], token=0)
    # 5: seat 2 takes the token. 7: seats 0 and 1 tie, seat 0 is next after seat 2. 10: all tie, seat 0 has the token.
    assert table.events("potion") == [(2, "5", 2), (0, "7", 1), (0, "10", 1)]
    assert only_one(table).holder == 0


def test_eggs_have_no_potion() -> None:  # OO-31, OO-3
    table = scored(["egg* egg*", "2", "3"])
    assert [kind for _, kind, _ in table.events("potion")] == ["2", "3"]
    assert table.state.score(0) == 2


def test_a_kind_that_nobody_owns_is_skipped() -> None:  # OO-31
    table = scored(["9", "2", "3"], discard="8A 8A")
    assert [kind for _, kind, _ in table.events("potion")] == ["2", "3", "9"]
    assert sum(table.state.scores()) == 3


def test_most_points_win() -> None:  # OO-32
    table = scored(["2* 9", "3", "5 6A"])
    assert table.state.scores() == [3, 1, 2]
    assert winners(table) == [0]


def test_a_tie_for_points_goes_to_the_most_potions() -> None:  # OO-32
    table = scored(["egg* egg*", "3 5", "7"])
    assert table.state.scores() == [2, 2, 1]
    assert winners(table) == [1]


def test_a_tie_for_potions_goes_to_the_holder_of_the_start_token() -> None:  # OO-32
    table = scored(["3", "5", "7"])
    assert table.state.scores() == [1, 1, 1]
    assert only_one(table).holder == 2
    assert winners(table) == [2]


def test_a_tie_for_potions_goes_to_the_first_tied_player_clockwise_from_the_start_token() -> None:  # OO-32
    table = scored(["3 4A", "5 6A", "10"])
    assert table.state.scores() == [2, 2, 1]
    assert only_one(table).holder == 2
    assert winners(table) == [0]


def test_scores_have_no_upper_limit() -> None:  # OO-33
    everything = " ".join(
        " ".join([kind] * (number - 1) + [f"{kind}*"]) for kind, number in zip(KINDS[1:-1], COUNTS[1:-1], strict=True)
    )
    least, most = GAME.score_bounds(GAME.setup(4))
    assert least == 0
    table = scored([f"{everything} egg* egg* egg* egg* egg*", "1", "", ""])
    assert table.state.score(0) == 17 + 12 <= most
    table = scored(["10 10 10 10 10 10", "2", "", "10 10 10 10*"])
    assert table.state.score(0) == 1 + 4


def test_the_point_for_a_potion_is_not_a_bonus_point() -> None:  # OO-33
    table = scored(["10 10 10", "2", "", "10 10"], familiars="windfall - - -")
    assert table.events("right_bonus") == [(0, "10", 2)]
    assert table.events("windfall") == []


def random_case(rng: random.Random) -> tuple[list[str], str, int, list[str], list[int], bool]:
    """Return collections, discard, token, familiars, points won during play, and whether there are teams."""
    players = rng.choice([2, 3, 4])
    left_out = {2: "4B 6B 8B", 3: "4B 8B", 4: ""}[players].split()
    deck = ["1"]
    for kind, number in zip(KINDS[1:], COUNTS[1:], strict=True):
        if kind not in left_out:
            deck += [f"{kind}*"] * (5 if kind == "egg" else 1) + [kind] * (0 if kind == "egg" else number - 1)
    rng.shuffle(deck)
    places: list[list[str]] = [[] for _ in range(players + 2)]
    for number, card in enumerate(deck[: rng.randint(players, len(deck))]):
        places[number if number < players else rng.randrange(len(places))].append(card)
    token = rng.randrange(players)
    powers = ["-"] * players
    if players > 2 and rng.random() < 0.7:
        cards = rng.sample(range(4), players)
        powers = [POWERS[card * 2 + rng.randrange(2)] for card in cards]
    won = [rng.randrange(4) if power in ("early_bird", "daredevil") else 0 for power in powers]
    teams = players == 4 and rng.random() < 0.5
    return [" ".join(cards) for cards in places[:players]], " ".join(places[players]), token, powers, won, teams


def test_random_collections_score_the_same_in_a_plain_reimplementation() -> None:  # OO-30, OO-31, OO-32, OO-60
    rng = random.Random(8)
    tie_breaks = 0
    for _ in range(400):
        collections, discard, token, powers, won, teams = random_case(rng)
        expected = plain_scoring(collections, discard, token, powers, won, teams)
        familiars = "" if set(powers) == {"-"} else " ".join(powers)
        table = scored(collections, token=token, discard=discard, familiars=familiars, points=won, teams=teams)
        assert table.state.scores() == expected.points, (collections, discard, token, powers, won, teams)
        assert [player.potions for player in only_one(table).seats] == expected.potions
        assert only_one(table).holder == expected.token
        assert winners(table) == expected.winners
        tie_breaks += sorted(expected.points)[-1] == sorted(expected.points)[-2]
    assert tie_breaks > 10


def test_during_play_the_score_is_what_it_would_be_if_the_game_ended_now() -> None:  # OO-31
    table = position("2 | 3 | 5", 3, collections=["9 9", "9 egg*", "7"], discard="9 7*", token=1)
    expected = plain_scoring(["9 9", "9 egg*", "7"], "9 7*", 1, ["-"] * 3, [0] * 3, False)
    assert table.state.scores() == expected.points == [2, 1, 2]
    assert winners(table) == expected.winners
