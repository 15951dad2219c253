"""The assignment of seats to the player and to bots. It is saved with a game, to continue it."""

import msgspec

from chabudai.bots.registry import bot_names

DEFAULT_BOT = "casual"
"""The bot at seats for which no bot is named."""


class SeatAssignment(msgspec.Struct, frozen=True):
    """The player's seat, whether memory aids are on, and a bot name per seat (ignored at the player's own)."""

    seat: int = 0
    aids: bool = True
    bots: tuple[str, ...] = ()


def saved_seat_assignment(record: bytes, players: int) -> SeatAssignment:
    """Read the assignment saved in a record; replace missing or invalid parts with the defaults."""
    try:
        saved = msgspec.json.decode(record, type=SeatAssignment)
    except msgspec.MsgspecError:
        saved = SeatAssignment()
    seat = saved.seat if 0 <= saved.seat < players else 0
    # Accept only registered bot names: a file from somebody else must not start a program.
    known = bot_names()
    bots = [bot if bot in known else DEFAULT_BOT for bot in saved.bots[:players]]
    return SeatAssignment(seat, saved.aids, (*bots, *[DEFAULT_BOT] * (players - len(bots))))
