"""Playing and winning tricks: FW-20 to FW-22."""

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.words import CARDS
from chabudai.kernel.bits import count, lowest
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR
from chabudai.testing.table import deal
from games.fine_weather.positions import first_trick, last_trick, named, of_weather, trick, weather

FOLLOW = """
    rainy-1 fine-10 … |
    rainy-2 rainy-5 thunder-1 snow-1 fine-1 fine-2 cloudy-1 cloudy-2 |
    rainy-3 … |
    snow-2 thunder-2 fine-3 fine-4 cloudy-3 cloudy-4 cloudy-5 cloudy-6
"""


def winner(words: str, leader: int = 0) -> int:
    """Return the seat that wins a trick of these cards, given from seat 0 on."""
    table = last_trick(words, leader=leader)
    given = words.split()
    trick(table, " ".join(given[leader:] + given[:leader]))
    ((seat, card, *cards),) = table.events("won")
    assert card == given[int(seat)]
    assert cards == given
    return int(seat)


def simple_winner(played: list[tuple[int, str]]) -> int:
    """Return who wins, computed in the simplest way from seats and cards in the order of play (FW-21)."""
    split = [(seat, card.split("-")[0], int(card.split("-")[1])) for seat, card in played]
    suits = {suit for _, suit, _ in split}
    led = split[0][1]
    if "thunder" in suits and "snow" in suits:
        candidates = [(rank, seat) for seat, suit, rank in split if suit == "snow"]
    elif "thunder" in suits:
        candidates = [(rank, seat) for seat, suit, rank in split if suit == "thunder"]
    elif led != "snow":
        candidates = [(rank, seat) for seat, suit, rank in split if suit == led]
    elif suits == {"snow"}:
        candidates = [(rank, seat) for seat, suit, rank in split]
    else:
        candidates = [(rank, seat) for seat, suit, rank in split if suit != "snow"]
    highest = max(rank for rank, _ in candidates)
    return [seat for rank, seat in candidates if rank == highest][-1]


def test_the_leader_plays_any_card() -> None:  # FW-20
    table = first_trick(FOLLOW)
    assert len(table.legal(0)) == 8


def test_a_player_who_holds_the_led_suit_must_follow() -> None:  # FW-20
    table = first_trick(FOLLOW)
    table.play("play rainy-1")
    assert table.legal(1) == ["play rainy-2", "play rainy-5"]
    assert table.refusal(1, "play thunder-1") == "you must follow rainy"


def test_a_player_without_the_led_suit_plays_any_card() -> None:  # FW-20
    table = first_trick(FOLLOW)
    table.play("play rainy-1", "play rainy-2", "play rainy-3")
    assert len(table.legal(3)) == 8


@pytest.mark.parametrize(("led", "must"), [("thunder-3", "thunder-1"), ("snow-3", "snow-1")])
def test_thunder_and_snow_must_be_followed_too(led: str, must: str) -> None:  # FW-20
    table = first_trick(f"{led} … | thunder-1 snow-1 … | … | …")
    table.play(f"play {led}")
    assert f"play {must}" in table.legal(1)
    assert all(move.startswith(f"play {must[:4]}") for move in table.legal(1))


@pytest.mark.parametrize("players", [3, 4])
def test_the_others_play_clockwise(players: int) -> None:  # FW-20
    table = first_trick(" | ".join([{3: "…10", 4: "…8"}[players]] * players), players, start=players - 1)
    table.play_on(moves=players)
    assert [seat for seat, _ in table.events("played")] == [players - 1, *range(players - 1)]


# ---- Every branch of FW-21, for 3 and for 4 players ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "seat"),
    [
        ("fine-9 thunder-3 snow-1", 2),
        ("fine-9 snow-1 thunder-3", 1),
        ("thunder-3 snow-2 snow-1", 1),
        ("snow-1 thunder-3 fine-10", 0),
        ("fine-9 thunder-3 snow-1 fine-10", 2),
        ("snow-1 snow-3 thunder-3 snow-2", 1),
        ("cloudy-1 snow-2 thunder-3 snow-1", 1),
        ("thunder-1 fine-10 thunder-3 snow-1", 3),
    ],
)
def test_with_a_thunder_and_a_snow_the_highest_snow_wins(words: str, seat: int) -> None:  # FW-21
    assert winner(words) == seat


@pytest.mark.parametrize(
    ("words", "seat"),
    [
        ("fine-10 thunder-1 fine-9", 1),
        ("thunder-2 thunder-3 thunder-1", 1),
        ("thunder-1 rainy-10 cloudy-10", 0),
        ("fine-10 thunder-1 thunder-2 fine-9", 2),
        ("rainy-4 rainy-9 thunder-1 rainy-7", 2),
        ("thunder-1 rainy-10 cloudy-10 fine-10", 0),
        ("thunder-1 thunder-3 thunder-2 fine-10", 1),
    ],
)
def test_with_a_thunder_and_no_snow_the_highest_thunder_wins(words: str, seat: int) -> None:  # FW-21
    assert winner(words) == seat


@pytest.mark.parametrize(
    ("words", "seat"),
    [
        ("fine-3 fine-9 fine-4", 1),
        ("cloudy-3 rainy-10 fine-10", 0),
        ("rainy-1 rainy-2 rainy-3", 2),
        ("fine-3 fine-9 fine-10 fine-4", 2),
        ("cloudy-3 rainy-10 fine-10 rainy-9", 0),
        ("rainy-4 cloudy-10 rainy-5 fine-1", 2),
    ],
)
def test_without_thunder_and_snow_the_highest_of_the_led_suit_wins(words: str, seat: int) -> None:  # FW-21
    assert winner(words) == seat


@pytest.mark.parametrize(
    ("words", "seat"),
    [
        ("fine-3 snow-3 snow-2", 0),
        ("rainy-1 snow-3 cloudy-10", 0),
        ("fine-3 snow-3 fine-4 snow-2", 2),
        ("cloudy-1 snow-1 snow-2 snow-3", 0),
    ],
)
def test_without_thunder_snow_always_loses_to_the_led_suit(words: str, seat: int) -> None:  # FW-21
    assert winner(words) == seat


@pytest.mark.parametrize(
    ("words", "seat"),
    [
        ("snow-3 fine-1 cloudy-2", 2),
        ("snow-3 snow-2 rainy-1", 2),
        ("snow-1 rainy-9 fine-4", 1),
        ("snow-3 fine-1 cloudy-2 rainy-9", 3),
        ("snow-3 rainy-10 snow-2 fine-9", 1),
        ("snow-1 snow-2 snow-3 fine-1", 3),
    ],
)
def test_when_snow_is_led_without_thunder_the_highest_other_number_wins(words: str, seat: int) -> None:  # FW-21
    assert winner(words) == seat


@pytest.mark.parametrize(
    ("words", "leader", "seat"),
    [
        ("snow-3 fine-7 cloudy-7", 0, 2),
        ("rainy-7 snow-1 fine-7", 1, 0),
        ("snow-3 fine-7 cloudy-7 rainy-6", 0, 2),
        ("snow-3 fine-7 cloudy-7 rainy-7", 0, 3),
        ("cloudy-7 rainy-7 snow-1 fine-7", 2, 1),
        ("cloudy-7 rainy-6 snow-1 fine-7", 2, 0),
    ],
)
def test_when_snow_is_led_the_later_of_equal_numbers_wins(words: str, leader: int, seat: int) -> None:  # FW-21
    assert winner(words, leader) == seat


@pytest.mark.parametrize(("words", "seat"), [("snow-3 snow-1 snow-2", 0), ("snow-1 snow-2 snow-3", 2)])
def test_among_three_snows_the_highest_wins(words: str, seat: int) -> None:  # FW-21
    assert winner(words) == seat


@pytest.mark.parametrize("players", [3, 4])
def test_random_tricks_are_won_as_computed_the_simple_way(players: int) -> None:  # FW-21
    rng = Rng(seed=players)
    template = of_weather(last_trick(" ".join(CARDS[:players])).state)
    special = list(range(30, 36))
    for _ in range(4000):
        drawn = list(range(36)) + special * 2  # more Thunder and Snow than in real play
        rng.shuffle(drawn)
        drawn = list(dict.fromkeys(drawn))[:players]
        leader = rng.below(players)
        state = of_weather(template.clone())
        state.leader, state.waiting = leader, 1 << leader
        for seat in range(players):
            state.seats[seat].hand = 1 << drawn[seat]
        order = [(leader + step) % players for step in range(players)]
        for seat in order:
            state.apply(seat, state.legal(seat)[0])
        wanted = simple_winner([(seat, CARDS[drawn[seat]]) for seat in order])
        assert state.leader == wanted, [CARDS[drawn[seat]] for seat in order]


def test_the_tricks_of_whole_games_are_won_as_computed_the_simple_way() -> None:  # FW-21
    for seed in range(6):
        table = deal(GAME, 3 + seed % 2, seed=seed)
        table.play_on()
        played = table.events("played")
        players = table.record().players
        for number, (seat, *_) in enumerate(table.events("won")):
            assert seat == simple_winner(
                [(int(mover), str(card)) for mover, card in played[number * players :][:players]]
            )


# ---- Taking the trick ------------------------------------------------------------------------------------------------


def test_the_winner_takes_the_cards_and_leads() -> None:  # FW-22
    table = first_trick(FOLLOW)
    trick(table, "rainy-1 rainy-5 rainy-3 thunder-2")
    state = weather(table)
    assert (state.leader, state.waiting) == (3, 1 << 3)
    assert named(state.seats[3].won) == "rainy-1 rainy-3 rainy-5 thunder-2"
    assert [player.tricks for player in state.seats] == [0, 0, 0, 1]


def test_won_cards_are_face_down_and_the_number_of_tricks_is_public() -> None:  # FW-22
    table = first_trick(FOLLOW)
    trick(table, "rainy-1 rainy-5 rainy-3 thunder-2")
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        seen = of_weather(table.state.seen_by(viewer, recall=False))
        assert [player.won for player in seen.seats] == [0, 0, 0, 0]
        assert [player.tricks for player in seen.seats] == [0, 0, 0, 1]


@pytest.mark.parametrize(("players", "tricks"), [(3, 10), (4, 8)])
def test_a_round_lasts_until_the_hands_are_empty(players: int, tricks: int) -> None:  # FW-1, FW-22
    table = deal(GAME, players)
    table.play_on(until=lambda state: state.part == 1)
    assert len(table.events("won")) == tricks
    assert len(table.events("played")) == tricks * players


def test_won_cards_are_shown_when_the_round_is_scored() -> None:  # FW-22
    state = of_weather(GAME.setup(4).start())
    rng = Rng(seed=4)
    while state.part == 0:
        if state.due >= 0:
            state.resolve(rng)
        else:
            seat = lowest(state.waiting)
            state.apply(seat, state.legal(seat)[0])
    seen = of_weather(state.seen_by(SPECTATOR, recall=False))
    assert sum(count(player.won) for player in seen.seats) == 32


def test_the_last_card_is_not_played_automatically() -> None:  # FW-20
    assert last_trick("fine-1 fine-2 fine-3").legal(0) == ["play fine-1"]
