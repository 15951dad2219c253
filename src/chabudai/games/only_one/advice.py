"""The advice for or against a choice in Only One Collection, for hints and reviews."""

from chabudai.games.only_one import phases
from chabudai.games.only_one.equipment import DAREDEVIL, EGG, ONE, is_special, kind_of, values_of
from chabudai.games.only_one.judgement import (
    CERTAIN,
    CardJudgement,
    CollectionJudgement,
    TurnJudgement,
    bust_probability,
    shared_values,
)
from chabudai.games.only_one.phases import COLLECT, WITH_FORESIGHT
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.words import CARDS
from chabudai.kernel.bits import members
from chabudai.kernel.message import Message


def advice(view: OnlyOne, seat: int, action: int) -> Message | None:
    """Return what speaks for or against a legal choice, from what the seat knows; None if there is little to say."""
    choice = action - view.first
    match view.first:
        case phases.TURN:
            return _collect(view, seat, choice - COLLECT) if choice >= COLLECT else _explore(view, seat, choice)
        case phases.ADD:
            return _add(view, seat, choice)
        case phases.PICK:
            return _pick(view, seat, choice)
        case phases.ORDER:
            return _order(view, seat, choice)
        case _:
            return _keep(view, seat, choice)


# ---- Explore or collect ----------------------------------------------------------------------------------------------


def _explore(view: OnlyOne, seat: int, choice: int) -> Message:
    if view.above_the_one() == 0:
        return Message("turns_up_the_one")
    values = {"chance": 100 * bust_probability(view, seat) // CERTAIN}
    if choice == WITH_FORESIGHT:
        return Message("foresees", values)
    return Message("may_bust", values) if shared_values(view) else Message("cannot_bust")


def _collect(view: OnlyOne, seat: int, column: int) -> Message:
    judgement = TurnJudgement(view, seat)
    worth = judgement.column_worth(column)
    if worth < judgement.best:
        return Message("better_column")
    cards = view.columns[column].listed()
    special = sum(is_special(card) for card in cards) + (view.columns[column].familiar >= 0)  # OO-50
    leads = sum(_leads_or_ties(judgement, card) for card in cards)
    if special or leads:
        return Message("brings", {"special": f"special_cards-{special}", "leads": f"kinds-{leads}"})
    return Message("brings_little", {"cards": len(cards)})


def _leads_or_ties(judgement: CollectionJudgement, card: int) -> bool:
    """Check whether this card newly gives the seat the lead in its kind, or a tie for it."""
    kind = kind_of(card)
    return kind != EGG and judgement.lead_in(kind) in (-1, 0)


# ---- A card turned up, looked at or kept -----------------------------------------------------------------------------


def _add(view: OnlyOne, seat: int, column: int) -> Message:
    if view.columns[column].values & values_of(view.card):
        lost = len(view.columns[column].listed())
        return Message("busts_for_a_point" if view.has_power(seat, DAREDEVIL) else "busts", {"lost": lost})
    judgement = CardJudgement(view, seat)
    open_columns = members(view.choices(seat))
    fitting = [number for number in open_columns if not view.columns[number].values & values_of(view.card)]
    if len(fitting) == 1:
        return Message("fits_only_here")
    worths = [judgement.column_worth(number) for number in fitting]
    return Message("fits_in_the_poorest" if judgement.column_worth(column) == min(worths) else "fits_in_a_richer")


def _pick(view: OnlyOne, seat: int, place: int) -> Message | None:
    card = view.top[place]
    if card == ONE:
        return Message("turns_up_the_one")
    if values_of(card) & shared_values(view):
        return Message("clashes_everywhere", {"card": CARDS[card]})
    judgement = CardJudgement(view, seat)
    best = max(judgement.pick_worth(looked_at) for looked_at in view.top)
    return Message("best_of_three", {"card": CARDS[card]}) if judgement.pick_worth(card) == best else None


def _order(view: OnlyOne, seat: int, order: int) -> Message:
    judgement = CardJudgement(view, seat)
    first = CARDS[judgement.first_of(order)]
    if judgement.next_in_round() == seat:
        return Message("own_next", {"card": first})
    best = max(judgement.worth(choice) for choice in members(view.choices(seat)))
    return Message("leaves_the_poorer" if judgement.worth(order) == best else "leaves_the_richer", {"card": first})


def _keep(view: OnlyOne, seat: int, card: int) -> Message | None:
    if _leads_or_ties(CardJudgement(view, seat), card):
        return Message("keeps_a_lead", {"card": CARDS[card]})
    return Message("keeps_a_special", {"card": CARDS[card]}) if is_special(card) else None
