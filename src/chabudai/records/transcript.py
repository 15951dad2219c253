"""Writes a record as a transcript: its events line by line, in the words of the record."""

from collections.abc import Iterator

from chabudai.kernel.event import Event
from chabudai.records.play import Play
from chabudai.records.record import Record
from chabudai.records.replay import replay_steps
from chabudai.scene.game import Game


def transcript_lines(record: Record) -> Iterator[str]:
    """Yield a line for each event, and for each move that causes none.

    The first line of a move begins with its number, counted from 0. Raise BadRecord like `replay`.
    """
    events = moves = 0
    for play in replay_steps(record):
        number = ""
        if len(play.moves) > moves:
            number = str(len(play.moves) - 1)
            if len(play.events) == events:
                seat, action = play.moves[-1]
                yield f"{number:>5}  seat {seat}: {play.game.actions[action]}"
        for event in play.events[events:]:
            yield f"{number:>5}  {_event_text(play.game, event)}"
            number = ""
        events, moves = len(play.events), len(play.moves)


def result_line(play: Play) -> str:
    """Return the number of moves and the result in one line."""
    result = play.result()
    if result is None:
        return f"not over after {_moves(play)}"
    scores = " ".join(str(score) for score in result.scores)
    return f"{_moves(play)}, scores {scores}, won by {_seats(result.winners)}"


def _moves(play: Play) -> str:
    return "1 move" if len(play.moves) == 1 else f"{len(play.moves)} moves"


def _seats(seats: list[int]) -> str:
    """Return the seats in words, such as "seat 0" or "seats 0, 1 and 2"."""
    *others, last = [str(seat) for seat in seats]
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"


def _event_text(game: Game, event: Event) -> str:
    who = [f"seat {event.seat}"] if event.seat >= 0 else []
    return " ".join([*who, event.name.replace("_", " "), *(str(word) for word in game.event_words(event))])
