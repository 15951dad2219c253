"""Draws the final scoring: step by step, with everybody's points as bars, and then the winners.

It needs no script: each step and the result have a radio button, and only the one whose button is checked is visible.
What a step counts is highlighted on the table as long as its button is checked; its cards are drawn with the step, too.
What has `data-speak` is announced when it becomes visible (news.js).
"""

from chabudai.scene.vocabulary import Counted, Grid, Scene, ScoreStep
from chabudai.web.canvas import CREST_COUNT, Canvas, crest, sign
from chabudai.web.card import draw_copy
from chabudai.web.markup import escape, format_number, typeset


def draw_scoring(canvas: Canvas) -> str:
    """Draw the steps of the final scoring, and after them the result; "" while the game is not over."""
    scene = canvas.scene
    if not scene.shows_result:
        return ""
    steps = "".join(_step(canvas, n, step) for n, step in enumerate(scene.scoring))
    label = escape(scene.terms["result"])
    return (
        f'<section class="scoring" aria-label="{label}"><h2>{canvas.say("drawing.counting")}</h2>'
        f'<div class="steps">{steps}{_result(canvas)}</div></section>'
    )


def _step(canvas: Canvas, number: int, step: ScoreStep) -> str:
    """Draw a step: the radio button that shows it, what counts and for whom, and the points after it."""
    say, scene = canvas.say, canvas.scene
    last = len(scene.scoring)
    checked = " checked" if number == 0 else ""
    step_crest = "" if step.seat is None else crest(step.seat)
    label = say("drawing.step", number=number + 1, last=last)
    points = format_number(step.points, signed=True)
    back = f'<label class="btn" for="step-{number - 1}">{say("drawing.back")}</label>' if number else ""
    return (
        f'<input class="sr" type="radio" name="step" id="step-{number}" aria-label="{label}"{checked}>'
        f'<div class="step"{_seat_attribute(step.seat)}><p class="where">{label}</p>'
        f'<p class="what" data-speak>{step_crest}<span>{typeset(step.text)}{_pebbles(step.points)}</span> '
        f"<b>{points}</b></p>"
        f"{''.join(_counted(canvas, counted) for counted in step.counted)}{_bars(scene, step)}"
        f'<p class="do">{back}<label class="btn main" for="step-{number + 1}">{say("drawing.next")}</label>'
        f'<label class="btn" for="step-{last}">{say("drawing.to_result")}</label></p></div>'
    )


def _counted(canvas: Canvas, counted: Counted) -> str:
    """Draw the counted cards; spaces are only named, for screen readers, because the board shows them."""
    cards = "".join(draw_copy(canvas, card) for card in counted.cards)
    names = {
        space.id: space.name
        for zone in canvas.scene.zones
        if isinstance(zone, Grid) and zone.id == counted.zone
        for row in zone.rows
        for space in row.spaces
    }
    spaces = "".join(f"<li>{escape(names[space])}</li>" for space in counted.spaces if space in names)
    title = escape(counted.title)
    drawn = f'<ol class="minis" aria-label="{title}">{cards}</ol>' if cards else ""
    listed = f'<ul class="sr" aria-label="{title}">{spaces}</ul>' if spaces else ""
    return f'<div class="counted">{f"<span>{title}</span>{drawn}" if drawn else ""}{listed}</div>'


def _result(canvas: Canvas) -> str:
    """Draw everybody's points, the winners first."""
    scene = canvas.scene
    last = len(scene.scoring)
    ranked = sorted(scene.seats, key=lambda seat: (seat.number not in scene.winners, -seat.score))
    scale = (min(0, *(seat.score for seat in ranked)), max(1, *(seat.score for seat in ranked)))
    lines = "".join(
        f"<li{_seat_attribute(seat.number)}{' class=won' if seat.number in scene.winners else ''} data-speak>"
        f'{crest(seat.number)}<span class="name">{escape(seat.name)}</span>{_bar(0, seat.score, scale)} '
        f"<b>{format_number(seat.score)}</b> {_crown(scene) if seat.number in scene.winners else ''}</li>"
        for seat in ranked
    )
    back = f'<label class="btn" for="step-{last - 1}">{canvas.say("drawing.back")}</label>' if last else ""
    checked = " checked" if last == 0 else ""
    label = escape(scene.terms["result"])
    return (
        f'<input class="sr" type="radio" name="step" id="step-{last}" aria-label="{label}"{checked}>'
        f'<div class="step result"><h3 data-speak>{escape(scene.prompt)} <small>{escape(scene.remark)}</small></h3>'
        f'<ol class="bars">{lines}</ol><p class="do">{back}</p></div>'
    )


def _pebbles(points: int) -> str:
    """Draw points as pebbles that drop one by one, a large one for every five; hollow ones are points lost."""
    fives, ones = divmod(abs(points), 5)
    kind = " lost" if points < 0 else ""
    return f'<span class="pebbles{kind}" aria-hidden="true">{"<i class=five></i>" * fives}{"<i></i>" * ones}</span>'


def _crown(scene: Scene) -> str:
    return f'<span class="tag">{sign("crown")}{escape(scene.terms["winner"])}</span>'


def _bars(scene: Scene, step: ScoreStep) -> str:
    """Draw everybody's points after a step, with the points of the step highlighted."""
    totals = [total for scoring_step in scene.scoring for total in scoring_step.totals]
    scale = (min(0, *totals), max(1, *totals))
    lines = []
    for seat, total in enumerate(step.totals):
        gained = step.points if seat == step.seat else 0
        now = " class=now" if seat == step.seat else ""
        name, bar = escape(scene.seats[seat].name), _bar(total - gained, total, scale)
        who = f'{crest(seat)}<span class="name">{name}</span>'
        lines.append(f"<li{_seat_attribute(seat)}{now}>{who}{bar}<b>{format_number(total)}</b></li>")
    return f'<ol class="bars">{"".join(lines)}</ol>'


def _bar(before: int, after: int, scale: tuple[int, int]) -> str:
    """Draw a bar from zero to the old total, and from there to the new one; `scale` is its minimum and maximum."""
    segments = _bar_segment(0, before, scale) + _bar_segment(before, after, scale, "new")
    return f'<svg class="bar" aria-hidden="true">{segments}</svg>'


def _bar_segment(before: int, after: int, scale: tuple[int, int], kind: str = "old") -> str:
    least, most = scale
    start, end = sorted((before, after))
    x, width = 100 * (start - least) / (most - least), 100 * (end - start) / (most - least)
    return f'<rect class="{kind}" x="{x:.0f}%" width="{width:.0f}%" height="100%"/>' if width else ""


def _seat_attribute(seat: int | None) -> str:
    return "" if seat is None else f' data-seat="{seat % CREST_COUNT}"'
