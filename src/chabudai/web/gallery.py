"""The gallery: every element of the scenes of every game, in both themes, for those who work on words, art or style."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import get_args

import msgspec

from chabudai.games.registry import games
from chabudai.sampling.specimens import Specimens, gather
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Card, Mark, Scene
from chabudai.scene.words import Words, title, words
from chabudai.session.notes import TableNotes
from chabudai.web.canvas import Canvas
from chabudai.web.card import draw_card
from chabudai.web.facts import draw_log, draw_panel, draw_scores
from chabudai.web.markup import escape
from chabudai.web.pages.document import Bar, Visitor, document
from chabudai.web.pages.pictures import cover, drawing_styles, palettes
from chabudai.web.prompt import draw_offers, draw_prompt
from chabudai.web.scoring import draw_scoring
from chabudai.web.seats import draw_place, draw_seat
from chabudai.web.zones import draw_zone

_GAMES = 1
"""So many games are played for each number of players, to find something of each kind in seconds."""

_HERE = "<!-- the games -->"

_IDS = re.compile(r' (id|for|name|aria-describedby)="((?:why|step)\b)')


def page(visitor: Visitor) -> Iterator[str]:
    """All games one below the other, piece by piece: each is drawn when it is asked for, as that takes a while."""
    found = list(games().values())
    body = f'<main class="wrap gallery">{_HERE}</main>'
    styles = [*drawing_styles(), *palettes(found)]
    whole = document(visitor, Bar(visitor.words("drawing.gallery")), body, kind="gallery", styles=styles)
    before, _, after = whole.partition(_HERE)
    yield before
    for game in found:
        yield _game(game, visitor.language)
    yield after


@lru_cache(maxsize=64)
def _game(game: Game, language: str) -> str:
    """A game by light and by dark. The same games are played each time, so it is drawn once."""
    speech = words(game, language)
    parts = list(_parts(game, speech, gather(game, speech, _GAMES)))
    themes = "".join(
        f'<section class="specimens" data-theme="{theme}">{_apart(parts, f"{game.name}-{theme}")}</section>'
        for theme in ("light", "dark")
    )
    return (
        f'<article data-game="{game.name}"><h2>{escape(title(game, language))}</h2>{cover(game.name)}{themes}</article>'
    )


def _apart(parts: Iterable[str], where: str) -> str:
    """The parts with ids of their own, since most of them would stand on a page only once."""
    drawn = []
    for n, part in enumerate(parts):
        own = f"{where}-{n}-"
        drawn.append(_IDS.sub(lambda found, own=own: f' {found[1]}="{own}{found[2]}', part))  # type: ignore[misc]
    return "".join(drawn)


def _parts(game: Game, speech: Words, found: Specimens) -> Iterator[str]:
    """All elements, each kind under its heading."""
    over, _ = found.tables["over"]
    canvas = Canvas(over, TableNotes())
    yield _block(speech.text("gallery", "cards"), _cards(canvas, found.cards_of(game)))
    yield _block(speech.text("gallery", "marks"), _cards(canvas, _marked(next(iter(found.cards.values())))))
    yield from _chosen(speech, found)
    tables = [scene for scene, _ in found.tables.values() if scene.zones]
    yield _block(speech.text("gallery", "zones"), *(_middle(scene) for scene in tables))
    seats = [f'<div class="place">{draw_seat(_canvas(scene), seat)}</div>' for scene, seat in found.seats.values()]
    yield _block(speech.text("gallery", "seats"), *seats)
    for heading, panels in (("facts", found.facts), ("facts_with_aids", found.facts_with_aids)):
        drawn = [draw_panel(_canvas(scene), panel) for scene, panel in panels.values()]
        yield _block(speech.text("gallery", heading), *drawn)
    yield _block(speech.text("gallery", "log"), f'<div class="panel">{draw_log(list(found.log.values()))}</div>')
    yield _block(
        speech.text("gallery", "scoring"), draw_scoring(canvas), f'<div class="panel">{draw_scores(over)}</div>'
    )


def _chosen(speech: Words, found: Specimens) -> Iterator[str]:
    """For each thing that can be asked: the own place, the prompt, and what is offered in words."""
    for scene, _ in found.tables.values():
        canvas = _canvas(scene)
        if canvas.asked:
            own = next(seat for seat in scene.seats if seat.you)
            what = speech.text("gallery", "choices")
            prompt = f'<div class="asked">{draw_prompt(canvas)}</div>'
            yield _block(
                f"{what}: {scene.prompt}",
                prompt,
                draw_offers(canvas),
                f'<div class="own">{draw_place(canvas, own)}</div>',
            )


def _middle(scene: Scene) -> str:
    """The middle of a table."""
    canvas = _canvas(scene)
    zones = "".join(draw_zone(canvas, zone) for zone in scene.zones)
    return f'<div class="mat-piece"><div class="mid">{zones}</div></div>'


def _canvas(scene: Scene) -> Canvas:
    return Canvas(scene, TableNotes(can_hint=True, can_undo=True))


def _marked(card: Card) -> list[Card]:
    """A card with each mark, with two of them, and face down."""
    marked = [msgspec.structs.replace(card, marks=[mark]) for mark in get_args(Mark)]
    return [card, *marked, msgspec.structs.replace(card, marks=["led", "winning"]), Card()]


def _cards(canvas: Canvas, cards: Iterable[Card]) -> str:
    drawn = "".join(f"<li>{draw_card(canvas, 'gallery', card, n)}</li>" for n, card in enumerate(cards))
    return f'<ol class="cards">{drawn}</ol>'


def _block(heading: str, *drawn: str) -> str:
    return f'<div class="specimen"><h3>{escape(heading)}</h3>{"".join(drawn)}</div>'
