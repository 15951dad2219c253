"""What the server asks a worker, and what the worker replies."""

import msgspec

import chabudai
from chabudai.bots.hint import Hint
from chabudai.bots.review import Judged
from chabudai.kernel.setup import OptionValue, Rows

MOVE_SECONDS = 2.0 if chabudai.COMPILED else 0.4
"""The most time a bot gets for a move, in seconds: less while other requests wait, or if nobody waits for this one.

Uncompiled search overruns its time, and gains little from more.
"""


class BotRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A request to a worker: a bot's choice, a hint, or a piece of the review of a whole game."""

    do: str
    game: str = ""
    players: int = 0
    options: dict[str, OptionValue] = {}
    data: dict[str, Rows] | None = None
    view: object = None
    bot: str = ""
    seed: int = 0
    seconds: float = MOVE_SECONDS
    record: str = ""
    first: int = 0
    """The number of the first move to review."""
    seat: int | None = None
    """The seat whose moves to review; None for all."""


class BotReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A worker's reply; only `error` is set if it failed."""

    action: int = -1
    hint: Hint | None = None
    review: list[Judged] = []
    next: int = -1
    """The number of the move with which the review continues; -1 if it is complete."""
    error: str = ""
