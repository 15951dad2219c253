"""Says what is wrong with a record or a form in the words of players: where, what, and what is allowed instead."""

from chabudai.games.registry import games
from chabudai.kernel.errors import ChabudaiError, IllegalMove, UnknownMove
from chabudai.kernel.message import Message
from chabudai.kernel.options import Option
from chabudai.scene import game_info
from chabudai.scene.builder import action_text
from chabudai.scene.game import Game
from chabudai.scene.words import text_of, title, words
from chabudai.session.refusal import Refused

_MAX_SHOWN = 60
"""Characters of somebody's file that a sentence repeats."""


def problem_text(error: ChabudaiError, language: str) -> str:
    """Return what a player is told about an error; its own text if it is not one that players can cause."""
    if isinstance(error, Refused):
        return error.text(language)
    if error.problem is None:
        return str(error)
    problem = error.problem
    values: dict[str, object] = {name: _shown(value) for name, value in problem.values.items()}
    game = games().get(str(problem.values.get("game", "")))
    if problem.id == "game":
        values["games"] = _listed([title(known, language) for known in games().values()], language)
    elif game is not None:
        values |= {"game": title(game, language)} | _allowed(game, problem, language)
    if problem.id == "move" and game is not None:
        return _move(error, game, values, language)
    return _sentence(problem.id, values, language)


def _move(error: ChabudaiError, game: Game, values: dict[str, object], language: str) -> str:
    """Say why a move of a record is wrong: no move of the game, or not allowed there, with the game's own reason."""
    cause = error.__cause__
    if isinstance(cause, UnknownMove):
        return _sentence("no_such_move", values, language)
    game_words = words(game, language)
    move = action_text(str(error.problem.values["move"]), game_words) if error.problem else ""
    reason = cause.reason if isinstance(cause, IllegalMove) else None
    # A player has no seat 0, and hears whose turn it is in the replay.
    known = reason if reason is not None and reason.id not in ("not_your_turn", "no_such_seat") else None
    because = game_words.say("reason", known) if known else _sentence("not_now", {}, language)
    return _sentence("move", values | {"move": move, "reason": because}, language)


def _allowed(game: Game, problem: Message, language: str) -> dict[str, object]:
    """Return what is allowed instead, in the words of the form."""
    if problem.id == "players":
        return {"allowed": _listed([str(count) for count in game.players], language)}
    if problem.id == "options_missing":
        missing = str(problem.values["options"]).split()
        titles = [game_info.option_title(game, known, language) for known in game.options if known.name in missing]
        return {"options": _listed(titles, language)}
    option = next((known for known in game.options if known.name == problem.values.get("option")), None)
    if option is None:
        return {"known": _listed([game_info.option_title(game, known, language) for known in game.options], language)}
    return {"option": game_info.option_title(game, option, language), "allowed": _values(game, option, language)}


def _values(game: Game, option: Option, language: str) -> str:
    if option.range is not None:
        return f"{option.range[0]}–{option.range[1]}"
    switch = text_of("chabudai.scene", language)["set"]
    labels = [
        switch[str(value).lower()] if isinstance(value, bool) else game_info.option_value(game, option, value, language)
        for value in option.values
    ]
    return _listed(labels, language)


def _sentence(problem: str, values: dict[str, object], language: str) -> str:
    return text_of(Refused.package, language)["problem"][problem].format(**values)


def _listed(names: list[str], language: str) -> str:
    return ("、" if language == "ja" else ", ").join(names)


def _shown(value: str | int) -> str | int:
    """Return a value from somebody's file, short enough for a sentence."""
    return value if isinstance(value, int) or len(value) <= _MAX_SHOWN else f"{value[:_MAX_SHOWN]}…"
