"""What speaks for a choice in Ameno Kirifuda or against it, in words."""

from chabudai.games.ameno_kirifuda.equipment import ANY, cards_of, longest_line, row
from chabudai.games.ameno_kirifuda.judgement import SURE, CardsJudged, OmegumiJudged, StonesJudged
from chabudai.games.ameno_kirifuda.rules import DISCARD, DONE, Ameno
from chabudai.games.ameno_kirifuda.words import SEASONS, verb_of
from chabudai.kernel.bits import bit, count, has, members
from chabudai.kernel.message import Message

LIKELY = SURE * 2 // 3
UNLIKELY = SURE // 4


def advice(view: Ameno, seat: int, action: int) -> Message | None:
    """What speaks for a legal choice of the seat, or against it, from what it knows; None if there is little to say."""
    choice = action - view.first
    match verb_of(view.first):
        case "draft":
            return _draft(view, seat, choice)
        case "discard":
            return _discard(view, seat, choice)
        case "play":
            return _play(view, seat, choice)
        case "place":
            return _place(view, seat, choice)
        case "push":
            return _push(view, seat, choice)
        case "to":
            return _to(view, seat, choice)
        case _:
            return _return(view, seat, choice)


# ---- Cards -----------------------------------------------------------------------------------------------------------


def _play(view: Ameno, seat: int, card: int) -> Message | None:
    judged = CardsJudged(view, seat)
    judged.turn_to(card >> 3)
    if not judged.beats(card):
        return _loses(view, seat, card)
    chance = judged.win_chance(card)
    if view.seats[seat].stones == 0:
        return Message("bachiatari_risked") if chance > UNLIKELY else Message("bachiatari_unlikely")
    if chance < UNLIKELY:
        return Message("beaten", {"stronger": _stronger(judged, card)})
    if chance < LIKELY:
        return None
    if judged.line and judged.lengthens(card >> 3):
        return Message("wins_a_longer_line", {"season": SEASONS[card >> 3], "line": judged.line + 1})
    if chance < SURE:
        return Message("likely_wins")
    winning = [other for other in members(view.choices(seat)) if judged.beats(other) and other >> 3 == card >> 3]
    return Message("wins_cheaply") if card == winning[0] else Message("wins_dearly")


def _loses(view: Ameno, seat: int, card: int) -> Message | None:
    """A card that cannot win: the lowest is let go first, without a stone in hand the highest."""
    if view.seats[seat].stones == 0:
        return Message("bachiatari_avoided")
    legal = members(view.choices(seat))
    losing = [other for other in legal if not CardsJudged(view, seat).beats(other)]
    ranks = [other & 7 for other in losing]
    if len(losing) > 1 and card & 7 == max(ranks) > min(ranks):
        return Message("loses_dearly")
    return Message("loses_cheaply") if card & 7 == min(ranks) else None


def _stronger(judged: CardsJudged, card: int) -> int:
    """How many cards not seen yet would beat this one."""
    season = card >> 3
    higher = count((judged.unseen & cards_of(season)) >> card + 1)
    if judged.trump:
        return higher
    return higher + count(judged.unseen & cards_of((season + 1) & 3))


# ---- Stones ----------------------------------------------------------------------------------------------------------


def _own(view: Ameno, seat: int) -> int:
    return view.seats[seat].board


def _place(view: Ameno, seat: int, space: int) -> Message | None:
    board = _own(view, seat)
    line = longest_line(board | bit(space))
    if line > max(1, longest_line(board)):
        return Message("makes_a_line", {"line": line})
    judged = StonesJudged(view, seat)
    if any(_others_line(view, seat, space, other) for other in range(view.rules.players)):
        return Message("closes_a_line")
    best = max(judged.worth(other) for other in members(view.choices(seat)))
    return Message("keeps_lines_open") if board and judged.worth(space) == best else None


def _others_line(view: Ameno, seat: int, space: int, other: int) -> bool:
    """Whether a stone on this space would have made the other's line longer."""
    board = _own(view, other)
    return other != seat and longest_line(board | bit(space)) > max(2, longest_line(board))


def _push(view: Ameno, seat: int, space: int) -> Message | None:
    owner = StonesJudged(view, seat).owner(space)
    board = _own(view, owner)
    if owner == seat:
        return Message("pushes_own")
    line = longest_line(_own(view, seat) | bit(space))
    if line > max(1, longest_line(_own(view, seat))):
        return Message("makes_a_line", {"line": line})
    return Message("breaks_a_line") if longest_line(board ^ bit(space)) < longest_line(board) else None


def _to(view: Ameno, seat: int, space: int) -> Message | None:
    owner = StonesJudged(view, seat).owner(view.pushed)
    without = _own(view, owner) ^ bit(view.pushed)
    if owner == seat:
        line = longest_line(without | bit(space) | bit(view.pushed))
        return Message("makes_a_line", {"line": line}) if line > longest_line(_own(view, seat)) else None
    lengthens = longest_line(without | bit(space)) > longest_line(without)
    return Message("lengthens_anothers_line") if without and lengthens else Message("helps_nobody")


def _return(view: Ameno, seat: int, space: int) -> Message | None:
    board = _own(view, seat)
    line = longest_line(board)
    if line > 1 and longest_line(board ^ bit(space)) == line:
        return Message("keeps_the_line", {"line": line})
    return Message("shortens_the_line", {"line": line}) if line > 1 else None


# ---- Omegumi cards ---------------------------------------------------------------------------------------------------


def _lacking(view: Ameno, seat: int, omegumi: int) -> list[int]:
    """How many stones an Omegumi card still asks for, in each season that it speaks of; below 0, how many too many."""
    needs = view.rules.needs[omegumi * 4 : omegumi * 4 + 4]
    board = _own(view, seat)
    return [need - count(board & row(season)) for season, need in enumerate(needs) if need != ANY]


def _draft(view: Ameno, seat: int, omegumi: int) -> Message | None:
    lacking = _lacking(view, seat, omegumi)
    if min(lacking, default=0) < 0:
        return Message("too_many_stones")
    if max(lacking, default=0) == 0:
        return Message("met_already", {"points": view.rules.points[omegumi]})
    judged = OmegumiJudged(view, seat)
    best = max(judged.worth(other) for other in members(view.face_up))
    return Message("best_to_draft") if judged.worth(omegumi) == best else None


def _discard(view: Ameno, seat: int, omegumi: int) -> Message | None:
    judged = OmegumiJudged(view, seat)
    held = members(view.seats[seat].omegumi)
    if omegumi == DONE - DISCARD:
        worth_it = any(judged.worth(other) > 0 for other in held)
        return Message("stone_is_worth_more") if worth_it else Message("enough_stones")
    points = view.rules.points[omegumi]
    if has(view.seats[seat].scored, omegumi):
        return Message("scored_already", {"points": points})
    if min(_lacking(view, seat, omegumi), default=0) < 0:
        return Message("too_many_stones_for_it")
    return (
        Message("stone_for_a_far_card") if judged.worth(omegumi) > 0 else Message("card_may_score", {"points": points})
    )
