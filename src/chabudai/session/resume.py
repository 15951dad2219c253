"""Resumes a saved game: turns its record into the entries of a new table."""

from chabudai.records.record import Record
from chabudai.records.replay import begin, replay
from chabudai.scene.game import Game
from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.opening import open_table
from chabudai.session.settings import Pace


def resume(record: Record, game: Game, host: str, *, aids: bool, pace: Pace) -> tuple[log.Opened, list[Entry]]:
    """Return the first entry of a new table, and the entries that lead to the end of the record.

    Between the two, the caller adds the entries that fill the seats. A record that breaks the rules is refused.
    """
    moves = replay(record, game).moves
    play, script = begin(record, game)
    opened = open_table(game, play.setup, host, aids=aids, pace=pace)
    entries: list[Entry] = [log.Began()]
    for move in (None, *moves):
        if move is not None:
            play.commit(*move)
            entries.append(log.Chose(*move))
        outcomes: list[tuple[int, int]] = []
        while play.state.due >= 0 and script.has_next(play.state):
            event, outcome = play.state.due, script.outcome(play.state)
            play.settle_outcome(outcome)
            outcomes.append((event, outcome))
        if outcomes:
            entries.append(log.ChanceResolved(outcomes))
    return opened, entries
