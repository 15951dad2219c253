"""Draws the prompt: what the viewer must do, and choices offered as text."""

from chabudai.games.registry import games
from chabudai.scene import game_info
from chabudai.scene.vocabulary import Choice
from chabudai.web.canvas import Canvas, crest, hint_look, sign
from chabudai.web.markup import escape, typeset

_MAX_BUTTONS = 3
"""Up to this many choices without notes or reasons are buttons beside the prompt; others fill a tray on the table."""


def draw_prompt(canvas: Canvas) -> str:
    """Draw what the viewer must do; during a moment, what has happened."""
    scene = canvas.scene
    if scene.moment:
        button = f'<button type="button" class="btn main" data-do="seen">{canvas.say("table.go_on")}</button>'
        confirmation = f'<div class="do">{button}</div>' if canvas.notes.moment else ""
        return f'<div id="now" class="say moment" tabindex="0">{_moment(canvas)}</div>{confirmation}'
    if canvas.notes.awaited:
        return _gathering(canvas)
    speak = " data-speak" if canvas.must_choose else ""  # otherwise the moves say enough
    prompt, remark = escape(scene.prompt), f"<p{speak}>{escape(scene.remark)}</p>" if scene.remark else ""
    if _is_abandoned(canvas):
        prompt, remark = canvas.say("drawing.everybody_left"), _notice(canvas, "table_waits")
    buttons = "".join(_button(canvas, choice, main=n == 0) for n, choice in enumerate(_buttons(canvas)))
    help_buttons = (_help_button(canvas, "hint") if canvas.notes.can_hint and canvas.must_choose else "") + (
        _help_button(canvas, "undo") if canvas.notes.can_undo and not canvas.notes.asking else ""
    )
    if canvas.notes.asking:
        remark += _notice(canvas, "asking")
    elif canvas.notes.can_take_over:
        remark += _notice(canvas, "ask_meaning")
    emphasis = " asked" if canvas.must_choose else ""
    text = f'<p class="what"{speak}>{prompt}</p>{remark}'
    return (
        f'<div id="now" class="say{emphasis}"{_rule(canvas)}>{text}</div>'
        f'<div class="do">{help_buttons}{buttons}{_sit(canvas)}</div>'
    )


def _gathering(canvas: Canvas) -> str:
    """Draw the prompt before the game: how many seats are free, and how to fill them."""
    say, notes = canvas.say, canvas.notes
    invite = f'<button type="button" class="btn" popovertarget="invite">{say("drawing.invite")}</button>'
    begin = f'<button type="button" class="btn" data-do="begin">{say("drawing.begin")}</button>'
    buttons = _sit(canvas) or f"{invite}{begin if notes.can_begin else ''}"
    return (
        f'<div id="now" class="say"><p class="what">{say("drawing.gathering")}</p>'
        f'<p data-speak>{say.counted("rows.free_seat", notes.awaited)}</p></div><div class="do">{buttons}</div>'
    )


def _is_abandoned(canvas: Canvas) -> bool:
    """Check whether all people have left a game in progress, so that it waits."""
    people = [note for note in canvas.notes.seats if note.kind == "person"]
    return bool(people) and all(note.left for note in people) and not canvas.scene.over


def _notice(canvas: Canvas, name: str) -> str:
    """Draw a sentence that stays visible even where there is little room."""
    return f'<p class="notice" data-speak>{canvas.say(f"drawing.{name}")}</p>'


def _sit(canvas: Canvas) -> str:
    """Draw the button that takes a seat or returns to one, or those that ask for the seat of a bot."""
    which = canvas.notes.can_sit
    if not which or canvas.notes.asking:
        return ""
    if which == "bot":
        return "".join(_ask_button(canvas, seat) for seat in canvas.notes.can_take_over)
    return f'<button type="button" class="btn main" data-do="sit">{canvas.say(f"drawing.sit_{which}")}</button>'


def _ask_button(canvas: Canvas, seat: int) -> str:
    """Draw the button that asks for the seat of a bot."""
    text = canvas.say("drawing.ask_seat", name=canvas.scene.seats[seat].name)
    return (
        f'<button type="button" class="btn" id="ask-{seat}" data-do="sit" value="{seat}">{crest(seat)}{text}</button>'
    )


def draw_offers(canvas: Canvas) -> str:
    """Draw the choices that are offered as text and need more room than buttons, side by side."""
    if _buttons(canvas):
        return ""
    offers = "".join(f"<li>{_offer(canvas, choice)}</li>" for choice in canvas.offers)
    label = escape(canvas.scene.prompt)
    return f'<ol class="offers" data-count="{len(canvas.offers)}" aria-label="{label}">{offers}</ol>' if offers else ""


def _buttons(canvas: Canvas) -> list[Choice]:
    """Return the choices to draw as buttons: all that are offered as text, if they are few and short, else none."""
    short = not any(choice.note or choice.why for choice in canvas.offers)
    return canvas.offers if short and len(canvas.offers) <= _MAX_BUTTONS else []


def _button(canvas: Canvas, choice: Choice, *, main: bool) -> str:
    kind = " main" if main else ""
    hinted, star = hint_look(canvas.hint_mark(choice))
    attributes = f'data-action="{choice.action}"{hinted}'
    return f'<button type="button" class="btn{kind}" {attributes}>{escape(choice.text)}{star}</button>'


def _offer(canvas: Canvas, choice: Choice) -> str:
    """Draw a choice with its effect; style sheets identify its subject by the words of the record."""
    subject = choice.words.split()[1:2]
    # A record word may end in a suit, like `very-fine`.
    suit = next(
        (part for word in subject for part in (word, word.rpartition("-")[2]) if part in canvas.scene.suits), ""
    )
    drawn = canvas.symbol(f"face-{suit}", kind="portrait") or canvas.suit(suit) if suit else ""
    note = f"<small>{typeset(choice.note)}</small>" if choice.note else ""
    look = f' data-about="{escape(subject[0])}"' if subject else ""
    look += f' data-suit="{suit}"' if suit else ""
    inner = f"{drawn}<span><b>{escape(choice.text)}</b>{note}</span>"
    if choice.why is None:
        hinted, star = hint_look(canvas.hint_mark(choice))
        attributes = f'data-action="{choice.action}"{look}{hinted}'
        return f'<button type="button" class="offer legal" {attributes}>{inner}{star}</button>'
    why = f"why-{choice.action}"
    return (
        f'<button type="button" class="offer" data-action="{choice.action}" aria-disabled="true" '
        f'aria-describedby="{why}"{look}>{inner}</button>'
        f'<span class="why" role="tooltip" id="{why}">{escape(choice.why)}</span>'
    )


def _moment(canvas: Canvas) -> str:
    """Draw the log lines of the moment."""
    lines = [line for line in canvas.scene.log if line.moment]
    return "".join(
        f'<p class="what">{"" if line.seat is None else crest(line.seat)}<span>{typeset(line.text)}</span></p>'
        for line in lines
    )


def _help_button(canvas: Canvas, name: str) -> str:
    """Draw the button for a hint or an undo."""
    label = canvas.say(f"drawing.{name}")
    button = f'<button type="button" class="btn aid" data-do="{name}" aria-label="{label}">'
    return f"{button}{sign(name)}<span>{label}</span></button>"


def _rule(canvas: Canvas) -> str:
    """Return the attribute that names the chapter of the rules for this decision; keys.js reads it."""
    game = games().get(canvas.scene.game)
    verbs = (choice.words.split()[0] for choice in canvas.scene.choices)
    chapter = "" if game is None else game_info.chapter_for_moves(game, verbs)
    return f' data-rule="{escape(chapter)}"' if chapter else ""
