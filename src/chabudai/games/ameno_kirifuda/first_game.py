"""The guided first game of Ameno Kirifuda: three players and short rounds.

The first leader (seat 2) holds only Spring and Winter, the learner (seat 0) no Spring, and seat 1 no Winter. So in the
first trick, somebody can already win with the next season.
"""

from chabudai.games.ameno_kirifuda.equipment import cards_of, row
from chabudai.games.ameno_kirifuda.judgement import CardJudgement
from chabudai.games.ameno_kirifuda.rules import Ameno
from chabudai.games.ameno_kirifuda.scoring import longest_line
from chabudai.games.ameno_kirifuda.words import CARDS, SEASONS, SPACES, stones_word, verb_of
from chabudai.kernel.bits import bit, count, members
from chabudai.kernel.first_game import FirstGame, Lesson
from chabudai.kernel.message import Message

_EXPLAINED_TRICKS = 2
"""The number of tricks in the first round that get a long explanation."""


def teach(view: Ameno) -> Lesson:
    """Return the lesson for the viewer's choice."""
    match verb_of(view.first):
        case "draft":
            return _draft(view)
        case "discard":
            return _discard(view)
        case "play":
            return _lead(view) if view.led < 0 else _follow(view)
        case "place":
            return _place(view)
        case "push":
            return Lesson(Message("push", {"season": SEASONS[view.best >> 3]}), "push")
        case "to":
            return Lesson(Message("to", {"season": SEASONS[view.overflow()]}), "push")
        case _:
            return _return(view)


# ---- Omegumi cards ---------------------------------------------------------------------------------------------------


def _draft(view: Ameno) -> Lesson:
    player = view.seats[view.viewer]
    cards_held = {season: count(player.hand & cards_of(number)) for number, season in enumerate(SEASONS)}
    longest = max(SEASONS, key=lambda season: cards_held[season])
    if view.drafts >= view.equipment.players:
        return Lesson(Message("draft_again"), "omegumi")
    if view.part:
        return Lesson(Message("draft_later", {"stones": stones_word(count(player.board))}), "draft")
    return Lesson(Message("draft_first", {"season": longest, "cards": cards_held[longest]}), "draft")


def _discard(view: Ameno) -> Lesson:
    player = view.seats[view.viewer]
    values: dict[str, str | int] = {"stones": stones_word(player.stones), "tricks": view.equipment.tricks}
    if view.part and player.scored:
        return Lesson(Message("discard_scored", values), "discard")
    if view.part or player.stones > view.equipment.stones:
        return Lesson(Message("discard_more", values), "discard")
    return Lesson(Message("discard_first", values), "discard")


# ---- Tricks ----------------------------------------------------------------------------------------------------------


def _lead(view: Ameno) -> Lesson:
    player = view.seats[view.viewer]
    if player.stones == 0:
        return Lesson(Message("lead_no_stone"), "bachiatari")
    if view.part == 0 and count(player.board) < 2:
        return Lesson(Message("lead_first"), "trick")
    return Lesson(Message("lead", {"stones": stones_word(player.stones)}), "trick")


def _follow(view: Ameno) -> Lesson:
    player = view.seats[view.viewer]
    legal = members(view.choices(view.viewer))
    judgement = CardJudgement(view, view.viewer)
    winning = [card for card in legal if judgement.beats(card)]
    best = CARDS[view.best]
    if player.stones == 0:
        if len(winning) == len(legal):
            return Lesson(Message("no_stone_must_win", {"best": best}), "bachiatari")
        return Lesson(Message("no_stone", {"best": best}), "bachiatari")
    led, trump = SEASONS[view.led], SEASONS[(view.led + 1) & 3]
    at_length = view.part == 0 and view.trick < _EXPLAINED_TRICKS
    lowest = CARDS[min(winning or legal, key=lambda card: card & 7)]
    values = {"led": led, "trump": trump, "best": best, "card": lowest}
    if player.hand & cards_of(view.led):
        if winning:
            return Lesson(Message("follow_wins_first" if at_length else "follow_wins", values), "trick")
        return Lesson(Message("follow_loses_first" if at_length else "follow_loses", values), "trick")
    if winning:
        return Lesson(Message("trump_first" if at_length else "trump", values), "trick")
    return Lesson(Message("free", values), "trick")


# ---- Stones ----------------------------------------------------------------------------------------------------------


def _place(view: Ameno) -> Lesson:
    board = view.seats[view.viewer].board
    season = view.best >> 3
    if board == 0:
        return Lesson(Message("place_first", {"season": SEASONS[season], "card": CARDS[view.best]}), "stone")
    space = max(members(view.free & row(season)), key=lambda space: longest_line(board | bit(space)))
    line = longest_line(board | bit(space))
    if line > longest_line(board):
        return Lesson(Message("place_line", {"space": SPACES[space], "line": line}), "score")
    stones = view.seats[view.viewer].stones - 1
    return Lesson(Message("place", {"season": SEASONS[season], "stones": stones_word(stones)}), "stone")


def _return(view: Ameno) -> Lesson:
    board = view.seats[view.viewer].board
    line = longest_line(board)
    spare = [space for space in members(board) if longest_line(board ^ bit(space)) == line]
    if spare:
        return Lesson(Message("return", {"left": view.owed, "space": SPACES[spare[0]], "line": line}), "bachiatari")
    return Lesson(Message("return_from_line", {"left": view.owed, "line": line}), "bachiatari")


FIRST_GAME = FirstGame(
    players=3,
    options={"tricks_3p": 6},
    chance=(
        "omegumi=summer-x1,autumn-x2,spring-x1,winter-x1,summer-x2,autumn-x1",
        "deck=summer-2,summer-3,summer-5,autumn-1,autumn-3,autumn-6,winter-4,winter-6,"
        "spring-2,spring-3,summer-1,summer-4,summer-6,autumn-2,autumn-4,autumn-5,"
        "spring-1,spring-4,spring-5,spring-6,winter-1,winter-2,winter-3,winter-5",
    ),
    teach=teach,
    seed=1,
)
