"""Checks that events are declared and can be written in words."""

from chabudai.kernel.event import Event
from chabudai.scene.game import Game
from chabudai.testing.contract import Clause
from chabudai.testing.random_game import Checkpoint

EVENTS = "every event must be declared, and every viewer's version of it must have words"


def check_events(checkpoint: Checkpoint) -> None:
    """Check the events of the last step, as every viewer sees them."""
    state, game = checkpoint.state, checkpoint.game
    with Clause(EVENTS, checkpoint.location) as clause:
        for event in state.events:
            clause.require(event.name in game.events, f"the event {event.name!r} is not declared")
            clause.require(-1 <= event.seat < checkpoint.setup.players, f"{event.name}: there is no seat {event.seat}")
            for viewer in checkpoint.viewers():
                _check_words(clause, game, event.seen_by(viewer))


def _check_words(clause: Clause, game: Game, event: Event) -> None:
    """Check that every value has a word. `event_words` fails for numbers that are too large, not for negative ones."""
    game.event_words(event)
    vocabularies = game.events[event.name]
    for i, value in enumerate([*event.values, *event.secret]):
        vocabulary = vocabularies[min(i, len(vocabularies) - 1)]
        clause.require(
            vocabulary is None or value >= 0, f"{event}: {value} is not a number of the vocabulary {vocabulary!r}"
        )
