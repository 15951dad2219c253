"""The reasons why an action of Kasane no Irome is illegal."""

from chabudai.games.kasane.equipment import BOX_KINDS, CARD_MASK, PLUS_ONE, card_list
from chabudai.games.kasane.melds import BOXES
from chabudai.games.kasane.phases import MELD, PASS, TAKE
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.words import ROWS
from chabudai.kernel.bits import has
from chabudai.kernel.message import Message


def reason(view: Kasane, seat: int, action: int) -> Message:
    """Explain why a waiting seat cannot choose this action."""
    if view.first == TAKE:
        if action >= MELD:
            return Message("now_take")
        if action >= view.equipment.players:
            return Message("no_such_row", {"rows": view.equipment.players})
        return Message("row_empty", {"row": ROWS[action]})
    if action < MELD:
        return Message("now_meld")
    return _meld(view, seat, action - MELD)


def _meld(view: Kasane, seat: int, choice: int) -> Message:
    """Return why a meld cannot be played; passing is always legal here."""
    assert choice != PASS
    box, from_hand = choice % BOX_KINDS, choice < BOX_KINDS
    meld, named = BOXES[box]
    length = view.equipment.meld_lengths[box] or named
    values: dict[str, str | int] = {"meld": meld, "length": length}
    if not has(view.free, box):
        return Message("box_used", values)
    player = view.seats[seat]
    top = player.field & CARD_MASK
    if not from_hand and top == 0:
        return Message("field_empty", values)
    if not from_hand and top == PLUS_ONE:
        return Message("plus_one_on_top", values)
    needed = length if from_hand else length - 1
    if player.held < needed:
        return Message("too_few_cards", {**values, "held": player.held, "needed": needed})
    cards = [*([] if from_hand else [top]), *card_list(player.hand)[-needed:]]
    return Message(f"is_no_{meld}", {**values, "cards": "–".join(str(card) for card in cards)})
