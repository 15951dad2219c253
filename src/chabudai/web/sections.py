"""Draws a table as sections of HTML by id, so that only changed sections need to be sent."""

from collections.abc import Mapping
from functools import lru_cache

from chabudai.scene.vocabulary import Scene
from chabudai.session.notes import TableNotes
from chabudai.web.canvas import CREST_COUNT, Canvas, sign
from chabudai.web.final_scoring import draw_scoring
from chabudai.web.hints import draw_hints
from chabudai.web.markup import escape, typeset
from chabudai.web.markup_cache import PageCache
from chabudai.web.pages.page_words import PageWords
from chabudai.web.panels import DRAWN_LOG_LINES, draw_facts, draw_log
from chabudai.web.prompt import draw_offers, draw_prompt
from chabudai.web.seats import draw_own_zones, draw_seat
from chabudai.web.zones import draw_zone

PANELS = ("facts", "log")
"""The panels beside the table."""

_MAX_ANNOUNCED = 6
"""At most this many log lines of a step are read out: a deal or a final scoring has too many to listen to."""


def table_sections(
    scene: Scene, notes: TableNotes, page_cache: PageCache | None = None, *, replayed: bool = False
) -> dict[str, str]:
    """Draw all sections, by id. Ids depend only on the game and its player count, not on the viewer or the position.

    `seat-0` is the seat at the lower edge, and the others follow clockwise: a shared device keeps its frame when it is
    passed on. `page_cache` belongs to the page that will show the sections, and is updated. If the scene is `replayed`,
    nobody is addressed.
    """
    canvas = Canvas(scene, notes, page_cache, replayed=replayed)
    seats = canvas.seats_clockwise()
    own = seats[0] if seats[0].you else None
    log = notes.log[-DRAWN_LOG_LINES:] or scene.log
    return {
        "bar": f'<p class="status">{_status(scene)}</p>',
        **{f"seat-{n}": draw_seat(canvas, seat) for n, seat in enumerate(seats)},
        "mid": _middle(canvas),
        "offers": draw_offers(canvas),
        "hand": "" if own is None else draw_own_zones(canvas, own),
        "prompt": draw_prompt(canvas),
        "facts": f"{_heading(canvas.say, 'facts')}{draw_facts(canvas)}",
        "log": f"{_heading(canvas.say, 'log')}{draw_log(log)}",
        "hints": draw_hints(canvas),
        "scoring": draw_scoring(canvas),
        "news": _news(scene),
        "dock": _dock(canvas.say),
    }


def table_frame(sections: Mapping[str, str]) -> str:
    """Draw the whole table, with each section in the element `s-ID`. On small screens the panels are tabs of a dock.

    The viewer's own place comes first in the document, for keyboard users, although it is drawn below the table.
    """
    seats = [name for name in sections if name.startswith("seat-")]
    others = "".join(
        f'<div class="place" id="s-{name}" data-place="{_place(n, len(seats))}">{sections[name]}</div>'
        for n, name in enumerate(seats)
        if n
    )
    panels = "".join(f'<section class="panel {name}">{_section(name, sections)}</section>' for name in PANELS)
    table = "".join(_section(name, sections) for name in ("mid", "offers"))
    own = "".join(_section(name, sections) for name in ("prompt", "hand", "seat-0"))
    return (
        f'<main class="app" data-players="{len(seats)}"><div class="play">'
        f'<div class="me">{own}</div><div class="mat">{_section("bar", sections)}{others}{table}</div></div>'
        f'{_section("scoring", sections)}<aside class="side">{panels}</aside>{_section("dock", sections)}'
        f'<div id="s-news" class="sr" aria-live="polite">{sections["news"]}</div></main>'
        f"{_section('hints', sections)}"
    )


def _section(name: str, sections: Mapping[str, str]) -> str:
    return f'<div id="s-{name}">{sections[name]}</div>'


def _news(scene: Scene) -> str:
    """Draw the news that screen readers announce: the events of the last step, and the prompt, if there is one.

    The page also uses the seats in it: cards that leave the table fly to the player who acted.
    """
    lines = "".join(f"<p{_seat_attribute(line.seat)}>{typeset(line.text)}</p>" for line in scene.log[:_MAX_ANNOUNCED])
    return f"{lines}<p>{escape(scene.prompt)}</p>" if scene.prompt else lines


def _seat_attribute(seat: int | None) -> str:
    return "" if seat is None else f' data-seat="{seat % CREST_COUNT}"'


def _status(scene: Scene) -> str:
    """Draw the status of the game. If it needs two lines, it breaks after a dot between its parts."""
    status = escape(scene.status).replace("・", "・<wbr>")
    return "\u00a0· ".join(part.replace(" ", "\u00a0") for part in status.split(" · "))


@lru_cache(maxsize=32)
def _heading(say: PageWords, name: str) -> str:
    return f"<h2>{say(f'drawing.{name}')}</h2>"


@lru_cache(maxsize=8)
def _dock(say: PageWords) -> str:
    """Draw the tabs of a small screen: the table and each panel. They never change, so they are sent once."""
    labels = "".join(
        f'<label><input class="sr" type="radio" name="dock" id="dock-{name}"{" checked" if name == "table" else ""}>'
        f"{sign(name)}<span>{say(f'drawing.{name}')}</span></label>"
        for name in ("table", *PANELS)
    )
    return f'<fieldset class="dock"><legend class="sr">{say("drawing.show")}</legend>{labels}</fieldset>'


def _place(n: int, seats: int) -> str:
    """Return the side of the table at which the n-th seat is, clockwise from the lower edge."""
    if seats == 2:
        return "top"
    return "left" if n == 1 else "right" if n == seats - 1 else "top"


def _middle(canvas: Canvas) -> str:
    mat = canvas.symbol("mat", kind="scenery")
    zones = "".join(draw_zone(canvas, zone) for zone in canvas.scene.zones)
    zone_ids = " ".join(zone.id for zone in canvas.scene.zones)
    return f'{mat}<div class="mid" data-zones="{escape(zone_ids)}">{zones}</div>'
