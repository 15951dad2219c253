"""What speaks for or against a choice in Kasane no Irome, for hints and reviews."""

from chabudai.games.kasane.equipment import BOX_KINDS, CARD_BITS, CARD_MASK, PLUS_ONE
from chabudai.games.kasane.judgement import TurnJudgement, box_of, is_last_turn
from chabudai.games.kasane.melds import BOXES, NUMBERS
from chabudai.games.kasane.offers import best_points, offers, offers_after
from chabudai.games.kasane.phases import PASS, TAKE
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.scoring import final_bonus
from chabudai.kernel.advice import Aspect
from chabudai.kernel.bits import below, count, has
from chabudai.kernel.message import Message


def advice(view: Kasane, seat: int, action: int) -> list[Aspect]:
    """Return the aspects of a legal choice, from what the seat knows."""
    choice = action - view.first
    if view.first == TAKE:
        return _take(view, seat, view.rows[choice].cards & CARD_MASK)
    return _pass(view, seat) if choice == PASS else _meld(view, seat, choice)


def _take(view: Kasane, seat: int, card: int) -> list[Aspect]:
    """Compare the best melds that the cards allow now and, without one, the boxes that the next card could fill."""
    offered = offers_after(view, seat, card)
    if offered:
        pro = Message("melds_at_once", {"meld": offered[0].meld, "points": offered[0].points})
        return [Aspect("points", offered[0].points, pro=pro)]
    if card == PLUS_ONE:
        if is_last_turn(view):
            return [Aspect("points", 1, pro=Message("plus_one_at_last"))]
        return [Aspect("points", 1, con=Message("plus_one")), Aspect("boxes", 0)]
    if is_last_turn(view):
        return [Aspect("points", 0, con=Message("melds_nothing"))]
    boxes = _boxes_next(view, seat, view.seats[seat].hand << CARD_BITS | card)
    if boxes:
        return [Aspect("boxes", boxes, pro=_with_boxes("opens", boxes)), Aspect("points", 0)]
    return [Aspect("boxes", 0, con=Message("opens_nothing")), Aspect("points", 0)]


def _pass(view: Kasane, seat: int) -> list[Aspect]:
    if is_last_turn(view):
        lost = Message("last_chance", {"points": best_points(offers(view, seat))})
        return [Aspect("points", 0, con=lost), Aspect("bonus", 0)]
    boxes = _boxes_next(view, seat, view.seats[seat].hand)
    if boxes:
        return [Aspect("boxes", boxes, pro=_with_boxes("waits", boxes)), Aspect("points", 0)]
    return [Aspect("points", 0, con=Message("waits_nothing")), Aspect("boxes", 0)]


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


def _meld(view: Kasane, seat: int, choice: int) -> list[Aspect]:
    box = box_of(choice)
    points = view.points_for(box)
    aspects = [*_bonus(view, seat, choice)] if is_last_turn(view) else []
    most = best_points(offers(view, seat))
    if points < most:
        aspects.append(Aspect("points", points, con=Message("scores_less", {"points": most})))
    else:
        meld, _ = BOXES[box]
        last_box = Message("closes_a_box", {"meld": meld, "length": view.equipment.meld_lengths[box]})
        pro = Message("scores_most") if has(view.twice_free, box) else last_box
        aspects.append(Aspect("points", points, pro=pro))
    return [*aspects, Aspect("boxes", -1)]


def _bonus(view: Kasane, seat: int, choice: int) -> list[Aspect]:
    """Compare what the last melds of the game add to the bonus of the robe."""
    player = view.seats[seat]
    bits = CARD_BITS * TurnJudgement(view, seat).cards_laid(choice)
    gained = int(final_bonus(player.field << bits | player.hand & below(bits)) - final_bonus(player.field))
    if gained > 0:
        return [Aspect("bonus", gained, pro=Message("bonus_grows", {"points": gained}))]
    if gained < 0:
        return [Aspect("bonus", gained, con=Message("bonus_shrinks", {"points": -gained}))]
    return [Aspect("bonus", 0)]
