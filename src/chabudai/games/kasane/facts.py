"""What one would reckon at a table of Kasane no Irome; memory aids tell what is out of sight, never who holds it."""

from functools import cache, lru_cache

from chabudai.games.kasane.equipment import CARD, COLOURED, COLOURS, DIGIT, KINDS, TURNS, Equipment, colours, counted
from chabudai.games.kasane.melds import BOXES, MELDS
from chabudai.games.kasane.offers import offers
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.words import CARDS
from chabudai.kernel.bits import has
from chabudai.scene.make import People, is_asked
from chabudai.scene.vocabulary import FactRow, Facts, Mark
from chabudai.scene.words import Words

_LENGTHS = range(2, 7)
"""The numbers of cards that there are boxes for."""
_USED = "×"


def facts(view: Kasane, words: Words, people: People) -> list[Facts]:
    """The panels: boxes left, the standing, and if the view has recall, the cards out of sight."""
    panels = [_boxes(view, words), *_standing(view, words, people), _scale(words)]
    if view.recall and not view.over() and view.due < 0:
        panels.append(_unseen(view, words))
    return panels


def _boxes(view: Kasane, words: Words) -> Facts:
    """For each meld the points of its boxes by number of cards, those that are used crossed out."""
    possible = frozenset(offer.meld for offer in offers(view, view.viewer)) if is_asked(view) else frozenset()
    return _boxes_left(view.rules, view.free, view.twice_free, possible, words)


@lru_cache(maxsize=1024)
def _boxes_left(rules: Equipment, free: int, twice_free: int, possible: frozenset[str], words: Words) -> Facts:
    """The same panel for all who look, but for the melds that one of them can make."""
    rows = []
    for meld in MELDS:
        boxes = [BOXES.index((meld.name, n)) if n in meld.lengths else None for n in _LENGTHS]
        cells = ["" if box is None else _cell(rules, free, twice_free, box) for box in boxes]
        marks: list[Mark] = ["met"] if meld.name in possible else []
        rows.append(FactRow(words.name(meld.name), [words.text("fact", meld.name), *cells], marks=marks))
    columns = [words.text("fact", "condition"), *(str(n) for n in _LENGTHS)]
    return Facts(id="melds", title=words.text("fact", "melds"), columns=columns, rows=rows)


def _cell(rules: Equipment, free: int, twice_free: int, box: int) -> str:
    """The points of the boxes of this kind, the better one first."""
    first, last = (str(points) for points in rules.worth[2 * box : 2 * box + 2])
    shown = last if has(free, box) else _USED
    if has(rules.twofold, box):
        return f"{first if has(twice_free, box) else _USED} {shown}"
    return shown


def _standing(view: Kasane, words: Words, people: People) -> list[Facts]:
    """The standing with everybody's colours, and what they would bring."""
    rows = []
    promised = False
    for seat, player in enumerate(view.seats):
        different = colours(player.field)
        counts = player.laid >= COLOURED
        promised |= not counts and COLOURS[different] > 0
        bonus = view.score(seat) - player.points
        shown = f"+{bonus}" if counts else f"({COLOURS[different]})" if different else "–"
        cells = [str(player.points), f"{player.laid}/{TURNS}", str(different), shown, str(view.score(seat))]
        rows.append(FactRow(people.name(seat).text, cells, seat=seat))
    columns = [words.text("fact", column) for column in ("points", "laid", "colours", "bonus", "total")]
    panels = [Facts(id="standing", title=words.text("fact", "standing"), columns=columns, rows=rows)]
    if promised and not view.over():
        panels.append(Facts(id="bonus_note", title=words.text("fact", "bonus_note", least=COLOURED)))
    return panels


@cache
def _scale(words: Words) -> Facts:
    """What so many colours are worth (KI-30)."""
    cells = [str(points) for points in COLOURS[1:]]
    row = FactRow(words.text("fact", "points"), cells)
    columns = [str(different) for different in range(1, len(COLOURS))]
    return Facts(id="scale", title=words.text("fact", "scale"), columns=columns, rows=[row])


def _unseen(view: Kasane, words: Words) -> Facts:
    """How many cards of each kind do not lie in sight."""
    unseen = view.rules.deck
    for seat, player in enumerate(view.seats):
        unseen -= counted(player.field) + counted(view.rows[seat].cards)
        if seat == view.viewer or view.rules.open_hands:
            unseen -= counted(player.hand)
    cells = [str((unseen >> kind * DIGIT) & CARD) for kind in range(KINDS)]
    title = words.text("fact", "unseen_open" if view.rules.open_hands else "unseen")
    return Facts(id="unseen", title=title, columns=list(CARDS), rows=[FactRow(words.text("fact", "cards"), cells)])
