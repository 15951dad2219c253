"""Imagined worlds are just those that are possible, each as often as it is likely: here they are all written down."""

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
from chabudai.sampling.walk import Step, random_step, take
from chabudai.testing.enumeration import Enumeration, canonical, canonical_text
from example_game import GAME
from example_game.equipment import ALL_CARDS, FACE_DOWN
from goodness_of_fit import UNLIKELY, p_value

DRAWS = 2_000
RARE = 1 / 400
"""Worlds down to this probability are waited for, each until it comes."""
CERTAIN = 25.0
"""What is expected so often does come, but for once in 10**10 times."""


def worlds_in_sight(view: State) -> dict[str, float]:
    """Every way to fill the blanks of a view without memory: each card not in sight may be at any place face down."""
    blank: Any = json.loads(json.dumps(view.position()))
    blank["viewer"], blank["recall"] = WHOLE, True
    places = [place for place in _places(blank) if place[0][place[1]] == FACE_DOWN]
    unseen = Counter(ALL_CARDS) - Counter(box[key] for box, key in _places(blank))
    deals = set(permutations(unseen.elements()))
    worlds: dict[str, float] = {}
    for cards in deals:
        for (box, key), card in zip(places, cards, strict=True):
            box[key] = card
        for world, share in _chosen(deepcopy(blank)):
            worlds[world] = worlds.get(world, 0.0) + share / len(deals)
    return worlds


def _places(position: Any) -> Iterator[tuple[Any, Any]]:
    """Every place for a card, as the list or dictionary that it is in and the index there."""
    for guest in position["guests"]:
        yield guest["dealt"], "kind"
        yield guest["drawn"], "kind"
    yield position["reflection"], "kind"
    for box in (position["deck"], position["pile"]):
        for i in range(len(box)):
            yield box, i


def _chosen(position: Any) -> Iterator[tuple[str, float]]:
    """The worlds that hidden choices can make of a deal, all as likely."""
    guests = position["guests"]
    held = [card for guest in guests for card in (guest["dealt"], guest["drawn"]) if card["kind"] >= 0]
    position["held_over"] = sorted(card["kind"] for card in held if card["deck"] < position["shuffles"])
    position["deck"].sort()
    position["pile"].sort()
    hidden: list[tuple[Any, str, set[int]]] = []
    for guest in guests:
        if guest["place"] == FACE_DOWN:
            hidden.append((guest, "place", {0, 1}))
        if guest["laid"] == FACE_DOWN:
            hidden.append((guest, "laid", {guest["dealt"]["kind"], guest["drawn"]["kind"]}))
    choices = list(product(*(could for _, _, could in hidden)))
    for chosen in choices:
        for (guest, name, _), choice in zip(hidden, chosen, strict=True):
            guest[name] = choice
        yield canonical_text(position), 1.0 / len(choices)


class Comparison:
    """Draws from many views against all worlds that are possible there."""

    def __init__(self) -> None:
        self.p_values: list[float] = []
        self.looked_at: Counter[bool] = Counter()
        """Views whose rarest world is common enough to be waited for, and others."""

    def add(self, view: State, worlds: dict[str, float]) -> None:
        assert sum(worlds.values()) == pytest.approx(1.0)
        draw = draws(view)
        counts = Counter(next(draw) for _ in range(DRAWS if len(worlds) > 1 else 20))
        found = p_value(counts, worlds)
        assert found > UNLIKELY, f"p = {found:.2g} among {len(worlds)} worlds of {view}"
        self.p_values.append(found)
        rarest = min(worlds.values())
        self.looked_at[rarest >= RARE] += 1
        missing = worlds.keys() - counts.keys()
        patience = int(CERTAIN / rarest) if rarest >= RARE else 0
        while missing and patience:
            missing -= {next(draw)}
            patience -= 1
        assert not missing or rarest < RARE, f"possible, but never drawn: {missing}"

    def judge(self) -> None:
        """Slight unevenness everywhere shows when all is put together."""
        assert combine_pvalues(self.p_values).pvalue > UNLIKELY
        assert self.looked_at[True] > self.looked_at[False]


def draws(view: State) -> Iterator[str]:
    """Imagined worlds without end."""
    rng, worlds, world = Rng(2024), view.worlds(), view.clone()
    while True:
        world.imagine_into(view, worlds, rng)
        yield canonical(world)


def random_game(setup: Setup, seed: int) -> Iterator[tuple[State, Step | None]]:
    """The positions of a random game, each with the step that led there."""
    state = setup.start()
    state.listening = True
    rng = Rng(seed, stream=setup.players)
    yield state, None
    while not state.over():
        step = random_step(state, rng)
        take(state, step)
        yield state, step


GAMES = [(2, False, 1), (2, False, 2), (4, False, 1), (4, True, 5)]
"""Players, whether partners whisper, and a seed. Together they have looks, shown cards, and new decks in mid-night."""


@pytest.mark.parametrize(("players", "whisper", "seed"), GAMES)
def test_with_memory_worlds_come_as_chance_and_even_choices_make_them(players: int, whisper: bool, seed: int) -> None:
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
    comparison.judge()


@pytest.mark.parametrize(("players", "whisper", "seed"), GAMES)
def test_without_memory_every_card_not_in_sight_may_be_anywhere(players: int, whisper: bool, seed: int) -> None:
    comparison = Comparison()
    for number, (state, _) in enumerate(random_game(GAME.setup(players, {"whisper": whisper}), seed)):
        for viewer in range(SPECTATOR, players):
            if (number + viewer) % players == 0:
                view = state.seen_by(viewer, False)
                worlds = worlds_in_sight(view)
                assert canonical(state) in worlds
                comparison.add(view, worlds)
    comparison.judge()
