"""The guided first game of Only One Collection: three players, without familiars.

The first cards repeat a few high values, so that the columns become risky in the very first round.
"""

from chabudai.games.only_one import phases
from chabudai.games.only_one.equipment import EGG_CARD, kind_of, values_of
from chabudai.games.only_one.judgement import CERTAIN, bust_probability, shared_values
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.words import CARDS, COLUMNS, KINDS
from chabudai.kernel.bits import has, members
from chabudai.kernel.first_game import FirstGame, Lesson
from chabudai.kernel.message import Message

_LONG_LESSON_ROUNDS = 2
"""The number of rounds with long explanations."""
_NEAR = 6
"""The number of cards above the 1 at which the lessons begin to mention it."""


def teach(view: OnlyOne) -> Lesson:
    """Return the lesson for the viewer's choice."""
    return _add(view) if view.first == phases.ADD else _turn(view)


# ---- Explore or collect ----------------------------------------------------------------------------------------------


def _turn(view: OnlyOne) -> Lesson:
    longest = max(members(view.choosable()), key=lambda column: (view.columns[column].size, -column))
    values: dict[str, str | int] = {"column": COLUMNS[longest], "cards": view.columns[longest].size}
    if view.revealed:
        return Lesson(Message("collect_at_last"), "one")
    if not has(view.choices(view.viewer), phases.EXPLORE):
        return Lesson(Message("collect_full"), "collect")
    above = view.above_the_one()
    if above == 0:
        return Lesson(Message("next_is_the_one"), "one")
    explain = view.part < _LONG_LESSON_ROUNDS
    chance = 100 * bust_probability(view, view.viewer) // CERTAIN
    if view.part == 0 and view.discard_size() == 0 and values["cards"] == 1:
        return Lesson(Message("turn_first"), "round")
    if view.in_round == 1 << view.viewer:
        return Lesson(Message("alone", values | {"chance": chance}), "round")
    if above <= _NEAR:
        return Lesson(Message("one_is_near", {"above": above, "kind": _contested(view)}), "scoring")
    if shared_values(view) == 0:
        return Lesson(Message("safe_first" if explain else "safe", values), "explore")
    return Lesson(Message("risky_first" if explain else "risky", values | {"chance": chance}), "explore")


def _contested(view: OnlyOne) -> str:
    """Return the kind with the most collected cards, over all players."""
    kinds = range(len(KINDS) - 1)
    return KINDS[max(kinds, key=lambda kind: sum(player.cards.count_of(kind) for player in view.seats))]


# ---- The card turned up ----------------------------------------------------------------------------------------------


def _add(view: OnlyOne) -> Lesson:
    card = CARDS[view.card]
    open_columns = members(view.choices(view.viewer))
    safe = [column for column in open_columns if not view.columns[column].values & values_of(view.card)]
    if view.revealed:
        return Lesson(Message("add_the_one"), "one")
    if not safe:
        return Lesson(
            Message("add_bust_first" if view.part < _LONG_LESSON_ROUNDS else "add_bust", {"card": card}), "explore"
        )
    if view.card == EGG_CARD:
        return Lesson(Message("add_egg", {"columns": len(safe)}), "explore")
    if len(safe) == 1 and len(open_columns) > 1:
        return Lesson(Message("add_only", {"card": card, "column": COLUMNS[safe[0]]}), "explore")
    if len(safe) < len(open_columns):
        return Lesson(Message("add_some", {"card": card, "columns": len(safe)}), "explore")
    own = view.seats[view.viewer].cards.count_of(kind_of(view.card))
    if own:
        return Lesson(Message("add_wanted", {"card": card, "own": own, "kind": KINDS[kind_of(view.card)]}), "scoring")
    return Lesson(Message("add_anywhere", {"card": card}), "explore")


FIRST_GAME = FirstGame(
    players=3,
    chance=("start=0", "deck=10,9,8A*,9,10,8A,7,10,9,egg*,8A,6A,10*,9"),
    teach=teach,
    seed=1,
)
