"""Cards, deal and wishes: FW-1 to FW-3."""

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.equipment import ALL_CARDS, cards_of, rank_of, suit_of
from chabudai.games.fine_weather.words import CARDS, SUITS, WISHES
from chabudai.kernel.bits import count, mask_of
from chabudai.kernel.errors import BadOption, BadPlayers
from chabudai.testing.table import deal
from games.fine_weather.positions import cards, first_trick, of_weather, weather


def test_there_are_ten_fine_cloudy_and_rainy_cards_and_three_of_thunder_and_snow() -> None:  # FW-1
    deck = deal(GAME, 4).record().chance[1]
    assert deck.what == "deck"
    assert len(CARDS) == 36
    for suit, ranks in zip(SUITS, (10, 10, 10, 3, 3), strict=True):
        assert [card for card in CARDS if card.startswith(suit)] == [f"{suit}-{rank + 1}" for rank in range(ranks)]


def test_suits_and_ranks_match_the_names_of_the_cards() -> None:  # FW-1
    for number, word in enumerate(CARDS):
        assert f"{SUITS[suit_of(number)]}-{rank_of(number)}" == word
        assert cards_of(suit_of(number)) >> number & 1
    assert mask_of(list(range(36))) == ALL_CARDS == sum(cards_of(suit) for suit in range(5))


@pytest.mark.parametrize(("players", "hand", "aside"), [(3, 10, 6), (4, 8, 4)])
def test_the_deal_sets_some_cards_aside(players: int, hand: int, aside: int) -> None:  # FW-1
    state = weather(deal(GAME, players))
    assert [count(player.hand) for player in state.seats] == [hand] * players
    assert count(state.undealt) == aside
    assert sum(player.hand for player in state.seats) | state.undealt == ALL_CARDS


def test_the_deck_is_dealt_in_order_from_seat_0() -> None:  # FW-1
    table = deal(GAME, 4, chance={"deck": " ".join(CARDS)})
    assert [player.hand for player in weather(table).seats] == [
        cards(" ".join(CARDS[i : i + 8])) for i in (0, 8, 16, 24)
    ]


@pytest.mark.parametrize("players", [3, 4])
def test_all_cards_are_shuffled_each_round(players: int) -> None:  # FW-1
    table = deal(GAME, players)
    table.play_on()
    start, *decks = table.record().chance
    assert (start.what, [deck.what for deck in decks]) == ("start", ["deck"] * 3)
    for deck in decks:
        assert sorted(map(str, deck.result)) == sorted(CARDS)


def test_an_unfinished_record_contains_only_cards_dealt_so_far() -> None:  # FW-1
    table = first_trick("fine-1 … | … | … | …")
    assert [len(entry.result) for entry in table.record().chance] == [1, 32]


def test_nobody_sees_the_cards_set_aside() -> None:  # FW-1
    table = first_trick("fine-1 … | … | … | …")
    for viewer in range(-1, 4):
        for recall in (True, False):
            assert of_weather(table.state.seen_by(viewer, recall)).undealt == 0


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_the_game_is_for_3_or_4_players(players: int) -> None:
    with pytest.raises(BadPlayers, match=f"fine_weather is for 3 or 4 players, not {players}"):
        deal(GAME, players)


def test_there_are_eight_wishes() -> None:  # FW-2
    assert WISHES == ("fine", "cloudy", "rainy", "thunder", "snow", "very-fine", "very-cloudy", "very-rainy")


@pytest.mark.parametrize("wish", WISHES[:5])
def test_several_players_may_make_the_same_wish(wish: str) -> None:  # FW-3
    table = deal(GAME, 4, chance={"start": "0"})
    table.play(*[f"wish {wish}"] * 4)
    assert table.events("wished") == [(seat, wish) for seat in range(4)]


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("rounds", 4, "it must be 3 or players"),
        ("first_lead", "highest", "it must be lowest or rotate"),
        ("hidden_wishes", 1, "it must be false or true"),
        ("wishes", 6, "it must be 8 or 5"),
    ],
)
def test_unknown_option_values_are_refused(option: str, value: object, allowed: str) -> None:
    with pytest.raises(BadOption, match=f"option {option} cannot be {value}: {allowed}"):
        deal(GAME, 4, options={option: value})


def test_a_record_contains_every_option() -> None:
    assert deal(GAME, 3).record().options == {"rounds": 3, "first_lead": "lowest", "hidden_wishes": False, "wishes": 8}
