"""Kasane no Irome: take the end card of a row, keep the order of the hand, and lay melds off its top."""

from pathlib import Path

from chabudai.games.kasane.advice import advice
from chabudai.games.kasane.equipment import ALL_TWELVE, COLOURS, TURNS
from chabudai.games.kasane.first_game import FIRST_GAME
from chabudai.games.kasane.knowledge import KNOWLEDGE
from chabudai.games.kasane.layout import lay_out
from chabudai.games.kasane.observation import OBSERVATION
from chabudai.games.kasane.reasons import reason
from chabudai.games.kasane.rules import KasaneSetup
from chabudai.games.kasane.words import ACTIONS, CARDS, EVENTS, MELDS, ROWS, SEATS
from chabudai.kernel.chance import Chance
from chabudai.kernel.options import Option
from chabudai.kernel.tables import load_tables
from chabudai.scene.game import Game


def _score_bounds(setup: KasaneSetup) -> tuple[int, int]:
    """In each turn at most one of the best boxes, every "+1", and the most for the colours of all cards."""
    return 0, sum(sorted(setup.worth)[-TURNS:]) + setup.plus_ones + max(COLOURS) + ALL_TWELVE


GAME = Game(
    name="kasane",
    title="Kasane no Irome",
    native_title="襲ノ色目",
    credits="design Origuchi Hinata, illustration Hunaoka, published by Ouyuuan",
    players=(3, 4),
    make_setup=KasaneSetup,
    options=(
        Option(
            name="open_hands",
            meaning="all hands lie in sight, for those who do not want a memory game",
            default=False,
            values=(False, True),
        ),
        Option(
            name="blocked_pairs",
            meaning="harder: one box for 2 cards of Juu and one of Kasane are marked from the start",
            default=False,
            values=(False, True),
            players=(3,),
        ),
        Option(
            name="plus_one_meld",
            meaning='easier: a meld may be played in the turn in which a "+1" was taken',
            default=False,
            values=(False, True),
        ),
    ),
    tables=load_tables(Path(__file__).parent / "cards.toml"),
    actions=ACTIONS,
    chances=(Chance("start", SEATS), Chance("deck", CARDS)),
    vocabulary={"card": CARDS, "row": ROWS, "meld": MELDS},
    events=EVENTS,
    moments=frozenset({"melded", "melded_on", "round_over"}),
    scoring_events=frozenset({"coloured", "all_twelve"}),
    fleeting_events=frozenset({"took"}),  # KI-22: hands follow the option `open_hands` alone
    reason=reason,
    score_bounds=_score_bounds,
    package="chabudai.games.kasane",
    lay_out=lay_out,
    knowledge=KNOWLEDGE,
    advice=advice,
    observation=OBSERVATION,
    first_game=FIRST_GAME,
)
