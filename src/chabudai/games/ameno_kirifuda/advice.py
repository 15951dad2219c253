"""What speaks for or against a choice in Ameno Kirifuda, for hints and reviews."""

from chabudai.games.ameno_kirifuda.equipment import ANY, cards_of, row
from chabudai.games.ameno_kirifuda.judgement import CERTAIN, CardJudgement, OmegumiJudgement, StoneJudgement
from chabudai.games.ameno_kirifuda.phases import DISCARD, DONE
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.scoring import longest_line
from chabudai.games.ameno_kirifuda.words import SEASONS, verb_of
from chabudai.kernel.advice import Aspect
from chabudai.kernel.bits import bit, count, has, members
from chabudai.kernel.message import Message

LIKELY = CERTAIN * 2 // 3
"""From this probability on, a card is likely to win."""
UNLIKELY = CERTAIN // 4
"""Below this probability, a card is unlikely to win."""


def advice(view: Ameno, seat: int, action: int) -> list[Aspect]:
    """Return the aspects of a legal choice, from what the seat knows."""
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


def _play(view: Ameno, seat: int, card: int) -> list[Aspect]:
    judgement = CardJudgement(view, seat)
    judgement.select_season(card >> 3)
    beats = judgement.beats(card)
    probability = judgement.win_probability(card) if beats else 0
    if view.seats[seat].stones == 0:
        return [_bachiatari(probability, beats)]
    if probability < UNLIKELY:
        # Compared with a card that may win, and with other cards that are thrown away.
        beaten = Message("beaten", {"stronger": _stronger(judgement, card)}) if beats else None
        return [Aspect("win", probability, con=beaten), _thrown_away(view, seat, card, beats)]
    if probability < LIKELY:
        return [Aspect("win", probability)]
    aspects = [Aspect("win", probability, pro=_winning(judgement, card, probability))]
    return [_price(view, seat, card), *aspects] if probability == CERTAIN else aspects


def _bachiatari(probability: int, beats: bool) -> Aspect:
    """Without a stone in hand, winning a trick is Bachiatari."""
    if not beats:
        return Aspect("bachiatari", 0, pro=Message("bachiatari_avoided"))
    if probability > UNLIKELY:
        return Aspect("bachiatari", -probability, con=Message("bachiatari_risked"))
    return Aspect("bachiatari", -probability, pro=Message("bachiatari_unlikely"))


def _winning(judgement: CardJudgement, card: int, probability: int) -> Message:
    if judgement.line and judgement.lengthens(card >> 3):
        return Message("wins_a_longer_line", {"season": SEASONS[card >> 3], "line": judgement.line + 1})
    return Message("likely_wins" if probability < CERTAIN else "wins")


def _price(view: Ameno, seat: int, card: int) -> Aspect:
    """Compare the cards of one season that certainly win: the lowest is enough."""
    judgement = CardJudgement(view, seat)
    same_season = [legal for legal in members(view.choices(seat)) if legal >> 3 == card >> 3]
    lowest = min(legal for legal in same_season if judgement.beats(legal))
    name = f"price {card >> 3}"
    if card == lowest:
        return Aspect(name, -card, pro=Message("wins_cheaply"))
    return Aspect(name, -card, con=Message("wins_dearly"))


def _thrown_away(view: Ameno, seat: int, card: int, beats: bool) -> Aspect:
    """Compare the cards that will not win the trick: a low one is the best to lose."""
    judgement = CardJudgement(view, seat)
    ranks = [legal & 7 for legal in members(view.choices(seat)) if not judgement.beats(legal)]
    rank = card & 7
    if beats or rank not in (min(ranks), max(ranks)):
        return Aspect("thrown away", -rank)
    if rank == min(ranks):
        return Aspect("thrown away", -rank, pro=Message("loses_cheaply"))
    return Aspect("thrown away", -rank, con=Message("loses_dearly"))


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


def _line(before: int, after: int) -> Aspect:
    """Compare the seat's longest line after the choice."""
    line = longest_line(after)
    longer = line > max(1, longest_line(before))
    return Aspect("line", line, pro=Message("makes_a_line", {"line": line}) if longer else None)


def _place(view: Ameno, seat: int, space: int) -> list[Aspect]:
    board = _board(view, seat)
    judgement = StoneJudgement(view, seat)
    blocks = any(_blocks_line(view, seat, space, rival) for rival in range(view.equipment.players))
    worth = judgement.worth(space)
    best = max(judgement.worth(legal) for legal in members(view.choices(seat)))
    return [
        _line(board, board | bit(space)),
        Aspect("block", blocks, pro=Message("closes_a_line") if blocks else None),
        Aspect("room", worth, pro=Message("keeps_lines_open") if board and worth == best else None),
    ]


def _blocks_line(view: Ameno, seat: int, space: int, rival: int) -> bool:
    """Check whether a stone on this space would have given another seat a longer line, of three or more."""
    board = _board(view, rival)
    return rival != seat and longest_line(board | bit(space)) > max(2, longest_line(board))


def _push(view: Ameno, seat: int, space: int) -> list[Aspect]:
    owner = StoneJudgement(view, seat).owner(space)
    if owner == seat:
        return [Aspect("owner", 0, con=Message("pushes_own"))]
    own, others = _board(view, seat), _board(view, owner)
    broken = longest_line(others) - longest_line(others ^ bit(space))
    return [
        Aspect("owner", 1),
        _line(own, own | bit(space)),
        Aspect("broken line", broken, pro=Message("breaks_a_line") if broken else None),
    ]


def _to(view: Ameno, seat: int, space: int) -> list[Aspect]:
    owner = StoneJudgement(view, seat).owner(view.pushed)
    without = _board(view, owner) ^ bit(view.pushed)
    if owner == seat:
        return [_line(_board(view, seat), without | bit(space) | bit(view.pushed))]
    line = longest_line(without | bit(space))
    if without and line > longest_line(without):
        return [Aspect("owner's line", -line, con=Message("lengthens_anothers_line"))]
    return [Aspect("owner's line", -line, pro=Message("helps_nobody"))]


def _return(view: Ameno, seat: int, space: int) -> list[Aspect]:
    board = _board(view, seat)
    line, left = longest_line(board), longest_line(board ^ bit(space))
    if line <= 1:
        return []
    if left == line:
        return [Aspect("line", left, pro=Message("keeps_the_line", {"line": line}))]
    return [Aspect("line", left, con=Message("shortens_the_line", {"line": line}))]


# ---- Omegumi cards ---------------------------------------------------------------------------------------------------


def _lacking(view: Ameno, seat: int, omegumi: int) -> list[int]:
    """Return how many stones an Omegumi card still requires in each of its seasons; negative if there are too many."""
    needs = view.equipment.needs[omegumi * 4 : omegumi * 4 + 4]
    board = _board(view, seat)
    return [need - count(board & row(season)) for season, need in enumerate(needs) if need != ANY]


def _draft(view: Ameno, seat: int, omegumi: int) -> list[Aspect]:
    judgement = OmegumiJudgement(view, seat)
    worth = judgement.worth(omegumi)
    lacking = _lacking(view, seat, omegumi)
    if min(lacking, default=0) < 0:
        return [Aspect("draft", worth, con=Message("too_many_stones"))]
    if max(lacking, default=0) == 0:
        return [Aspect("draft", worth, pro=Message("met_already", {"points": view.equipment.points[omegumi]}))]
    best = max(judgement.worth(face_up) for face_up in members(view.face_up))
    return [Aspect("draft", worth, pro=Message("best_to_draft") if worth == best else None)]


def _discard(view: Ameno, seat: int, omegumi: int) -> list[Aspect]:
    judgement = OmegumiJudgement(view, seat)
    worth = judgement.worth(omegumi)
    if omegumi == DONE - DISCARD:
        if any(judgement.worth(own) > 0 for own in members(view.seats[seat].omegumi)):
            return [Aspect("stone", worth, con=Message("stone_is_worth_more"))]
        return [Aspect("stone", worth, pro=Message("enough_stones"))]
    points = view.equipment.points[omegumi]
    if has(view.seats[seat].scored, omegumi):
        return [Aspect("stone", worth, con=Message("scored_already", {"points": points}))]
    if min(_lacking(view, seat, omegumi), default=0) < 0:
        return [Aspect("stone", worth, pro=Message("too_many_stones_for_it"))]
    if worth > 0:
        return [Aspect("stone", worth, pro=Message("stone_for_a_far_card"))]
    return [Aspect("stone", worth, con=Message("card_may_score", {"points": points}))]
