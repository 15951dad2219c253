"""Zones of the table: each kind of zone, large in the middle and at the own seat, or in lines of text elsewhere."""

from collections.abc import Sequence

from rich.text import Text

from chabudai.scene.vocabulary import AnyZone, Column, Columns, Fan, Grid, Pile, Ring, Row, Scene, Seat, Strip
from chabudai.terminal.block import DASHED, ROUND, Block, box, fit, flow, flow_text, led, stack
from chabudai.terminal.board import draw_board
from chabudai.terminal.cards import (
    draw_backs,
    draw_cards,
    draw_gap,
    draw_layers,
    face,
    in_line,
    inside,
    layers_in_line,
    place_card,
)
from chabudai.terminal.ink import BOLD, FAINT, PLAIN, number_tag, seat_ink, seat_name, seat_sign, suit_ink
from chabudai.terminal.numbers import Numbers

_BACKS = 10
"""As many face-down cards are drawn one by one; more are only counted."""

_IN_RING = 7
"""How wide a card in a ring is inside, at least: there must be room for a name above it."""


def draw_zone(scene: Scene, zone: AnyZone, width: int, numbers: Numbers) -> Block:
    """A zone with its title, at most so many columns wide."""
    title = Text(zone.title, BOLD)
    match zone:
        case Row(layered=True):
            drawn = draw_layers(scene, zone.cards, width)
        case Fan() | Row():
            drawn = draw_cards(scene, zone.id, zone.cards, width, numbers)
        case Ring():
            drawn = _ring(scene, zone, width, numbers)
        case Pile():
            title.append(f" {zone.count}" if zone.top else "")
            drawn = draw_cards(scene, zone.id, [zone.top], width, numbers) if zone.top else draw_backs(zone.count)
        case Columns():
            drawn = flow([_column(scene, zone, column, numbers) for column in zone.columns], width)
        case Grid():
            drawn = draw_board(scene, zone, width, numbers)
        case Strip():
            return Block(_strip(scene, zone, width))
    return stack([Block([title]), drawn])


def zone_lines(scene: Scene, zone: AnyZone, width: int) -> list[Text]:
    """A zone in a few lines of text, for a seat that is drawn small."""
    title = Text(zone.title, FAINT)
    match zone:
        case Row(layered=True):
            return [title, *flow_text(layers_in_line(scene, zone.cards), width, gap=0)] if zone.cards else []
        case Fan() | Row():
            return _titled(title, [in_line(scene, card) for card in zone.cards], width) if zone.cards else []
        case Pile():
            backs = Text("▮" * zone.count if zone.count <= _BACKS else "", FAINT)
            top = [] if zone.top is None else [in_line(scene, zone.top)]
            return flow_text([Text.assemble(title, " ", (str(zone.count), BOLD), " ", backs), *top], width)
        case Columns():
            lines = [title]
            for column in zone.columns:
                cards = [in_line(scene, card) for card in column.cards]
                lines += _titled(Text(column.title, FAINT), [*cards, Text(column.note)], width)
            return lines
        case Strip():
            return _strip(scene, zone, width)
        case Ring() | Grid():
            return list(draw_zone(scene, zone, width, Numbers()).lines)


def round_the_table(scene: Scene) -> list[Seat]:
    """The seats from the one after the viewer on, so that the viewer comes last."""
    start = scene.viewer + 1
    return [*scene.seats[start:], *scene.seats[:start]]


def _ring(scene: Scene, zone: Ring, width: int, numbers: Numbers) -> Block:
    """A card before each seat, in the order in which the seats are drawn."""
    cards = [card for card in zone.cards if card is not None]
    faces = [face(scene, card) for card in cards]
    inner = inside(scene, cards, faces, _IN_RING)
    height = max([2, *(len(lines) for lines in faces)])
    places = []
    for seat in round_the_table(scene):
        card = zone.cards[seat.number]
        if card is None:
            lines = [Text(seat_sign(seat.number), seat_ink(seat.number)), Text("…" if seat.waited_for else "", BOLD)]
            drawn = draw_gap([*lines, *[Text()] * (height - len(lines))], inner)
        else:
            drawn = place_card(scene, zone.id, card, face(scene, card), (inner, height), numbers)
        places.append(stack([Block([fit(seat_name(scene, seat.number), inner + 2, "center")]), drawn]))
    return flow(places, width)


def _column(scene: Scene, zone: Columns, column: Column, numbers: Numbers) -> Block:
    lines = [in_line(scene, card) for card in column.cards] or [Text()]
    title = Text(column.title, BOLD)
    below = [Text(column.note)] if column.note else []
    number = numbers.of(zone.id, column.id)
    below += [] if number is None else [number_tag(number)]
    inner = max(line.cell_len for line in [*lines, *below, title])
    frame, style = (DASHED, FAINT) if numbers.closed(zone.id, column.id) else (ROUND, PLAIN)
    drawn = box(lines, inner, frame, style)
    centred = [fit(line, inner + 2, "center") for line in [title, *below]]
    return stack([Block(centred[:1]), drawn, Block(centred[1:])])


def _strip(scene: Scene, zone: Strip, width: int) -> list[Text]:
    """The chips in a line, or one below the other."""
    between = "› " if zone.ordered else "· "
    chips: list[Text] = []
    for place, chip in enumerate(zone.chips):
        text = Text(chip.text, suit_ink(scene, chip.suit) + BOLD if chip.suit else PLAIN)
        chips.append(Text.assemble((between if place else "", FAINT), text))
    title = Text(f"{zone.title}  ", BOLD)
    line = Text.assemble(title, Text(" ").join(chips))
    if line.cell_len <= width:
        return [line]
    return led(title, Text("\n").join(chips), width)


def _titled(title: Text, parts: Sequence[Text], width: int) -> list[Text]:
    """Parts behind their title if one line holds them all, else below it."""
    line = flow_text([title, *parts], width)
    return line if len(line) == 1 else [title, *flow_text(parts, width)]
