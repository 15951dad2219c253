"""Cards as small sheets of paper, or in a line of text where there is little room."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from chabudai.scene.vocabulary import Card, Mark, Scene
from chabudai.terminal.block import DASHED, HEAVY, ROUND, Block, Frame, box, fit, flow, stack, wrap
from chabudai.terminal.ink import BOLD, FAINT, PAPER, PLAIN, chip, mark_text, number_tag, suit_ground, suit_ink
from chabudai.terminal.numbers import Numbers
from chabudai.terminal.touch import touchable

_STRIPE = 3
"""How wide the stripe is that shows of a covered card, without its edge."""

_LEAST, _MOST = 5, 12
"""How narrow and how wide a card may be inside."""


def draw_cards(scene: Scene, zone: str, cards: Sequence[Card], width: int, numbers: Numbers) -> Block:
    """Cards side by side, as large as there is room; what can be chosen is raised, with its number below it."""
    # Rather than in two rows they stand closer; but if there must be rows, then with all that a card can show.
    for brief, gap in ((False, 1), (True, 1), (True, 0), (False, 1)):
        faces = [face(scene, card, brief=brief) for card in cards]
        inner = inside(scene, cards, faces)
        if len(cards) * (inner + 2 + gap) - gap <= width:
            break
    height = max([2, *(len(lines) for lines in faces)])
    pairs = zip(cards, faces, strict=True)
    drawn = [place_card(scene, zone, card, lines, (inner, height), numbers) for card, lines in pairs]
    return flow(drawn, width, gap)


def place_card(
    scene: Scene, zone: str, card: Card, lines: Sequence[Text], size: tuple[int, int], numbers: Numbers
) -> Block:
    """A card at its place: raised with a number, sunk if it cannot be chosen, or simply lying there."""
    inner, height = size
    filled = [*lines, *[Text() if card.id else _hatched(inner)] * (height - len(lines))]
    if numbers.closed(zone, card.id):
        drawn = stack([Block([Text(" " * (inner + 2))]), _sunk(scene, card, filled, inner)])
    else:
        number = numbers.of(zone, card.id)
        tag = [] if number is None else [fit(number_tag(number), inner + 2, "center")]
        drawn = stack([_paper(scene, card, filled, inner), Block(tag)])
    return touchable(drawn, numbers.action(zone, card.id))


def draw_small_cards(scene: Scene, zone: str, cards: Sequence[Card], width: int, numbers: Numbers) -> Block:
    """Cards of one line each, side by side, with their numbers in the rim."""
    return flow([small_card(scene, zone, card, numbers) for card in cards], width, gap=0)


def small_card(scene: Scene, zone: str, card: Card, numbers: Numbers, least: int = 0) -> Block:
    """A card of one line, so many columns wide inside at least."""
    number = numbers.of(zone, card.id)
    tag = None if number is None else number_tag(number)
    line = in_line(scene, card, paper=True) if card.id else _hatched(2)
    inner = max(least, line.cell_len, 0 if tag is None else tag.cell_len)
    if numbers.closed(zone, card.id):
        drawn = box([Text(line.plain, FAINT)], inner, DASHED, FAINT)
    else:
        winning = "winning" in card.marks
        style = suit_ink(scene, card.suit, paper=True) if card.id else FAINT
        drawn = box([line], inner, HEAVY if winning else ROUND, style, bottom=tag, align="center")
        for part in drawn.lines if card.id else ():
            part.stylize_before(PAPER)
    return touchable(drawn, numbers.action(zone, card.id))


def _paper(scene: Scene, card: Card, lines: Sequence[Text], inner: int) -> Block:
    """A card in full view; the winning one has a heavy rim, and one that lies face down is no paper."""
    if not card.id:
        return _marked(scene, card.marks, lines, inner, ROUND, FAINT)
    winning = "winning" in card.marks
    style = suit_ink(scene, card.suit, paper=True) + (BOLD if winning else PLAIN)
    drawn = _marked(scene, card.marks, lines, inner, HEAVY if winning else ROUND, style)
    for line in drawn.lines:
        line.stylize_before(PAPER)
    return drawn


def _sunk(scene: Scene, card: Card, lines: Sequence[Text], inner: int) -> Block:
    """A card that cannot be chosen now: pale, with a broken rim."""
    return _marked(scene, card.marks, [Text(line.plain, FAINT) for line in lines], inner, DASHED, FAINT)


def _marked(
    scene: Scene, marks: Sequence[Mark], lines: Sequence[Text], inner: int, frame: Frame, style: Style
) -> Block:
    """A card with what is said of it in its rim."""
    words = [Text(scene.terms[mark], BOLD) for mark in marks[:2]]
    bottom = words.pop() if words else None
    top = words.pop() if words else None
    return box(lines, inner, frame, style, top=top, bottom=bottom, align="center")


def face(scene: Scene, card: Card, *, brief: bool = False) -> list[Text]:
    """The lines on a card: its corner, its suit (only the sign if brief), and what it says; none if face down."""
    if not card.id:
        return []
    style = suit_ink(scene, card.suit, paper=True)
    suit = scene.suits.get(card.suit)
    if card.chips:
        lines = [Text(" ").join(chip(scene, shown, paper=True) for shown in card.chips)]
    elif card.index and suit is not None:
        lines = [Text(card.index, style + BOLD), Text(suit.sign if brief else suit.name, style)]
    else:
        lines = [Text(card.index or card.name, style + BOLD)]
    return lines + (wrap(Text(card.note), _MOST) if card.note else [])


def inside(scene: Scene, cards: Sequence[Card], faces: Sequence[Sequence[Text]], least: int = _LEAST) -> int:
    """How wide cards must be inside to show all their lines and marks."""
    lines = [line.cell_len for face in faces for line in face]
    marks = [Text(scene.terms[mark]).cell_len for card in cards for mark in card.marks]
    return min(_MOST, max([least, *lines, *marks]))


def draw_backs(count: int) -> Block:
    """Face-down cards on each other, and how many."""
    number = Text(f" {count} ", BOLD)
    rest = _LEAST - number.cell_len
    middle = Text.assemble(_hatched(rest // 2), number, _hatched(rest - rest // 2))
    return box([_hatched(_LEAST), middle], _LEAST, ROUND, FAINT)


def _hatched(width: int) -> Text:
    return Text("░" * width, FAINT)


def draw_gap(lines: Sequence[Text], inner: int) -> Block:
    """A place where no card lies yet."""
    return box([fit(line, inner, "center") for line in lines], inner, DASHED, FAINT)


def draw_layers(scene: Scene, cards: Sequence[Card], width: int) -> Block:
    """Cards that cover each other: what shows of each is a stripe in the colour of its suit."""
    stripes = []
    for card in cards:
        suit = scene.suits.get(card.suit)
        shown = [card.index, suit.sign if suit else "", ""]
        lines = [Text.assemble(fit(Text(text), _STRIPE, "center"), "▕") for text in shown]
        for line in lines:
            line.stylize(suit_ground(scene, card.suit) + BOLD)
        stripes.append(Block(lines))
    return flow(stripes, width, gap=0)


def layers_in_line(scene: Scene, cards: Sequence[Card]) -> list[Text]:
    """The same in a line of text."""
    stripes = [fit(Text(card.index), 2, "right") for card in cards]
    for card, stripe in zip(cards, stripes, strict=True):
        stripe.stylize(suit_ground(scene, card.suit) + BOLD)
    return stripes


def in_line(scene: Scene, card: Card, *, paper: bool = False) -> Text:
    """A card in a line of text: its signs, what it says, and its marks."""
    if not card.id:
        return Text("▮", FAINT)
    suit = scene.suits.get(card.suit)
    if card.chips:
        text = Text(" ").join(chip(scene, shown, paper=paper) for shown in card.chips)
    else:
        shown = f"{suit.sign if suit else ''}{card.index}" if card.index else card.name
        text = Text(shown, suit_ink(scene, card.suit, paper=paper) + BOLD)
    words = [card.note, *(mark_text(scene, mark) for mark in card.marks)]
    return Text.assemble(text, *(f" {word}" for word in words if word))
