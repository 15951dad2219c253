"""Draws every kind of zone: as full cards, as one-line cards, or as lines of text."""

from collections.abc import Sequence
from typing import Literal

from rich.text import Text

from chabudai.scene.vocabulary import AnyZone, Column, Columns, Fan, Grid, Pile, Ring, Row, Scene, Seat, Strip
from chabudai.terminal.cards import (
    card_text,
    draw_backs,
    draw_card,
    draw_cards,
    draw_empty_slot,
    draw_layers,
    draw_small_card,
    draw_small_cards,
    face_lines,
    inner_width,
    layer_texts,
)
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.choice_regions import tag_action
from chabudai.terminal.grid import draw_grid
from chabudai.terminal.styles import BOLD, FAINT, PLAIN, number_tag, seat_name, seat_sign, seat_style, suit_style
from chabudai.terminal.text_block import DASHED, ROUND, TextBlock, box, fit, flow, flow_text, hanging_indent, stack

Size = Literal["large", "small", "line"]
"""Size of a zone: full cards, one-line cards, or lines of text."""

_BACKS = 10
"""In a pile drawn as text, up to this many cards are drawn one by one; of a larger pile, only the number is shown."""

_RING_CARD = 7
"""Minimum inner width of a card in a ring: a name must fit above it."""

_UNLIMITED = 10_000
"""More columns than any line needs."""


def draw_zone(scene: Scene, zone: AnyZone, width: int, numbers: ChoiceNumbers, size: Size = "large") -> TextBlock:
    """Draw a zone with its title, at most this wide."""
    if size == "line":
        return TextBlock(zone_lines(scene, zone, width, numbers))
    title = Text(zone.title, BOLD)
    small = size == "small"
    match zone:
        case Row(layered=True):
            drawn = draw_layers(scene, zone.cards, width)
        case Fan() | Row():
            draw_row = draw_small_cards if small else draw_cards
            drawn = draw_row(scene, zone.id, zone.cards, width, numbers)
        case Ring():
            drawn = _draw_small_ring(scene, zone, width, numbers) if small else _draw_ring(scene, zone, width, numbers)
        case Pile():
            if small:
                return TextBlock(zone_lines(scene, zone, width, numbers))
            title.append(f" {zone.count}" if zone.top else "")
            drawn = draw_cards(scene, zone.id, [zone.top], width, numbers) if zone.top else draw_backs(zone.count)
        case Columns():
            if small:
                return TextBlock(zone_lines(scene, zone, width, numbers))
            drawn = flow([_draw_column(scene, zone, column, numbers) for column in zone.columns], width)
        case Grid():
            drawn = draw_grid(scene, zone, width, numbers, ruled=not small)
        case Strip():
            return TextBlock(_strip_lines(scene, zone, width))
    return stack([TextBlock([title]), drawn])


def zone_lines(scene: Scene, zone: AnyZone, width: int, numbers: ChoiceNumbers) -> list[Text]:
    """Draw a zone as a few lines of text."""
    match zone:
        case Row(layered=True) if zone.cards:
            return [Text(zone.title, FAINT), *flow_text(layer_texts(scene, zone.cards), width, gap=0)]
        case Columns():
            lines = [Text(zone.title, FAINT)]
            for column in zone.columns:
                cards = [card_text(scene, card) for card in column.cards]
                note = _with_number(Text(column.note), zone, column.id, numbers)
                drawn = TextBlock(_with_title(Text(column.title, FAINT), [*cards, note], width))
                lines += tag_action(drawn, numbers.action_at(zone.id, column.id)).lines
            return lines
        case Strip():
            return _strip_lines(scene, zone, width)
        case Grid():
            return list(draw_zone(scene, zone, width, numbers, "small").lines)
        case Pile():
            return flow_text(zone_parts(scene, zone, numbers), width)
    title, *parts = zone_parts(scene, zone, numbers) or [Text()]
    return _with_title(title, parts, width) if parts else []


def zone_parts(scene: Scene, zone: AnyZone, numbers: ChoiceNumbers) -> list[Text]:
    """Return a zone as pieces of text, its title first; an empty hand or row has none."""
    title = Text(zone.title, FAINT)
    match zone:
        case Row(layered=True):
            return [title, Text().join(layer_texts(scene, zone.cards))] if zone.cards else []
        case Fan() | Row():
            cards = [_with_number(card_text(scene, card), zone, card.id, numbers) for card in zone.cards]
            return [title, *cards] if cards else []
        case Ring():
            seats_and_cards = [(seat, zone.cards[seat.number]) for seat in seats_from_viewer(scene)]
            return [
                title,
                *(
                    Text.assemble(
                        (f"{seat_sign(seat.number)} ", seat_style(seat.number)),
                        Text("…" if is_choosing(scene, seat) else "·", FAINT)
                        if card is None
                        else card_text(scene, card),
                    )
                    for seat, card in seats_and_cards
                ),
            ]
        case Pile():
            backs = Text("▮" * zone.count if zone.count <= _BACKS else "", FAINT)
            top = [] if zone.top is None else [_with_number(card_text(scene, zone.top), zone, zone.top.id, numbers)]
            return [Text.assemble(title, " ", (str(zone.count), BOLD), " ", backs), *top]
    return zone_lines(scene, zone, _UNLIMITED, numbers)


def _with_number(text: Text, zone: AnyZone, target: str, numbers: ChoiceNumbers) -> Text:
    """Return a text with the number of its choice, or dimmed if it cannot be chosen."""
    number = numbers.number_at(zone.id, target)
    if numbers.is_closed(zone.id, target):
        text = Text(text.plain, FAINT)
    elif number is not None:
        text = Text.assemble(text, number_tag(number))
    return tag_action(TextBlock([text]), numbers.action_at(zone.id, target)).lines[0]


def seats_from_viewer(scene: Scene) -> list[Seat]:
    """Return the seats in table order from the one after the viewer, who comes last; for a spectator, from seat 0."""
    start = scene.viewer + 1
    return [*scene.seats[start:], *scene.seats[:start]]


def is_choosing(scene: Scene, seat: Seat) -> bool:
    """Check whether to show that a seat must choose; during a moment, nobody does."""
    return seat.waited_for and not scene.moment


def _draw_ring(scene: Scene, zone: Ring, width: int, numbers: ChoiceNumbers) -> TextBlock:
    """Draw a card in front of each seat."""
    cards = [card for card in zone.cards if card is not None]
    faces = [face_lines(scene, card) for card in cards]
    inner = inner_width(scene, cards, faces, _RING_CARD)
    height = max([2, *(len(lines) for lines in faces)])
    places = []
    for seat in seats_from_viewer(scene):
        card = zone.cards[seat.number]
        if card is None:
            lines = [
                Text(seat_sign(seat.number), seat_style(seat.number)),
                Text("…" if is_choosing(scene, seat) else "", BOLD),
            ]
            drawn = draw_empty_slot([*lines, *[Text()] * (height - len(lines))], inner)
        else:
            drawn = draw_card(scene, zone.id, card, face_lines(scene, card), (inner, height), numbers)
        places.append(stack([TextBlock([fit(seat_name(scene, seat.number), inner + 2, "center")]), drawn]))
    return flow(places, width)


def _draw_small_ring(scene: Scene, zone: Ring, width: int, numbers: ChoiceNumbers) -> TextBlock:
    """Draw a ring with one-line cards."""
    cards = [card for card in zone.cards if card is not None]
    inner = max([_RING_CARD, *(card_text(scene, card).cell_len for card in cards)])
    places = []
    for seat in seats_from_viewer(scene):
        card = zone.cards[seat.number]
        name = fit(seat_name(scene, seat.number), inner + 2, "center")
        empty_slot = draw_empty_slot([Text("…" if is_choosing(scene, seat) else "", BOLD)], inner)
        drawn = empty_slot if card is None else draw_small_card(scene, zone.id, card, numbers, inner)
        places.append(stack([TextBlock([name]), drawn]))
    return flow(places, width)


def _draw_column(scene: Scene, zone: Columns, column: Column, numbers: ChoiceNumbers) -> TextBlock:
    lines = [card_text(scene, card) for card in column.cards] or [Text()]
    title = Text(column.title, BOLD)
    below = [Text(column.note)] if column.note else []
    number = numbers.number_at(zone.id, column.id)
    below += [] if number is None else [number_tag(number)]
    inner = max(line.cell_len for line in [*lines, *below, title])
    border, style = (DASHED, FAINT) if numbers.is_closed(zone.id, column.id) else (ROUND, PLAIN)
    drawn = box(lines, inner, border, style)
    centered = [fit(line, inner + 2, "center") for line in [title, *below]]
    whole = stack([TextBlock(centered[:1]), drawn, TextBlock(centered[1:])])
    return tag_action(whole, numbers.action_at(zone.id, column.id))


def _strip_lines(scene: Scene, zone: Strip, width: int) -> list[Text]:
    """Draw the chips in a line if they fit, else below each other."""
    separator = "› " if zone.ordered else "· "
    chips: list[Text] = []
    for index, chip in enumerate(zone.chips):
        text = Text(chip.text, suit_style(scene, chip.suit) + BOLD if chip.suit else PLAIN)
        chips.append(Text.assemble((separator if index else "", FAINT), text))
    title = Text(f"{zone.title}  ", BOLD)
    line = Text.assemble(title, Text(" ").join(chips))
    if line.cell_len <= width:
        return [line]
    return hanging_indent(title, Text("\n").join(chips), width)


def _with_title(title: Text, parts: Sequence[Text], width: int) -> list[Text]:
    """Arrange parts after their title if they fit in one line, else below it."""
    lines = flow_text([title, *parts], width)
    return lines if len(lines) == 1 else [title, *flow_text(parts, width)]
