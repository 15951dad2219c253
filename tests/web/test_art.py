"""The look of the games: all pictures exist, palettes are readable, and style sheets affect only their own game."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import chabudai
from chabudai.games.registry import game, games
from chabudai.scene.game import Game
from chabudai.scene.words import words
from chabudai.web import art
from chabudai.web.gallery import gallery_page
from chabudai.web.pages.document import Visitor

STATIC = Path(chabudai.__file__).parent / "web" / "static"
PAPER = "#fffaf0"
AA = 4.5

every_game = pytest.mark.parametrize("played", games().values(), ids=games())


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(color: str, background: str) -> float:
    darker, lighter = sorted((luminance(color), luminance(background)))
    return (lighter + 0.05) / (darker + 0.05)


def by_theme(text: str, name: str) -> tuple[str, str]:
    """Return the light and the dark value of a custom property in a style sheet."""
    both = re.search(rf"{name}:\s*light-dark\((#\w{{6}}),\s*(#\w{{6}})\)", text)
    if both:
        return both[1], both[2]
    single = re.search(rf"{name}:\s*(#\w{{6}})", text)
    assert single, name
    return single[1], single[1]


@every_game
def test_a_game_has_a_sign_for_each_suit_a_back_a_cover_and_a_mat(played: Game) -> None:
    names = {f"suit-{suit}" for suit in words(played).tables["suit_colour"]} | {"back", "cover", "mat"}
    assert [name for name in sorted(names) if not art.has_symbol(played, name)] == []
    assert not art.has_symbol(played, "no-such-picture")


@every_game
def test_pictures_use_flat_shapes_and_refer_to_nothing_outside(played: Game) -> None:
    sheet = ElementTree.fromstring(art.symbols(played))
    ids = {element.get("id") for element in sheet.iter()}
    for element in sheet.iter():
        assert element.tag.rpartition("}")[2] in {"svg", "symbol", "g", "path", "circle", "ellipse", "rect", "use"}
        assert element.get("style") is None
        if element.tag.endswith("use"):
            assert (element.get("href") or "")[1:] in ids


@every_game
def test_a_style_sheet_affects_only_its_own_game(played: Game) -> None:
    text = re.sub(r"/\*.*?\*/", "", art.stylesheet(played), flags=re.DOTALL)
    text = re.sub(r"@(media|container)[^{]*\{", "", text)
    selectors = re.findall(r"([^{}]+)\{[^{}]*\}", text)
    assert selectors
    for selector in selectors:
        for part in re.split(r",(?![^(]*\))", selector):
            assert part.strip().startswith(f'[data-game="{played.name}"]'), part


def test_declared_inks_of_suits_are_readable_on_paper_and_on_their_tint() -> None:
    """Other suits have inks and tints that style sheets mix from their color, which this test does not compute."""
    sheets = "".join(art.stylesheet(played) for played in games().values())
    rules = re.findall(r'\[data-suit="(\w+)"\] \{ --suit-ink: (#\w{6}); --tint: (#\w{6});', sheets)
    assert len(rules) > 10
    for suit, ink, tint in rules:
        assert contrast(ink, tint) >= AA, suit
        assert contrast(ink, PAPER) >= AA, suit


@every_game
def test_words_are_readable_on_the_mat_in_both_themes(played: Game) -> None:
    text = art.stylesheet(played)
    for ink in ("--mat-ink", "--mat-ink-2"):
        for dark in (0, 1):
            ground, letters = by_theme(text, "--mat")[dark], by_theme(text, ink)[dark]
            assert contrast(ground, letters) >= AA, (ink, ground, letters)


def test_words_are_readable_on_panels_in_both_themes() -> None:
    text = (STATIC / "base.css").read_text(encoding="utf-8")
    for ink in ("--ink", "--ink-2", "--shu", "--good", "--warn"):
        for ground in ("--panel", "--paper"):
            for dark in (0, 1):
                assert contrast(by_theme(text, ink)[dark], by_theme(text, ground)[dark]) >= AA, (ink, ground)
    for dark in (0, 1):
        assert contrast(by_theme(text, "--act")[dark], by_theme(text, "--on-act")[dark]) >= AA
        assert contrast(by_theme(text, "--lamp")[dark], by_theme(text, "--on-lamp")[dark]) >= AA


def test_suit_colors_come_from_the_text_of_the_game() -> None:
    assert '[data-game="kasane"] [data-suit="dye7"] { --suit: #2c63a8; }' in art.stylesheet(game("kasane"))


def test_the_gallery_shows_every_game_in_both_themes() -> None:
    page = "".join(gallery_page(Visitor("Aoi")))
    for played in games().values():
        article = page.partition(f'<article data-game="{played.name}">')[2].partition("</article>")[0]
        assert article.count('data-theme="light"') == article.count('data-theme="dark"') == 1
        assert article.count("<h3>") > 10
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
