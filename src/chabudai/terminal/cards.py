"""Draws cards: as boxes, or as a few characters in a line of text where space is short."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from chabudai.scene.vocabulary import Card, Mark, Scene
from chabudai.terminal.choice_numbers import ChoiceNumbers
from chabudai.terminal.choice_regions import tag_action
from chabudai.terminal.styles import (
    BOLD,
    CARD_STYLE,
    FAINT,
    PLAIN,
    chip_text,
    mark_text,
    number_tag,
    suit_background,
    suit_style,
)
from chabudai.terminal.text_block import DASHED, HEAVY, ROUND, Border, TextBlock, box, fit, flow, stack, wrap

_STRIPE = 3
"""Width of the visible stripe of a covered card, without its edge."""

_MIN, _MAX = 5, 12
"""Minimum and maximum inner width of a card."""


def draw_cards(scene: Scene, zone: str, cards: Sequence[Card], width: int, numbers: ChoiceNumbers) -> TextBlock:
    """Draw cards side by side, as large as possible; legal choices are raised, with their number below."""
    # Make cards briefer and closer rather than break the row. If there must be rows, show full cards.
    for brief, gap in ((False, 1), (True, 1), (True, 0), (False, 1)):
        faces = [face_lines(scene, card, brief=brief) for card in cards]
        inner = inner_width(scene, cards, faces)
        if len(cards) * (inner + 2 + gap) - gap <= width:
            break
    height = max([2, *(len(lines) for lines in faces)])
    pairs = zip(cards, faces, strict=True)
    drawn = [draw_card(scene, zone, card, lines, (inner, height), numbers) for card, lines in pairs]
    return flow(drawn, width, gap)


def draw_card(
    scene: Scene, zone: str, card: Card, lines: Sequence[Text], size: tuple[int, int], numbers: ChoiceNumbers
) -> TextBlock:
    """Draw a card: raised, with its number, if it can be chosen; dimmed if it cannot; plain if there is no choice.

    `size` is the inner width and the height.
    """
    inner, height = size
    filled = [*lines, *[Text() if card.id else _hatching(inner)] * (height - len(lines))]
    if numbers.is_closed(zone, card.id):
        drawn = stack([TextBlock([Text(" " * (inner + 2))]), _disabled_card(scene, card, filled, inner)])
    else:
        number = numbers.number_at(zone, card.id)
        tag = [] if number is None else [fit(number_tag(number), inner + 2, "center")]
        drawn = stack([_full_card(scene, card, filled, inner), TextBlock(tag)])
    return tag_action(drawn, numbers.action_at(zone, card.id))


def draw_small_cards(scene: Scene, zone: str, cards: Sequence[Card], width: int, numbers: ChoiceNumbers) -> TextBlock:
    """Draw one-line cards side by side, with their numbers in the border."""
    return flow([draw_small_card(scene, zone, card, numbers) for card in cards], width, gap=0)


def draw_small_card(scene: Scene, zone: str, card: Card, numbers: ChoiceNumbers, least: int = 0) -> TextBlock:
    """Draw a one-line card with at least this inner width."""
    number = numbers.number_at(zone, card.id)
    tag = None if number is None else number_tag(number)
    line = card_text(scene, card, on_card=True) if card.id else _hatching(2)
    inner = max(least, line.cell_len, 0 if tag is None else tag.cell_len)
    if numbers.is_closed(zone, card.id):
        drawn = box([Text(line.plain, FAINT)], inner, DASHED, FAINT)
    else:
        winning = "winning" in card.marks
        style = suit_style(scene, card.suit, on_card=True) if card.id else FAINT
        drawn = box([line], inner, HEAVY if winning else ROUND, style, bottom=tag, center_captions=True)
        for part in drawn.lines if card.id else ():
            part.stylize_before(CARD_STYLE)
    return tag_action(drawn, numbers.action_at(zone, card.id))


def _full_card(scene: Scene, card: Card, lines: Sequence[Text], inner: int) -> TextBlock:
    """Draw a card in full: with a heavy border if it is winning, hatched if it is face down."""
    if not card.id:
        return _bordered_card(scene, card.marks, lines, inner, ROUND, FAINT)
    winning = "winning" in card.marks
    style = suit_style(scene, card.suit, on_card=True) + (BOLD if winning else PLAIN)
    drawn = _bordered_card(scene, card.marks, lines, inner, HEAVY if winning else ROUND, style)
    for line in drawn.lines:
        line.stylize_before(CARD_STYLE)
    return drawn


def _disabled_card(scene: Scene, card: Card, lines: Sequence[Text], inner: int) -> TextBlock:
    """Draw a card that cannot be chosen now: dimmed, with a dashed border."""
    return _bordered_card(scene, card.marks, [Text(line.plain, FAINT) for line in lines], inner, DASHED, FAINT)


def _bordered_card(
    scene: Scene, marks: Sequence[Mark], lines: Sequence[Text], inner: int, border: Border, style: Style
) -> TextBlock:
    """Draw a card with up to two of its marks in the border."""
    words = [Text(scene.terms[mark], BOLD) for mark in marks[:2]]
    bottom = words.pop() if words else None
    top = words.pop() if words else None
    return box(lines, inner, border, style, top=top, bottom=bottom, center_captions=True)


def face_lines(scene: Scene, card: Card, *, brief: bool = False) -> list[Text]:
    """Return the text on a card: index, suit (only its sign if brief) and note; nothing if it is face down."""
    if not card.id:
        return []
    style = suit_style(scene, card.suit, on_card=True)
    suit = scene.suits.get(card.suit)
    if card.chips:
        lines = [Text(" ").join(chip_text(scene, chip, on_card=True) for chip in card.chips)]
    elif card.index and suit is not None:
        lines = [Text(card.index, style + BOLD), Text(suit.sign if brief else suit.name, style)]
    else:
        lines = [Text(card.index or card.name, style + BOLD)]
    return lines + (wrap(Text(card.note), _MAX) if card.note else [])


def inner_width(scene: Scene, cards: Sequence[Card], faces: Sequence[Sequence[Text]], least: int = _MIN) -> int:
    """Return the inner width at which all lines and marks of these cards fit, between `least` and the maximum."""
    lines = [line.cell_len for face in faces for line in face]
    marks = [Text(scene.terms[mark]).cell_len for card in cards for mark in card.marks]
    return min(_MAX, max([least, *lines, *marks]))


def draw_backs(count: int) -> TextBlock:
    """Draw a stack of face-down cards with their count."""
    number = Text(f" {count} ", BOLD)
    rest = _MIN - number.cell_len
    middle = Text.assemble(_hatching(rest // 2), number, _hatching(rest - rest // 2))
    return box([_hatching(_MIN), middle], _MIN, ROUND, FAINT)


def _hatching(width: int) -> Text:
    return Text("░" * width, FAINT)


def draw_empty_slot(lines: Sequence[Text], inner: int) -> TextBlock:
    """Draw a place that has no card yet."""
    return box([fit(line, inner, "center") for line in lines], inner, DASHED, FAINT)


def draw_layers(scene: Scene, cards: Sequence[Card], width: int) -> TextBlock:
    """Draw overlapping cards: each as a stripe in the color of its suit."""
    stripes = []
    for card in cards:
        suit = scene.suits.get(card.suit)
        texts = [card.index, suit.sign if suit else "", ""]
        lines = [Text.assemble(fit(Text(text), _STRIPE, "center"), "▕") for text in texts]
        for line in lines:
            line.stylize(suit_background(scene, card.suit) + BOLD)
        stripes.append(TextBlock(lines))
    return flow(stripes, width, gap=0)


def layer_texts(scene: Scene, cards: Sequence[Card]) -> list[Text]:
    """Return overlapping cards as pieces of one line of text."""
    stripes = [fit(Text(card.index), 2, "right") for card in cards]
    for card, stripe in zip(cards, stripes, strict=True):
        stripe.stylize(suit_background(scene, card.suit) + BOLD)
    return stripes


def card_text(scene: Scene, card: Card, *, on_card: bool = False) -> Text:
    """Return a card as text in a line: suit sign, index, note and marks."""
    if not card.id:
        return Text("▮", FAINT)
    suit = scene.suits.get(card.suit)
    if card.chips:
        text = Text(" ").join(chip_text(scene, chip, on_card=on_card) for chip in card.chips)
    else:
        name = f"{suit.sign if suit else ''}{card.index}" if card.index else card.name
        text = Text(name, suit_style(scene, card.suit, on_card=on_card) + BOLD)
    words = [card.note, *(mark_text(scene, mark) for mark in card.marks)]
    return Text.assemble(text, *(f" {word}" for word in words if word))
