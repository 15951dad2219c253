"""What speaks for or against a choice in Only One Collection, for hints and reviews."""

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
from chabudai.kernel.advice import Aspect
from chabudai.kernel.bits import members
from chabudai.kernel.message import Message


def advice(view: OnlyOne, seat: int, action: int) -> list[Aspect]:
    """Return the aspects of a legal choice, from what the seat knows."""
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


def _explore(view: OnlyOne, seat: int, choice: int) -> list[Aspect]:
    if view.above_the_one() == 0:
        return [Aspect("the one", 1, pro=Message("turns_up_the_one"))]
    chance = _bust_chance(view, seat)
    if choice == WITH_FORESIGHT:
        return [Aspect("foresight", 1, pro=Message("foresees", {"chance": chance})), Aspect("risk", 0)]
    if not shared_values(view):
        return [Aspect("safety", 1, pro=Message("cannot_bust")), Aspect("risk", 0), Aspect("foresight", 0)]
    return [Aspect("risk", -chance, con=Message("may_bust", {"chance": chance})), Aspect("foresight", 0)]


def _bust_chance(view: OnlyOne, seat: int) -> int:
    """Return the probability of a bust by exploring, in percent."""
    return 100 * bust_probability(view, seat) // CERTAIN


def _collect(view: OnlyOne, seat: int, column: int) -> list[Aspect]:
    """Compare a column with the others by its worth, and with exploring by the risk of a bust."""
    judgement = TurnJudgement(view, seat)
    worth = judgement.column_worth(column)
    chance = _bust_chance(view, seat) if view.above_the_one() else 0
    avoided = Message("avoids_a_bust", {"chance": chance}) if worth == judgement.best and chance else None
    exploring = [Aspect("risk", 0, pro=avoided), Aspect("safety", 0), Aspect("foresight", 0), Aspect("the one", 0)]
    if worth < judgement.best:
        return [Aspect("column", worth, con=Message("better_column")), *exploring]
    cards = view.columns[column].listed()
    special = sum(is_special(card) for card in cards) + (view.columns[column].familiar >= 0)  # OO-50
    leads = sum(_leads_or_ties(judgement, card) for card in cards)
    if special or leads:
        brings = Message("brings", {"special": f"special_cards-{special}", "leads": f"kinds-{leads}"})
        return [Aspect("column", worth, pro=brings), *exploring]
    return [Aspect("column", worth, con=Message("brings_little", {"cards": len(cards)})), *exploring]


def _leads_or_ties(judgement: CollectionJudgement, card: int) -> bool:
    """Check whether this card newly gives the seat the lead in its kind, or a tie for it."""
    kind = kind_of(card)
    return kind != EGG and judgement.lead_in(kind) in (-1, 0)


# ---- A card turned up, looked at or kept -----------------------------------------------------------------------------


def _add(view: OnlyOne, seat: int, column: int) -> list[Aspect]:
    if view.columns[column].values & values_of(view.card):
        lost = len(view.columns[column].listed())
        message_id = "busts_for_a_point" if view.has_power(seat, DAREDEVIL) else "busts"
        return [Aspect("fit", 0, con=Message(message_id, {"lost": lost}))]
    judgement = CardJudgement(view, seat)
    open_columns = members(view.choices(seat))
    fitting = [number for number in open_columns if not view.columns[number].values & values_of(view.card)]
    if len(fitting) == 1:
        return [Aspect("fit", 1, pro=Message("fits_only_here"))]
    worths = [judgement.column_worth(number) for number in fitting]
    worth = judgement.column_worth(column)
    if worth == min(worths):
        return [Aspect("poorest", -worth, pro=Message("fits_in_the_poorest")), Aspect("fit", 1, pro=Message("fits"))]
    return [Aspect("poorest", -worth, con=Message("fits_in_a_richer")), Aspect("fit", 1, pro=Message("fits"))]


def _pick(view: OnlyOne, seat: int, place: int) -> list[Aspect]:
    card = view.top[place]
    judgement = CardJudgement(view, seat)
    worth = judgement.pick_worth(card)
    if card == ONE:
        return [Aspect("pick", worth, pro=Message("turns_up_the_one"))]
    if values_of(card) & shared_values(view):
        return [Aspect("pick", worth, con=Message("clashes_everywhere", {"card": CARDS[card]}))]
    best = max(judgement.pick_worth(looked_at) for looked_at in view.top)
    return [Aspect("pick", worth, pro=Message("best_of_three", {"card": CARDS[card]}) if worth == best else None)]


def _order(view: OnlyOne, seat: int, order: int) -> list[Aspect]:
    judgement = CardJudgement(view, seat)
    values: dict[str, str | int] = {"card": CARDS[judgement.first_of(order)]}
    worth = judgement.worth(order)
    if judgement.next_in_round() == seat:
        return [Aspect("order", worth, pro=Message("own_next", values))]
    best = max(judgement.worth(choice) for choice in members(view.choices(seat)))
    if worth == best:
        return [Aspect("order", worth, pro=Message("leaves_the_poorer", values))]
    return [Aspect("order", worth, con=Message("leaves_the_richer", values))]


def _keep(view: OnlyOne, seat: int, card: int) -> list[Aspect]:
    judgement = CardJudgement(view, seat)
    worth = judgement.card_worth(card)
    values: dict[str, str | int] = {"card": CARDS[card]}
    if _leads_or_ties(judgement, card):
        return [Aspect("keep", worth, pro=Message("keeps_a_lead", values))]
    return [Aspect("keep", worth, pro=Message("keeps_a_special", values) if is_special(card) else None)]
