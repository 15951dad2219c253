"""Draws the advice of a guided first game."""

from chabudai.web.canvas import Canvas, sign
from chabudai.web.markup import escape


def draw_guide(canvas: Canvas) -> str:
    """Draw the advice, with a link to its rule; between the learner's turns, say that more will follow.

    The box stays for the whole game, so that the advice never moves the table.
    """
    notes, say = canvas.notes, canvas.say
    if notes.guide is None or canvas.scene.moment:
        return _box(f"<p>{say('drawing.guide_follows')}</p>") if notes.guided else ""
    chapter = escape(notes.guide.chapter)
    link = (
        f' <a href="/rules/{canvas.scene.game}#{chapter}" target="_blank" rel="noopener" data-rule="{chapter}">'
        f"{say('drawing.the_rule')}</a>"
        if chapter
        else ""
    )
    text = escape(notes.guide.text)
    return _box(f'<p data-speak="{text}">{text}{link}</p>')


def _box(text: str) -> str:
    # It can be scrolled where there is little room, so the keyboard must reach it.
    return f'<div class="guide" role="note" tabindex="0">{sign("guide")}{text}</div>'
