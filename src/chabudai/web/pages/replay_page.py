"""The replay of a finished game or an uploaded record, step by step: all hands or any seat's view, with a review.

Without scripts, links and a form lead to the steps; with scripts, steps are fetched and swapped in as at a live table.
The review needs scripts. Every step has an address of its own, and from every step a visitor can play on against bots.
"""

from collections.abc import Sequence

import msgspec

from chabudai.scene.game import Game
from chabudai.scene.words import title
from chabudai.web.markup import escape
from chabudai.web.pages.dialog import dialog, dialog_button
from chabudai.web.pages.document import TopBar, Visitor, document, icon
from chabudai.web.pages.fields import REFUSAL, bot_choices, select_field
from chabudai.web.pages.known_values import known_values_dialog
from chabudai.web.pages.list_rows import player_name
from chabudai.web.pages.new_table_form import DEFAULT_LEVEL
from chabudai.web.pages.pictures import table_styles
from chabudai.web.pages.review_panel import ReviewRemark, review_form
from chabudai.web.urls import static_url

ALL_VALUE = "all"
SPECTATOR_VALUE = "spectator"
"""The values of the parameter `seat` for all hands, and for the view of a spectator."""


class ReplayPage(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the page of a replay shows: one step of a game, from one view.

    `frame` is the HTML of the table. `view` is the value of the parameter `seat`, and `bots` are the seats of bots.
    `waiting` is a seat that must choose at this step, unless the game is `over`; `levels` are the bots to play on
    against. `text` says what the step did. `own` are the seats of
    the visitor. `remarks` is None until the review of all moves is ready.
    """

    visitor: Visitor
    id: str
    game: Game
    frame: str
    names: Sequence[str]
    step: int
    last: int
    view: str = ALL_VALUE
    bots: Sequence[int] = ()
    over: bool = False
    waiting: int = 0
    levels: Sequence[str] = ()
    text: str = ""
    own: Sequence[int] = ()
    remarks: Sequence[ReviewRemark] | None = None


def replay_page(replay: ReplayPage) -> str:
    """Draw the page of a replay."""
    visitor = replay.visitor
    say = visitor.words
    name = escape(title(replay.game, visitor.language))
    over = " data-over" if replay.over else ""
    body = (
        f'<div id="table" class="replay"{over} data-game="{replay.game.name}" data-replay="/replay/{replay.id}" '
        f'data-say-review-failed="{say("replay.review_failed")}">'
        f"{replay.frame}{_controls(replay)}</div>{_review(replay)}{_play_on(replay)}"
        f"{known_values_dialog(replay.game, None, visitor)}"
    )
    bar = TopBar(name, say("replay.title"), _buttons(replay))
    return document(
        visitor,
        bar,
        body,
        kind="replay",
        styles=[*table_styles(replay.game), static_url("review.css")],
        scripts=[static_url("replay.js"), static_url("review.js")],
        title=name,
    )


def _buttons(replay: ReplayPage) -> str:
    say = replay.visitor.words
    return (
        f"{dialog_button('review', 'hint', say('replay.review'))}"
        f"{dialog_button('play-on', 'play', say('replay.play_on'))}"
        f'<button type="button" class="btn ghost" data-share="{escape(_address(replay))}" '
        f'data-copied="{say("client.copied")}" aria-label="{say("replay.share")}" hidden>{icon("share")}'
        f"<span>{say('replay.share')}</span></button>"
        f'<a class="btn ghost" href="/record/{replay.id}.json" download aria-label="{say("replay.download")}">'
        f"{icon('download')}<span>{say('replay.download')}</span></a>"
        f'<a class="btn ghost" href="/rules/{replay.game.name}" aria-label="{say("rules.title")}">{icon("rules")}'
        f"<span>{say('rules.title')}</span></a>"
    )


def _controls(replay: ReplayPage) -> str:
    """Draw the bar below the table: buttons and a slider for the steps, and a list to choose whose view is shown."""
    say = replay.visitor.words
    views = [(ALL_VALUE, say("replay.all_hands"))]
    views += [(str(seat), _name(replay, seat)) for seat in range(len(replay.names))]
    views += [(SPECTATOR_VALUE, say("replay.spectator"))]
    steps = {
        "first": 0,
        "back": max(replay.step - 1, 0),
        "next": min(replay.step + 1, replay.last),
        "last": replay.last,
    }
    links = {name: _link(replay, name, step) for name, step in steps.items()}
    marks = "".join(f'<option value="{remark.step}"></option>' for remark in replay.remarks or [])
    return (
        f'<form id="controls" aria-label="{say("replay.title")}" method="get" action="/replay/{replay.id}">'
        f"{links['first']}{links['back']}"
        f'<button type="button" id="run" class="btn" aria-pressed="false" aria-label="{say("replay.run")}" hidden>'
        f"{icon('play')}</button>{links['next']}{links['last']}"
        f'<input type="range" name="step" min="0" max="{replay.last}" value="{replay.step}" list="marks" '
        f'aria-label="{say("replay.step")}"><datalist id="marks">{marks}</datalist>'
        f"<output>{replay.step} / {replay.last}</output>"
        f"{select_field('seat', say('replay.view'), views, replay.view)}"
        f'<button class="btn" id="go">{say("replay.go")}</button>'
        f'<p id="told">{escape(replay.text)}</p></form>'
    )


def _link(replay: ReplayPage, name: str, step: int) -> str:
    return (
        f'<a class="btn" data-go="{name}" href="/replay/{replay.id}?step={step}&amp;seat={replay.view}" '
        f'aria-label="{replay.visitor.words(f"replay.{name}")}">{icon(name)}</a>'
    )


def _address(replay: ReplayPage) -> str:
    """Return the address of this step in this view, which everybody can open."""
    return f"/replay/{replay.id}?step={replay.step}&seat={replay.view}"


def _name(replay: ReplayPage, seat: int) -> str:
    """Return the name at a seat, as HTML; bots are marked."""
    return player_name(replay.names[seat], replay.visitor.words, bot=seat in replay.bots)


def _play_on(replay: ReplayPage) -> str:
    """Draw the form that plays on from this step. It is hidden where the game is over."""
    say = replay.visitor.words
    seats = [(str(seat), _name(replay, seat)) for seat in range(len(replay.names))]
    chosen = replay.view if replay.view.isdecimal() else str(replay.waiting)
    level = DEFAULT_LEVEL if DEFAULT_LEVEL in replay.levels else next(iter(replay.levels), "")
    inner = (
        f'<p class="meaning">{say("replay.play_on_meaning")}</p>'
        f'<form class="play-on" method="post" action="/replay/{replay.id}/play" data-inline>'
        f'<input type="hidden" name="step" value="{replay.step}">'
        f"{select_field('seat', say('replay.play_as'), seats, chosen)}"
        f"{select_field('level', say('replay.others'), bot_choices(replay.levels, say), level)}{REFUSAL}"
        f'<p class="go"><button class="btn main">{icon("play")}{say("replay.play_on_now")}</button></p></form>'
    )
    return dialog("play-on", say("replay.play_on"), inner, say)


def _review(replay: ReplayPage) -> str:
    """Draw the dialog of the review: the form that asks for one, and room for its result."""
    say = replay.visitor.words
    names = [_name(replay, seat) for seat in range(len(replay.names))]
    inner = (
        f'<p class="meaning">{say("replay.review_meaning")}</p>{review_form(names, replay.own, say)}'
        f'<div id="remarks" aria-live="polite"></div>'
    )
    return dialog("review", say("replay.review"), inner, say)
