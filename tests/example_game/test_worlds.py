"""Imagined worlds are exactly the possible ones, each as often as it is likely: these tests list all of them."""

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import permutations, product
from typing import Any

import pytest
from scipy.stats import combine_pvalues  # type: ignore[import-untyped]

from chabudai.kernel.rng import Rng
from chabudai.kernel.setup import Setup
from chabudai.kernel.state import SPECTATOR, WHOLE, State
from chabudai.sampling.walk import Step, random_step, take_step
from chabudai.testing.enumeration import Enumeration, canonical, canonical_text
from example_game import GAME
from example_game.equipment import ALL_CARDS, FACE_DOWN
from goodness_of_fit import UNLIKELY, p_value

DRAWS = 2_000
RARE = 1 / 400
"""A view whose rarest world has at least this probability is sampled until every world has been drawn."""
CERTAIN = 25.0
"""A world that is expected this often is missed less than once in 10**10 times."""


def worlds_without_recall(view: State) -> dict[str, float]:
    """Return the worlds that fit a view without recall, with probabilities: any unseen card may be in any blank."""
    blank: Any = json.loads(json.dumps(view.position()))
    blank["viewer"], blank["recall"] = WHOLE, True
    places = [place for place in _places(blank) if place[0][place[1]] == FACE_DOWN]
    unseen = Counter(ALL_CARDS) - Counter(box[key] for box, key in _places(blank))
    deals = set(permutations(unseen.elements()))
    worlds: dict[str, float] = {}
    for cards in deals:
        for (box, key), card in zip(places, cards, strict=True):
            box[key] = card
        for world, share in _worlds_of_deal(deepcopy(blank)):
            worlds[world] = worlds.get(world, 0.0) + share / len(deals)
    return worlds


def _places(position: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place for a card: the list or dictionary that holds it, and its index there."""
    for player in position["seats"]:
        yield player["dealt"], "kind"
        yield player["drawn"], "kind"
    yield position["reflection"], "kind"
    for box in (position["deck"], position["pile"]):
        for i in range(len(box)):
            yield box, i


def _worlds_of_deal(position: Any) -> Iterator[tuple[str, float]]:
    """Yield the worlds that the hidden choices can make of a deal, and their probabilities, which are equal."""
    seats = position["seats"]
    slots = [card for player in seats for card in (player["dealt"], player["drawn"]) if card["kind"] >= 0]
    position["held_over"] = sorted(card["kind"] for card in slots if card["shuffles_before"] < position["shuffles"])
    position["deck"].sort()
    position["pile"].sort()
    hidden: list[tuple[Any, str, set[int]]] = []
    for player in seats:
        if player["place"] == FACE_DOWN:
            hidden.append((player, "place", {0, 1}))
        if player["laid"] == FACE_DOWN:
            hidden.append((player, "laid", {player["dealt"]["kind"], player["drawn"]["kind"]}))
    choices = list(product(*(options for _, _, options in hidden)))
    for chosen in choices:
        for (player, name, _), choice in zip(hidden, chosen, strict=True):
            player[name] = choice
        yield canonical_text(position), 1.0 / len(choices)


class Comparison:
    """Compares draws from many views with all worlds that are possible there."""

    def __init__(self) -> None:
        self.p_values: list[float] = []
        self.rarest_is_common: Counter[bool] = Counter()
        """How many views had a rarest world common enough to wait for, and how many did not."""

    def add(self, view: State, worlds: dict[str, float]) -> None:
        """Draw worlds from a view and compare them with these worlds and their probabilities."""
        assert sum(worlds.values()) == pytest.approx(1.0)
        draw = draws(view)
        counts = Counter(next(draw) for _ in range(DRAWS if len(worlds) > 1 else 20))
        p = p_value(counts, worlds)
        assert p > UNLIKELY, f"p = {p:.2g} among {len(worlds)} worlds of {view}"
        self.p_values.append(p)
        rarest = min(worlds.values())
        self.rarest_is_common[rarest >= RARE] += 1
        missing = worlds.keys() - counts.keys()
        patience = int(CERTAIN / rarest) if rarest >= RARE else 0
        while missing and patience:
            missing -= {next(draw)}
            patience -= 1
        assert not missing or rarest < RARE, f"possible, but never drawn: {missing}"

    def finish(self) -> None:
        """Test all views together: a slight bias everywhere only shows in the total."""
        assert combine_pvalues(self.p_values).pvalue > UNLIKELY
        assert self.rarest_is_common[True] > self.rarest_is_common[False]


def draws(view: State) -> Iterator[str]:
    """Yield imagined worlds endlessly."""
    rng, worlds, world = Rng(2024), view.worlds(), view.clone()
    while True:
        world.imagine_into(view, worlds, rng)
        yield canonical(world)


def random_game(setup: Setup, seed: int) -> Iterator[tuple[State, Step | None]]:
    """Yield the positions of a random game, each with the step that led there."""
    state = setup.start()
    state.listening = True
    rng = Rng(seed, stream=setup.players)
    yield state, None
    while not state.over():
        step = random_step(state, rng)
        take_step(state, step)
        yield state, step


GAMES = [(2, False, 1), (2, False, 2), (4, False, 1), (4, True, 5)]
"""Players, whether partners whisper, and a seed. Together the games have looks, shown cards and reshuffled decks."""


@pytest.mark.parametrize(("players", "whisper", "seed"), GAMES)
def test_with_recall_worlds_are_as_likely_as_chance_and_uniform_choices_make_them(
    players: int, whisper: bool, seed: int
) -> None:
    setup = GAME.setup(players, {"whisper": whisper})
    viewers = {viewer: Enumeration(GAME, setup, viewer) for viewer in range(SPECTATOR, players)}
    comparison = Comparison()
    for number, (state, step) in enumerate(random_game(setup, seed)):
        for viewer, enumeration in viewers.items():
            if step is not None:
                enumeration.take(step)
            if (number + viewer) % players == 0:
                worlds = enumeration.worlds()
                assert worlds is not None
                comparison.add(state.seen_by(viewer, True), worlds)
    comparison.finish()


@pytest.mark.parametrize(("players", "whisper", "seed"), GAMES)
def test_without_recall_every_unseen_card_may_be_anywhere(players: int, whisper: bool, seed: int) -> None:
    comparison = Comparison()
    for number, (state, _) in enumerate(random_game(GAME.setup(players, {"whisper": whisper}), seed)):
        for viewer in range(SPECTATOR, players):
            if (number + viewer) % players == 0:
                view = state.seen_by(viewer, False)
                worlds = worlds_without_recall(view)
                assert canonical(state) in worlds
                comparison.add(view, worlds)
    comparison.finish()
