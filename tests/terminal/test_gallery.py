"""The gallery shows every element of a game's scenes."""

from itertools import islice

import pytest
from rich.cells import cell_len
from rich.console import Console

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.sampling.specimens import gather
from chabudai.scene.game import Game
from chabudai.scene.words import LANGUAGES, words
from chabudai.terminal.gallery import gallery

CASES = [
    pytest.param(game, LANGUAGES[number % len(LANGUAGES)], id=game.name) for number, game in enumerate(games().values())
]


@pytest.mark.parametrize(("game", "language"), CASES)
def test_the_gallery_fits_eighty_columns_and_has_every_section(game: Game, language: str) -> None:
    game_words = words(game, language)
    console = Console(width=300, color_system=None, highlight=False)
    with console.capture() as capture:
        for drawing in gallery(game, game_words):
            console.print(drawing)
    lines = capture.get().splitlines()
    assert max(cell_len(line) for line in lines) <= 80
    for title in ("marks", "choices", "zones", "seats", "facts", "facts_with_aids", "reasons", "log", "scoring"):
        assert f"═══ {game_words.sentence('gallery', title)}" in lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_card_is_shown_once_even_if_two_kinds_share_their_name(language: str) -> None:
    game = find_game("only_one")
    game_words = words(game, language)
    console = Console(width=80, color_system=None, highlight=False)
    with console.capture() as capture:
        for drawing in islice(gallery(game, game_words), 3):
            console.print(drawing)
    cards, _, marks = capture.get().partition(f"═══ {game_words.sentence('gallery', 'marks')}")
    assert cards.lstrip().startswith(f"═══ {game_words.sentence('gallery', 'cards')}\n")
    assert (cards.count("═══"), cards.count(game_words.name("fig")), cards.count(game_words.name("cheese"))) == (
        1,
        1,
        2,
    )
    assert marks


def test_every_card_and_every_kind_of_decision_is_found() -> None:
    game = find_game("ameno_kirifuda")
    specimens = gather(game, words(game))
    assert set(specimens.cards) == {*game.vocabulary["card"], *game.vocabulary["omegumi"]}
    assert set(specimens.log) == set(game.events)
    verbs = {verb for occasion in specimens.tables for verb in occasion.split()}
    assert verbs == {action.split()[0] for action in game.actions} | {"waiting", "spectator", "over"}
