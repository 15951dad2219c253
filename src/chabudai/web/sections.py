"""Draws a table as sections of HTML by id, so that only changed sections need to be sent."""

from collections.abc import Mapping
from functools import lru_cache

from chabudai.games.registry import games
from chabudai.scene.vocabulary import LogLine, Scene
from chabudai.session.notes import TableNotes
from chabudai.web.canvas import Canvas, sign
from chabudai.web.final_scoring import draw_scoring
from chabudai.web.guide import draw_guide
from chabudai.web.hints import draw_hints
from chabudai.web.markup import escape
from chabudai.web.markup_cache import PageCache
from chabudai.web.pages.page_words import PageWords
from chabudai.web.panels import DRAWN_LOG_LINES, draw_facts, draw_log
from chabudai.web.prompt import draw_offers, draw_prompt
from chabudai.web.seats import draw_own_zones, draw_seat
from chabudai.web.zones import draw_zone

PANELS = ("facts", "log")
"""The panels beside the table."""


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
    return {
        "bar": f'<p class="status">{_status(scene)}</p>',
        **{f"seat-{n}": draw_seat(canvas, seat) for n, seat in enumerate(seats)},
        "mid": _middle(canvas),
        "offers": draw_offers(canvas),
        "hand": "" if own is None else draw_own_zones(canvas, own),
        "prompt": draw_prompt(canvas),
        "guide": draw_guide(canvas),
        "facts": f"{_heading(canvas.say, 'facts')}{draw_facts(canvas)}",
        "log": f"{_heading(canvas.say, 'log')}{draw_log(_log(scene, notes))}",
        "hints": draw_hints(canvas),
        "scoring": draw_scoring(canvas),
        "dock": _dock(canvas.say),
    }


def table_frame(sections: Mapping[str, str], *, middle: str = "", beside: str = "") -> str:
    """Draw the whole table, with each section in the element `s-ID`. On small screens the panels are tabs of a dock.

    The viewer's own place comes first in the document, for keyboard users, although it is drawn below the table. The
    prompt takes the focus when what had it is gone (focus.js). Screen readers announce what is added to `news`, which
    is not a section: news.js adds lines to it, and changes none. Two parts are never
    redrawn: what is in the `middle` before the game, and what is `beside` the table.
    """
    seats = [name for name in sections if name.startswith("seat-")]
    others = "".join(
        f'<div class="place" id="s-{name}" data-place="{_place(n, len(seats))}">{sections[name]}</div>'
        for n, name in enumerate(seats)
        if n
    )
    panels = "".join(
        f'<section class="panel {name}" aria-labelledby="h-{name}">{_section(name, sections)}</section>'
        for name in PANELS
    )
    table = "".join(_section(name, sections) for name in ("mid", "offers"))
    prompt = f'<div id="s-prompt" role="group" tabindex="-1" aria-labelledby="now">{sections["prompt"]}</div>'
    own = prompt + _section("hand", sections) + _scroller("own-seat", _section("seat-0", sections))
    return (
        f'<main class="app" data-players="{len(seats)}"><div class="play">'
        f'<div class="me">{own}</div>'
        f'<div class="mat">{_section("bar", sections)}{_scroller("opponents", others)}{table}{middle}</div></div>'
        f'{_section("scoring", sections)}{_section("guide", sections)}<aside class="side">{panels}{beside}</aside>'
        f"{_section('dock', sections)}"
        f'<div id="news" class="sr" role="log" aria-live="polite" aria-labelledby="h-log"></div></main>'
        f"{_section('hints', sections)}"
    )


def _section(name: str, sections: Mapping[str, str]) -> str:
    return f'<div id="s-{name}">{sections[name]}</div>'


def _log(scene: Scene, notes: TableNotes) -> list[LogLine]:
    """Return the lines of the log to draw, without points that the final scoring shows step by step."""
    game = games().get(scene.game)
    counted = game.scoring_events if game is not None and scene.scoring else frozenset()
    return [line for line in notes.log or scene.log if line.event not in counted][-DRAWN_LOG_LINES:]


def _scroller(name: str, inner: str) -> str:
    """Draw a box that exists on small screens only: what does not fit scrolls, so the keyboard must reach it."""
    return f'<div class="{name}" tabindex="0">{inner}</div>'


def _status(scene: Scene) -> str:
    """Draw the status of the game. If it needs two lines, it breaks after a dot between its parts."""
    status = escape(scene.status).replace("・", "・<wbr>")
    return "\u00a0· ".join(part.replace(" ", "\u00a0") for part in status.split(" · "))


@lru_cache(maxsize=32)
def _heading(say: PageWords, name: str) -> str:
    return f'<h2 id="h-{name}">{say(f"drawing.{name}")}</h2>'


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
