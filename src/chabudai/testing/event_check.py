"""Events can be told in words of the record."""

from chabudai.kernel.event import Event
from chabudai.scene.game import Game
from chabudai.testing.broken import Clause
from chabudai.testing.moments import Moment


def check_events(moment: Moment) -> None:
    """What the last step did can be told to everybody."""
    state, game = moment.state, moment.game
    with Clause("every event is declared and can be told in words, to all who look", moment.place) as clause:
        for event in state.events:
            clause.require(event.name in game.events, f"{event.name!r} is not among the events of the game")
            clause.require(-1 <= event.seat < moment.setup.players, f"{event.name}: there is no seat {event.seat}")
            for viewer in moment.viewers():
                _check_readable(clause, game, event.seen_by(viewer))


def _check_readable(clause: Clause, game: Game, event: Event) -> None:
    game.event_words(event)
    readers = game.events[event.name]
    for i, value in enumerate([*event.values, *event.secret]):
        reader = readers[min(i, len(readers) - 1)]
        clause.require(reader is None or value >= 0, f"{event}: {value} is no number of the vocabulary {reader}")
