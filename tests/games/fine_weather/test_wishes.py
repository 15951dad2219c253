"""Very wishes and hidden wishes: FW-13, FW-40, FW-41."""

import pytest

from chabudai.games.fine_weather import GAME
from chabudai.games.fine_weather.phases import PLAY
from chabudai.games.fine_weather.words import WISHES
from chabudai.kernel.bits import bit, lowest
from chabudai.testing.table import StackedTable, deal
from games.fine_weather.positions import last_trick, of_weather, trick, weather

LAST_TRICK = "fine-1 fine-2 fine-3 fine-4"
"""Seat 3 wins it."""
HIDDEN = {"hidden_wishes": True}
BASIC = ["wish fine", "wish cloudy", "wish rainy", "wish thunder", "wish snow"]


def after(*wished: str, **options: object) -> StackedTable:
    """Start a round in which seat 0 wishes first, after it made these wishes and the others wished for Snow."""
    *past, last = wished
    table = last_trick(
        LAST_TRICK,
        part=len(past),
        past=[" ".join(past), *[" ".join(["snow"] * len(past))] * 3],
        wish=[last, "snow", "snow", "snow"],
        points=[90, 0, 0, 0],
        options=options,
    )
    trick(table, LAST_TRICK)
    return table


@pytest.mark.parametrize("basic", ["fine", "cloudy", "rainy"])
def test_a_very_wish_is_allowed_after_the_same_basic_wish_and_no_other(basic: str) -> None:  # FW-13
    """After Fine there are six wishes: the five basic ones and Very Fine."""
    assert after(basic).legal(0) == [*BASIC, f"wish very-{basic}"]


@pytest.mark.parametrize("basic", ["thunder", "snow"])
def test_after_thunder_and_snow_no_very_wish_is_allowed(basic: str) -> None:  # FW-13
    assert after(basic).legal(0) == BASIC


@pytest.mark.parametrize("players", [3, 4])
def test_no_very_wish_is_allowed_in_round_1(players: int) -> None:  # FW-13
    table = deal(GAME, players, chance={"start": "0"})
    assert table.legal(0) == BASIC
    assert table.refusal(0, "wish very-cloudy") == "Very wishes are not allowed in round 1"


def test_the_basic_wish_must_have_been_made_directly_before() -> None:  # FW-13
    table = after("fine", "cloudy")
    assert table.legal(0) == [*BASIC, "wish very-cloudy"]
    assert table.refusal(0, "wish very-fine") == "very-fine is allowed only right after fine"


def test_a_very_wish_cannot_be_repeated() -> None:  # FW-13
    table = after("fine", "very-fine")
    assert table.legal(0) == BASIC
    assert table.refusal(0, "wish very-fine") == "only one Very wish is allowed per game"


def test_only_one_of_the_three_very_wishes_is_allowed_per_game() -> None:  # FW-13
    table = after("fine", "very-fine", "cloudy", rounds="players")
    assert table.state.part == 3
    assert table.legal(0) == BASIC
    assert table.refusal(0, "wish very-cloudy") == "only one Very wish is allowed per game"


def test_a_very_wish_depends_on_the_players_own_previous_wish() -> None:  # FW-13
    table = after("rainy")
    table.play("wish very-rainy")
    assert table.legal(1) == BASIC


def test_with_five_wishes_there_are_no_very_wishes() -> None:  # FW-41
    table = after("fine", wishes=5)
    assert table.legal(0) == BASIC
    assert table.refusal(0, "wish very-fine") == "this game has no Very wishes"


# ---- Hidden wishes ---------------------------------------------------------------------------------------------------


def hidden(players: int = 4, start: int = 1, **options: object) -> StackedTable:
    """Deal a game with hidden wishes, opened by `start`."""
    return deal(GAME, players, options={**HIDDEN, **options}, chance={"start": str(start)})


@pytest.mark.parametrize("players", [3, 4])
def test_each_seat_wishes_and_announces_before_the_next_seat_clockwise(players: int) -> None:  # FW-40
    table = hidden(players)
    for step in range(players):
        seat = (1 + step) % players
        assert table.state.waiting == bit(seat)
        assert table.legal(seat) == BASIC
        table.play("wish snow")
        assert table.state.waiting == bit(seat)
        table.play("announce fine")
    assert table.state.waiting == bit(1)
    assert table.legal(1)[0].startswith("play")


def test_hidden_wishes_go_clockwise_from_the_leader_in_later_rounds_too() -> None:  # FW-40
    table = last_trick(LAST_TRICK, wish=["rainy"] * 4, announced=["fine"] * 4, points=[3, 0, 9, -2], options=HIDDEN)
    trick(table, LAST_TRICK)
    order = []
    while table.state.first != PLAY:
        order.append(lowest(table.state.waiting))
        table.play_on(moves=2)
    assert order == [3, 0, 1, 2]


@pytest.mark.parametrize(("wishes", "announced"), [(8, 8), (5, 5)])
def test_any_wish_in_the_game_may_be_announced_even_in_round_1(wishes: int, announced: int) -> None:  # FW-40
    table = hidden(wishes=wishes)
    table.play("wish fine")
    assert table.legal(1) == [f"announce {wish}" for wish in WISHES[:announced]]


def test_with_five_wishes_a_very_wish_cannot_even_be_announced() -> None:  # FW-40, FW-41
    table = hidden(wishes=5)
    table.play("wish fine")
    assert table.refusal(1, "announce very-fine") == "this game has no Very wishes"


@pytest.mark.parametrize("recall", [True, False])
def test_the_true_wish_is_private_and_the_announcement_public(recall: bool) -> None:  # FW-40
    table = hidden()
    table.play("wish snow", "announce very-fine", "wish rainy")
    for viewer in range(-1, 4):
        seats = of_weather(table.state.seen_by(viewer, recall)).seats
        assert seats[1].wish == (4 if viewer == 1 else -2)
        assert seats[2].wish == (2 if viewer == 2 else -2)
        assert [seat.announced for seat in seats] == [-1, 5, -1, -1]
        assert (seats[0].wish, seats[3].wish) == (-1, -1)
    assert table.events("chose", seen_by=1) == [(1, "snow"), (2,)]
    assert table.events("chose", seen_by=-1) == [(1,), (2,)]
    assert table.events("announced", seen_by=-1) == [(1, "very-fine")]


def test_wishes_are_revealed_when_the_round_is_scored() -> None:  # FW-40
    table = last_trick(LAST_TRICK, wish=["snow", "rainy", "fine", "thunder"], announced=["fine"] * 4, options=HIDDEN)
    trick(table, LAST_TRICK)
    assert [event[1] for event in table.events("scored", seen_by=-1)] == ["snow", "rainy", "fine", "thunder"]
    seen = of_weather(table.state.seen_by(-1, recall=False))
    assert [seat.wished[0] for seat in seen.seats] == [4, 2, 0, 3]


def test_the_true_wish_scores_and_not_the_announced_one() -> None:  # FW-40
    table = last_trick(LAST_TRICK, wish=["snow"] * 4, announced=["fine"] * 4, options=HIDDEN)
    trick(table, LAST_TRICK)
    assert table.state.scores() == [6, 6, 6, -3]


def test_a_hidden_very_wish_depends_on_the_true_previous_wish() -> None:  # FW-13, FW-40
    table = last_trick(LAST_TRICK, wish=["cloudy"] * 4, announced=["fine"] * 4, points=[-9, 0, 0, 0], options=HIDDEN)
    trick(table, LAST_TRICK)
    assert weather(table).opener == 0
    assert table.legal(0) == [*BASIC, "wish very-cloudy"]


def test_five_wishes_can_be_combined_with_open_wishes() -> None:  # FW-41
    table = deal(GAME, 3, options={"wishes": 5})
    table.play_on()
    assert {str(wish) for _, wish in table.events("wished")} <= set(WISHES[:5])
    assert table.events("announced") == []
