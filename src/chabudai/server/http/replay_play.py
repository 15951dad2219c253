"""Plays on from a moment of a finished game: makes the first entries of a table that starts from there."""

from collections.abc import Sequence

from chabudai.records.record import Record
from chabudai.scene.game import Game
from chabudai.server.identity import Identity
from chabudai.server.refusal import ServerRefused
from chabudai.session import log
from chabudai.session.log import Entry
from chabudai.session.refusal import Refused
from chabudai.session.resume import record_until, resume
from chabudai.session.settings import Pace, check_level

MAX_MOVES = 1000
"""A new table begins with at most this many moves; the longest real games have less than half of that."""


def play_on(
    record: Record, game: Game, moves: int, *, identity: Identity, seat: int, level: str, pace: Pace
) -> tuple[log.Opened, Sequence[Entry]]:
    """Return the first entries of a table after these moves of a record: the guest at a seat, bots at all others."""
    if moves > MAX_MOVES:
        raise ServerRefused("too_many_moves", number=MAX_MOVES, status=413)
    check_level(level)
    if seat >= record.players:
        raise Refused("no_such_seat")
    opened, entries = resume(record_until(record, game, moves), game, identity.guest, aids=True, pace=pace)
    seats: list[Entry] = [
        log.Sat(number, identity.guest, identity.display_name()) if number == seat else log.BotSeated(number, level)
        for number in range(record.players)
    ]
    return opened, [*seats, *entries]
