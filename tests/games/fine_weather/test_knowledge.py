"""Judgements of wishes and cards, advice, and the likelihood of worlds."""

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.equipment import suit_of
from chabudai.games.fine_weather.judgement import CardJudgement, added_points
from chabudai.games.fine_weather.knowledge import KNOWLEDGE, rebuild_first_wish
from chabudai.games.fine_weather.phases import PLAY
from chabudai.games.fine_weather.scoring import round_points, tally_of
from chabudai.kernel.bits import bit, lowest, members
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.sampling.option_sets import option_sets
from chabudai.sampling.walk import random_positions
from chabudai.testing.table import StackedTable, deal
from games.fine_weather.positions import last_trick, of_weather, trick
from games.knowledge_probes import advised, knowledge_win_share, likelier_truths, messages, ranked, senseless

HANDS = """
    fine-2 fine-4 fine-10 cloudy-1 … |
    fine-3 cloudy-9 cloudy-10 … |
    fine-5 rainy-10 rainy-9 … |
    fine-6 fine-9 thunder-3 cloudy-2 …
"""


def wished(wishes: str, hands: str = HANDS) -> StackedTable:
    """Deal these hands for round 1, opened by seat 0, and make these wishes from seat 0 on."""
    table = deal(GAME, 4, chance={"start": "0", "deck": f"{hands} | …4"})
    table.play(*(f"wish {wish}" for wish in wishes.split()))
    return table


def test_high_cards_of_a_suit_favor_a_wish_for_it() -> None:  # FW-30
    table = wished("", "cloudy-10 cloudy-9 cloudy-8 cloudy-7 fine-1 rainy-1 rainy-2 fine-3 | … | … | …")
    assert ranked(GAME, table)[0] == "wish cloudy"
    assert advised(GAME, table, "wish cloudy") == "best_wish"


def test_low_cards_favor_a_wish_for_snow_and_high_cards_rule_it_out() -> None:  # FW-31
    low = wished("", "cloudy-1 cloudy-2 cloudy-3 fine-1 fine-2 fine-3 rainy-1 rainy-2 | … | … | …")
    assert ranked(GAME, low)[0] == "wish snow"
    assert advised(GAME, low, "wish snow") == "few_high_cards"
    high = wished("", "cloudy-10 cloudy-9 cloudy-8 fine-10 fine-9 fine-8 rainy-10 thunder-3 | … | … | …")
    assert ranked(GAME, high)[-1] == "wish snow"
    assert "wish snow" in senseless(GAME, high)
    assert advised(GAME, high, "wish snow") == "high_cards_win"


def test_the_last_to_play_wins_a_paying_trick_with_the_lowest_winning_card() -> None:  # FW-21
    table = wished("cloudy cloudy cloudy fine")
    trick(table, "fine-2 fine-3 fine-5")
    assert ranked(GAME, table)[0] == "play fine-6"
    assert [advised(GAME, table, f"play fine-{rank}") for rank in (6, 9)] == ["wins_points", "wins_dearly"]


def test_under_a_wish_for_snow_the_highest_losing_card_is_played() -> None:  # FW-31
    table = wished("fine fine fine snow")
    trick(table, "fine-10 fine-3 fine-5")
    assert ranked(GAME, table)[0] == "play fine-9"
    assert advised(GAME, table, "play fine-9") == "feeds"
    table = wished("fine fine fine snow")
    trick(table, "fine-4 fine-3 fine-5")
    assert advised(GAME, table, "play fine-9") == "snow_lost"


def test_a_trick_is_left_to_a_player_who_wished_for_snow() -> None:  # FW-31
    table = wished("snow fine fine cloudy")
    trick(table, "fine-10 fine-3 fine-5")
    assert advised(GAME, table, "play fine-6") == "leaves_it_to_snow"


@pytest.mark.parametrize(
    ("played", "wish", "tricks", "advice"),
    [
        # Fine 10 is winning, until the Thunder gives the trick and its two Fine cards to the Snow.
        ("fine-10 snow-2 fine-3", "rainy thunder fine fine", 0, Message("snow_wins", {"snow": "snow-2"})),
        ("fine-10 snow-2 fine-3", "rainy fine fine fine", 0, Message("snow_gains", {"snow": "snow-2", "points": 2})),
        ("fine-10 snow-2 fine-3", "rainy snow fine fine", 0, Message("snow_suffers", {"snow": "snow-2", "points": 9})),
        ("fine-10 snow-2 fine-3", "rainy snow fine fine", 1, Message("snow_suffers", {"snow": "snow-2", "points": 3})),
        # The higher of two Snow cards wins.
        ("fine-10 snow-1 snow-3", "rainy fine snow fine", 0, Message("snow_suffers", {"snow": "snow-3", "points": 9})),
        # Snow was led, and another suit is winning.
        ("snow-1 fine-3 fine-4", "snow fine fine fine", 0, Message("snow_suffers", {"snow": "snow-1", "points": 9})),
        # Snow is winning already, because of a Thunder or because only Snow was played.
        ("fine-10 snow-2 thunder-1", "rainy snow fine fine", 0, Message("leaves_it_to_snow")),
        ("snow-1 snow-2 snow-3", "fine fine snow fine", 0, Message("leaves_it_to_snow")),
        # Without Snow, the higher Thunder wins.
        ("thunder-3 fine-1 fine-2", "snow fine fine fine", 0, Message("leaves_it_to_snow")),
    ],
)
def test_the_advice_says_when_a_thunder_hands_the_trick_to_snow(
    played: str, wish: str, tricks: int, advice: Message
) -> None:  # FW-21, FW-31
    table = last_trick(f"{played} thunder-2", wish=wish.split(), tricks=[tricks] * 4)
    trick(table, played)
    assert messages(GAME, table.state.seen_by(3, recall=False), GAME.action("play thunder-2"))[0] == advice


def test_with_hidden_wishes_the_advice_relies_on_announcements() -> None:  # FW-40
    hands = "cloudy-10 cloudy-9 cloudy-8 … | cloudy-7 cloudy-6 … | … | …"
    table = wished("cloudy", hands)
    assert advised(GAME, table, "wish cloudy") == "rivals"
    table = deal(GAME, 4, options={"hidden_wishes": True}, chance={"start": "0", "deck": f"{hands} | …4"})
    table.play("wish fine", "announce cloudy")
    assert advised(GAME, table, "wish cloudy") == "rivals_announced"


def test_added_points_are_the_difference_in_the_score_of_the_round() -> None:  # FW-30, FW-32, FW-33, FW-34
    rng = Rng(seed=1)
    setup = GAME.setup(4)
    state = of_weather(setup.start())
    for _ in range(400):
        won = rng.below(1 << 18) & rng.below(1 << 18) | (rng.below(1 << 18) & rng.below(1 << 18)) << 18
        card = rng.member(~won & (1 << 36) - 1)
        for wish in (0, 1, 2, 3, 5, 6, 7):
            before = round_points(wish, tally_of(won), 1, state.equipment.card_points)
            after = round_points(wish, tally_of(won | bit(card)), 1, state.equipment.card_points)
            assert added_points(state, won, wish, suit_of(card)) == after - before


@pytest.mark.parametrize("players", [3, 4])
def test_a_card_beats_the_trick_exactly_if_it_would_win_it(players: int) -> None:  # FW-21
    rng = Rng(players)
    checked = 0
    for _ in range(6):
        for state in map(of_weather, random_positions(GAME.setup(players), rng)):
            if state.waiting and state.first == PLAY and state.led >= 0:
                seat = lowest(state.waiting)
                judgement = CardJudgement(state, seat)
                for card in members(state.choices(seat)):
                    after = of_weather(state.clone())
                    after.seats[seat].played = card
                    assert judgement.beats(card) == (after.winning() == seat)
                    checked += 1
    assert checked > 500


@pytest.mark.parametrize("players", [3, 4])
def test_the_start_of_a_round_is_rebuilt_from_the_cards_remembered(players: int) -> None:
    rng = Rng(players)
    rebuilt = 0
    for options in option_sets(GAME, players):
        for state in map(of_weather, random_positions(GAME.setup(players, options), rng)):
            if state.waiting:
                if all(player.wish < 0 for player in state.seats):
                    round_start = state.clone()
                assert rebuild_first_wish(state).same_position(round_start)
                rebuilt += 1
    assert rebuilt > 300


def test_after_a_trick_a_world_without_recall_has_likelihood_1() -> None:
    table = wished("fine fine fine fine")
    trick(table, "fine-2 fine-3 fine-5 fine-6")
    assert 0 < KNOWLEDGE.likelihood(table.state, 0) < 1
    assert KNOWLEDGE.likelihood(table.state.seen_by(0, recall=False).imagine(Rng(1)), 0) == 1


@pytest.mark.parametrize("hidden", [False, True])
def test_the_true_world_is_likelier_than_most_drawn_worlds(hidden: bool) -> None:
    options: dict[str, object] = {"hidden_wishes": hidden}
    assert likelier_truths(GAME, options, lambda state: state.first == PLAY and of_weather(state).trick == 3) > 0.65


@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_with_knowledge_wins_far_more_than_its_share(players: int) -> None:
    assert knowledge_win_share(GAME, players, games=60) > 0.6
