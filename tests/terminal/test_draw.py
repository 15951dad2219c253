"""The table as text: it fits, it is readable without color, and every choice has its number."""

import os
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from chabudai.games.registry import game as find_game
from chabudai.games.registry import games
from chabudai.kernel.bits import lowest, members
from chabudai.kernel.rng import Rng
from chabudai.kernel.state import SPECTATOR, State
from chabudai.sampling.walk import random_positions
from chabudai.scene.builder import make_scene
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Scene
from chabudai.scene.words import LANGUAGES, words
from chabudai.terminal.draw import draw_facts, draw_log, draw_result, draw_scene, draw_scoring_step
from chabudai.terminal.styles import readable_style, seat_style
from chabudai.testing.table import StackedTable, deal

AMENO = find_game("ameno_kirifuda")
NAMES = ["Haru", "Anne-Marie of the Long Name", "あきこ", "Fuyu"]
SNAPSHOTS = Path(__file__).parent / "snapshots"
REWRITE = "CHABUDAI_REWRITE_SNAPSHOTS"

every_table = pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(game, players, id=f"{game.name}-{players}") for game in games().values() for players in game.players],
)
both_languages = pytest.mark.parametrize("language", LANGUAGES)


def text(drawing: RenderableType) -> str:
    """Return what is printed without colors."""
    console = Console(file=StringIO(), width=300, color_system=None, highlight=False)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get()


def positions(game: Game, players: int, every: int) -> Iterator[State]:
    """Yield every `every`-th position of a random game, and the last."""
    for step, state in enumerate(random_positions(game.setup(players), Rng(7)), start=1):
        if step % every == 0 or state.over():
            yield state


def scenes(game: Game, players: int, language: str, every: int = 23) -> Iterator[Scene]:
    """Yield the scenes of these positions: for each seat that must choose, and for each viewer in turn."""
    for number, state in enumerate(positions(game, players, every)):
        for viewer in {number % (players + 1) + SPECTATOR, *members(state.waiting)}:
            view = state.seen_by(viewer, number % 2 == 0)
            yield make_scene(game, view, words(game, language), NAMES)


def drawings(scene: Scene, width: int) -> Iterator[RenderableType]:
    """Yield everything that can be drawn of a scene."""
    yield draw_scene(scene, width)
    yield draw_facts(scene, width)
    yield draw_log(scene.log, width)
    for number in range(len(scene.scoring)):
        yield draw_scoring_step(scene, number, width)
    if scene.over:
        yield draw_result(scene, width)


# ---- It fits -------------------------------------------------------------------------------------------------------


@every_table
@both_languages
def test_no_line_is_wider_than_the_terminal(game: Game, players: int, language: str) -> None:
    for scene in scenes(game, players, language):
        for width in (60, 80, 120):
            for drawing in drawings(scene, width):
                for line in text(drawing).splitlines():
                    assert cell_len(line) <= width, line


@both_languages
@pytest.mark.parametrize("players", AMENO.players)
def test_a_table_fits_a_screen_of_forty_lines(players: int, language: str) -> None:
    for scene in scenes(AMENO, players, language, every=11):
        assert len(text(draw_scene(scene)).splitlines()) <= 40


@both_languages
def test_right_borders_are_aligned(language: str) -> None:
    for scene in scenes(AMENO, 4, language, every=20):
        title, *panels = text(draw_scene(scene)).split("\n\n")[0].splitlines()
        assert len({cell_len(line) for line in panels}) == 1, title


def test_a_wide_terminal_shows_the_facts_beside_the_table() -> None:
    for scene in scenes(AMENO, 4, "en", every=40):
        titles = [facts.title for facts in scene.facts if facts.rows]
        narrow, wide = text(draw_scene(scene, 119)), text(draw_scene(scene, 120))
        assert all(title not in narrow and title in wide for title in titles)


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_scoring_step_shows_what_it_counts(game: Game) -> None:
    *_, end = positions(game, max(game.players), every=10_000)
    scene = make_scene(game, end.seen_by(0, True), words(game), NAMES)
    for number, step in enumerate(scene.scoring):
        drawn = text(draw_scoring_step(scene, number, 100))
        for counted in step.counted:
            assert all(card.index in drawn for card in counted.cards)
            assert drawn.count("★") >= len(counted.line)
            assert drawn.count("✓") >= len(counted.spaces) - len(counted.line)


def test_the_facts_end_with_what_their_headings_mean() -> None:
    game = find_game("only_one")
    *_, end = positions(game, 4, every=10_000)
    drawn = text(draw_facts(make_scene(game, end.seen_by(0, True), words(game), NAMES), 80))
    assert re.search(r"disc\.  Bonus: one point for each card of the kind in the discard", drawn)


# ---- Choices -------------------------------------------------------------------------------------------------------


@every_table
@both_languages
def test_every_legal_choice_has_its_number(game: Game, players: int, language: str) -> None:
    for scene in scenes(game, players, language):
        allowed = [choice for choice in scene.choices if choice.why is None]
        numbers = re.findall(r"\[(\d+)\]", text(draw_scene(scene)))
        assert {int(number) for number in numbers} == set(range(1, len(allowed) + 1))


@pytest.mark.parametrize("players", AMENO.players)
def test_each_number_is_shown_once_if_no_two_cards_are_equal(players: int) -> None:
    for scene in scenes(AMENO, players, "en", every=7):
        numbers = re.findall(r"\[(\d+)\]", text(draw_scene(scene)))
        assert len(numbers) == len(set(numbers))


def table_where_spring_is_led() -> StackedTable:
    """Return a table where the second seat must follow spring, and holds two spring cards."""
    hands = "spring-1 … | spring-7 spring-8 winter-1 winter-2 winter-3 winter-4 winter-5 winter-6 | … | …"
    table = deal(AMENO, 4, chance={"deck": hands})
    table.play_on(until=lambda state: AMENO.actions[state.legal(0)[0]].startswith("play") if state.legal(0) else False)
    table.play("play spring-1")
    return table


def test_illegal_choices_are_marked_and_their_reason_is_shown() -> None:
    table = table_where_spring_is_led()
    scene = make_scene(AMENO, table.state.seen_by(1, recall=False), words(AMENO), NAMES)
    refused = [choice for choice in scene.choices if choice.why is not None]
    assert len(refused) == 6
    own = text(draw_scene(scene)).split("─ ▲ you")[1]
    assert own.count("╰╌") == len(refused)
    assert own.count("you must follow Spring") == 1


# ---- Colors --------------------------------------------------------------------------------------------------------


@both_languages
def test_the_text_is_the_same_without_color(language: str) -> None:
    for scene in scenes(AMENO, 4, language, every=20):
        colored = Console(file=StringIO(), width=300, color_system="truecolor", force_terminal=True, record=True)
        colored.print(draw_scene(scene))
        assert colored.export_text() == text(draw_scene(scene))
        plain = Console(file=StringIO(), width=300, force_terminal=True, no_color=True, highlight=False)
        with plain.capture() as capture:
            plain.print(draw_scene(scene))
        assert "[38;" not in capture.get()
        assert "[48;" not in capture.get()


def test_every_seat_has_its_own_sign_and_color() -> None:
    for scene in scenes(AMENO, 4, "en", every=40):
        drawn = text(draw_scene(scene))
        assert all(f"{sign} {seat.name[:4]}" in drawn for sign, seat in zip("●▲◆■", scene.seats, strict=True))
    assert len({str(seat_style(seat)) for seat in range(6)}) == 6


@pytest.mark.parametrize("color", ["#000000", "#ffffff", "#0000ff", "#ffff00", "#d6678a", "#27568c", "#855a08"])
def test_colors_are_readable_on_black_and_on_white(color: str) -> None:
    drawn = readable_style(color).color
    assert drawn is not None
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in drawn.get_truecolor()
    )
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    assert (light + 0.05) / 0.05 >= 4.4
    assert 1.05 / (light + 0.05) >= 4.4


# ---- Snapshots -----------------------------------------------------------------------------------------------------


def snapshot(name: str, drawn: str) -> None:
    """Compare with the snapshot; rewrite it only if the environment variable is set."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get(REWRITE):
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8"), f"the drawing has changed; to accept it, set {REWRITE}=1"


@pytest.mark.parametrize(
    ("verb", "language"),
    [("draft", "en"), ("discard", "en"), ("play", "en"), ("play", "ja"), ("place", "en"), ("push", "en"), ("to", "ja"),
     ("return", "en")],
)  # fmt: skip
def test_a_table_matches_its_snapshot(verb: str, language: str) -> None:
    table = deal(AMENO, 4, seed=2)

    def is_asked(state: State) -> bool:
        """Check whether, in the second round, a seat must choose among several moves that start with `verb`."""
        moves = [AMENO.actions[action] for action in state.legal(lowest(state.waiting))]
        return state.part == 1 and len(moves) > 1 and moves[0].startswith(verb)

    table.play_on(until=is_asked)
    assert not table.state.over(), f"nobody was asked to {verb}"
    view = table.state.seen_by(lowest(table.state.waiting), recall=True)
    scene = make_scene(AMENO, view, words(AMENO, language), ["Aoi", "Ren", "Mika", "Sora"])
    snapshot(f"{verb}-{language}", text(draw_scene(scene)) + text(draw_facts(scene)))


@both_languages
def test_the_end_matches_its_snapshot(language: str) -> None:
    table = deal(AMENO, 3, seed=3)
    table.play_on()
    scene = make_scene(AMENO, table.state.seen_by(0, recall=True), words(AMENO, language), ["Aoi", "Ren", "Mika"])
    snapshot(f"end-{language}", "".join(text(drawing) for drawing in drawings(scene, 80)))
