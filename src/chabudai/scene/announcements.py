"""What screen readers announce of a step: its log lines, shortened where they would take too long to listen to."""

from collections.abc import Sequence

from chabudai.kernel.event import Event
from chabudai.scene.builder import People, is_hidden, log_line
from chabudai.scene.game import Game
from chabudai.scene.vocabulary import LogLine


def announcements(game: Game, events: Sequence[Event], people: People) -> list[LogLine]:
    """Return the lines to announce for the events of a step, which are as the viewer sees them.

    Hidden cards that several others are dealt are one line. Points that the final scoring counts step by step have
    none: the steps are announced when they are shown.
    """
    seen = [event for event in events if event.name not in game.scoring_events]
    receivers: dict[str, list[int]] = {}
    for event in seen:
        if is_hidden(game, event) and event.seat >= 0:
            receivers.setdefault(event.name, []).append(event.seat)
    lines: list[LogLine] = []
    for event in seen:
        seats = receivers.get(event.name, []) if is_hidden(game, event) else []
        if len(seats) < 2:
            lines.append(log_line(game, event, people))
        elif event.seat == seats[0]:
            names = people.words.list([people.name(seat) for seat in seats])
            lines.append(LogLine(people.words.text("news", "dealt", names=names), event.name))
    return lines
