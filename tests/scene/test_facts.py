"""Panels of facts: what matters for the decision comes first, and their headings are explained."""

import pytest

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.bits import lowest
from chabudai.kernel.rng import Rng
from chabudai.sampling.walk import random_positions
from chabudai.scene.builder import make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Facts
from chabudai.scene.words import LANGUAGES, words

NAMES = ["Haru", "Natsu", "Aki", "Fuyu"]
FIRST = {
    ("ameno_kirifuda", "play"): {"left"},
    ("ameno_kirifuda", "place"): {"standing"},
    ("ameno_kirifuda", "draft"): {"standing"},
    ("fine_weather", "wish"): {"wishes", "round_before"},
    ("fine_weather", "play"): {"so_far"},
    ("kasane", "take"): {"melds"},
    ("only_one", "explore"): {"clashes"},
    ("thousand_cats", "play"): {"seen"},
}
"""The first panel with rows, by the first word of the moves."""


def facts_by_verb(game: Game) -> dict[str, list[list[Facts]]]:
    """Return the panels that the waiting seat sees in a random game, by the first word of its first legal move."""
    seen: dict[str, list[list[Facts]]] = {}
    for state in random_positions(game.setup(max(game.players)), Rng(4)):
        if state.waiting:
            seat = lowest(state.waiting)
            verb = game.actions[state.legal(seat)[0]].split()[0]
            seen.setdefault(verb, []).append(make_scene(game, state.seen_by(seat, True), words(game), NAMES).facts)
    return seen


@pytest.mark.parametrize("name", games())
def test_what_matters_for_the_decision_comes_first(name: str) -> None:
    shown = facts_by_verb(find_game(name))
    for (game, verb), first in FIRST.items():
        if game == name:
            assert shown[verb]
            assert {next(facts.id for facts in panels if facts.rows) for panels in shown[verb]} == first


@pytest.mark.parametrize("game", games().values(), ids=games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_after_the_end_the_first_panel_is_the_final_score(game: Game, language: str) -> None:
    for aids in (True, False):
        *_, end = random_positions(game.setup(max(game.players)), Rng(4))
        scene = make_scene(game, end.seen_by(1, aids), words(game, language), NAMES)
        first = scene.facts[0]
        assert first.title == {"en": "Final score", "ja": "最終得点"}[language]
        assert [row.seat for row in first.rows] == [0, 1, 2, 3][: len(scene.seats)]
        assert [row.cells[len(first.columns) - 1] for row in first.rows] == [str(points) for points in end.scores()]


@pytest.mark.parametrize("game", games().values(), ids=games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_belongs_to_a_heading(game: Game, language: str) -> None:
    game_words = words(game, language)
    explained = game_words.tables.get("fact_meaning", {})
    used: set[str] = set()
    for options in ({}, {"familiars": True}) if game.name == "only_one" else ({},):
        for state in random_positions(game.setup(max(game.players), options), Rng(5)):
            for facts in make_scene(game, state.seen_by(0, True), game_words, NAMES).facts:
                assert len(facts.meanings) in (0, len(facts.columns))
                used |= {meaning for meaning in facts.meanings if meaning}
    assert used == set(explained.values())
