"""Draws the gallery of a game: every element of its scenes, for people who work on its texts, layout or drawing."""

from collections.abc import Iterator, Sequence
from typing import get_args

import msgspec
from rich.console import RenderableType
from rich.text import Text

from chabudai.sampling.specimens import Specimens, gather
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import Card, Mark, Scene
from chabudai.scene.words import Verbatim, Words
from chabudai.terminal.cards import draw_cards
from chabudai.terminal.choice_numbers import ChoiceNumbers, number_choices
from chabudai.terminal.draw import WIDTH, draw_log, draw_result, draw_scene, draw_scoring_step, renderable
from chabudai.terminal.fact_panels import draw_fact_panel
from chabudai.terminal.seat_panels import draw_seat_panels
from chabudai.terminal.styles import FAINT, TITLE
from chabudai.terminal.text_block import TextBlock, flow, wrap
from chabudai.terminal.zones import draw_zone


def gallery(game: Game, words: Words) -> list[RenderableType]:
    """Draw every element of a game's scenes under headings, including a table for every kind of decision."""
    specimens = gather(game, words)
    scene, _ = specimens.tables["over"]
    return [
        *_cards(game, words, specimens, scene),
        *_marks_and_choices(words, specimens, scene),
        *_zones_seats_and_facts(words, specimens),
        *_tables(words, specimens),
        *_reasons_and_log(words, specimens),
        *_scoring(words, scene),
    ]


def _cards(game: Game, words: Words, specimens: Specimens, scene: Scene) -> Iterator[RenderableType]:
    yield _heading(words.text("gallery", "cards"))
    yield _arranged([draw_cards(scene, "", specimens.cards_of(game), WIDTH, ChoiceNumbers())])


def _marks_and_choices(words: Words, specimens: Specimens, scene: Scene) -> Iterator[RenderableType]:
    card, other_card = list(specimens.cards.values())[:2]
    yield _heading(words.text("gallery", "marks"))
    marked = [msgspec.structs.replace(card, marks=[mark]) for mark in get_args(Mark)]
    with_two_marks = msgspec.structs.replace(card, marks=["led", "winning"])
    yield _arranged([draw_cards(scene, "", [*marked, with_two_marks, Card()], WIDTH, ChoiceNumbers())])
    yield _heading(words.text("gallery", "choices"))
    numbers = ChoiceNumbers(by_place={("", card.id): 1}, choice_zones={""}, open_places={("", card.id)})
    yield _arranged([draw_cards(scene, "", [card, other_card], WIDTH, numbers)])


def _zones_seats_and_facts(words: Words, specimens: Specimens) -> Iterator[RenderableType]:
    yield _heading(words.text("gallery", "zones"))
    for scene, zone in specimens.zones.values():
        yield _arranged([draw_zone(scene, zone, WIDTH, number_choices(scene))])
    yield _heading(words.text("gallery", "seats"))
    yield _arranged([draw_seat_panels(scene, [seat], WIDTH // 3 - 2, {}) for scene, seat in specimens.seats.values()])
    for title, panels in (("facts", specimens.facts), ("facts_with_aids", specimens.facts_with_aids)):
        yield _heading(words.text("gallery", title))
        yield _arranged([draw_fact_panel(scene, panel, WIDTH) for scene, panel in panels.values()])


def _tables(words: Words, specimens: Specimens) -> Iterator[RenderableType]:
    for occasion, (scene, _) in specimens.tables.items():
        what = Verbatim(words.tables["gallery"].get(occasion, occasion))
        yield _heading(words.text("gallery", "tables", what=what))
        yield draw_scene(scene)


def _reasons_and_log(words: Words, specimens: Specimens) -> Iterator[RenderableType]:
    yield _heading(words.text("gallery", "reasons"))
    for choice in specimens.reasons.values():
        yield _arranged([TextBlock(wrap(Text.assemble((choice.text, FAINT), f"  {choice.why}"), WIDTH))])
    yield _heading(words.text("gallery", "log"))
    yield draw_log(list(specimens.log.values()))


def _scoring(words: Words, scene: Scene) -> Iterator[RenderableType]:
    yield _heading(words.text("gallery", "scoring"))
    for number in range(len(scene.scoring)):
        yield draw_scoring_step(scene, number)
    yield draw_result(scene)


def _heading(text: str) -> RenderableType:
    return Text(f"\n═══ {text}", TITLE)


def _arranged(blocks: Sequence[TextBlock]) -> RenderableType:
    return renderable(flow(blocks, WIDTH, gap=1), WIDTH)
