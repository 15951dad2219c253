"""The bots' review of one player's moves: the costliest moves, a graph of the chance of winning, and all other remarks.

It is drawn for the person who asks, as "you", or for whoever wants to see another player's moves.
"""

from collections.abc import Sequence
from heapq import nlargest

import msgspec

from chabudai.web.pages.fields import select_field
from chabudai.web.pages.page_words import PageWords

_COSTLIEST = 3
"""This many moves come first."""

_WIDTH, _HEIGHT, _MARGIN = 320, 120, 8
"""The size of the graph, and the room for its dots at the edges, in units of the picture."""


class ReviewRemark(msgspec.Struct, frozen=True, kw_only=True):
    """A move for which the bots found a better one: its step, both moves, and what the choice cost.

    `win_lost` is a share of a win, from 0 to 1; `win` is the share that the better move promised. `reason` says what
    speaks for the better move, `against` what speaks against the move made.
    """

    step: int
    seat: int
    made: str
    better: str
    win_lost: float
    points_lost: float
    reason: str = ""
    win: float = 0.0
    against: str = ""


class WinPoint(msgspec.Struct, frozen=True):
    """The step of a choice, and the chance of winning after it, from 0 to 1, as its player could estimate it."""

    step: int
    win: float


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a player's moves.

    `name` is empty if the review is about the person who reads it. `good` of the `choices` were as good as any other.
    """

    seat: int
    name: str
    choices: int
    good: int
    remarks: Sequence[ReviewRemark]
    points: Sequence[WinPoint]


def review_form(names: Sequence[str], own: Sequence[int], say: PageWords) -> str:
    """Draw the form that asks for a review: of the reader's own moves or, if they want, of somebody else's."""
    seats = [(str(seat), name) for seat, name in enumerate(names)]
    chosen = str(own[0]) if own else "0"
    return (
        f'<div class="ask-review">{select_field("review-seat", say("review.whose"), seats, chosen)}'
        f'<button type="button" class="btn main" id="ask-review">{say("replay.ask")}</button></div>'
        f'<p id="review-progress" hidden><label>{say("replay.review_wait")} <progress max="1" value="0"></progress>'
        f"</label></p>"
    )


def draw_review(review: Review, say: PageWords) -> str:
    """Draw a review: a summary, the costliest moves, the graph, and the other remarks."""
    if not review.choices:
        return f'<p class="none">{say("review.no_choices")}</p>'
    worst = nlargest(_COSTLIEST, review.remarks, key=lambda remark: remark.win_lost)
    others = [remark for remark in review.remarks if remark not in worst]
    about = _about(review)
    summary = say(f"review.summary_{about}", name=review.name, good=review.good, choices=review.choices)
    summary = f"<p>{summary}</p>"
    costliest = ""
    if worst:
        lines = "".join(_remark(remark, review, say) for remark in worst)
        costliest = f'<h3>{say("review.costliest")}</h3><ol class="remarks">{lines}</ol>'
    else:
        summary = f'<p class="none">{say("replay.review_none")}</p>'
    rest = ""
    if others:
        lines = "".join(_remark(remark, review, say) for remark in others)
        rest = (
            f"<details><summary>{say('review.others', number=len(others))}</summary>"
            f'<ol class="remarks">{lines}</ol></details>'
        )
    return f"{summary}{costliest}{_graph(review, say)}{rest}"


def _about(review: Review) -> str:
    """Return the end of the id of a sentence about the reader, or about another player."""
    return "other" if review.name else "you"


def _percent(share: float) -> int:
    return round(100 * share)


def _remark(remark: ReviewRemark, review: Review, say: PageWords) -> str:
    """Draw a remark: both moves, what the choice cost, and why. It links to its step, in the view of the player."""
    values = {"made": remark.made, "better": remark.better}
    about = _about(review)
    text = say(f"review.remark_{about}", name=review.name, **values)
    chances = {"before": _percent(remark.win), "after": _percent(remark.win - remark.win_lost)}
    points = round(remark.points_lost)
    # One point is too little to mention, and sounds more exact than it is.
    cost = say("review.cost_with_points", points=points, **chances) if points > 1 else say("review.cost", **chances)
    reasons = [("better", remark.reason)] if remark.reason else [("made", remark.against)] if remark.against else []
    why = "".join(f"<p>{say('review.why', choice=values[which], reason=reason)}</p>" for which, reason in reasons)
    return (
        f'<li><a href="?step={remark.step}&amp;seat={remark.seat}" data-step="{remark.step}" data-seat="{remark.seat}">'
        f'{text}</a><p class="sub">{cost}</p>{why}</li>'
    )


def _graph(review: Review, say: PageWords) -> str:
    """Draw the chance of winning at each choice, with dots at the costly ones, and the same as a table."""
    points = review.points
    if len(points) < 2:
        return ""
    wins = [point.win for point in points]
    first, last = _percent(wins[0]), _percent(wins[-1])
    lowest, highest = _percent(min(wins)), _percent(max(wins))
    label = say("review.graph", first=first, last=last, lowest=lowest, highest=highest)
    costly = {remark.step for remark in review.remarks}
    places = [_place(index, point.win, len(points)) for index, point in enumerate(points)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
        for (x, y), point in zip(places, points, strict=True)
        if point.step in costly
    )
    half = _place(0, 0.5, 2)[1]
    rows = "".join(f"<tr><td>{point.step}</td><td>{_percent(point.win)}&nbsp;%</td></tr>" for point in points)
    return (
        f'<figure class="win-graph"><figcaption>{say("review.chance")}</figcaption>'
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">'
        f'<path class="half" d="M0 {half:.1f}H{_WIDTH}"/><text x="4" y="{half - 4:.1f}">50 %</text>'
        f'<polyline points="{line}"/>{dots}</svg>'
        f"<details><summary>{say('review.as_table')}</summary><table><thead><tr>"
        f'<th scope="col">{say("replay.step")}</th><th scope="col">{say("review.chance")}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></details></figure>"
    )


def _place(index: int, win: float, number: int) -> tuple[float, float]:
    """Return where the graph shows one of this many choices."""
    x = _MARGIN + (_WIDTH - 2 * _MARGIN) * index / (number - 1)
    return x, _MARGIN + (_HEIGHT - 2 * _MARGIN) * (1.0 - win)
