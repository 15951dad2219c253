"""Festival of Thousand Cats: players reveal cards together, and the highest and the lowest win the middle."""

from pathlib import Path

from chabudai.games.thousand_cats.advice import advice
from chabudai.games.thousand_cats.corrected import rules_values
from chabudai.games.thousand_cats.first_game import FIRST_GAME
from chabudai.games.thousand_cats.knowledge import KNOWLEDGE
from chabudai.games.thousand_cats.layout import lay_out
from chabudai.games.thousand_cats.moment import lay_out_moment
from chabudai.games.thousand_cats.observation import OBSERVATION
from chabudai.games.thousand_cats.reasons import reason
from chabudai.games.thousand_cats.rules import CatsSetup
from chabudai.games.thousand_cats.words import ACTIONS, CARDS, EVENTS, MULTIPLIER_NAMES, SEASONS, SEAT_NUMBERS
from chabudai.kernel.card_data import load_tables
from chabudai.kernel.chance import Chance
from chabudai.kernel.options import Option
from chabudai.scene.game import Game

_BEST_GAME = 40
"""An upper bound of the points in one game: nine cards with two fish each that count twice, and two booze."""
_WORST_MATCH = -10_000
"""Totals can fall in every game of an unlimited match; none will ever fall this low."""


def _score_bounds(setup: CatsSetup) -> tuple[int, int]:
    """Bound the score: from just below the target, one game and an extra game can follow (TC-41)."""
    return _WORST_MATCH, setup.target - 1 + 2 * _BEST_GAME


GAME = Game(
    name="thousand_cats",
    title="Festival of Thousand Cats",
    native_title="万猫の豊明かり",
    credits="design 福夕郎 (Fukutarou), 梟老堂",
    players=(3, 4),
    make_setup=CatsSetup,
    options=(
        Option(
            name="rules",
            meaning="experienced adds cards that multiply fish by season; advanced uses tokens instead",
            default="basic",
            values=("basic", "experienced", "advanced"),
        ),
        Option(
            name="target",
            meaning="points that end the match; 20 or 25 make it shorter",
            default=30,
            range=(1, 200),
        ),
    ),
    tables=load_tables(Path(__file__).parent / "cards.toml"),
    actions=ACTIONS,
    chances=(
        Chance("booze", CARDS),
        Chance("deck", CARDS),
        Chance("dummy", CARDS),
        Chance("multipliers", MULTIPLIER_NAMES),
        Chance("start", SEAT_NUMBERS),
        Chance("lowest", SEAT_NUMBERS),
        Chance("order", SEAT_NUMBERS),
    ),
    vocabulary={"card": CARDS, "multiplier": MULTIPLIER_NAMES, "season": SEASONS},
    events=EVENTS,
    moments=frozenset(
        {
            *("crow_chooses", "swap", "took_high", "took_low", "dummy_took_high", "dummy_took_low"),
            *("third_booze", "scored", "game_over", "extra_game"),
        }
    ),
    reason=reason,
    score_bounds=_score_bounds,
    package="chabudai.games.thousand_cats",
    lay_out=lay_out,
    lay_out_moment=lay_out_moment,
    knowledge=KNOWLEDGE,
    advice=advice,
    observation=OBSERVATION,
    first_game=FIRST_GAME,
    assumed_facts=frozenset({"seen"}),
    rules_values=rules_values,
)
