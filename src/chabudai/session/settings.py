"""The settings of a table: the game and its options, and how the table is run."""

from functools import lru_cache
from typing import Annotated, Literal, TypedDict, get_args

import msgspec

from chabudai.bots.levels import PLAIN
from chabudai.bots.registry import RANDOM, bot_names
from chabudai.games.registry import game as find_game
from chabudai.kernel.setup import OptionValue, Rows, Setup
from chabudai.session.refusal import Refused

Pace = Literal["slow", "normal", "fast", "at_once"]
PACES: tuple[Pace, ...] = get_args(Pace)

PAUSES: dict[Pace, float] = {"slow": 1.8, "normal": 0.9, "fast": 0.35, "at_once": 0.0}
"""Seconds before a bot moves, so that people can follow what happened before."""

MOMENTS: dict[Pace, float] = {"slow": 12.0, "normal": 6.0, "fast": 2.5, "at_once": 0.0}
"""Seconds that a moment stays on the table if not everybody has confirmed it earlier."""

LEAST_LIMIT = 5
LEAST_TAKEOVER = 10
"""Seconds: nobody could keep shorter times."""

MONTH = 30 * 86_400
Seconds = Annotated[int, msgspec.Meta(ge=0, le=MONTH)]

STAND_IN = "casual"
"""The level of a bot that moves for an absent person or fills a seat."""


class RunSettings(TypedDict, total=False):
    """How a table is run, whatever is played at it. Defaults and meanings are those of `Settings`."""

    aids: bool
    pace: Pace
    limit: Seconds
    takeover: Seconds
    listed: bool


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a table was opened with. Only the last four can change later.

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
    limit: Seconds = 0
    takeover: Seconds = 120
    listed: bool = False

    def setup(self) -> Setup:
        """The game's setup with these players, options and card data."""
        return _setup(self.game, msgspec.json.encode((self.players, self.options, self.data)))


def check_times(limit: int | None, takeover: int | None) -> None:
    """Refuse times that are too short."""
    if limit is not None and 0 < limit < LEAST_LIMIT:
        raise Refused("short_limit", least=LEAST_LIMIT, status=400)
    if takeover is not None and 0 < takeover < LEAST_TAKEOVER:
        raise Refused("short_takeover", least=LEAST_TAKEOVER, status=400)


def bot_levels() -> list[str]:
    """The bots that people choose from, weakest first; without those that exist for comparisons."""
    return [name for name in bot_names() if name not in (RANDOM, PLAIN.name)]


def check_level(level: str) -> None:
    """Refuse a bot that is not offered. A name that would start a program is never offered."""
    levels = bot_levels()
    if level not in (*levels, RANDOM):
        raise Refused("no_such_level", level=level[:40], levels=", ".join(levels), status=400)


@lru_cache(maxsize=256)
def _setup(game: str, chosen: bytes) -> Setup:
    """One setup for all tables with the same settings, so that whatever is cached for one serves all."""
    players, options, data = msgspec.json.decode(chosen)
    return find_game(game).setup(players, options, data)
