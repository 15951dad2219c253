"""Tells a review: the moves for which a better one was to be had, and each seat's choices summed up."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from chabudai.bots.review import Judged
from chabudai.games.registry import game as find_game
from chabudai.records.record import Record
from chabudai.scene.make import action_text
from chabudai.scene.words import Said, Words, title, words
from chabudai.terminal.draw import WIDTH
from chabudai.terminal.ink import BOLD, FAINT, seat_ink, seat_sign
from chabudai.terminal.line_breaks import broken


def show_review(console: Console, record: Record, judged: Sequence[Judged], language: str) -> None:
    """Print the review of a finished game."""
    speech = words(find_game(record.game), language)
    width = min(WIDTH, console.width)
    _print(console, Text(_headline(record, speech), BOLD), 0, width)
    for move in judged:
        if move.win_lost > 0.0:
            sign = Text(f"{seat_sign(move.seat)} ", seat_ink(move.seat))
            _print(console, Text.assemble(sign, _made(move, speech)), 0, width)
            _print(console, Text(_better(move, speech)), 2, width)
            if move.best.reason is not None:
                _print(console, Text(speech.say("advice", move.best.reason), FAINT), 2, width)
    for line in _sums(judged, speech):
        _print(console, Text(line), 0, width)


def _headline(record: Record, speech: Words) -> str:
    assert record.result is not None
    scores = [
        Said(speech.text("review", "score", seat=seat, score=score)) for seat, score in enumerate(record.result.scores)
    ]
    name = Said(title(find_game(record.game), speech.language))
    return speech.text("review", "title", title=name, players=record.players, scores=speech.list(scores))


def _made(move: Judged, speech: Words) -> str:
    made = Said(action_text(move.made.words, speech))
    return speech.text("review", "move", move=move.move, seat=move.seat, made=made)


def _better(move: Judged, speech: Words) -> str:
    return speech.text(
        "review",
        "better",
        best=Said(action_text(move.best.words, speech)),
        made_win=_percent(move.made.win),
        best_win=_percent(move.best.win),
        points=Said(f"{move.points_lost:+.1f}"),
    )


def _sums(judged: Sequence[Judged], speech: Words) -> Iterator[str]:
    if not any(move.win_lost > 0.0 for move in judged):
        yield speech.text("review", "nothing")
    for seat in sorted({move.seat for move in judged}):
        own = [move for move in judged if move.seat == seat]
        good = sum(move.win_lost == 0.0 for move in own)
        summed = speech.text("review", "seat", seat=seat, choices=len(own), good=good)
        if good < len(own):
            summed += speech.text("review", "cost", lost=Said(f"{sum(move.win_lost for move in own):.2f}"))
        yield summed


def _percent(share: float) -> Said:
    return Said(f"{100 * share:.0f}")


def _print(console: Console, text: Text, indent: int, width: int) -> None:
    for line in broken(text, width - indent).split("\n"):
        console.print(Text.assemble(" " * indent, line), no_wrap=True)
