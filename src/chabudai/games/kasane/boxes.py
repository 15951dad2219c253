"""The boxes of the melds of Kasane no Irome as the card data has them, and whether the game can be played with them."""

from chabudai.games.kasane.melds import BOX_MELDS, BOXES, MELDS
from chabudai.kernel.errors import BadTable
from chabudai.kernel.message import Message
from chabudai.kernel.setup import Rows


def printed_boxes(tables: dict[str, Rows]) -> list[tuple[int, int, int]]:
    """Return for each kind of box its better points, the points of a second box, and the number of cards.

    The points of a second box are 0 if there is none; without cards, there is no such box at all (KI-2).
    """
    boxes = [_box(tables, box) for box in range(len(BOXES))]
    for box, (meld, length) in enumerate(BOXES):
        cards = boxes[box][2]
        for other in range(box):
            if cards and BOX_MELDS[other] == BOX_MELDS[box] and boxes[other][2] == cards:
                raise _refused(
                    tables, box, f"another row of {meld} is for {cards} cards, too", "same_cards", cards=cards
                )
    return boxes


def is_blocked_pair(box: int, cards: int) -> bool:
    """Check whether the option `blocked_pairs` marks a box of this kind: that of Kasane or Juu for 2 cards (KI-40)."""
    return cards == 2 and BOXES[box][0] in ("kasane", "juu")


def _box(tables: dict[str, Rows], box: int) -> tuple[int, int, int]:
    """Return one kind of box. Raise BadTable if the game cannot be played with it."""
    meld, (name, length) = MELDS[BOX_MELDS[box]], BOXES[box]
    row = next(table[f"{name}-{length}"] for table in tables.values() if f"{name}-{length}" in table)
    points, again, cards = row + [0, length][len(row) - 1 :]
    better, other = max(points, again), min(points, again)
    if cards == 0 and better == 0:
        return 0, 0, 0
    if better == 0:
        raise _refused(
            tables, box, f"a box for {cards} cards needs points; [0, 0, 0] leaves it out", "no_points", cards=cards
        )
    if cards == 0:
        raise _refused(tables, box, "a box with points needs a number of cards", "no_cards")
    if not meld.shortest <= cards <= meld.longest:
        allowed = f"{meld.shortest}" if meld.shortest == meld.longest else f"{meld.shortest} to {meld.longest}"
        least, most = meld.shortest, meld.longest
        text = f"{name} can be made with {allowed} cards, not with {cards}"
        raise _refused(tables, box, text, "cards_of_meld", meld=name, least=least, most=most)
    return better, other, cards


def _refused(tables: dict[str, Rows], box: int, text: str, message: str, **values: str | int) -> BadTable:
    """Return the error for a kind of box, with its place."""
    meld, length = BOXES[box]
    row = f"{meld}-{length}"
    table = next(name for name, rows in tables.items() if row in rows)
    return BadTable(f"table {table}, row {row}: {text}", table, row, Message(message, values))
