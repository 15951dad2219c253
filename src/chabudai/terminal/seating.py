"""How somebody sat at a table: saved with the game, so that they can sit down again."""

import msgspec

from chabudai.bots.registry import bot_names

USUAL_BOT = "casual"
"""Who plays a seat of which nothing is said."""


class Seating(msgspec.Struct, frozen=True):
    """A person's seat, whether they have memory aids, and the bots by name: one a seat, the own one unused."""

    seat: int = 0
    aids: bool = True
    bots: tuple[str, ...] = ()


def saved_seating(record: bytes, players: int) -> Seating:
    """How the person sat who saved this record; as at a new table, where it does not say so or is of no use."""
    try:
        saved = msgspec.json.decode(record, type=Seating)
    except msgspec.MsgspecError:
        saved = Seating()
    seat = saved.seat if 0 <= saved.seat < players else 0
    # Only bots that are known here by name: a file that somebody sent must not start a program.
    known = bot_names()
    bots = [bot if bot in known else USUAL_BOT for bot in saved.bots[:players]]
    return Seating(seat, saved.aids, (*bots, *[USUAL_BOT] * (players - len(bots))))
