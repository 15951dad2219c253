"""A record told step by step, in words of the record."""

from collections.abc import Iterator

from chabudai.kernel.event import Event
from chabudai.records.play import Play
from chabudai.records.record import Record
from chabudai.records.replay import replay_steps
from chabudai.scene.game import Game


def tell(record: Record) -> Iterator[str]:
    """What each step of the record did, line by line, with the numbers of the moves.

    Raises BadRecord as `replay` does.
    """
    told = moves = 0
    for play in replay_steps(record):
        number = ""
        if len(play.moves) > moves:
            number = str(len(play.moves) - 1)
            if len(play.events) == told:
                seat, action = play.moves[-1]
                yield f"{number:>5}  seat {seat}: {play.game.actions[action]}"
        for event in play.events[told:]:
            yield f"{number:>5}  {_tell_event(play.game, event)}"
            number = ""
        told, moves = len(play.events), len(play.moves)


def tell_end(play: Play) -> str:
    """How the game stands at the end of its record."""
    result = play.result()
    if result is None:
        return f"not over after {len(play.moves)} moves"
    scores, winners = (" ".join(str(number) for number in each) for each in (result.scores, result.winners))
    return f"{len(play.moves)} moves, scores {scores}, won by seat {winners}"


def _tell_event(game: Game, event: Event) -> str:
    who = [f"seat {event.seat}"] if event.seat >= 0 else []
    return " ".join([*who, event.name.replace("_", " "), *(str(word) for word in game.event_words(event))])
