"""The guided first game of Festival of Thousand Cats: four players, and a short match, usually of one or two games.

Both cards that are first turned up in the middle have fish. The learner has a crow, and other players hold both Yorozu.
"""

from chabudai.games.thousand_cats import phases
from chabudai.games.thousand_cats.equipment import BOOZE, CROWS, SEASON_CARDS, YOROZU
from chabudai.games.thousand_cats.rules import Cats
from chabudai.games.thousand_cats.scoring import BOOZE_POINTS, TOO_MUCH_BOOZE
from chabudai.games.thousand_cats.words import CARDS
from chabudai.kernel.bits import count, has, members
from chabudai.kernel.first_game import FirstGame, Lesson
from chabudai.kernel.message import Message


def teach(view: Cats) -> Lesson:
    """Return the lesson for the viewer's choice."""
    if view.first == phases.REDEAL:
        return Lesson(Message("redeal", {"crows": count(view.seats[view.viewer].hand & CROWS)}), "deal")
    if view.first == phases.SWAP:
        values = {"low": CARDS[view.low], "high": CARDS[view.high], "card": CARDS[view.seats[view.viewer].played]}
        return Lesson(Message("swap", values), "crow")
    return _play(view)


def _play(view: Cats) -> Lesson:
    """Explain one rule at a time in the first rounds, and later what the middle is worth."""
    values: dict[str, str | int] = {"low": CARDS[view.low], "high": CARDS[view.high]}
    legal = members(view.choices(view.viewer))
    if view.round == 0 and view.part == 0:
        return Lesson(Message("play_first", values), "aim")
    if view.round == 0:
        points: dict[str, str | int] = {"points": view.score(view.viewer), "target": view.equipment.target}
        return Lesson(Message("next_game", values | points), "match")
    if len(legal) == 1:
        return Lesson(Message("only_card", {"card": CARDS[legal[0]]}), "round")
    if view.seats[view.viewer].booze == TOO_MUCH_BOOZE - 1:
        return _third_booze(view)
    if view.round == 1 and view.part == 0:
        return Lesson(Message("seasons", values), "round")
    if not view.seats[view.viewer].hand & SEASON_CARDS & ~view.closed:
        return Lesson(Message("free", values), "round")
    yorozu = [card for card in legal if has(YOROZU, card)]
    if yorozu:
        return Lesson(Message("yorozu", values | {"card": CARDS[yorozu[0]]}), "crow")
    crows = [card for card in legal if has(CROWS, card)]
    if crows and view.part == 0 and YOROZU & ~view.in_sight():
        return Lesson(Message("crow", {"card": CARDS[crows[0]]}), "crow")
    return _middle_lesson(view, legal)


def _third_booze(view: Cats) -> Lesson:
    """Warn of a third booze, in the middle or in hand."""
    in_middle = [card for card in (view.low, view.high) if has(BOOZE, card)]
    if in_middle:
        return Lesson(Message("third_booze_in_middle", {"card": CARDS[in_middle[0]]}), "booze")
    return Lesson(Message("third_booze", {"held": count(view.seats[view.viewer].hand & BOOZE)}), "booze")


def _middle_lesson(view: Cats, legal: list[int]) -> Lesson:
    by_rank = sorted(legal, key=lambda card: view.equipment.rank[card])
    low, high = _worth(view, view.low), _worth(view, view.high)
    if max(low, high) <= 0:
        return Lesson(Message("middle_is_poor", {"low": CARDS[view.low], "high": CARDS[view.high]}), "tips")
    if high >= low:
        values: dict[str, str | int] = {"prize": CARDS[view.high], "points": high, "card": CARDS[by_rank[-1]]}
        return Lesson(Message("win_the_high", values), "round")
    return Lesson(Message("win_the_low", {"prize": CARDS[view.low], "points": low, "card": CARDS[by_rank[0]]}), "round")


def _worth(view: Cats, card: int) -> int:
    """Return the points for a card, as long as it is not a third booze."""
    if has(BOOZE, card):
        return BOOZE_POINTS
    return -1 if has(CROWS, card) else view.equipment.fish[card]


FIRST_GAME = FirstGame(
    players=4,
    options={"target": 10},
    chance=(
        "booze=summer-3,winter-11,spring-2,fall-10,summer-9,winter-5,spring-8,fall-4",
        "deck=fall-3,spring-9,summer-2,summer-6,winter-12,winter-7,spring-4,fall-9,spring-7,"
        "yorozu-13,spring-1,summer-4,fall-5,winter-6,summer-10,fall-8,yorozu-0",
    ),
    teach=teach,
    seed=1,
)
