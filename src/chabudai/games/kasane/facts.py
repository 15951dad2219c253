"""The fact panels of Kasane no Irome. Memory aids count unseen cards, but never show who holds them."""

from functools import cache, lru_cache

from chabudai.games.kasane.equipment import CARD_BITS, CARD_MASK, KINDS, TURNS_PER_PLAYER, Equipment, card_counts
from chabudai.games.kasane.melds import BOX_MELDS, MELDS
from chabudai.games.kasane.offers import offers
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.scoring import COLOR_BONUS, COLOR_BONUS_MINIMUM, count_colors
from chabudai.games.kasane.words import CARDS
from chabudai.kernel.bits import has
from chabudai.scene.builder import People, headings, is_asked
from chabudai.scene.vocabulary import FactRow, Facts, Mark
from chabudai.scene.words import Words

_USED = "×"


def facts(view: Kasane, words: Words, people: People) -> list[Facts]:
    """Return the panels: free boxes, standing and bonus scale; with recall, also the unseen cards.

    After the end, nobody needs the boxes: the final score comes first.
    """
    if view.over():
        return [*_standing(view, words, people), _scale(words), _boxes(view, words)]
    panels = [_boxes(view, words), *_standing(view, words, people), _scale(words)]
    if view.recall and view.due < 0:
        panels.append(_unseen(view, words))
    return panels


def _boxes(view: Kasane, words: Words) -> Facts:
    """List the points of each meld's boxes by length, with a cross in place of used boxes."""
    possible = frozenset(offer.meld for offer in offers(view, view.viewer)) if is_asked(view) else frozenset()
    return _boxes_left(view.equipment, view.free, view.twice_free, possible, words)


@lru_cache(maxsize=1024)
def _boxes_left(equipment: Equipment, free: int, twice_free: int, possible: frozenset[str], words: Words) -> Facts:
    """Build the panel of boxes. It differs between viewers only in the melds that the viewer can play."""
    rows = []
    lengths = range(2, max(equipment.meld_lengths) + 1)
    for number, meld in enumerate(MELDS):
        boxes = {equipment.meld_lengths[box]: box for box, owner in enumerate(BOX_MELDS) if owner == number}
        cells = [_cell(equipment, free, twice_free, boxes[n]) if n in boxes else "" for n in lengths]
        marks: list[Mark] = ["met"] if meld.name in possible else []
        rows.append(FactRow(words.name(meld.name), [words.text("fact", meld.name), *cells], marks=marks))
    columns = [words.text("fact", "condition"), *(str(n) for n in lengths)]
    return Facts(id="melds", title=words.text("fact", "melds"), columns=columns, rows=rows)


def _cell(equipment: Equipment, free: int, twice_free: int, box: int) -> str:
    """Show the points of the boxes of this kind, the better one first."""
    first, last = (str(points) for points in equipment.box_points[2 * box : 2 * box + 2])
    shown = last if has(free, box) else _USED
    if has(equipment.paired, box):
        return f"{first if has(twice_free, box) else _USED} {shown}"
    return shown


def _standing(view: Kasane, words: Words, people: People) -> list[Facts]:
    """Show each seat's points and total, and the size, colors and bonus of its field: final, or if the game ended now.

    During the game, a bonus that does not count yet is in parentheses.
    """
    rows = []
    has_preview = False
    for seat, player in enumerate(view.seats):
        colors = count_colors(player.field)
        bonus_counts = player.laid >= COLOR_BONUS_MINIMUM
        has_preview |= not bonus_counts and COLOR_BONUS[colors] > 0
        bonus = view.score(seat) - player.points
        preview = f"({COLOR_BONUS[colors]})" if colors and not view.over() else "–"
        shown = f"+{bonus}" if bonus_counts else preview
        cells = [str(player.points), f"{player.laid}/{TURNS_PER_PLAYER}", str(colors), shown, str(view.score(seat))]
        rows.append(FactRow(people.name(seat).text, cells, seat=seat))
    title = words.text("fact", "final" if view.over() else "standing")
    columns = headings(words, ("points", "laid", "colours", "bonus", "total"))
    panels = [Facts(id="standing", title=title, **columns, rows=rows)]
    if has_preview and not view.over():
        panels.append(Facts(id="bonus_note", title=words.text("fact", "bonus_note", least=COLOR_BONUS_MINIMUM)))
    return panels


@cache
def _scale(words: Words) -> Facts:
    """Show the bonus for each number of colors (KI-30)."""
    cells = [str(points) for points in COLOR_BONUS[1:]]
    row = FactRow(words.text("fact", "points"), cells)
    columns = [str(colors) for colors in range(1, len(COLOR_BONUS))]
    return Facts(id="scale", title=words.text("fact", "scale"), columns=columns, rows=[row])


def _unseen(view: Kasane, words: Words) -> Facts:
    """Count the unseen cards of each kind."""
    unseen = view.equipment.deck
    for seat, player in enumerate(view.seats):  # there are as many rows as seats
        unseen -= card_counts(player.field) + card_counts(view.rows[seat].cards)
        if seat == view.viewer or view.equipment.open_hands:
            unseen -= card_counts(player.hand)
    cells = [str((unseen >> kind * CARD_BITS) & CARD_MASK) for kind in range(KINDS)]
    title = words.text("fact", "unseen_open" if view.equipment.open_hands else "unseen")
    return Facts(id="unseen", title=title, columns=list(CARDS), rows=[FactRow(words.text("fact", "cards"), cells)])
