"""What each step of the final scoring counts makes up its points, and is what lies on the table."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.scoring import longest_line
from chabudai.games.ameno_kirifuda.words import OMEGUMI, SPACES
from chabudai.games.fine_weather.equipment import SNOW
from chabudai.games.fine_weather.rules import Weather
from chabudai.games.fine_weather.scoring import EACH_TRICK, NO_TRICK, round_points, tally_of
from chabudai.games.fine_weather.words import CARDS as WEATHER_CARDS
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.scoring import COLOR_BONUS
from chabudai.games.only_one.equipment import is_special
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.scoring import POWER_POINTS
from chabudai.games.only_one.words import CARDS as INGREDIENTS
from chabudai.games.only_one.words import POWERS
from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.scoring import BOOZE_POINTS, TOO_MUCH_BOOZE, fish_factors, halved
from chabudai.games.thousand_cats.words import CARDS as CAT_CARDS
from chabudai.kernel.bits import mask_of
from chabudai.kernel.event import Event
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import State
from chabudai.sampling.option_sets import option_sets
from chabudai.sampling.walk import random_positions
from chabudai.scene.builder import cards_in, make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Grid, Scene, ScoreStep
from chabudai.scene.words import words

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]
CASES = [
    pytest.param(game, players, number, id=f"{game.name}-{players}-{number}")
    for game in games().values()
    for players in game.players
    for number in range(len(list(option_sets(game, players))))
]


def ends(game: Game, players: int, number: int, seeds: range) -> Iterator[tuple[State, Scene, list[Event]]]:
    """Play random games with a set of options; yield each end, how it looks, and all events of the game."""
    setup = game.setup(players, list(option_sets(game, players))[number])
    for seed in seeds:
        events: list[Event] = []
        for state in random_positions(setup, Rng(seed)):
            events += state.events
        yield state, make_scene(game, state.seen_by(0, False), words(game), NAMES), events


def ids(step: ScoreStep, zone: str = "") -> list[str]:
    """Return the cards that a step counts in the zones whose ids begin like this."""
    return [card.id for counted in step.counted if counted.zone.startswith(zone) for card in counted.cards]


@pytest.mark.parametrize(("game", "players", "number"), CASES)
def test_what_counts_lies_on_the_table(game: Game, players: int, number: int) -> None:
    for _, scene, _ in ends(game, players, number, range(2)):
        zones = {zone.id: zone for zone in [*scene.zones, *(zone for seat in scene.seats for zone in seat.zones)]}
        for step in scene.scoring:
            for counted in step.counted:
                assert counted.title
                assert set(counted.line) <= set(counted.spaces)
                zone = zones.get(counted.zone)
                if isinstance(zone, Grid):
                    spaces = {space.id: space for row in zone.rows for space in row.spaces}
                    tokens = [spaces[space].token for space in counted.spaces]
                    assert all(token is not None and token.seat == step.seat for token in tokens)
                elif zone is not None and cards_in(zone):
                    # A pile of a kind shows one of its cards.
                    assert {card.index.rstrip("★") for card in counted.cards} <= {
                        card.index.rstrip("★") for card in cards_in(zone)
                    }


@pytest.mark.parametrize(("game", "players", "number"), CASES)
def test_what_counts_makes_up_the_points(game: Game, players: int, number: int) -> None:
    counted = 0
    for state, scene, events in ends(game, players, number, range(3)):
        for step in scene.scoring:
            points = POINTS[game.name](state, step, events)
            if points is not None:
                assert points == step.points, step.text
                counted += 1
    assert counted


def test_rounds_and_games_counted_before_are_one_step_for_each_seat() -> None:
    for name in ("fine_weather", "thousand_cats"):
        for state, scene, _ in ends(find_game(name), 4, 0, range(4)):
            before = [step for step in scene.scoring if not step.counted]
            assert len(before) == (4 if state.part > 1 else 0)
            assert [step.seat for step in scene.scoring[: len(before)]] == [0, 1, 2, 3][: len(before)]


def ameno_points(state: State, step: ScoreStep, events: list[Event]) -> int | None:
    assert isinstance(state, Ameno)
    assert step.seat is not None
    board, *others = step.counted
    if board.zone != "board":
        (card,) = board.cards
        for required in others:
            assert set(required.spaces) <= {SPACES[space] for space in range(16) if holds(state, step.seat, space)}
        return state.equipment.points[OMEGUMI.index(card.id)]
    line = [divmod(SPACES.index(space), 4) for space in board.line]
    assert len({(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)}) <= 1
    assert all(max(abs(b[0] - a[0]), abs(b[1] - a[1])) == 1 for a, b in pairwise(line))
    assert len(line) == longest_line(state.seats[step.seat].board)
    return len(board.spaces) * len(line)


def holds(state: Ameno, seat: int, space: int) -> bool:
    return bool(state.seats[seat].board >> space & 1)


def weather_points(state: State, step: ScoreStep, events: list[Event]) -> int | None:
    assert isinstance(state, Weather)
    assert step.seat is not None
    if not step.counted:
        return None
    wish = state.seats[step.seat].wished[state.part - 1]
    cards = mask_of([WEATHER_CARDS.index(card) for card in ids(step)])
    if wish == SNOW:
        return len(ids(step)) // state.equipment.players * EACH_TRICK if cards else NO_TRICK
    # The cards that count score as much as all cards: what cancels and what scores nothing is not among them.
    return round_points(wish, tally_of(cards), 1, state.equipment.card_points)


def kasane_points(state: State, step: ScoreStep, events: list[Event]) -> int | None:
    assert isinstance(state, Kasane)
    cards = ids(step)
    own = [event for event in events if event.seat == step.seat]
    if "melds" in step.text:
        laid = sum(len(event.values) for event in own if event.name == "laid")
        plus_ones = sum(event.name == "plus_one" for event in own)
        assert len(cards) == laid + plus_ones
        assert cards.count("+1") == plus_ones
        return sum(event.values[2] for event in own if event.name.startswith("melded")) + plus_ones
    if "twelve" in step.text:
        assert len(cards) == 12
        return None
    assert "+1" not in cards
    assert len(set(cards)) == len(cards)
    return COLOR_BONUS[len(cards)]


def only_one_points(state: State, step: ScoreStep, events: list[Event]) -> int | None:
    assert isinstance(state, OnlyOne)
    assert step.seat is not None
    if step.text.startswith("Kind"):
        own = ids(step, f"collection-{step.seat}")
        assert f"with {len(own)}" in step.text or f"at {len(own)}" in step.text
        others = len(ids(step)) - len(own) - len(ids(step, "familiar"))
        powers = step.text.count("Encore") + step.text.count("Windfall")
        assert bool(powers) == bool(ids(step, "familiar"))
        return 1 + others + POWER_POINTS * powers
    if "special card" not in step.text:
        return None
    special = ids(step, "collection")
    assert all(is_special(INGREDIENTS.index(card)) for card in special)
    return len(special) + sum(state.equipment.icons[POWERS.index(card)] for card in ids(step, "familiar"))


def cats_points(state: State, step: ScoreStep, events: list[Event]) -> int | None:
    assert isinstance(state, Cats)
    assert step.seat is not None
    if not step.counted:
        return None
    numbers = [CAT_CARDS.index(card) for card in ids(step, "taken")]
    player = state.seats[step.seat]
    factors = fish_factors(state.equipment, player)
    # A factor is stored plus one, in four bits.
    fish = sum(
        state.equipment.fish[card] * ((factors >> 4 * state.equipment.season[card] & 15) - 1)
        for card in numbers
        if state.equipment.fish[card]
    )
    if "crows" in step.text:
        return -len(numbers)
    if "halved" in step.text:
        assert sum(not state.equipment.fish[card] for card in numbers) == TOO_MUCH_BOOZE
        return halved(fish) - fish
    return BOOZE_POINTS * len(numbers) if "booze" in step.text else fish


POINTS: dict[str, Callable[[State, ScoreStep, list[Event]], int | None]] = {
    "ameno_kirifuda": ameno_points,
    "fine_weather": weather_points,
    "kasane": kasane_points,
    "only_one": only_one_points,
    "thousand_cats": cats_points,
}
