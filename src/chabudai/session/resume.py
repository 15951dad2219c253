"""Resumes a game from its record: where the record ends, or from an earlier moment of a finished game."""

from chabudai.records.record import Record
from chabudai.records.replay import begin, replay, replay_steps
from chabudai.scene.game import Game
from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.opening import open_table
from chabudai.session.refusal import Refused
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


def record_until(record: Record, game: Game, moves: int) -> Record:
    """Return the first moves of a record, with the outcomes of chance up to the move that comes next.

    What chance brings later is left open. Refuse if the game is over by then.
    """
    for number, play in enumerate(replay_steps(record, game)):
        if number == moves:
            if play.state.over():
                raise Refused("game_over")
            return play.record()
    raise Refused("no_such_move")
