"""Festival of Thousand Cats: all play a card at once, and highest and lowest win what lies in the middle."""

from pathlib import Path

from chabudai.games.thousand_cats.advice import advice
from chabudai.games.thousand_cats.first_game import FIRST_GAME
from chabudai.games.thousand_cats.knowledge import KNOWLEDGE
from chabudai.games.thousand_cats.layout import lay_out
from chabudai.games.thousand_cats.observation import OBSERVATION
from chabudai.games.thousand_cats.reasons import reason
from chabudai.games.thousand_cats.rules import CatsSetup
from chabudai.games.thousand_cats.words import ACTIONS, CARDS, EVENTS, MULTIPLIERS, SEASONS, SEATS
from chabudai.kernel.chance import Chance
from chabudai.kernel.options import Option
from chabudai.kernel.tables import load_tables
from chabudai.scene.game import Game

_BEST_GAME = 40
"""Nine cards, of which eight have two fish and count twice, and two booze: never more than this."""
_WORST_MATCH = -10_000
"""Totals can fall in every game, and there is no last game: far below what luck could bring."""


def _score_bounds(setup: CatsSetup) -> tuple[int, int]:
    """One game from just below the target, and one more to break a tie (TC-41)."""
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
            meaning="basic; experienced: each player has a card that multiplies fish by season; advanced: tokens do",
            default="basic",
            values=("basic", "experienced", "advanced"),
        ),
        Option(
            name="target",
            meaning="points at which the match ends; 20 or 25 for a shorter one",
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
        Chance("multipliers", MULTIPLIERS),
        Chance("start", SEATS),
        Chance("lowest", SEATS),
        Chance("order", SEATS),
    ),
    vocabulary={"card": CARDS, "multiplier": MULTIPLIERS, "season": SEASONS},
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
    knowledge=KNOWLEDGE,
    advice=advice,
    observation=OBSERVATION,
    first_game=FIRST_GAME,
)
