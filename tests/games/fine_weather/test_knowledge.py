"""How well Wishing for Fine Weather!! is known: wishes and cards, and what the others' choices tell."""

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.equipment import suit_of
from chabudai.games.fine_weather.judgement import CardsJudged, suit_worth
from chabudai.games.fine_weather.knowledge import KNOWLEDGE, first_wish
from chabudai.games.fine_weather.rules import PLAY
from chabudai.games.fine_weather.scoring import points, tally
from chabudai.kernel.bits import bit, lowest, members
from chabudai.kernel.message import Message
from chabudai.kernel.rng import Rng
from chabudai.sampling.option_sets import option_sets
from chabudai.sampling.walk import random_positions
from chabudai.testing.table import Table, deal
from games.fine_weather.positions import last_trick, of_weather, trick
from games.knowing import advised, likelier_truths, ranked, senseless, share_of_a_knowing_seat

HANDS = """
    fine-2 fine-4 fine-10 cloudy-1 … |
    fine-3 cloudy-9 cloudy-10 … |
    fine-5 rainy-10 rainy-9 … |
    fine-6 fine-9 thunder-3 cloudy-2 …
"""


def wished(wishes: str, hands: str = HANDS) -> Table:
    """A first round with these hands, led by seat 0, and these wishes from seat 0 on."""
    table = deal(GAME, 4, chance={"start": "0", "deck": f"{hands} | …4"})
    table.play(*(f"wish {wish}" for wish in wishes.split()))
    return table


def test_a_hand_of_high_cards_of_a_suit_wishes_for_it() -> None:  # FW-30
    table = wished("", "cloudy-10 cloudy-9 cloudy-8 cloudy-7 fine-1 rainy-1 rainy-2 fine-3 | … | … | …")
    assert ranked(GAME, table)[0] == "wish cloudy"
    assert advised(GAME, table, "wish cloudy") == "best_wish"


def test_a_hand_of_low_cards_wishes_for_snow_and_one_of_high_cards_never() -> None:  # FW-31
    low = wished("", "cloudy-1 cloudy-2 cloudy-3 fine-1 fine-2 fine-3 rainy-1 rainy-2 | … | … | …")
    assert ranked(GAME, low)[0] == "wish snow"
    assert advised(GAME, low, "wish snow") == "few_high_cards"
    high = wished("", "cloudy-10 cloudy-9 cloudy-8 fine-10 fine-9 fine-8 rainy-10 thunder-3 | … | … | …")
    assert ranked(GAME, high)[-1] == "wish snow"
    assert "wish snow" in senseless(GAME, high)
    assert advised(GAME, high, "wish snow") == "high_cards_win"


def test_the_last_to_play_wins_a_trick_that_pays_with_the_lowest_card_that_does() -> None:  # FW-21
    table = wished("cloudy cloudy cloudy fine")
    trick(table, "fine-2 fine-3 fine-5")
    assert ranked(GAME, table)[0] == "play fine-6"
    assert [advised(GAME, table, f"play fine-{rank}") for rank in (6, 9)] == ["wins_points", "wins_dearly"]


def test_who_wished_for_snow_lets_the_highest_card_go_that_does_not_win() -> None:  # FW-31
    table = wished("fine fine fine snow")
    trick(table, "fine-10 fine-3 fine-5")
    assert ranked(GAME, table)[0] == "play fine-9"
    assert advised(GAME, table, "play fine-9") == "feeds"
    table = wished("fine fine fine snow")
    trick(table, "fine-4 fine-3 fine-5")
    assert advised(GAME, table, "play fine-9") == "snow_lost"


def test_a_trick_is_left_to_who_wished_for_snow() -> None:  # FW-31
    table = wished("snow fine fine cloudy")
    trick(table, "fine-10 fine-3 fine-5")
    assert advised(GAME, table, "play fine-6") == "leaves_it_to_snow"


@pytest.mark.parametrize(
    ("played", "wish", "tricks", "told"),
    [
        # Fine 10 wins, until the Thunder makes it the Snow player's trick, with both Fine cards.
        ("fine-10 snow-2 fine-3", "rainy thunder fine fine", 0, Message("snow_wins", {"snow": "snow-2"})),
        ("fine-10 snow-2 fine-3", "rainy fine fine fine", 0, Message("snow_gains", {"snow": "snow-2", "points": 2})),
        ("fine-10 snow-2 fine-3", "rainy snow fine fine", 0, Message("snow_suffers", {"snow": "snow-2", "points": 9})),
        ("fine-10 snow-2 fine-3", "rainy snow fine fine", 1, Message("snow_suffers", {"snow": "snow-2", "points": 3})),
        # The highest of two Snow cards.
        ("fine-10 snow-1 snow-3", "rainy fine snow fine", 0, Message("snow_suffers", {"snow": "snow-3", "points": 9})),
        # Snow led, and other weather wins so far.
        ("snow-1 fine-3 fine-4", "snow fine fine fine", 0, Message("snow_suffers", {"snow": "snow-1", "points": 9})),
        # A Thunder lies there already, so that Snow wins so far; or nothing but Snow does.
        ("fine-10 snow-2 thunder-1", "rainy snow fine fine", 0, Message("leaves_it_to_snow")),
        ("snow-1 snow-2 snow-3", "fine fine snow fine", 0, Message("leaves_it_to_snow")),
        # Without Snow a Thunder just wins.
        ("thunder-3 fine-1 fine-2", "snow fine fine fine", 0, Message("leaves_it_to_snow")),
    ],
)
def test_a_thunder_that_hands_the_trick_to_snow_is_told_so(
    played: str, wish: str, tricks: int, told: Message
) -> None:  # FW-21, FW-31
    table = last_trick(f"{played} thunder-2", wish=wish.split(), tricks=[tricks] * 4)
    trick(table, played)
    assert GAME.advice is not None
    assert GAME.advice(table.state.seen_by(3, recall=False), 3, GAME.action("play thunder-2")) == told


def test_by_hidden_wishes_others_are_only_known_to_have_announced() -> None:  # FW-40
    hands = "cloudy-10 cloudy-9 cloudy-8 … | cloudy-7 cloudy-6 … | … | …"
    table = wished("cloudy", hands)
    assert advised(GAME, table, "wish cloudy") == "rivals"
    table = deal(GAME, 4, options={"hidden_wishes": True}, chance={"start": "0", "deck": f"{hands} | …4"})
    table.play("wish fine", "announce cloudy")
    assert advised(GAME, table, "wish cloudy") == "rivals_announced"


def test_a_card_is_worth_what_the_round_would_score_more_for_it() -> None:  # FW-30, FW-32, FW-33, FW-34
    rng = Rng(seed=1)
    setup = GAME.setup(4)
    state = of_weather(setup.start())
    for _ in range(400):
        won = rng.below(1 << 18) & rng.below(1 << 18) | (rng.below(1 << 18) & rng.below(1 << 18)) << 18
        card = rng.member(~won & (1 << 36) - 1)
        for wish in (0, 1, 2, 3, 5, 6, 7):
            before = points(wish, tally(won), 1, state.rules.worth)
            after = points(wish, tally(won | bit(card)), 1, state.rules.worth)
            assert suit_worth(state, won, wish, suit_of(card)) == after - before


@pytest.mark.parametrize("players", [3, 4])
def test_what_beats_the_trick_is_what_would_win_it(players: int) -> None:  # FW-21
    rng = Rng(players)
    judged = 0
    for _ in range(6):
        for state in map(of_weather, random_positions(GAME.setup(players), rng)):
            if state.waiting and state.first == PLAY and state.led >= 0:
                seat = lowest(state.waiting)
                judgement = CardsJudged(state, seat)
                for card in members(state.choices(seat)):
                    after = of_weather(state.clone())
                    after.seats[seat].played = card
                    assert judgement.beats(card) == (after.winning() == seat)
                    judged += 1
    assert judged > 500


@pytest.mark.parametrize("players", [3, 4])
def test_the_beginning_of_a_round_is_rebuilt_from_what_is_remembered(players: int) -> None:
    rng = Rng(players)
    rebuilt = 0
    for options in option_sets(GAME, players):
        for state in map(of_weather, random_positions(GAME.setup(players, options), rng)):
            if state.waiting:
                if all(player.wish < 0 for player in state.seats):
                    begun = state.clone()
                assert first_wish(state).same_position(begun)
                rebuilt += 1
    assert rebuilt > 300


def test_a_world_without_memory_of_the_cards_concludes_nothing() -> None:
    table = wished("fine fine fine fine")
    trick(table, "fine-2 fine-3 fine-5 fine-6")
    assert 0 < KNOWLEDGE.likelihood(table.state, 0) < 1
    assert KNOWLEDGE.likelihood(table.state.seen_by(0, recall=False).imagine(Rng(1)), 0) == 1


@pytest.mark.parametrize("hidden", [False, True])
def test_the_true_world_is_likelier_than_most_imagined_ones(hidden: bool) -> None:
    options: dict[str, object] = {"hidden_wishes": hidden}
    assert likelier_truths(GAME, options, lambda state: state.first == PLAY and of_weather(state).trick == 3) > 0.65


@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_that_knows_the_game_wins_far_more_than_its_share(players: int) -> None:
    assert share_of_a_knowing_seat(GAME, players, games=60) > 0.6
