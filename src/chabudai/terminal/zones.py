"""Zones of the table: each kind of zone, large in the middle and at the own seat, or in lines of text elsewhere."""

from collections.abc import Sequence
from typing import Literal

from rich.text import Text

from chabudai.scene.vocabulary import AnyZone, Column, Columns, Fan, Grid, Pile, Ring, Row, Scene, Seat, Strip
from chabudai.terminal.block import DASHED, ROUND, Block, box, fit, flow, flow_text, led, stack
from chabudai.terminal.board import draw_board
from chabudai.terminal.cards import (
    draw_backs,
    draw_cards,
    draw_gap,
    draw_layers,
    draw_small_cards,
    face,
    in_line,
    inside,
    layers_in_line,
    place_card,
    small_card,
)
from chabudai.terminal.ink import BOLD, FAINT, PLAIN, number_tag, seat_ink, seat_name, seat_sign, suit_ink
from chabudai.terminal.numbers import Numbers
from chabudai.terminal.touch import touchable

Size = Literal["large", "small", "line"]
"""How much room a zone takes: cards in full, cards of a line each, or lines of text."""

_BACKS = 10
"""As many face-down cards are drawn one by one; more are only counted."""

_IN_RING = 7
"""How wide a card in a ring is inside, at least: there must be room for a name above it."""

_ENDLESS = 10_000
"""As many columns as any line needs."""


def draw_zone(scene: Scene, zone: AnyZone, width: int, numbers: Numbers, size: Size = "large") -> Block:
    """A zone with its title, at most so many columns wide."""
    if size == "line":
        return Block(zone_lines(scene, zone, width, numbers))
    title = Text(zone.title, BOLD)
    small = size == "small"
    match zone:
        case Row(layered=True):
            drawn = draw_layers(scene, zone.cards, width)
        case Fan() | Row():
            draw_them = draw_small_cards if small else draw_cards
            drawn = draw_them(scene, zone.id, zone.cards, width, numbers)
        case Ring():
            drawn = _small_ring(scene, zone, width, numbers) if small else _ring(scene, zone, width, numbers)
        case Pile():
            if small:
                return Block(zone_lines(scene, zone, width, numbers))
            title.append(f" {zone.count}" if zone.top else "")
            drawn = draw_cards(scene, zone.id, [zone.top], width, numbers) if zone.top else draw_backs(zone.count)
        case Columns():
            if small:
                return Block(zone_lines(scene, zone, width, numbers))
            drawn = flow([_column(scene, zone, column, numbers) for column in zone.columns], width)
        case Grid():
            drawn = draw_board(scene, zone, width, numbers, ruled=not small)
        case Strip():
            return Block(_strip(scene, zone, width))
    return stack([Block([title]), drawn])


def zone_lines(scene: Scene, zone: AnyZone, width: int, numbers: Numbers) -> list[Text]:
    """A zone in a few lines of text, where there is little room."""
    match zone:
        case Row(layered=True) if zone.cards:
            return [Text(zone.title, FAINT), *flow_text(layers_in_line(scene, zone.cards), width, gap=0)]
        case Columns():
            lines = [Text(zone.title, FAINT)]
            for column in zone.columns:
                cards = [in_line(scene, card) for card in column.cards]
                note = _tagged(Text(column.note), zone, column.id, numbers)
                drawn = Block(_titled(Text(column.title, FAINT), [*cards, note], width))
                lines += touchable(drawn, numbers.action(zone.id, column.id)).lines
            return lines
        case Strip():
            return _strip(scene, zone, width)
        case Grid():
            return list(draw_zone(scene, zone, width, numbers, "small").lines)
        case Pile():
            return flow_text(zone_parts(scene, zone, numbers), width)
    title, *parts = zone_parts(scene, zone, numbers) or [Text()]
    return _titled(title, parts, width) if parts else []


def zone_parts(scene: Scene, zone: AnyZone, numbers: Numbers) -> list[Text]:
    """A zone as pieces of text, its title first; none if nothing lies there."""
    title = Text(zone.title, FAINT)
    match zone:
        case Row(layered=True):
            return [title, Text().join(layers_in_line(scene, zone.cards))] if zone.cards else []
        case Fan() | Row():
            cards = [_tagged(in_line(scene, card), zone, card.id, numbers) for card in zone.cards]
            return [title, *cards] if cards else []
        case Ring():
            laid = [(seat, zone.cards[seat.number]) for seat in round_the_table(scene)]
            return [
                title,
                *(
                    Text.assemble(
                        (f"{seat_sign(seat.number)} ", seat_ink(seat.number)),
                        Text("…" if seat.waited_for else "·", FAINT) if card is None else in_line(scene, card),
                    )
                    for seat, card in laid
                ),
            ]
        case Pile():
            backs = Text("▮" * zone.count if zone.count <= _BACKS else "", FAINT)
            top = [] if zone.top is None else [_tagged(in_line(scene, zone.top), zone, zone.top.id, numbers)]
            return [Text.assemble(title, " ", (str(zone.count), BOLD), " ", backs), *top]
    return zone_lines(scene, zone, _ENDLESS, numbers)


def _tagged(text: Text, zone: AnyZone, target: str, numbers: Numbers) -> Text:
    """A piece of text with the number by which it can be chosen, or pale if it cannot."""
    number = numbers.of(zone.id, target)
    if numbers.closed(zone.id, target):
        text = Text(text.plain, FAINT)
    elif number is not None:
        text = Text.assemble(text, number_tag(number))
    return touchable(Block([text]), numbers.action(zone.id, target)).lines[0]


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


def _small_ring(scene: Scene, zone: Ring, width: int, numbers: Numbers) -> Block:
    """The same with cards of a line each."""
    cards = [card for card in zone.cards if card is not None]
    inner = max([_IN_RING, *(in_line(scene, card).cell_len for card in cards)])
    places = []
    for seat in round_the_table(scene):
        card = zone.cards[seat.number]
        name = fit(seat_name(scene, seat.number), inner + 2, "center")
        waiting = draw_gap([Text("…" if seat.waited_for else "", BOLD)], inner)
        drawn = waiting if card is None else small_card(scene, zone.id, card, numbers, inner)
        places.append(stack([Block([name]), drawn]))
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
    whole = stack([Block(centred[:1]), drawn, Block(centred[1:])])
    return touchable(whole, numbers.action(zone.id, column.id))


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
