"""What speaks for a choice in Kasane no Irome or against it, in words."""

from chabudai.games.kasane.equipment import BOX_KINDS, CARD, DIGIT, PLUS_ONE
from chabudai.games.kasane.knowledge import TurnJudged, bonus, box_of, is_last_turn
from chabudai.games.kasane.melds import BOXES, NUMBERS
from chabudai.games.kasane.offers import best, offers, offers_after
from chabudai.games.kasane.position import PASS, TAKE
from chabudai.games.kasane.rules import Kasane
from chabudai.kernel.bits import below, count, has
from chabudai.kernel.message import Message


def advice(view: Kasane, seat: int, action: int) -> Message | None:
    """What speaks for a legal choice of the seat, or against it, from what it knows."""
    choice = action - view.first
    if view.first == TAKE:
        return _take(view, seat, view.rows[choice].cards & CARD)
    return _pass(view, seat) if choice == PASS else _meld(view, seat, choice)


def _take(view: Kasane, seat: int, card: int) -> Message:
    """A meld at once; if there is none, what the hand can become with the next card."""
    found = offers_after(view, seat, card)
    if found:
        return Message("melds_at_once", {"meld": found[0].meld, "points": found[0].points})
    if card == PLUS_ONE:
        return Message("plus_one")
    if is_last_turn(view):
        return Message("melds_nothing")
    boxes = _boxes_next(view, seat, view.seats[seat].hand << DIGIT | card)
    return Message("opens", {"boxes": boxes}) if boxes else Message("opens_nothing")


def _pass(view: Kasane, seat: int) -> Message:
    if is_last_turn(view):
        return Message("last_chance", {"points": best(offers(view, seat))})
    return Message("waits", {"boxes": _boxes_next(view, seat, view.seats[seat].hand)})


def _boxes_next(view: Kasane, seat: int, hand: int) -> int:
    """How many kinds of box some next card would let this hand fill, with the field's top card or without it (KI-21).

    What the search takes for this, `within_reach`, looks at two cards only: enough to weigh, not to be told as a fact.
    """
    field = view.seats[seat].field
    melds = 0
    for number in NUMBERS:
        melds |= view.offered(hand << DIGIT | number, field)
    if view.rules.plus_one_meld:  # KI-41
        melds |= view.offered(hand, field << DIGIT | PLUS_ONE)
    melds &= below(PASS)
    return count((melds | melds >> BOX_KINDS) & below(BOX_KINDS))


def _meld(view: Kasane, seat: int, choice: int) -> Message:
    box = box_of(choice)
    if is_last_turn(view):
        player = view.seats[seat]
        digits = DIGIT * TurnJudged(view, seat).cards_laid(choice)
        gained = int(bonus(player.field << digits | player.hand & below(digits)) - bonus(player.field))
        if gained:
            return Message("bonus_grows" if gained > 0 else "bonus_shrinks", {"points": abs(gained)})
    most = best(offers(view, seat))
    if view.worth(box) < most:
        return Message("scores_less", {"points": most})
    meld, length = BOXES[box]
    if has(view.twice_free, box):
        return Message("scores_most")
    return Message("closes_a_box", {"meld": meld, "length": length})
