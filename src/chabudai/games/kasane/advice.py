"""What speaks for a choice in Kasane no Irome or against it, in words."""

from chabudai.games.kasane.equipment import CARD, DIGIT, PLUS_ONE
from chabudai.games.kasane.knowledge import TurnJudged, bonus, box_of, is_last_turn, within_reach
from chabudai.games.kasane.melds import BOXES
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
    boxes = count(within_reach(view, view.seats[seat].hand << DIGIT | card))
    return Message("opens", {"boxes": boxes}) if boxes else Message("opens_nothing")


def _pass(view: Kasane, seat: int) -> Message:
    if is_last_turn(view):
        return Message("last_chance", {"points": best(offers(view, seat))})
    return Message("waits", {"boxes": count(within_reach(view, view.seats[seat].hand))})


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
