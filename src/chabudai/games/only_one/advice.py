"""What speaks for a choice in Only One Collection or against it, in words."""

from chabudai.games.only_one import rules
from chabudai.games.only_one.equipment import DAREDEVIL, EGG, ONE, is_special, kind_of, values_of
from chabudai.games.only_one.knowledge import SURE, CardJudged, Collector, TurnJudged, bust_chance, shared_values
from chabudai.games.only_one.rules import COLLECT, WITH_FORESIGHT, OnlyOne
from chabudai.games.only_one.words import CARDS
from chabudai.kernel.bits import members
from chabudai.kernel.message import Message


def advice(view: OnlyOne, seat: int, action: int) -> Message | None:
    """What speaks for a legal choice of the seat, or against it, from what it knows; None if there is little to say."""
    choice = action - view.first
    match view.first:
        case rules.TURN:
            return _collect(view, seat, choice - COLLECT) if choice >= COLLECT else _explore(view, seat, choice)
        case rules.ADD:
            return _add(view, seat, choice)
        case rules.PICK:
            return _pick(view, seat, choice)
        case rules.ORDER:
            return _order(view, seat, choice)
        case _:
            return _keep(view, seat, choice)


# ---- Explore or collect ----------------------------------------------------------------------------------------------


def _explore(view: OnlyOne, seat: int, choice: int) -> Message:
    if view.above_the_one() == 0:
        return Message("turns_up_the_one")
    values = {"chance": 100 * bust_chance(view, seat) // SURE}
    if choice == WITH_FORESIGHT:
        return Message("foresees", values)
    return Message("may_bust", values) if shared_values(view) else Message("cannot_bust")


def _collect(view: OnlyOne, seat: int, column: int) -> Message:
    judged = TurnJudged(view, seat)
    worth = judged.column_worth(column)
    if worth < judged.best:
        return Message("better_column")
    cards = view.columns[column].listed()
    special = sum(is_special(card) for card in cards)
    leads = sum(_takes_the_lead(judged, card) for card in cards)
    if special or leads:
        return Message("brings", {"special": special, "leads": leads})
    return Message("brings_little", {"cards": len(cards)})


def _takes_the_lead(judged: Collector, card: int) -> bool:
    """Whether nobody has more of the kind of a card once the seat has it too."""
    kind = kind_of(card)
    return kind != EGG and judged.ahead(kind) in (-1, 0)


# ---- A card that is turned up, looked at or kept ---------------------------------------------------------------------


def _add(view: OnlyOne, seat: int, column: int) -> Message:
    if view.columns[column].values & values_of(view.card):
        lost = len(view.columns[column].listed())
        return Message("busts_for_a_point" if view.has_power(seat, DAREDEVIL) else "busts", {"lost": lost})
    judged = CardJudged(view, seat)
    fitting = [other for other in members(view.choices(seat)) if not view.columns[other].values & values_of(view.card)]
    if len(fitting) == 1:
        return Message("fits_only_here")
    worths = [judged.column_worth(other) for other in fitting]
    return Message("fits_in_the_poorest" if judged.column_worth(column) == min(worths) else "fits_in_a_richer")


def _pick(view: OnlyOne, seat: int, place: int) -> Message | None:
    card = view.top[place]
    if card == ONE:
        return Message("turns_up_the_one")
    if values_of(card) & shared_values(view):
        return Message("clashes_everywhere", {"card": CARDS[card]})
    judged = CardJudged(view, seat)
    best = max(judged.pick_worth(other) for other in view.top)
    return Message("best_of_three", {"card": CARDS[card]}) if judged.pick_worth(card) == best else None


def _order(view: OnlyOne, seat: int, order: int) -> Message:
    judged = CardJudged(view, seat)
    first = CARDS[judged.first_of(order)]
    if judged.following() == seat:
        return Message("own_next", {"card": first})
    better = judged.worth(order) == max(judged.worth(other) for other in members(view.choices(seat)))
    return Message("leaves_the_poorer" if better else "leaves_the_richer", {"card": first})


def _keep(view: OnlyOne, seat: int, card: int) -> Message | None:
    if _takes_the_lead(CardJudged(view, seat), card):
        return Message("keeps_a_lead", {"card": CARDS[card]})
    return Message("keeps_a_special", {"card": CARDS[card]}) if is_special(card) else None
