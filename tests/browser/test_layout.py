"""Tables fit every screen: nothing overlaps or is clipped, labels fit, and what matters can be seen and tapped."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page

from browser.layout_positions import NAMES, first_turns, hard_positions
from browser.measuring import layout_problems
from chabudai.games.registry import games
from chabudai.scene.game import Game
from chabudai.scene.words import LANGUAGES
from chabudai.web.pages.document import Visitor
from tools.screenshots.camera import SIZES, Camera, resize
from tools.screenshots.pages import sample_table
from tools.screenshots.snapshots import Snapshot

WITH_MOUSE = {"1440x900", "1280x720", "910x512"}

every_game = pytest.mark.parametrize("game", games().values(), ids=games())

BOXES = """selector => [...document.querySelectorAll(selector)].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
})"""


def problems_in(camera: Camera, game: Game, snapshot: Snapshot, language: str) -> list[str]:
    """Return what is wrong with this table in any size."""
    page = camera.show(sample_table(game, snapshot, Visitor("", language), NAMES))
    found = []
    for size in SIZES:
        resize(page, size)
        found += [f"{size}: {problem}" for problem in layout_problems(page, touch=size not in WITH_MOUSE)]
    return found


@every_game
def test_tables_fit_every_size(browser: Browser, game: Game) -> None:
    camera = Camera(browser)
    for players, language in zip((max(game.players), min(game.players)), LANGUAGES, strict=True):
        for snapshot in hard_positions(game, players):
            assert problems_in(camera, game, snapshot, language) == []


@every_game
def test_guided_games_fit_every_size(browser: Browser, game: Game) -> None:
    camera = Camera(browser)
    assert game.first_game is not None
    for number, turn in enumerate(first_turns(game, game.first_game.players)):
        language = LANGUAGES[number % len(LANGUAGES)]
        assert problems_in(camera, game, replace(turn, guided=True), language) == []


@pytest.mark.long
@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_of_every_player_count_fit_every_size(browser: Browser, game: Game, language: str) -> None:
    camera = Camera(browser)
    for players in game.players:
        for snapshot in hard_positions(game, players):
            assert problems_in(camera, game, snapshot, language) == []


def boxes(page: Page, selector: str) -> list[list[int]]:
    """Return where the elements are, and how large."""
    measured: list[list[int]] = page.evaluate(BOXES, selector)
    return measured


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_advice_of_a_guided_game_moves_nothing(browser: Browser, language: str) -> None:
    camera = Camera(browser)
    game = games()["ameno_kirifuda"]
    turn = replace(first_turns(game, 3)[0], guided=True)
    places = ".mat, .opponents .seat-id, .gameboard, #s-hand .card"
    visitor = Visitor("", language)
    measured = {}
    for with_advice in (True, False):
        page = camera.show(sample_table(game, turn, visitor, with_advice=with_advice))
        for size in SIZES:
            resize(page, size)
            measured[with_advice, size] = boxes(page, places)
    for size in SIZES:
        assert measured[True, size] == measured[False, size], size


def test_the_board_stays_where_it_is_while_stones_and_tricks_change(browser: Browser) -> None:
    camera = Camera(browser)
    game = games()["ameno_kirifuda"]
    turns = first_turns(game, 4)
    assert len(turns) > 2
    for size in SIZES:
        seen = set()
        for turn in turns:
            page = camera.show(sample_table(game, turn, Visitor("", "en")))
            resize(page, size)
            seen.add(str(boxes(page, ".gameboard")))
        assert len(seen) == 1, size
