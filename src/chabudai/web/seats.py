"""Draws seats: a plate with name, points and counters, and the zones in front of the seat."""

from chabudai.scene.vocabulary import AnyZone, Counter, Fan, Marker, Pile, Row, Seat
from chabudai.session.notes import SeatNote
from chabudai.web.canvas import CREST_COUNT, Canvas, crest, sign
from chabudai.web.markup import escape, format_number
from chabudai.web.zones import draw_small, draw_zone

_LONG_NAME = 8
"""A name with more characters may be cut off, so it is the tooltip too."""

_MAX_SIGNS = 4
"""Up to this value, a counter that has a picture is drawn as that many pictures."""


def draw_seat(canvas: Canvas, seat: Seat) -> str:
    """Draw the plate of a seat, without the zones that are drawn large at the viewer's own place."""
    moment, won = bool(canvas.scene.moment), _has_won(canvas, seat)
    number = seat.number
    inputs = (
        seat,
        canvas.seat_note(number),
        canvas.seat_menu(number),
        moment,
        won,
        canvas.duplicates_in(seat.zones),
        canvas.steps_in(seat.zones),
    )
    return canvas.draw_cached(f"seat {seat.number}", inputs, lambda: _plate(canvas, seat))


def _plate(canvas: Canvas, seat: Seat) -> str:
    small = [zone for zone in seat.zones if not _is_large(seat, zone)]
    counts = "".join(draw_small(canvas, zone) for zone in small if isinstance(zone, Pile))
    others = "".join(draw_small(canvas, zone) for zone in small if not isinstance(zone, Pile))
    tags = "".join([*(_marker(canvas, marker) for marker in seat.markers), _turn(canvas, seat)])
    counters = "".join(_counter(canvas, counter) for counter in seat.counters)
    turn = " turn" if seat.waited_for and not canvas.scene.moment else ""
    won = " won" if _has_won(canvas, seat) else ""
    you = " you" if seat.you else ""
    points = escape(canvas.scene.terms["score"].format(score=seat.score))
    return (
        f'<div class="seat{turn}{won}{you}" data-seat="{seat.number % CREST_COUNT}" data-vt="seat-{seat.number}" '
        f'role="group" aria-label="{_label(canvas, seat)}">'
        f'<div class="seat-id">{crest(seat.number)}{_name(canvas, seat)}{_kind(canvas, seat)}'
        f'<span class="score"><span aria-hidden="true">{format_number(seat.score)}</span>'
        f'<span class="sr">{points}</span></span></div><div class="chips">{tags}{counters}{counts}</div>{others}</div>'
    )


def _has_won(canvas: Canvas, seat: Seat) -> bool:
    return canvas.scene.shows_result and seat.number in canvas.scene.winners


def _label(canvas: Canvas, seat: Seat) -> str:
    """Return who sits there, in words: the name and, for a bot, its level."""
    note = canvas.seat_note(seat.number)
    name = escape(seat.name[:1].upper() + seat.name[1:] if seat.you else seat.name)
    if note is None or note.kind != "bot":
        return name
    return f"{name}, {canvas.say('drawing.bot')}, {canvas.say.text_or_name('level', note.level)}"


def _name(canvas: Canvas, seat: Seat) -> str:
    """Draw the name. That of a person is a button, which opens the menu of the seat; a long name can be read there."""
    name, menu = escape(seat.name), canvas.seat_menu(seat.number)
    # Short, since a plate is sent again with almost every move.
    title = f' title="{name}"' if len(seat.name) > _LONG_NAME else ""
    if not menu:
        return f'<span class="name"{title}>{name}</span>'
    return f'<button class="name" data-{menu}="{seat.number}"{title}>{name}</button>'


def draw_own_zones(canvas: Canvas, seat: Seat) -> str:
    """Draw the large zones at the viewer's own place, such as the hand."""
    return "".join(draw_zone(canvas, zone) for zone in seat.zones if _is_large(seat, zone) and not _is_empty_row(zone))


def _is_large(seat: Seat, zone: AnyZone) -> bool:
    """Check whether a zone is drawn large. Only zones at the viewer's own place are, and no piles.

    A hand, zones to choose from and layers are large; if there is no hand, so are all other zones.
    """
    if not seat.you or isinstance(zone, Pile):
        return False
    if isinstance(zone, Fan) or zone.verbs or (isinstance(zone, Row) and zone.layered):
        return True
    return not any(isinstance(own_zone, Fan) for own_zone in seat.zones)


def _is_empty_row(zone: AnyZone) -> bool:
    return isinstance(zone, Row) and not zone.cards


def _turn(canvas: Canvas, seat: Seat) -> str:
    if not seat.waited_for or canvas.scene.moment:
        return ""
    text = (
        canvas.say("drawing.your_turn") if seat.you and not canvas.replayed else escape(canvas.scene.terms["choosing"])
    )
    note = canvas.seat_note(seat.number)
    clock = "" if note is None or note.until is None else f" {_clock(note.until)}"
    return f'<span class="tag now">{sign("turn")}{text}{clock}</span>'


def _clock(until: float) -> str:
    """Draw a countdown to a time by the server's clock; the client fills in the time left."""
    return f'<time class="clock" role="timer" data-until="{until:.0f}"></time>'


def _kind(canvas: Canvas, seat: Seat) -> str:
    """Draw who holds the seat, unless it is a person who is present."""
    note = canvas.seat_note(seat.number)
    if note is None or note.kind == "person":
        return "" if note is None or (note.here and not note.left) else _absence(canvas, note)
    if note.kind == "free":
        return f'<span class="kind free">{canvas.say("drawing.free")}</span>'
    if not note.level:  # in the replay of an uploaded record
        return f'<span class="kind bot">{sign("bot")}<span>{canvas.say("drawing.bot")}</span></span>'
    level = canvas.say.text_or_name("level", note.level)
    bot = f'<span class="word">{canvas.say("drawing.bot")} · </span>'
    return f'<span class="kind bot">{sign("bot")}<span>{bot}{level}</span></span>'


def _absence(canvas: Canvas, note: SeatNote) -> str:
    """Draw that a person is away or has left, and whether a bot plays for them, or when one will."""
    absence = "left" if note.left else "away"
    text = canvas.say(f"drawing.{absence}_bot" if note.stand_in else f"drawing.{absence}")
    if not note.stand_in and note.takeover_at is not None:
        before, _, after = canvas.say("drawing.away_until", time="\0").partition("\0")
        text = f"{before}{_clock(note.takeover_at)}{after}"
    return f'<span class="kind {absence}"><span>{text}</span></span>'


def _marker(canvas: Canvas, marker: Marker) -> str:
    suit = f' data-suit="{escape(marker.suit)}"' if marker.suit else ""
    drawn = canvas.symbol(f"marker-{marker.id}")
    if marker.suit and not drawn:
        drawn = canvas.symbol(f"face-{marker.suit}", kind="portrait") or canvas.suit(marker.suit)
    warning = " warning" if marker.warning else ""
    shown = sign("warn") if marker.warning else drawn
    return f'<span class="tag{warning}" data-marker="{escape(marker.id)}"{suit}>{shown}{escape(marker.name)}</span>'


def _counter(canvas: Canvas, counter: Counter) -> str:
    """Draw a counter as pictures, if the game has one and few are needed, otherwise as a number with its name."""
    name, note = escape(counter.name), escape(counter.note)
    symbol = canvas.symbol(f"counter-{counter.id}")
    places = max(counter.most, counter.value)
    after = f"<small>{note}</small>" if note else ""
    if not symbol or places > _MAX_SIGNS:
        return (
            f'<span class="chip" data-counter="{escape(counter.id)}">{symbol}<b>{format_number(counter.value)}</b> '
            f'<span class="word">{name}</span> {after}</span>'
        )
    symbols = symbol * counter.value + f'<span class="off">{symbol}</span>' * (counter.most - counter.value)
    label = f"{name} {counter.value}{f', {note}' if note else ''}"
    return (
        f'<span class="chip things" data-counter="{escape(counter.id)}" role="img" aria-label="{label}">'
        f'{symbols or "<b>0</b>"}<span class="word">{name}</span>{after}</span>'
    )
