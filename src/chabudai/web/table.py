"""The table as a page shows it: sections of HTML by id, of which only those that have changed need be sent."""

from collections.abc import Mapping
from functools import lru_cache

from chabudai.scene.vocabulary import Scene
from chabudai.session.notes import TableNotes
from chabudai.web.canvas import CRESTS, Canvas, sign
from chabudai.web.facts import LINES, draw_facts, draw_log, draw_scores
from chabudai.web.markup import escape, typeset
from chabudai.web.pages.words import PageWords
from chabudai.web.prompt import draw_offers, draw_prompt
from chabudai.web.remembered import Drawings
from chabudai.web.scoring import draw_scoring
from chabudai.web.seats import draw_place, draw_seat
from chabudai.web.zones import draw_zone

PANELS = ("facts", "scores", "log")
"""What stands beside the table."""

_NEWS = 6
"""So many things that a step did are read out; a deal or a final scoring is more than anybody would listen to."""


def sections(scene: Scene, table: TableNotes, before: Drawings | None = None) -> dict[str, str]:
    """The HTML of each section. The ids are the same for all viewers and all positions of a game for so many players.

    `seat-0` is the seat at the lower edge, the others follow clockwise: so a device that is passed round keeps its
    frame, whoever looks. `before` is what the same page has shown: it is brought up to date.
    """
    canvas = Canvas(scene, table, before)
    seats = canvas.round_the_table()
    own = seats[0] if seats[0].you else None
    log = table.log[-LINES:] or scene.log
    return {
        "bar": f'<p class="status">{_status(scene)}</p>',
        **{f"seat-{n}": draw_seat(canvas, seat) for n, seat in enumerate(seats)},
        "mid": _middle(canvas),
        "offers": draw_offers(canvas),
        "hand": "" if own is None else draw_place(canvas, own),
        "prompt": draw_prompt(canvas),
        "facts": f"{_heading(canvas.say, 'facts')}{draw_facts(canvas)}",
        "scores": f"{_heading(canvas.say, 'scores')}{draw_scores(scene)}",
        "log": f"{_heading(canvas.say, 'log')}{draw_log(log)}",
        "scoring": draw_scoring(canvas),
        "news": _news(scene),
        "dock": _dock(canvas.say),
    }


def frame(sections: Mapping[str, str]) -> str:
    """The whole table, with each section in the element `s-ID`. On a small screen the panels are sheets of a dock.

    The own place comes first, for those who go through the page by keyboard, though it lies below the table.
    """
    seats = [name for name in sections if name.startswith("seat-")]
    others = "".join(
        f'<div class="place" id="s-{name}" data-place="{_place(n, len(seats))}">{sections[name]}</div>'
        for n, name in enumerate(seats)
        if n
    )
    panels = "".join(f'<section class="panel {name}">{_section(name, sections)}</section>' for name in PANELS)
    table = "".join(_section(name, sections) for name in ("mid", "scoring", "offers"))
    own = "".join(_section(name, sections) for name in ("prompt", "hand", "seat-0"))
    return (
        f'<main class="app" data-players="{len(seats)}"><div class="play">'
        f'<div class="me">{own}</div><div class="mat">{_section("bar", sections)}{others}{table}</div></div>'
        f'<aside class="side">{panels}</aside>{_section("dock", sections)}'
        f'<div id="s-news" class="sr" aria-live="polite">{sections["news"]}</div></main>'
    )


def _section(name: str, sections: Mapping[str, str]) -> str:
    return f'<div id="s-{name}">{sections[name]}</div>'


def _news(scene: Scene) -> str:
    """What the last step did and what is asked now, for those who hear the page: no more is read out than this.

    Whose doing it was tells the page where cards go to that are no longer in sight.
    """
    told = "".join(f"<p{_doer(line.seat)}>{typeset(line.text)}</p>" for line in scene.log[:_NEWS])
    return f"{told}<p>{escape(scene.prompt)}</p>"


def _doer(seat: int | None) -> str:
    return "" if seat is None else f' data-seat="{seat % CRESTS}"'


def _status(scene: Scene) -> str:
    """How far the game is. Where it needs two lines, they break between its parts, after the dot."""
    status = escape(scene.status).replace("・", "・<wbr>")
    return "\u00a0· ".join(part.replace(" ", "\u00a0") for part in status.split(" · "))


@lru_cache(maxsize=32)
def _heading(say: PageWords, name: str) -> str:
    return f"<h2>{say(f'drawing.{name}')}</h2>"


@lru_cache(maxsize=8)
def _dock(say: PageWords) -> str:
    """What a small screen shows at a time: the table, or one of the panels. It never changes, so it is sent once."""
    labels = "".join(
        f'<label><input class="sr" type="radio" name="dock" id="dock-{name}"{" checked" if name == "table" else ""}>'
        f"{sign(name)}<span>{say(f'drawing.{name}')}</span></label>"
        for name in ("table", *PANELS)
    )
    return f'<fieldset class="dock"><legend class="sr">{say("drawing.show")}</legend>{labels}</fieldset>'


def _place(n: int, seats: int) -> str:
    """Where a seat is, clockwise from the lower edge: with two others left and right, with more the rest above."""
    if seats == 2:
        return "top"
    return "left" if n == 1 else "right" if n == seats - 1 else "top"


def _middle(canvas: Canvas) -> str:
    mat = canvas.symbol("mat", kind="scenery")
    zones = "".join(draw_zone(canvas, zone) for zone in canvas.scene.zones)
    kinds = " ".join(zone.id for zone in canvas.scene.zones)
    return f'{mat}<div class="mid" data-zones="{escape(kinds)}">{zones}</div>'
