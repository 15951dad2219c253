"""Only One Collection: push your luck with columns of ingredients. Two equal values are a bust."""

from pathlib import Path

from chabudai.games.only_one.advice import advice
from chabudai.games.only_one.equipment import COUNTS, EGG
from chabudai.games.only_one.first_game import FIRST_GAME
from chabudai.games.only_one.knowledge import KNOWLEDGE
from chabudai.games.only_one.layout import lay_out
from chabudai.games.only_one.moment import lay_out_moment
from chabudai.games.only_one.observation import OBSERVATION
from chabudai.games.only_one.reasons import reason
from chabudai.games.only_one.rules import OnlyOneSetup
from chabudai.games.only_one.words import ACTIONS, CARDS, COLUMNS, EVENTS, KINDS, POWERS, SEATS
from chabudai.kernel.card_data import load_tables
from chabudai.kernel.chance import Chance, OpeningChoice
from chabudai.kernel.options import Option
from chabudai.scene.game import Game


def _score_bounds(setup: OnlyOneSetup) -> tuple[int, int]:
    """Bound the score: all special cards, each potion with all other cards of its kind as a bonus, and a familiar."""
    kinds = [kind for kind in range(EGG) if setup.plays_with(kind)]
    special = len(kinds) - 1 + COUNTS[EGG]
    rounds = setup.card_count // setup.players
    familiar = max(setup.icons) + max(2 * len(kinds), rounds) if setup.familiars else 0
    return 0, special + sum(COUNTS[kind] for kind in kinds) + familiar


GAME = Game(
    name="only_one",
    title="Only One Collection",
    native_title="オンリーワンコレクション",
    credits="design Muneyuki Yokouchi (Tsuguto Tsuneji), art Osamu Inoue, published by Ayatsurare Ningyoukan; "
    "English translation Dan Kobayashi (Ninja Star Games)",
    players=(2, 3, 4),
    make_setup=OnlyOneSetup,
    options=(
        Option(
            name="familiars",
            meaning="familiars with powers head the columns of the first round",
            default=False,
            values=(False, True),
            players=(3, 4),
        ),
        Option(
            name="teams",
            meaning="partners sit opposite each other, and their points are added up",
            default=False,
            values=(False, True),
            players=(4,),
        ),
    ),
    tables=load_tables(Path(__file__).parent / "cards.toml"),
    actions=ACTIONS,
    chances=(Chance("start", SEATS), Chance("deck", CARDS, ready=True), Chance("familiars", POWERS)),
    vocabulary={"card": CARDS, "kind": KINDS, "column": COLUMNS, "power": POWERS},
    events=EVENTS,
    # These turn up cards without a chance event if `foresight` put them back (OO-52).
    revealing_events=frozenset({"explored", "picked", "head"}),
    moments=frozenset({"one_appeared", "bust", "kept", "round_over"}),
    scoring_events=frozenset(
        {"special_points", "potion", "discard_bonus", "right_bonus", "encore", "windfall", "sixteen"}
    ),
    reason=reason,
    score_bounds=_score_bounds,
    package="chabudai.games.only_one",
    lay_out=lay_out,
    lay_out_moment=lay_out_moment,
    knowledge=KNOWLEDGE,
    advice=advice,
    observation=OBSERVATION,
    first_game=FIRST_GAME,
    opening_choices=(
        OpeningChoice("start"),
        OpeningChoice("familiars", per_player=True, option="familiars"),
    ),
    assumed_facts=frozenset({"powers"}),
)
