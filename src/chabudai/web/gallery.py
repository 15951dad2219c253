"""Draws the gallery: every element of every game's scenes in both themes, for work on words, art and styles."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import get_args

import msgspec
from msgspec.structs import replace

from chabudai.games.registry import games
from chabudai.sampling.specimens import Specimens, gather
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Card, Mark, Scene
from chabudai.scene.words import Words, title, words
from chabudai.session.notes import TableNotes
from chabudai.web.canvas import Canvas
from chabudai.web.card import draw_card
from chabudai.web.final_scoring import draw_scoring
from chabudai.web.markup import escape
from chabudai.web.pages.document import TopBar, Visitor, document
from chabudai.web.pages.pictures import cover, palettes, scene_styles
from chabudai.web.panels import draw_log, draw_panel
from chabudai.web.prompt import draw_offers, draw_prompt
from chabudai.web.seats import draw_own_zones, draw_seat
from chabudai.web.zones import draw_zone

_GAMES = 1
"""Games played per player count to collect specimens: enough to find each kind, in seconds."""

_PLACEHOLDER = "<!-- the games -->"

_IDS = re.compile(r' (id|for|name|aria-describedby)="((?:why|step|now)\b)')
"""Attributes with the id of a reason, or the id or name of the radio button of a step."""


def gallery_page(visitor: Visitor) -> Iterator[str]:
    """Yield the page game by game, since drawing a game takes a while."""
    all_games = list(games().values())
    body = f'<main class="wrap gallery">{_PLACEHOLDER}</main>'
    styles = [*scene_styles(), *palettes(all_games)]
    whole = document(visitor, TopBar(visitor.words("drawing.gallery")), body, kind="gallery", styles=styles)
    before, _, after = whole.partition(_PLACEHOLDER)
    yield before
    for game in all_games:
        yield _game(game, visitor.language)
    yield after


@lru_cache(maxsize=64)
def _game(game: Game, language: str) -> str:
    """Draw a game in both themes. The sampled games never change, so the result is cached."""
    game_words = words(game, language)
    blocks = list(_blocks(game, game_words, gather(game, game_words, _GAMES)))
    themes = "".join(
        f'<section class="specimens" data-theme="{theme}">{_with_unique_ids(blocks, f"{game.name}-{theme}")}</section>'
        for theme in ("light", "dark")
    )
    return (
        f'<article data-game="{game.name}"><h2>{escape(title(game, language))}</h2>{cover(game.name)}{themes}</article>'
    )


def _with_unique_ids(blocks: Iterable[str], prefix: str) -> str:
    """Join the blocks. Each gets its own prefix for ids, because several may contain the same id."""
    drawn = []
    for n, block in enumerate(blocks):
        block_prefix = f"{prefix}-{n}-"
        drawn.append(_IDS.sub(rf' \1="{block_prefix}\2', block))
    return "".join(drawn)


def _blocks(game: Game, game_words: Words, specimens: Specimens) -> Iterator[str]:
    """Yield all elements, each kind under its heading."""
    over, _ = specimens.tables["over"]
    canvas = Canvas(over, TableNotes())
    yield _block(game_words.text("gallery", "cards"), _cards(canvas, specimens.cards_of(game)))
    yield _block(game_words.text("gallery", "marks"), _cards(canvas, _marked(next(iter(specimens.cards.values())))))
    yield from _prompts(game_words, specimens)
    scenes = [scene for scene, _ in specimens.tables.values() if scene.zones]
    yield _block(game_words.text("gallery", "zones"), *(_middle(scene) for scene in scenes))
    seats = [f'<div class="place">{draw_seat(_canvas(scene), seat)}</div>' for scene, seat in specimens.seats.values()]
    yield _block(game_words.text("gallery", "seats"), *seats)
    for heading, panels in (("facts", specimens.facts), ("facts_with_aids", specimens.facts_with_aids)):
        drawn = [draw_panel(_canvas(scene), replace(panel, assumed=False)) for scene, panel in panels.values()]
        yield _block(game_words.text("gallery", heading), *drawn)
    yield _block(
        game_words.text("gallery", "log"), f'<div class="panel">{draw_log(list(specimens.log.values()))}</div>'
    )
    yield _block(game_words.text("gallery", "scoring"), draw_scoring(canvas))


def _prompts(game_words: Words, specimens: Specimens) -> Iterator[str]:
    """Yield, for each kind of choice, the prompt, the choices offered as text, and the viewer's own place."""
    for scene, _ in specimens.tables.values():
        canvas = _canvas(scene)
        if canvas.must_choose:
            own = next(seat for seat in scene.seats if seat.you)
            heading = game_words.text("gallery", "choices")
            prompt = f'<div class="asked">{draw_prompt(canvas)}</div>'
            yield _block(
                f"{heading}: {scene.prompt}",
                prompt,
                draw_offers(canvas),
                f'<div class="own">{draw_own_zones(canvas, own)}</div>',
            )


def _middle(scene: Scene) -> str:
    """Draw the middle of a table."""
    canvas = _canvas(scene)
    zones = "".join(draw_zone(canvas, zone) for zone in scene.zones)
    return f'<div class="mat-piece"><div class="mid">{zones}</div></div>'


def _canvas(scene: Scene) -> Canvas:
    return Canvas(scene, TableNotes(can_hint=True, can_undo=True))


def _marked(card: Card) -> list[Card]:
    """Return a card as it is, with each mark, with two marks, and face down."""
    marked = [msgspec.structs.replace(card, marks=[mark]) for mark in get_args(Mark)]
    return [card, *marked, msgspec.structs.replace(card, marks=["led", "winning"]), Card()]


def _cards(canvas: Canvas, cards: Iterable[Card]) -> str:
    drawn = "".join(f"<li>{draw_card(canvas, 'gallery', card, n)}</li>" for n, card in enumerate(cards))
    return f'<ol class="cards">{drawn}</ol>'


def _block(heading: str, *drawn: str) -> str:
    return f'<div class="specimen"><h3>{escape(heading)}</h3>{"".join(drawn)}</div>'
