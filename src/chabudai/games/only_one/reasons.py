"""The reasons why an action of Only One Collection is illegal."""

from chabudai.games.only_one import phases
from chabudai.games.only_one.equipment import FORESIGHT, FULL
from chabudai.games.only_one.rules import OnlyOne
from chabudai.games.only_one.words import ACTIONS, COLUMNS
from chabudai.kernel.bits import has, lowest
from chabudai.kernel.message import Message

_PHASES = {
    phases.TURN: "turn",
    phases.ADD: "add",
    phases.PICK: "pick",
    phases.ORDER: "order",
    phases.KEEP: "keep",
}


def reason(view: OnlyOne, seat: int, action: int) -> Message:
    """Explain why a waiting seat cannot choose this action."""
    verb, _, word = ACTIONS[action].partition(" ")
    phase = _PHASES[view.first]
    if ("turn" if verb in ("explore", "foresight", "collect") else verb) != phase:
        return Message(f"now_{phase}")
    match verb:
        case "explore":
            return _explore(view)
        case "foresight":
            return _foresight(view, seat)
        case "order":
            return Message("order_the_others")
        case "keep":
            return Message("keep_of_column", {"card": word, "column": COLUMNS[view.broken]})
        case _:  # collect or add: any pick is legal in its phase
            return _column(view, int(word))


def _explore(view: OnlyOne) -> Message:
    """Explain why the player cannot explore."""
    if view.revealed:
        return Message("one_has_appeared")
    columns = view.choosable()
    if view.equipment.players == 2 and columns & (columns - 1) == 0:
        return Message("only_column_full", {"column": COLUMNS[lowest(columns)]})
    return Message("all_full")


def _foresight(view: OnlyOne, seat: int) -> Message:
    player = view.seats[seat]
    if player.familiar != FORESIGHT:
        return Message("no_foresight")
    if player.used:
        return Message("foresight_used")
    return _explore(view)


def _column(view: OnlyOne, column: int) -> Message:
    """Explain why the player cannot collect this column or add to it."""
    if column >= view.equipment.columns:
        return Message("no_such_column", {"column": COLUMNS[column], "last": COLUMNS[view.equipment.columns - 1]})
    if view.columns[column].size == 0:
        return Message("column_gone", {"column": COLUMNS[column]})
    columns = view.choosable()
    if not has(columns, column):
        only = lowest(columns)
        with_one = has(view.columns[only].values, 1)
        return Message("take_the_one" if with_one else "only_nearest", {"only": COLUMNS[only]})
    return Message("column_full", {"column": COLUMNS[column], "most": int(FULL)})
