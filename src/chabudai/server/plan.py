"""How a table is to be: the game and its options, and the manners of the evening."""

from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from chabudai.games.registry import game as find_game
from chabudai.kernel.game import Game
from chabudai.kernel.setup import OptionValue, Rows, Setup

Pace = Literal["slow", "normal", "fast", "at_once"]

PAUSES: dict[Pace, float] = {"slow": 1.8, "normal": 0.9, "fast": 0.35, "at_once": 0.0}
"""Seconds before a bot moves, so that what happened before can be followed."""

MOMENTS: dict[Pace, float] = {"slow": 12.0, "normal": 6.0, "fast": 2.5, "at_once": 0.0}
"""Seconds that a moment stays to be looked at, if not all have seen it before."""

MONTH = 30 * 86_400
_Seconds = Annotated[int, msgspec.Meta(ge=0, le=MONTH)]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a table was set for. All but the last four stay as they are.

    `limit` is the time for a move, `takeover` how long somebody may be away before a bot moves for them, both in
    seconds, 0 for none.
    """

    game: str
    players: int
    options: dict[str, OptionValue]
    data: dict[str, Rows] | None = None
    aids: bool = True
    first_game: bool = False
    pace: Pace = "normal"
    limit: _Seconds = 0
    takeover: _Seconds = 120
    listed: bool = False

    def played(self) -> Game:
        """The game."""
        return find_game(self.game)

    def setup(self) -> Setup:
        """The game made ready."""
        return _setup(self.game, msgspec.json.encode((self.players, self.options, self.data)))


@lru_cache(maxsize=256)
def _setup(game: str, wishes: bytes) -> Setup:
    """One setup for all tables that are set alike: then what is remembered of one serves all."""
    players, options, data = msgspec.json.decode(wishes)
    return find_game(game).setup(players, options, data)
