"""Scenes: made only from views, and equal for all positions that a viewer cannot tell apart."""

from collections.abc import Iterator

import msgspec
import pytest

from chabudai.games.registry import games
from chabudai.kernel.errors import HiddenInformation
from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.option_sets import option_sets
from chabudai.sampling.walk import random_steps
from chabudai.scene.builder import make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Scene
from chabudai.scene.words import LANGUAGES, words

NAMES = ["Haru", "Anne-Marie", "Aki", "Fuyu"]
CASES = [
    pytest.param(game, game.setup(players, options), id=f"{game.name}-{players}-{number}")
    for game in games().values()
    for players in game.players
    for number, options in enumerate(option_sets(game, players))
]


def positions(setup: Setup, seed: int, every: int) -> Iterator[State]:
    """Yield every n-th position of a random game, and the last."""
    return (state for _, state in steps(setup, seed, every))


def steps(setup: Setup, seed: int, every: int) -> Iterator[tuple[State, State]]:
    """Yield the positions before and after every n-th step of a random game, and the last."""
    for step, (before, state) in enumerate(random_steps(setup, Rng(seed)), start=1):
        if step % every == 0 or state.over():
            yield before, state


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_a_scene_is_the_same_in_another_world_that_fits_the_view(game: Game, setup: Setup) -> None:
    rng = Rng(11)
    for before, state in steps(setup, 5, every=13):
        for viewer in range(SPECTATOR, setup.players):
            for aids in (True, False):
                earlier, view = (position.seen_by(viewer, aids) for position in (before, state))
                worlds = [position.imagine(rng).seen_by(viewer, aids) for position in (earlier, view)]
                language = words(game, LANGUAGES[viewer % 2])
                # Moments are tested only together with aids: without aids, less is visible anyway.
                seen, imagined = (
                    make_scene(game, position, language, NAMES, before=past if aids else None)
                    for past, position in ((earlier, view), worlds)
                )
                assert seen == imagined


@pytest.mark.parametrize(("game", "setup"), CASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_scene_survives_a_round_trip_through_json(game: Game, setup: Setup, language: str) -> None:
    for state in positions(setup, 6, every=11):
        for viewer in range(SPECTATOR, setup.players):
            scene = make_scene(game, state.seen_by(viewer, True), words(game, language), NAMES)
            assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_all_legal_actions_are_choices_and_other_choices_say_why_not(game: Game, setup: Setup) -> None:
    for state in positions(setup, 7, every=3):
        for viewer in range(SPECTATOR, setup.players):
            scene = make_scene(game, state.seen_by(viewer, False), words(game), NAMES)
            allowed = [choice.action for choice in scene.choices if choice.why is None]
            assert sorted(allowed) == (state.legal(viewer) if viewer >= 0 else [])
            assert len({choice.action for choice in scene.choices}) == len(scene.choices)
            assert all(choice.why for choice in scene.choices if choice.action not in allowed)


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_the_scoring_step_by_step_ends_at_the_final_scores(game: Game, setup: Setup) -> None:
    *_, end = positions(setup, 8, every=1000)
    scene = make_scene(game, end.seen_by(0, False), words(game), NAMES)
    assert scene.over
    assert scene.scoring[-1].totals == end.scores() == [seat.score for seat in scene.seats]


def test_a_scene_is_never_made_from_the_whole_position() -> None:
    game = games()["ameno_kirifuda"]
    with pytest.raises(HiddenInformation, match="never from the whole position"):
        make_scene(game, game.setup(4).start(), words(game), NAMES)


def test_ameno_shows_only_visible_cards() -> None:
    game = games()["ameno_kirifuda"]
    cards = set(game.vocabulary["card"])
    for state in positions(game.setup(4), 9, every=2):
        whole = state.as_json()["seats"]
        assert isinstance(whole, list)
        for viewer in range(SPECTATOR, 4):
            for aids in (True, False):
                scene = make_scene(game, state.seen_by(viewer, aids), words(game), NAMES)
                shown = {word for word in _texts(msgspec.to_builtins(scene)) if word in cards}
                in_sight = {game.vocabulary["card"][seat["played"]] for seat in whole if seat["played"] >= 0}
                if viewer >= 0:
                    hand = whole[viewer]["hand"]
                    in_sight |= {card for number, card in enumerate(game.vocabulary["card"]) if hand >> number & 1}
                assert shown <= in_sight


def _texts(value: object) -> Iterator[object]:
    """Yield all texts in a scene, and the words of each."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value
        yield from value.split()
