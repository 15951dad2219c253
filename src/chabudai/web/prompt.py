"""What is asked of the viewer and why, the choices that are made by words, a hint, and what a guide says."""

from chabudai.bots.hint import Hint, Prospect
from chabudai.games.registry import game, games
from chabudai.scene import about
from chabudai.scene.vocabulary import Choice
from chabudai.scene.words import Words, words
from chabudai.web.canvas import Canvas, crest, sign
from chabudai.web.markup import escape, typeset

_AS_BUTTONS = 3
"""So many choices of few words stand beside the prompt; more of them, or longer ones, in a tray on the table."""


def draw_prompt(canvas: Canvas) -> str:
    """What is to be done; while a moment is looked at, what has happened."""
    scene = canvas.scene
    if scene.moment:
        go_on = f'<button type="button" class="btn main" data-do="seen">{canvas.say("table.go_on")}</button>'
        done = f'<div class="do">{go_on}</div>' if canvas.notes.moment else ""
        return f'<div class="say moment" tabindex="0">{_moment(canvas)}</div>{done}'
    if canvas.notes.awaited:
        return _gathering(canvas)
    remark = f"<p>{escape(scene.remark)}</p>" if scene.remark else ""
    buttons = "".join(_button(choice, main=n == 0) for n, choice in enumerate(_buttons(canvas)))
    aids = (_aid(canvas, "hint") if canvas.notes.can_hint and canvas.asked else "") + (
        _aid(canvas, "undo") if canvas.notes.can_undo and not canvas.notes.asking else ""
    )
    if canvas.notes.asking:
        remark += f'<p role="status">{canvas.say("drawing.asking")}</p>'
    asked = " asked" if canvas.asked else ""
    said = f'<p class="what">{escape(scene.prompt)}</p>{remark}'
    return (
        f'{_guide(canvas)}<div class="say{asked}"{_rule(canvas)}>{said}</div>'
        f'<div class="do">{aids}{buttons}{_sit(canvas)}</div>{_hint(canvas)}'
    )


def _gathering(canvas: Canvas) -> str:
    """Before the game: who is still awaited, and how to get on."""
    say, notes = canvas.say, canvas.notes
    invite = f'<button type="button" class="btn" popovertarget="invite">{say("drawing.invite")}</button>'
    begin = f'<button type="button" class="btn" data-do="begin">{say("drawing.begin")}</button>'
    buttons = _sit(canvas) or f"{invite}{begin if notes.can_begin else ''}"
    return (
        f'<div class="say"><p class="what">{say("drawing.gathering")}</p>'
        f'<p>{say("rows.free_seats", number=notes.awaited)}</p></div><div class="do">{buttons}</div>'
    )


def _sit(canvas: Canvas) -> str:
    """The way to a seat, for who has none, or has left it."""
    which = canvas.notes.can_sit
    if not which:
        return ""
    return f'<button type="button" class="btn main" data-do="sit">{canvas.say(f"drawing.sit_{which}")}</button>'


def draw_offers(canvas: Canvas) -> str:
    """The choices that are made by words and need more room than a button, side by side."""
    if _buttons(canvas):
        return ""
    offers = "".join(f"<li>{_offer(canvas, choice)}</li>" for choice in canvas.offers)
    label = escape(canvas.scene.prompt)
    return f'<ol class="offers" data-count="{len(canvas.offers)}" aria-label="{label}">{offers}</ol>' if offers else ""


def _buttons(canvas: Canvas) -> list[Choice]:
    plain = not any(choice.note or choice.why for choice in canvas.offers)
    return canvas.offers if plain and len(canvas.offers) <= _AS_BUTTONS else []


def _button(choice: Choice, *, main: bool) -> str:
    kind = " main" if main else ""
    return f'<button type="button" class="btn{kind}" data-action="{choice.action}">{escape(choice.text)}</button>'


def _offer(canvas: Canvas, choice: Choice) -> str:
    """A choice with what it makes; its words of the record tell style sheets what it is about."""
    about = choice.words.split()[1:2]
    # A word of the record may have a suit for its last part, as `very-fine` has.
    suit = next((part for word in about for part in (word, word.rpartition("-")[2]) if part in canvas.scene.suits), "")
    drawn = canvas.symbol(f"face-{suit}", kind="portrait") or canvas.suit(suit) if suit else ""
    note = f"<small>{typeset(choice.note)}</small>" if choice.note else ""
    look = f' data-about="{escape(about[0])}"' if about else ""
    look += f' data-suit="{suit}"' if suit else ""
    inner = f"{drawn}<span><b>{escape(choice.text)}</b>{note}</span>"
    if choice.why is None:
        return f'<button type="button" class="offer legal" data-action="{choice.action}"{look}>{inner}</button>'
    why = f"why-{choice.action}"
    return (
        f'<button type="button" class="offer" data-action="{choice.action}" aria-disabled="true" '
        f'aria-describedby="{why}"{look}>{inner}</button>'
        f'<span class="why" role="tooltip" id="{why}">{escape(choice.why)}</span>'
    )


def _moment(canvas: Canvas) -> str:
    lines = [line for line in canvas.scene.log if line.moment]
    return "".join(
        f'<p class="what">{"" if line.seat is None else crest(line.seat)}<span>{typeset(line.text)}</span></p>'
        for line in lines
    )


def _aid(canvas: Canvas, name: str) -> str:
    label = canvas.say(f"drawing.{name}")
    button = f'<button type="button" class="btn aid" data-do="{name}" aria-label="{label}">'
    return f"{button}{sign(name)}<span>{label}</span></button>"


def _guide(canvas: Canvas) -> str:
    """What a guided first game says, with the rule behind it."""
    guide = canvas.notes.guide
    if guide is None:
        return ""
    chapter = escape(guide.chapter)
    link = (
        f' <a href="/rules/{canvas.scene.game}#{chapter}" target="_blank" rel="noopener" data-rule="{chapter}">'
        f"{canvas.say('drawing.the_rule')}</a>"
        if chapter
        else ""
    )
    return f'<div class="guide" role="note">{sign("guide")}<p>{escape(guide.text)}{link}</p></div>'


def _rule(canvas: Canvas) -> str:
    """The chapter of the rules that matters now, for the link in the bar and the key "?"."""
    played = games().get(canvas.scene.game)
    verbs = (choice.words.split()[0] for choice in canvas.scene.choices)
    chapter = "" if played is None else about.chapter(played, verbs)
    return f' data-rule="{escape(chapter)}"' if chapter else ""


def _hint(canvas: Canvas) -> str:
    """What the bots think of each choice, the best first: how often it wins, the lead it brings, and why."""
    hint: Hint | None = canvas.notes.hint
    if hint is None or not canvas.asked:
        return ""
    speech = words(game(canvas.scene.game), canvas.scene.language)
    texts = {choice.action: choice.text for choice in canvas.scene.choices}
    rows = "".join(_judged(judged, texts, speech, best=n == 0) for n, judged in enumerate(hint.choices))
    heads = "".join(f'<th scope="col">{escape(speech.text("hint", head))}</th>' for head in ("wins", "margin"))
    footer = [speech.text("hint", "footer", simulations=hint.simulations)]
    footer += [speech.text("hint", "part")] if hint.goes_on else []
    return (
        f'<details class="hints" open><summary>{sign("hint")}{escape(speech.text("hint", "title"))}</summary>'
        f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        f"<p>{escape(' '.join(footer))}</p></details>"
    )


def _judged(judged: Prospect, texts: dict[int, str], speech: Words, *, best: bool) -> str:
    reason = "" if judged.reason is None else f"<small>{escape(speech.say('advice', judged.reason))}</small>"
    mark = "★ " if best else "≈ " if judged.equal else ""
    bar = f'<svg class="bar" aria-hidden="true"><rect width="{100 * judged.win:.0f}%" height="100%"/></svg>'
    text = escape(texts.get(judged.action, judged.words))
    return (
        f'<tr data-hints="{judged.action}"><th scope="row">{mark}{text}{reason}</th>'
        f"<td>{bar}{100 * judged.win:.0f} %</td><td>{typeset(f'{judged.margin:+.1f}')}</td></tr>"
    )
