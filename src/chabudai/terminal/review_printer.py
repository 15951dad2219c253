"""Prints a review: the moves for which a better one was found, and a summary for each seat."""

from collections.abc import Iterator, Sequence
from heapq import nlargest

from rich.console import Console
from rich.text import Text

from chabudai.bots.review import Judged
from chabudai.games.registry import game as find_game
from chabudai.records.record import Record
from chabudai.scene.builder import action_text
from chabudai.scene.words import Verbatim, Words, title, words
from chabudai.terminal.draw import WIDTH
from chabudai.terminal.line_breaks import break_lines
from chabudai.terminal.styles import BOLD, FAINT, seat_sign, seat_style

_COSTLIEST = 3
"""This many moves come first."""


def print_review(console: Console, record: Record, judged: Sequence[Judged], language: str) -> None:
    """Print the review of a finished game."""
    game_words = words(find_game(record.game), language)
    width = min(WIDTH, console.width)
    _print(console, Text(_headline(record, game_words), BOLD), 0, width)
    poor = [move for move in judged if move.win_lost > 0.0]
    costliest = nlargest(_COSTLIEST, poor, key=lambda move: move.win_lost)
    others = [move for move in poor if move not in costliest]
    for heading, moves in (("costliest", costliest), ("others", others)):
        if moves:
            _print(console, Text(game_words.text("review", heading), BOLD), 0, width)
        for move in moves:
            _print_move(console, move, game_words, width)
    for line in _summary(judged, game_words):
        _print(console, Text(line), 0, width)


def _print_move(console: Console, move: Judged, game_words: Words, width: int) -> None:
    """Print a move, what would have been better, and why."""
    sign = Text(f"{seat_sign(move.seat)} ", seat_style(move.seat))
    _print(console, Text.assemble(sign, _move_text(move, game_words)), 0, width)
    _print(console, Text(_better_text(move, game_words)), 2, width)
    reasons = [(move.best, move.best.reason), (move.made, move.against)]
    choice, reason = next(((choice, reason) for choice, reason in reasons if reason is not None), (None, None))
    if choice is not None and reason is not None:
        why = Verbatim(game_words.say("advice", reason))
        text = game_words.text("review", "why", choice=Verbatim(action_text(choice.words, game_words)), reason=why)
        _print(console, Text(text, FAINT), 2, width)


def _headline(record: Record, game_words: Words) -> str:
    assert record.result is not None
    scores = [
        Verbatim(game_words.text("review", "score", seat=seat, score=score))
        for seat, score in enumerate(record.result.scores, start=1)
    ]
    name = Verbatim(title(find_game(record.game), game_words.language))
    return game_words.text("review", "title", title=name, players=record.players, scores=game_words.list(scores))


def _move_text(move: Judged, game_words: Words) -> str:
    made = Verbatim(action_text(move.made.words, game_words))
    return game_words.text("review", "move", move=move.move, seat=move.seat + 1, made=made)


def _better_text(move: Judged, game_words: Words) -> str:
    return game_words.text(
        "review",
        "better",
        best=Verbatim(action_text(move.best.words, game_words)),
        made_win=_percent(move.made.win),
        best_win=_percent(move.best.win),
        points=Verbatim(f"{move.points_lost:+.1f}"),
    )


def _summary(judged: Sequence[Judged], game_words: Words) -> Iterator[str]:
    if not any(move.win_lost > 0.0 for move in judged):
        yield game_words.text("review", "nothing")
    for seat in sorted({move.seat for move in judged}):
        own = [move for move in judged if move.seat == seat]
        good = sum(move.win_lost == 0.0 for move in own)
        text = game_words.text("review", "seat", seat=seat + 1, choices=len(own), good=good)
        if good < len(own):
            text += game_words.text("review", "cost", lost=Verbatim(f"{sum(move.win_lost for move in own):.2f}"))
        yield text


def _percent(share: float) -> Verbatim:
    return Verbatim(f"{100 * share:.0f}")


def _print(console: Console, text: Text, indent: int, width: int) -> None:
    for line in break_lines(text, width - indent).split("\n"):
        console.print(Text.assemble(" " * indent, line), no_wrap=True)
