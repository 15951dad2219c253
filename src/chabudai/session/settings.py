"""The settings of a table: the game with its options, and how the table is run."""

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

PAUSE_SECONDS: dict[Pace, float] = {"slow": 1.8, "normal": 0.9, "fast": 0.35, "at_once": 0.0}
"""Seconds before a bot moves, so that people can follow the game."""

FORCED_SECONDS = (1.5, 4.0)
"""The shortest and the longest delay of a forced move, in seconds; at the pace "at_once" there is none."""

MOMENT_SECONDS: dict[Pace, float] = {"slow": 12.0, "normal": 6.0, "fast": 2.5, "at_once": 0.0}
"""Seconds that a moment stays on the table unless everybody confirms it earlier."""

UNWATCHED_SECONDS = 120.0
"""Bots play among themselves for this many seconds after the last person has stopped looking."""

MAX_MOVES = 10_000
"""The moves of a game with card data of its own, after which the table is closed: with some data, a match never ends.
The longest matches with the games' own data have fewer than 2,000."""

MIN_LIMIT = 5
MIN_TAKEOVER = 10
"""Seconds. Nobody could play within shorter times."""

MONTH = 30 * 86_400
Seconds = Annotated[int, msgspec.Meta(ge=0, le=MONTH)]

STAND_IN = "casual"
"""The level of a bot that moves for an absent person or fills a seat."""


class TableRunSettings(TypedDict, total=False):
    """How a table is run, whatever the game. `Settings` has the meanings and defaults."""

    aids: bool
    pace: Pace
    limit: Seconds
    takeover: Seconds
    listed: bool


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a table. Only the last four can change after it was opened.

    `aids` are the memory aids: views with perfect recall, and the whole log. A `listed` table is shown in the lobby,
    and everybody may sit down or watch there.

    `limit` is the time for a move; `takeover` is how long somebody may be away before a bot moves for them. Both are in
    seconds, with 0 for no limit and no takeover.
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
        """Return the game's setup with these players, options and card data."""
        return _setup(self.game, msgspec.json.encode((self.players, self.options, self.data)))


def check_times(limit: int | None, takeover: int | None) -> None:
    """Refuse times that are too short."""
    if limit is not None and 0 < limit < MIN_LIMIT:
        raise Refused("short_limit", least=MIN_LIMIT)
    if takeover is not None and 0 < takeover < MIN_TAKEOVER:
        raise Refused("short_takeover", least=MIN_TAKEOVER)


def bot_levels() -> list[str]:
    """Return the bots that people can choose, weakest first, without those that only serve comparisons."""
    return [name for name in bot_names() if name not in (RANDOM, PLAIN.name)]


def check_level(level: str) -> None:
    """Refuse a bot that is neither offered nor `RANDOM`, above all a name that would start an external program."""
    levels = bot_levels()
    if level not in (*levels, RANDOM):
        raise Refused("no_such_level", level=level[:40], levels=", ".join(levels))


@lru_cache(maxsize=256)
def _setup(game: str, chosen: bytes) -> Setup:
    """Return one shared setup for all tables with the same settings, so that they share its caches."""
    players, options, data = msgspec.json.decode(chosen)
    return find_game(game).setup(players, options, data)
