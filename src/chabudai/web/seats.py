"""The seats: a plate with name, points and all that can be counted, and what lies before the seat."""

from chabudai.scene.vocabulary import AnyZone, Counter, Fan, Marker, Pile, Row, Seat
from chabudai.web.canvas import CRESTS, Canvas, crest, sign
from chabudai.web.markup import digits, escape
from chabudai.web.zones import draw_small, draw_zone

_AS_SIGNS = 4
"""A counter that has a picture is drawn by so many of them, if it is not more."""


def draw_seat(canvas: Canvas, seat: Seat) -> str:
    """The plate of a seat; what is drawn large at the own place is not on it."""
    moment, won = bool(canvas.scene.moment), seat.number in canvas.scene.winners
    about = (seat, canvas.note(seat.number), moment, won, canvas.twins_in(seat.zones))
    return canvas.drawn(f"seat {seat.number}", about, lambda: _plate(canvas, seat))


def _plate(canvas: Canvas, seat: Seat) -> str:
    small = [zone for zone in seat.zones if not _is_large(seat, zone)]
    counts = "".join(draw_small(canvas, zone) for zone in small if isinstance(zone, Pile))
    others = "".join(draw_small(canvas, zone) for zone in small if not isinstance(zone, Pile))
    said = "".join([*(_marker(canvas, marker) for marker in seat.markers), _turn(canvas, seat)])
    counters = "".join(_counter(canvas, counter) for counter in seat.counters)
    turn = " turn" if seat.waited_for and not canvas.scene.moment else ""
    won = " won" if seat.number in canvas.scene.winners else ""
    you = " you" if seat.you else ""
    points = escape(canvas.scene.terms["score"].format(score=seat.score))
    return (
        f'<div class="seat{turn}{won}{you}" data-seat="{seat.number % CRESTS}" data-vt="seat-{seat.number}">'
        f'<div class="seat-id">{crest(seat.number)}<span class="name">{escape(seat.name)}</span>{_kind(canvas, seat)}'
        f'<span class="score"><span aria-hidden="true">{digits(seat.score)}</span>'
        f'<span class="sr">{points}</span></span></div><div class="chips">{said}{counters}{counts}</div>{others}</div>'
    )


def draw_place(canvas: Canvas, seat: Seat) -> str:
    """What lies at the own place, large: the hand, and what else one chooses from or plays with."""
    return "".join(draw_zone(canvas, zone) for zone in seat.zones if _is_large(seat, zone) and not _is_bare(zone))


def _is_large(seat: Seat, zone: AnyZone) -> bool:
    """At the own place: a hand, what can be chosen, what lies in layers; all of it if there is no hand."""
    if not seat.you or isinstance(zone, Pile):
        return False
    if isinstance(zone, Fan) or zone.verbs or (isinstance(zone, Row) and zone.layered):
        return True
    return not any(isinstance(other, Fan) for other in seat.zones)


def _is_bare(zone: AnyZone) -> bool:
    return isinstance(zone, Row) and not zone.cards


def _turn(canvas: Canvas, seat: Seat) -> str:
    if not seat.waited_for or canvas.scene.moment:
        return ""
    said = canvas.say("drawing.your_turn") if seat.you else escape(canvas.scene.terms["choosing"])
    note = canvas.note(seat.number)
    # The client fills in how long there is still time.
    clock = (
        ""
        if note is None or note.until is None
        else f' <time class="clock" role="timer" data-until="{note.until:.0f}"></time>'
    )
    return f'<span class="tag now">{sign("turn")}{said}{clock}</span>'


def _kind(canvas: Canvas, seat: Seat) -> str:
    """Who sits there: a bot of some level, somebody who is away, nobody yet."""
    note = canvas.note(seat.number)
    if note is None or note.kind == "person":
        state = "" if note is None or (note.here and not note.left) else "stand_in" if note.stand_in else "away"
        return f'<span class="kind {state}">{canvas.say(f"drawing.{state}")}</span>' if state else ""
    if note.kind == "free":
        return f'<span class="kind free">{canvas.say("drawing.free")}</span>'
    level = canvas.say.one_of("level", note.level)
    bot = f'<span class="word">{canvas.say("drawing.bot")} · </span>'
    return f'<span class="kind bot">{sign("bot")}<span>{bot}{level}</span></span>'


def _marker(canvas: Canvas, marker: Marker) -> str:
    suit = f' data-suit="{escape(marker.suit)}"' if marker.suit else ""
    drawn = canvas.symbol(f"marker-{marker.id}")
    if marker.suit and not drawn:
        drawn = canvas.symbol(f"face-{marker.suit}", kind="portrait") or canvas.suit(marker.suit)
    warning = " warning" if marker.warning else ""
    shown = sign("warn") if marker.warning else drawn
    return f'<span class="tag{warning}" data-marker="{escape(marker.id)}"{suit}>{shown}{escape(marker.name)}</span>'


def _counter(canvas: Canvas, counter: Counter) -> str:
    """A number with its name; a few things that the game has a picture of are shown one by one."""
    name, note = escape(counter.name), escape(counter.note)
    symbol = canvas.symbol(f"counter-{counter.id}")
    places = max(counter.most, counter.value)
    after = f"<small>{note}</small>" if note else ""
    if not symbol or places > _AS_SIGNS:
        return (
            f'<span class="chip" data-counter="{escape(counter.id)}">{symbol}<b>{digits(counter.value)}</b> '
            f'<span class="word">{name}</span> {after}</span>'
        )
    things = symbol * counter.value + f'<span class="off">{symbol}</span>' * (counter.most - counter.value)
    label = f"{name} {counter.value}{f', {note}' if note else ''}"
    return (
        f'<span class="chip things" data-counter="{escape(counter.id)}" role="img" aria-label="{label}">'
        f'{things or "<b>0</b>"}<span class="word">{name}</span>{after}</span>'
    )
