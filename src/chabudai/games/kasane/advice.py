"""The advice for or against a choice in Kasane no Irome, for hints and reviews."""

from chabudai.games.kasane.equipment import BOX_KINDS, CARD_BITS, CARD_MASK, PLUS_ONE
from chabudai.games.kasane.judgement import TurnJudgement, box_of, is_last_turn
from chabudai.games.kasane.melds import BOXES, NUMBERS
from chabudai.games.kasane.offers import best_points, offers, offers_after
from chabudai.games.kasane.phases import PASS, TAKE
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.scoring import final_bonus
from chabudai.kernel.bits import below, count, has
from chabudai.kernel.message import Message


def advice(view: Kasane, seat: int, action: int) -> Message | None:
    """Return what speaks for or against a legal choice, from what the seat knows."""
    choice = action - view.first
    if view.first == TAKE:
        return _take(view, seat, view.rows[choice].cards & CARD_MASK)
    return _pass(view, seat) if choice == PASS else _meld(view, seat, choice)


def _take(view: Kasane, seat: int, card: int) -> Message:
    """Name the best meld that the card allows now or, if there is none, say how many boxes the next card could fill."""
    offered = offers_after(view, seat, card)
    if offered:
        return Message("melds_at_once", {"meld": offered[0].meld, "points": offered[0].points})
    if card == PLUS_ONE:
        return Message("plus_one")
    if is_last_turn(view):
        return Message("melds_nothing")
    boxes = _boxes_next(view, seat, view.seats[seat].hand << CARD_BITS | card)
    return _with_boxes("opens", boxes) if boxes else Message("opens_nothing")


def _pass(view: Kasane, seat: int) -> Message:
    if is_last_turn(view):
        return Message("last_chance", {"points": best_points(offers(view, seat))})
    boxes = _boxes_next(view, seat, view.seats[seat].hand)
    return _with_boxes("waits", boxes) if boxes else Message("waits_nothing")


def _with_boxes(message_id: str, boxes: int) -> Message:
    """Choose the singular or plural form of a message."""
    return Message(f"{message_id}_one" if boxes == 1 else message_id, {"boxes": boxes})


def _boxes_next(view: Kasane, seat: int, hand: int) -> int:
    """Count the kinds of box that this hand could fill after the next card, with or without the field's top (KI-21).

    Search uses `reachable_boxes`, which ignores the field and all but two cards of the hand: an estimate, not a fact.
    """
    field = view.seats[seat].field
    melds = 0
    for number in NUMBERS:
        melds |= view.meld_choices(hand << CARD_BITS | number, field)
    if view.equipment.plus_one_meld:  # KI-41
        melds |= view.meld_choices(hand, field << CARD_BITS | PLUS_ONE)
    melds &= below(PASS)
    return count((melds | melds >> BOX_KINDS) & below(BOX_KINDS))


def _meld(view: Kasane, seat: int, choice: int) -> Message:
    box = box_of(choice)
    if is_last_turn(view):
        player = view.seats[seat]
        bits = CARD_BITS * TurnJudgement(view, seat).cards_laid(choice)
        gained = int(final_bonus(player.field << bits | player.hand & below(bits)) - final_bonus(player.field))
        if gained:
            return Message("bonus_grows" if gained > 0 else "bonus_shrinks", {"points": abs(gained)})
    most = best_points(offers(view, seat))
    if view.points_for(box) < most:
        return Message("scores_less", {"points": most})
    meld, length = BOXES[box]
    if has(view.twice_free, box):
        return Message("scores_most")
    return Message("closes_a_box", {"meld": meld, "length": length})
