"""The guided first game of Kasane no Irome: three players.

Whatever the learner takes first, some row still ends in a card that makes a meld with it on the second turn.
"""

from chabudai.games.kasane.equipment import CARD_MASK, PLUS_ONE, TURNS_PER_PLAYER
from chabudai.games.kasane.judgement import is_last_turn
from chabudai.games.kasane.offers import Offer, offers, offers_after
from chabudai.games.kasane.phases import TAKE
from chabudai.games.kasane.rules import Kasane
from chabudai.games.kasane.scoring import COLOR_BONUS_MINIMUM, count_colors
from chabudai.games.kasane.words import CARDS, ROWS
from chabudai.kernel.bits import members
from chabudai.kernel.first_game import FirstGame, Lesson
from chabudai.kernel.message import Message


def teach(view: Kasane) -> Lesson:
    """Return the lesson for the viewer's choice."""
    return _take(view) if view.first == TAKE else _meld(view)


# ---- Taking a card ---------------------------------------------------------------------------------------------------


def _take(view: Kasane) -> Lesson:
    player = view.seats[view.viewer]
    if player.held + player.laid == 0:
        return Lesson(Message("take_first"), "turn")
    ends = {row: view.rows[row].cards & CARD_MASK for row in members(view.ends)}
    best_offers = {row: offered[0] for row, end in ends.items() if (offered := offers_after(view, view.viewer, end))}
    if is_last_turn(view):
        return _take_last(view, best_offers)
    if best_offers:
        row = max(best_offers, key=lambda row: best_offers[row].points)
        values = {"row": ROWS[row], "card": CARDS[ends[row] - 1]} | _meld_values(best_offers[row])
        if count_colors(player.field) == 0:
            return Lesson(Message("take_meld_first", values), "meld")
        return Lesson(Message("take_meld", values), "melds")
    if PLUS_ONE in ends.values():
        return Lesson(Message("take_plus_one"), "turn")
    if view.last_round():
        values = {"laid": player.laid, "colours": count_colors(player.field), "needed": COLOR_BONUS_MINIMUM}
        return Lesson(Message("take_late", values), "score")
    if player.held == 0:
        return Lesson(Message("take_afresh"), "melds")
    return Lesson(Message("take", {"top": CARDS[(player.hand & CARD_MASK) - 1]}), "melds")


def _take_last(view: Kasane, best_offers: dict[int, Offer]) -> Lesson:
    """Return the lesson for the last turn, given the best meld that the end card of each row allows."""
    player = view.seats[view.viewer]
    if best_offers:
        row = max(best_offers, key=lambda row: best_offers[row].points)
        return Lesson(Message("take_last_meld", {"row": ROWS[row]} | _meld_values(best_offers[row])), "score")
    values = {"laid": player.laid, "colours": count_colors(player.field), "needed": COLOR_BONUS_MINIMUM}
    return Lesson(Message("take_last", values), "score")


def _meld_values(offer: Offer) -> dict[str, str | int]:
    return {"meld": offer.meld, "length": len(offer.cards), "points": offer.points}


# ---- Playing a meld --------------------------------------------------------------------------------------------------


def _meld(view: Kasane) -> Lesson:
    player = view.seats[view.viewer]
    offered = offers(view, view.viewer)
    best = offered[0]
    values = _meld_values(best)
    if is_last_turn(view):
        return Lesson(Message("meld_last", values | {"laid": player.laid, "turns": TURNS_PER_PLAYER}), "score")
    if count_colors(player.field) == 0:
        return Lesson(Message("meld_first", values), "meld")
    if best.on_field:
        values["top"] = CARDS[(player.field & CARD_MASK) - 1]
        return Lesson(Message("meld_on_robe" if view.last_round() else "meld_on_robe_first", values), "meld")
    if len(offered) > 1:
        return Lesson(Message("meld_choice", values | {"melds": len(offered)}), "meld")
    return Lesson(Message("meld", values), "meld")


FIRST_GAME = FirstGame(
    players=3,
    chance=("start=0", "deck=8,1,+1,6,4,2,9,+1,4,6,3,5,7,4,6"),
    teach=teach,
    seed=1,
)
