"""Draws zones of every kind: large in the middle and at the viewer's own place, small on the plates of seats."""

from collections.abc import Sequence

from chabudai.scene.vocabulary import AnyZone, Column, Columns, Fan, Grid, Pile, Ring, Row, Strip
from chabudai.web.board import draw_board
from chabudai.web.canvas import Canvas, crest, sign
from chabudai.web.card import draw_back, draw_card, draw_choice, draw_mini
from chabudai.web.markup import escape, typeset

_PLACES = {2: ("me", "top"), 3: ("me", "left", "right"), 4: ("me", "left", "top", "right")}
"""Where the seats of a ring are, clockwise from the lower edge, by player count."""


def draw_zone(canvas: Canvas, zone: AnyZone) -> str:
    """Draw a zone with its title; style sheets identify it by its id."""
    choices = [choice for (zone_id, _), choice in canvas.choice_at.items() if zone_id == zone.id]
    marks = [canvas.hint_mark(choice) for choice in choices]
    spots = (canvas.duplicates_in([zone]), canvas.steps_in([zone]))
    inputs = (zone, choices, marks, _seat_inputs(canvas, zone), *spots)
    return canvas.draw_cached(f"zone {zone.id}", inputs, lambda: _zone(canvas, zone))


def _seat_inputs(canvas: Canvas, zone: AnyZone) -> object:
    """Return what a zone shows of the seats: a board names the owners of tokens, a ring also shows who must act."""
    match zone:
        case Ring():
            seats = canvas.seats_clockwise()
            return bool(canvas.scene.moment), [(seat.number, seat.name, seat.waited_for) for seat in seats]
        case Grid():
            return [seat.name for seat in canvas.scene.seats]
    return None


def _zone(canvas: Canvas, zone: AnyZone) -> str:
    match zone:
        case Fan():
            drawn = _cards(canvas, zone, "hand", ' data-sortable=""' if zone.sortable else "")
        case Row():
            drawn = _cards(canvas, zone, "layers" if zone.layered else "cards")
        case Ring():
            drawn = _ring(canvas, zone)
        case Pile():
            drawn = _pile(canvas, zone)
        case Columns():
            drawn = f'<ol class="cols">{"".join(_column(canvas, zone, column) for column in zone.columns)}</ol>'
        case Grid():
            drawn = draw_board(canvas, zone)
        case Strip():
            drawn = _strip(canvas, zone)
    kind = type(zone).__name__.lower()
    return (
        f'<section class="zone {kind}" data-zone="{escape(zone.id)}" aria-label="{escape(zone.title)}">'
        f'<h2 class="zone-title">{escape(zone.title)}</h2>{drawn}</section>'
    )


def draw_small(canvas: Canvas, zone: AnyZone) -> str:
    """Draw a zone of a seat small: cards as minis, a pile as its count."""
    title = escape(zone.title)
    match zone:
        case Row(layered=True):
            layers = "".join(draw_mini(canvas, zone.id, card) for card in zone.cards)
            return f'<ol class="minis layers" data-zone="{escape(zone.id)}" aria-label="{title}">{layers}</ol>'
        case Fan() | Row():
            if not zone.cards:
                return ""
            minis = "".join(draw_mini(canvas, zone.id, card) for card in zone.cards)
            return f'<ol class="minis" data-zone="{escape(zone.id)}" aria-label="{title}">{minis}</ol>'
        case Pile():
            return _small_pile(canvas, zone)
        case _:
            return draw_zone(canvas, zone)


def _cards(canvas: Canvas, zone: Fan | Row, kind: str, more: str = "") -> str:
    items = "".join(f"<li>{draw_card(canvas, zone.id, card, n)}</li>" for n, card in enumerate(zone.cards))
    return f'<ol class="{kind}" data-count="{len(zone.cards)}"{more}>{items}</ol>'


def _ring(canvas: Canvas, zone: Ring) -> str:
    """Draw a ring: a card in front of each seat, or an empty slot with its crest, lit while that seat must choose."""
    seats = canvas.seats_clockwise()
    places = _PLACES.get(len(seats), ())
    spots = []
    for n, seat in enumerate(seats):
        place = places[n] if places else f"n{n}"
        card = zone.cards[seat.number]
        if card is None:
            kind = "slot waits" if seat.waited_for and not canvas.scene.moment else "slot"
            drawn = f'<span class="{kind}" data-seat="{seat.number}" aria-hidden="true">{crest(seat.number)}</span>'
        else:
            drawn = draw_card(canvas, zone.id, card, seat.number)
        spots.append(f'<li class="spot" data-place="{place}"><span class="sr">{escape(seat.name)}</span>{drawn}</li>')
    return f'<ol class="spots" data-count="{len(seats)}">{"".join(spots)}</ol>'


def _pile(canvas: Canvas, zone: Pile) -> str:
    name = f"pile-{zone.id}"
    top = draw_back(canvas, name) if zone.top is None else draw_card(canvas, zone.id, zone.top)
    shown = top if zone.count else '<span class="slot"></span>'
    return f'<div class="stack-of">{shown}<span class="count"><b>{zone.count}</b> {escape(zone.title)}</span></div>'


def _small_pile(canvas: Canvas, zone: Pile) -> str:
    """Draw a pile at a seat, such as a hidden hand: its count, and that many card backs, at most nine."""
    backs = "".join(canvas.symbol("back", kind="held-back") for _ in range(min(zone.count, 9)))
    return (
        f'<span class="chip count" data-zone="{escape(zone.id)}">{sign("cards")}<b>{zone.count}</b>'
        f'<span class="word">{escape(zone.title)}</span></span><span class="backs" aria-hidden="true">{backs}</span>'
    )


def _column(canvas: Canvas, zone: Columns, column: Column) -> str:
    """Draw a column, first card at the head, as one button if it can be chosen. Its label names every card."""
    choice = canvas.choice_at.get((zone.id, column.id))
    place = f"{zone.id}-{column.id}"
    cards = "".join(f"<span>{draw_card(canvas, place, card, n)}</span>" for n, card in enumerate(column.cards))
    note = f'<span class="verdict">{typeset(column.note)}</span>' if column.note else ""
    inner = (
        f'<span class="column-title">{escape(column.title)}</span>'
        f'<span class="stack" data-count="{len(column.cards)}">{cards}</span>{note}'
    )
    label = _column_label(column)
    if choice is None:
        drawn = f'<div class="pick" role="group" aria-label="{label}">{inner}</div>'
    else:
        name = f' aria-label="{escape(choice.text)}: {label}"'
        drawn = draw_choice(choice, "pick", name, inner, canvas.hint_mark(choice))
    warns = ' data-warns=""' if choice is not None and choice.note and choice.why is None else ""
    return f'<li class="column" data-column="{escape(column.id)}" data-count="{len(column.cards)}"{warns}>{drawn}</li>'


def _column_label(column: Column) -> str:
    cards = [card.name for card in column.cards]
    return escape(", ".join(text for text in (column.title, *cards, column.note) if text))


def _strip(canvas: Canvas, zone: Strip) -> str:
    chips = "".join(
        f'<li class="word"{_suit_attribute(chip.suit)}{_marks_attribute(chip.marks)}>{canvas.suit(chip.suit)}'
        f"<span>{escape(chip.text)}</span>{''.join(sign(f'mark-{mark}') for mark in chip.marks)}</li>"
        for chip in zone.chips
    )
    tag = "ol" if zone.ordered else "ul"
    return f'<{tag} class="words{" ordered" if zone.ordered else ""}">{chips}</{tag}>'


def _suit_attribute(suit: str) -> str:
    return f' data-suit="{escape(suit)}"' if suit else ""


def _marks_attribute(marks: Sequence[str]) -> str:
    return f' data-marks="{" ".join(marks)}"' if marks else ""
