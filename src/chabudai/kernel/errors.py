"""Errors for the person who made the mistake: what was wrong, where, and what is allowed."""


class ChabudaiError(Exception):
    """The root of all errors that Chabudai raises for wrong input."""


class UnknownGame(ChabudaiError):
    """No game of this name is installed."""


class BadPlayers(ChabudaiError):
    """The game is not for this number of players."""


class BadOption(ChabudaiError):
    """An option that the game does not have, or not with this value or number of players."""


class BadTable(ChabudaiError):
    """Card data that do not fit the tables that the game declares."""


class BadState(ChabudaiError):
    """A position in JSON that is not one of this game."""


class BadRecord(ChabudaiError):
    """A record that cannot be read or does not follow the rules."""


class UnknownMove(ChabudaiError):
    """Words that are no move of this game."""


class IllegalMove(ChabudaiError):
    """A move of the game that this seat cannot make now."""


class BadChance(ChabudaiError):
    """A random outcome that cannot come now."""


class HiddenInformation(ChabudaiError):
    """Something was asked of a seat's view that only the whole position, or another seat's view, could answer."""


class ImpossiblePosition(ChabudaiError):
    """No deal of the hidden cards fits what is known: a position that play cannot reach."""
