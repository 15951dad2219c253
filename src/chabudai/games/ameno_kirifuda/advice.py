"""The advice for or against a choice in Ameno Kirifuda, for hints and reviews."""

from chabudai.games.ameno_kirifuda.equipment import ANY, cards_of, row
from chabudai.games.ameno_kirifuda.judgement import CERTAIN, CardJudgement, OmegumiJudgement, StoneJudgement
from chabudai.games.ameno_kirifuda.phases import DISCARD, DONE
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.scoring import longest_line
from chabudai.games.ameno_kirifuda.words import SEASONS, verb_of
from chabudai.kernel.bits import bit, count, has, members
from chabudai.kernel.message import Message

LIKELY = CERTAIN * 2 // 3
"""From this probability on, a card is likely to win."""
UNLIKELY = CERTAIN // 4
"""Below this probability, a card is unlikely to win."""


def advice(view: Ameno, seat: int, action: int) -> Message | None:
    """Return what speaks for or against a legal choice, from what the seat knows; None if there is little to say."""
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
    judgement = CardJudgement(view, seat)
    judgement.select_season(card >> 3)
    if not judgement.beats(card):
        return _loses(view, seat, card)
    probability = judgement.win_probability(card)
    if view.seats[seat].stones == 0:
        return Message("bachiatari_risked") if probability > UNLIKELY else Message("bachiatari_unlikely")
    if probability < UNLIKELY:
        return Message("beaten", {"stronger": _stronger(judgement, card)})
    if probability < LIKELY:
        return None
    if judgement.line and judgement.lengthens(card >> 3):
        return Message("wins_a_longer_line", {"season": SEASONS[card >> 3], "line": judgement.line + 1})
    if probability < CERTAIN:
        return Message("likely_wins")
    same_season = [legal for legal in members(view.choices(seat)) if legal >> 3 == card >> 3]
    winning = [legal for legal in same_season if judgement.beats(legal)]
    return Message("wins_cheaply") if card == winning[0] else Message("wins_dearly")


def _loses(view: Ameno, seat: int, card: int) -> Message | None:
    """Explain a card that cannot win: a low card is the best to lose, unless the seat has no stone in hand."""
    if view.seats[seat].stones == 0:
        return Message("bachiatari_avoided")
    legal = members(view.choices(seat))
    losing = [legal_card for legal_card in legal if not CardJudgement(view, seat).beats(legal_card)]
    ranks = [losing_card & 7 for losing_card in losing]
    if len(losing) > 1 and card & 7 == max(ranks) > min(ranks):
        return Message("loses_dearly")
    return Message("loses_cheaply") if card & 7 == min(ranks) else None


def _stronger(judgement: CardJudgement, card: int) -> int:
    """Return how many unseen cards would beat this one."""
    season = card >> 3
    higher = count((judgement.unseen & cards_of(season)) >> card + 1)
    if judgement.trump:
        return higher
    return higher + count(judgement.unseen & cards_of((season + 1) & 3))


# ---- Stones ----------------------------------------------------------------------------------------------------------


def _board(view: Ameno, seat: int) -> int:
    return view.seats[seat].board


def _place(view: Ameno, seat: int, space: int) -> Message | None:
    board = _board(view, seat)
    line = longest_line(board | bit(space))
    if line > max(1, longest_line(board)):
        return Message("makes_a_line", {"line": line})
    judgement = StoneJudgement(view, seat)
    if any(_blocks_line(view, seat, space, rival) for rival in range(view.equipment.players)):
        return Message("closes_a_line")
    best = max(judgement.worth(legal) for legal in members(view.choices(seat)))
    return Message("keeps_lines_open") if board and judgement.worth(space) == best else None


def _blocks_line(view: Ameno, seat: int, space: int, rival: int) -> bool:
    """Check whether a stone on this space would have given another seat a longer line, of three or more."""
    board = _board(view, rival)
    return rival != seat and longest_line(board | bit(space)) > max(2, longest_line(board))


def _push(view: Ameno, seat: int, space: int) -> Message | None:
    owner = StoneJudgement(view, seat).owner(space)
    board = _board(view, owner)
    if owner == seat:
        return Message("pushes_own")
    line = longest_line(_board(view, seat) | bit(space))
    if line > max(1, longest_line(_board(view, seat))):
        return Message("makes_a_line", {"line": line})
    return Message("breaks_a_line") if longest_line(board ^ bit(space)) < longest_line(board) else None


def _to(view: Ameno, seat: int, space: int) -> Message | None:
    owner = StoneJudgement(view, seat).owner(view.pushed)
    without = _board(view, owner) ^ bit(view.pushed)
    if owner == seat:
        line = longest_line(without | bit(space) | bit(view.pushed))
        return Message("makes_a_line", {"line": line}) if line > longest_line(_board(view, seat)) else None
    lengthens = longest_line(without | bit(space)) > longest_line(without)
    return Message("lengthens_anothers_line") if without and lengthens else Message("helps_nobody")


def _return(view: Ameno, seat: int, space: int) -> Message | None:
    board = _board(view, seat)
    line = longest_line(board)
    if line > 1 and longest_line(board ^ bit(space)) == line:
        return Message("keeps_the_line", {"line": line})
    return Message("shortens_the_line", {"line": line}) if line > 1 else None


# ---- Omegumi cards ---------------------------------------------------------------------------------------------------


def _lacking(view: Ameno, seat: int, omegumi: int) -> list[int]:
    """Return how many stones an Omegumi card still requires in each of its seasons; negative if there are too many."""
    needs = view.equipment.needs[omegumi * 4 : omegumi * 4 + 4]
    board = _board(view, seat)
    return [need - count(board & row(season)) for season, need in enumerate(needs) if need != ANY]


def _draft(view: Ameno, seat: int, omegumi: int) -> Message | None:
    lacking = _lacking(view, seat, omegumi)
    if min(lacking, default=0) < 0:
        return Message("too_many_stones")
    if max(lacking, default=0) == 0:
        return Message("met_already", {"points": view.equipment.points[omegumi]})
    judgement = OmegumiJudgement(view, seat)
    best = max(judgement.worth(face_up) for face_up in members(view.face_up))
    return Message("best_to_draft") if judgement.worth(omegumi) == best else None


def _discard(view: Ameno, seat: int, omegumi: int) -> Message | None:
    judgement = OmegumiJudgement(view, seat)
    if omegumi == DONE - DISCARD:
        own = members(view.seats[seat].omegumi)
        better_to_discard = any(judgement.worth(own_card) > 0 for own_card in own)
        return Message("stone_is_worth_more") if better_to_discard else Message("enough_stones")
    points = view.equipment.points[omegumi]
    if has(view.seats[seat].scored, omegumi):
        return Message("scored_already", {"points": points})
    if min(_lacking(view, seat, omegumi), default=0) < 0:
        return Message("too_many_stones_for_it")
    if judgement.worth(omegumi) > 0:
        return Message("stone_for_a_far_card")
    return Message("card_may_score", {"points": points})
