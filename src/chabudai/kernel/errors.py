"""Errors for wrong input. Messages address the person who made the mistake: what was wrong, where, what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # errors are imported before anything else is needed
    from chabudai.kernel.message import Message


class ChabudaiError(Exception):
    """The base class of all errors that Chabudai raises for wrong input.

    The text is for developers. `problem` says the same to players, if they can cause the error: it is a message of the
    text table `problem` of the package `chabudai.session`.
    """

    def __init__(self, text: str = "", *, problem: Message | None = None) -> None:
        super().__init__(text)
        self.problem = problem


class UnknownGame(ChabudaiError):
    """No game of this name is installed."""


class BadPlayers(ChabudaiError):
    """The game does not support this number of players."""


class BadOption(ChabudaiError):
    """The game has no such option, or does not allow this value, or not with this number of players."""


class BadTable(ChabudaiError):
    """The card data does not match the tables that the game declares, or the game cannot be played with it.

    `table` and `row` say where, if one row is wrong. `reason` is a sentence of the text table `card_data`, for forms.
    """

    def __init__(self, text: str, table: str = "", row: str = "", reason: Message | None = None) -> None:
        super().__init__(text)
        self.table = table
        self.row = row
        self.reason = reason


class BadState(ChabudaiError):
    """The JSON is not a position of this game."""


class BadRecord(ChabudaiError):
    """The record cannot be read or breaks the rules of the game."""


class UnknownMove(ChabudaiError):
    """The words do not name a move of this game."""


class IllegalMove(ChabudaiError):
    """The seat cannot make this move now; `reason` is a sentence of the game's text table `reason`."""

    def __init__(self, text: str = "", *, reason: Message | None = None) -> None:
        super().__init__(text)
        self.reason = reason


class BadChance(ChabudaiError):
    """The chance outcome is not possible now, or fixed outcomes do not match the chance events of the game."""


class HiddenInformation(ChabudaiError):
    """A view lacks the requested information, the viewer does not exist, or a whole position was given for a view."""


class ImpossiblePosition(ChabudaiError):
    """No deal of the hidden cards is consistent with what is known, so play cannot reach the position.

    Also raised if there are more hidden cards, kinds or holders than the world sampler supports.
    """
