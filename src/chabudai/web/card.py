"""Draws cards: their faces, whether they can be chosen, and if not, why."""

import re

from chabudai.scene.vocabulary import Card, Chip, Choice
from chabudai.web.canvas import Canvas, HintMark, hint_look, sign
from chabudai.web.markup import escape, typeset

_INDEX = re.compile(r"(\d+)(\D.*)?$", re.DOTALL)
"""A number, and the letters or signs after it, if any, which are drawn small."""


def draw_card(canvas: Canvas, zone: str, card: Card, place: int = 0, *, shape: str = "card") -> str:
    """Draw a card at its place in a zone; if choosing it is not allowed, with the reason after it.

    Transitions follow a card by its id; a card that is face down, or that occurs more than once, by its place.
    `shape` is the CSS class.
    """
    choice = canvas.choice_at.get((zone, card.id)) if card.id else None
    name = canvas.transition_name(card) or f"{'at' if card.id else 'pos'}-{zone}-{place}"
    steps = canvas.steps_of(zone, card.id)
    mark: HintMark = "" if choice is None else canvas.hint_mark(choice)
    inputs = (card, choice, name, shape, steps, mark)
    return canvas.draw_shared("card", inputs, lambda: _card(canvas, card, choice, name, shape, steps, mark))


def _card(canvas: Canvas, card: Card, choice: Choice | None, name: str, shape: str, steps: str, mark: HintMark) -> str:
    look = f'{_look(card)}{steps} data-vt="{escape(name)}" aria-label="{_label(canvas, card, choice)}"'
    # The mark "top" is not drawn: the picture shows it.
    marks = canvas.marks(mark for mark in card.marks if mark != "top")
    inner = f"{_face(canvas, card)}{marks}{_assumed(canvas, card)}"
    if choice is None:
        return f'<span class="{shape}" role="img"{look}>{inner}</span>{_caption(card)}'
    return f"{draw_choice(choice, shape, look, inner, mark)}{_caption(card)}"


def draw_choice(choice: Choice, shape: str, look: str, inner: str, mark: HintMark = "") -> str:
    """Draw a button for something on the table; if choosing it is not allowed, a tooltip says why.

    The button shows the note of the choice, and the mark of a hint. `shape` is its CSS class; `look` holds further
    attributes.
    """
    note = f'<span class="note">{escape(choice.note)}</span>' if choice.note else ""
    if choice.why is None:
        hinted, star = hint_look(mark)
        attributes = f'data-action="{choice.action}"{look}{hinted}'
        return f'<button type="button" class="{shape} legal" {attributes}>{inner}{note}{star}</button>'
    why = f"why-{choice.action}"
    return (
        f'<button type="button" class="{shape}" data-action="{choice.action}" aria-disabled="true" '
        f'aria-describedby="{why}"{look}>{inner}{note}</button>'
        f'<span class="why" role="tooltip" id="{why}">{escape(choice.why)}</span>'
    )


def draw_mini(canvas: Canvas, zone: str, card: Card) -> str:
    """Draw a card in a zone as small as possible: its signs, its text, and the marks `met` and `scored`."""
    name, steps = canvas.transition_name(card), canvas.steps_of(zone, card.id)
    return canvas.draw_shared("mini", (card, name, steps), lambda: _mini(canvas, card, name, steps))


def draw_copy(canvas: Canvas, card: Card) -> str:
    """Draw a card as small as possible that is elsewhere on the table, too."""
    return canvas.draw_shared("mini", (card, "", ""), lambda: _mini(canvas, card, "", ""))


def _mini(canvas: Canvas, card: Card, name: str, steps: str) -> str:
    if not card.id:
        return f'<li class="mini back" data-down="">{canvas.symbol("back")}</li>'
    picture = canvas.symbol(f"mini-{card.picture}")
    if card.chips:
        content = draw_chips(canvas, card.chips)
    elif card.index:
        content = f"{canvas.suit(card.suit)}<b>{escape(card.index)}</b>{picture}"
    else:
        content = f"{canvas.suit(card.suit)}{escape(card.name)}"
    note = f"<small>{escape(card.note)}</small>" if card.note and not (picture and _is_painted(card)) else ""
    marks = "".join(sign(f"mark-{mark}", "sign mark") for mark in card.marks if mark in ("met", "scored"))
    label = _label(canvas, card, None)
    transition = f' data-vt="{escape(name)}"' if name else ""
    look = f"{_look(card)}{steps}{transition}"
    inner = f"{content}{note}{marks}{_assumed(canvas, card)}"
    return f'<li class="mini"{look}><span role="img" aria-label="{label}">{inner}</span></li>'


def draw_back(canvas: Canvas, name: str, label: str = "") -> str:
    """Draw the back of a card; without a label it is decoration. Transitions follow it by `name`."""
    aria = f' role="img" aria-label="{escape(label)}"' if label else ' aria-hidden="true"'
    return f'<span class="card back" data-vt="{escape(name)}"{aria}>{_back(canvas)}</span>'


def draw_chips(canvas: Canvas, chips: list[Chip]) -> str:
    """Draw numbers or words, each after the sign of its suit."""
    return "".join(
        f'<span class="need" data-suit="{escape(chip.suit)}">{canvas.suit(chip.suit)}<b>{typeset(chip.text)}</b></span>'
        for chip in chips
    )


def _look(card: Card) -> str:
    """Return the attributes that style sheets and sorting use."""
    if not card.id:
        return ' data-down=""'
    suit = f' data-suit="{escape(card.suit)}"' if card.suit else ""
    shape = ' data-shape="plaque"' if card.chips else ' data-shape="named"' if not card.index else ""
    marks = f' data-marks="{" ".join(card.marks)}"' if card.marks else ""
    picture = f' data-picture="{escape(card.picture)}"' if card.picture else ""
    return f' data-card="{escape(card.id)}" data-index="{escape(card.index)}"{suit}{picture}{shape}{marks}'


def _label(canvas: Canvas, card: Card, choice: Choice | None) -> str:
    """Return everything that a card shows, in words."""
    if not card.id:
        return canvas.say("drawing.face_down")
    terms = canvas.scene.terms
    parts = [card.name or card.index, card.caption, *(terms[mark] for mark in card.marks)]
    if card.assumed:
        parts.append(terms["assumed"])
    if card.note not in card.name and not card.caption and not card.chips:
        parts.append(card.note)
    if choice is not None and choice.note:
        parts.append(choice.note)
    return escape(", ".join(text for text in parts if text))


def _face(canvas: Canvas, card: Card) -> str:
    """Draw the face of a card, or its back."""
    return f'<span class="in" aria-hidden="true">{_front(canvas, card)}</span>' if card.id else _back(canvas)


def _front(canvas: Canvas, card: Card) -> str:
    picture = canvas.symbol(f"picture-{card.picture}", kind="layer picture")
    ground = canvas.symbol(f"ground-{card.suit}", kind="layer")
    own = canvas.symbol(f"card-{card.id}", kind="layer")
    layers = f"{ground}{own}{picture}"
    if card.chips:
        plaque = canvas.symbol("plaque", kind="layer")
        note = f'<span class="says">{escape(card.note)}</span>' if card.note else ""
        return f'{plaque}<span class="needs">{draw_chips(canvas, card.chips)}</span>{note}'
    says = "" if card.caption or (picture and _is_painted(card)) else card.note
    note = f'<span class="says">{escape(says)}</span>' if says else ""
    if not card.index:
        return f'{layers}<span class="called">{escape(card.name)}</span>{note}'
    suit = canvas.suit(card.suit)
    corner = f'<span class="n">{_number(card.index)}</span><span class="s">{suit}</span>'
    figure = layers or f'<span class="figure">{suit}</span>'
    return f"{figure}{corner}{note}"


def _is_painted(card: Card) -> bool:
    """Check whether a card's picture shows what its note says: it does if the card's name contains the note."""
    return card.note in card.name


def _number(index: str) -> str:
    """Draw the index of a card: its number large, the letters after it small."""
    match = _INDEX.match(index)
    if match is None:
        return f'<span class="word">{escape(index)}</span>'
    number, letters = match[1], match[2] or ""
    size = ' class="long"' if len(number) > 2 else ""
    return f"<b{size}>{number}</b>{f'<sup>{escape(letters)}</sup>' if letters else ''}"


def _back(canvas: Canvas) -> str:
    return f'<span class="in" aria-hidden="true">{canvas.symbol("back", kind="layer")}</span>'


def _assumed(canvas: Canvas, card: Card) -> str:
    """Draw the sign of a card with an assumed value; the panel beside the table says more."""
    return f'<i class="assumed" aria-hidden="true">{canvas.scene.terms["assumed_sign"]}</i>' if card.assumed else ""


def _caption(card: Card) -> str:
    return f'<span class="caption" aria-hidden="true">{escape(card.caption)}</span>' if card.caption else ""
